"""REST doors to a player's own wallet; all but a payment only read."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wallet import books, commands, queries
from wallet.api import serializers as shapes
from wallet.api.caller import body, caller, query
from wallet.api.csv_lines import CsvRenderer, csv_response
from wallet.api.keys import idempotency_key
from wallet.api.limits import limits_json
from wallet.api.pages import Pages, number
from wallet.api.schema import CSV_PARAMETER, KEY_PARAMETER
from wallet.errors import NoSuchTransfer
from wallet.models import AccountState, Entry


class WalletView(APIView):
    """What I have: chips to spend, chips in escrow at tables, and my limits."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=shapes.WalletSerializer, operation_id="my_wallet")
    def get(self, request: Request) -> Response:
        """Return the balance, the escrow of each table, and where I stand with my limits."""
        user_id = caller(request).pk
        account = books.wallet_of(user_id)
        wallet = {
            "balance": account.balance if account else 0,
            "state": account.state if account else AccountState.OPEN,
            **_escrows(user_id, "escrows"),
            "limits": limits_json(user_id),
        }
        return Response(shapes.WalletSerializer(wallet).data)


class ClosureView(APIView):
    """The end of my wallet."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="close_my_wallet",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={201: shapes.ClosureSerializer},
    )
    def put(self, request: Request) -> Response:
        """Close my empty wallet for ever. Nobody, not even the house, can open it again."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        told = commands.close_my_account(key=key, user_id=caller(request).pk)
        return Response(told, status=status.HTTP_201_CREATED)


class EscrowsView(APIView):
    """My chips at tables."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=shapes.EscrowsSerializer, operation_id="my_escrows")
    def get(self, request: Request) -> Response:
        """Return the chips that lie at each table until I leave it."""
        return Response(shapes.EscrowsSerializer(_escrows(caller(request).pk, "results")).data)


class LinePages(Pages):
    """Pages by line number."""

    ordering = "-version"
    place = number


class Lines(ListAPIView[Entry]):
    """The lines of one account, as JSON page by page, or all of them as CSV."""

    serializer_class = shapes.LineSerializer
    pagination_class = LinePages
    renderer_classes = [JSONRenderer, CsvRenderer]
    file_name = "statement"

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # a file is no Response
        """Return a page, or the file."""
        if getattr(request.accepted_renderer, "format", "") == CsvRenderer.format:
            return csv_response(request, self.get_queryset(), self.file_name)
        return super().list(request, *args, **kwargs)

    def wanted(self) -> books.Filter:
        """Return what the address asks for."""
        return books.Filter(**query(self.request, shapes.StatementQuerySerializer))


class StatementView(Lines):
    """Every line of my wallet, the newest first, each with the balance after it."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="my_statement", parameters=[shapes.StatementQuerySerializer, CSV_PARAMETER]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # as `list`
        """List the lines of my wallet. `?format=csv` gives all of them as a file."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Entry]:
        """Return the lines of the caller's own wallet; nobody else's can be asked for."""
        return books.statement(books.wallet_of(caller(self.request).pk), self.wanted())


class TransfersView(APIView):
    """Payments between players."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="pay",
        parameters=[KEY_PARAMETER],
        request=shapes.PaySerializer,
        responses={201: shapes.PaidSerializer},
    )
    def post(self, request: Request) -> Response:
        """Pay chips to another player, where the house allows that (most do not)."""
        key = idempotency_key(request)
        asked = body(request, shapes.PaySerializer)
        paid = commands.pay(
            key=key,
            user_id=caller(request).pk,
            to_user_id=asked["to"],
            amount=asked["amount"],
            note=asked.get("note", ""),
        )
        return Response(paid, status=status.HTTP_201_CREATED)


class TransferView(APIView):
    """One transfer."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="transfer", responses=OpenApiResponse(shapes.TransferSerializer))
    def get(self, request: Request, transfer_id: int) -> Response:
        """Show a transfer that moved chips of mine; staff and auditors see every one."""
        reader = caller(request)
        found = books.transfer_for(reader, transfer_id)
        if found is None:
            raise NoSuchTransfer
        context = {"user_id": reader.pk, "sees_all": books.may_see_all(reader)}
        return Response(shapes.TransferSerializer(found, context=context).data)


def _escrows(user_id: int, name: str) -> dict[str, object]:
    escrows = queries.escrows(user_id)
    rows = [{"table": table, "chips": chips} for table, chips in escrows.items()]
    return {"in_play": sum(escrows.values()), name: rows}
