"""REST doors to the ledger for staff and auditors. Auditors only look."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wallet import books, commands
from wallet.api import serializers as shapes
from wallet.api.caller import IsStaff, SeesAll, body, caller, query
from wallet.api.keys import idempotency_key
from wallet.api.pages import Pages, number
from wallet.api.schema import CSV_PARAMETER, KEY_PARAMETER
from wallet.api.views import Lines
from wallet.errors import NoSuchAccount
from wallet.limits.models import Freeze
from wallet.limits.queries import freezes
from wallet.models import Account, Entry, IssueRequest, Transfer


class NewestFirst(Pages):
    """Pages by number, from the newest on."""

    ordering = "-id"
    place = number


class AccountsView(ListAPIView[Account]):
    """Accounts."""

    permission_classes = [SeesAll]
    serializer_class = shapes.AccountSerializer
    pagination_class = NewestFirst

    @extend_schema(operation_id="ledger_accounts", parameters=[shapes.AccountQuerySerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Find accounts by their owner's name, kind, state or table; the newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Account]:
        """Return those that the address asks for."""
        return books.accounts(**query(self.request, shapes.AccountQuerySerializer))


class AccountView(APIView):
    """One account."""

    permission_classes = [SeesAll]

    @extend_schema(operation_id="ledger_account", responses=shapes.AccountSerializer)
    def get(self, request: Request, account_id: int) -> Response:
        """Show whose an account is, and what is in it."""
        return Response(shapes.AccountSerializer(account(account_id)).data)


class AccountLinesView(Lines):
    """The lines of one account."""

    permission_classes = [SeesAll]

    @extend_schema(
        operation_id="ledger_account_lines",
        parameters=[shapes.StatementQuerySerializer, CSV_PARAMETER],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:  # type: ignore[override]  # as `Lines.list`
        """List every line of an account. `?format=csv` gives all of them as a file."""
        self.file_name = f"account-{self.kwargs['account_id']}"
        return self.list(request)

    def get_queryset(self) -> QuerySet[Entry]:
        """Return the lines that the address asks for."""
        return books.statement(account(self.kwargs["account_id"]), self.wanted())


class LedgerTransfersView(ListAPIView[Transfer]):
    """Transfers."""

    permission_classes = [SeesAll]
    serializer_class = shapes.TransferSerializer
    pagination_class = NewestFirst

    @extend_schema(operation_id="ledger_transfers", parameters=[shapes.TransferQuerySerializer])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List transfers with everything they moved, the newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Transfer]:
        """Return those of the kind that the address asks for."""
        return books.transfers(**query(self.request, shapes.TransferQuerySerializer))

    def get_serializer_context(self) -> dict[str, Any]:
        """Say that the reader sees all."""
        return {**super().get_serializer_context(), "sees_all": True}


class GrantsView(APIView):
    """Chips that staff grants."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="grant",
        parameters=[KEY_PARAMETER],
        request=shapes.IssueSerializer,
        responses={201: shapes.AskedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Grant chips to a player; above the house's limit a second person has to agree."""
        return _asked(request, commands.staff_grant)


class BurnsView(APIView):
    """Chips that staff takes out of play."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="burn",
        parameters=[KEY_PARAMETER],
        request=shapes.IssueSerializer,
        responses={201: shapes.AskedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Take a player's chips out of play; above the limit a second person has to agree."""
        return _asked(request, commands.staff_burn)


class CorrectionsView(APIView):
    """Transfers that staff undoes."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="correct_transfer",
        parameters=[KEY_PARAMETER],
        request=shapes.CorrectionSerializer,
        responses={201: shapes.AskedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Undo a transfer by its exact negative, once; not while its chips are played for."""
        asked = body(request, shapes.CorrectionSerializer)
        done = commands.correct(
            key=idempotency_key(request),
            staff_id=caller(request).pk,
            transfer_id=asked["transfer"],
            reason=asked["reason"],
        )
        return Response(shapes.AskedSerializer(done).data, status=status.HTTP_201_CREATED)


class RequestsView(ListAPIView[IssueRequest]):
    """What waits for a second person, and what became of the rest."""

    permission_classes = [SeesAll]
    serializer_class = shapes.IssueRequestSerializer
    pagination_class = NewestFirst

    @extend_schema(operation_id="issue_requests")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List what staff asked for above one person's limit, the newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[IssueRequest]:
        """Return all of them."""
        return books.issue_requests()


class ApproveView(APIView):
    """A second person's yes."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="approve_issue_request",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=shapes.AskedSerializer,
    )
    def post(self, request: Request, request_id: int) -> Response:
        """Agree to what somebody else asked for, and do it."""
        return _decided(request, request_id, commands.approve)


class DeclineView(APIView):
    """A no."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="decline_issue_request",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=shapes.AskedSerializer,
    )
    def post(self, request: Request, request_id: int) -> Response:
        """Decline a request, or take back one's own."""
        return _decided(request, request_id, commands.decline)


class FreezesView(ListAPIView[Freeze]):
    """Players whom staff keeps from playing."""

    permission_classes = [SeesAll]
    serializer_class = shapes.FreezeSerializer
    pagination_class = NewestFirst

    @extend_schema(operation_id="freezes")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List freezes, the newest first."""
        return self.list(request)

    def get_queryset(self) -> QuerySet[Freeze]:
        """Return all of them."""
        return freezes()


class FreezeView(APIView):
    """Staff keeps one player from playing."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="freeze",
        parameters=[KEY_PARAMETER],
        request=shapes.ReasonSerializer,
        responses={201: shapes.FreezeMadeSerializer},
    )
    def put(self, request: Request, user_id: int) -> Response:
        """Keep a player from playing, and their chips in their wallet."""
        made = commands.freeze(**_about(request, user_id))
        return Response(made, status=status.HTTP_201_CREATED)


class UnfreezeView(APIView):
    """The end of a freeze."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="unfreeze",
        parameters=[KEY_PARAMETER],
        request=shapes.ReasonSerializer,
        responses=shapes.FreezeMadeSerializer,
    )
    def post(self, request: Request, user_id: int) -> Response:
        """Let a player play again."""
        return Response(commands.unfreeze(**_about(request, user_id)))


class ClosureView(APIView):
    """The end of a player's wallet."""

    permission_classes = [IsStaff]

    @extend_schema(
        operation_id="close_wallet",
        parameters=[KEY_PARAMETER],
        request=shapes.ReasonSerializer,
        responses={201: shapes.ClosureSerializer},
    )
    def put(self, request: Request, user_id: int) -> Response:
        """Close a player's empty wallet for ever."""
        made = commands.close_account(**_about(request, user_id))
        return Response(made, status=status.HTTP_201_CREATED)


def account(account_id: int) -> Account:
    """Return one account with its owner; NoSuchAccount where there is none."""
    found = books.accounts().filter(pk=account_id).first()
    if found is None:
        raise NoSuchAccount(status=status.HTTP_404_NOT_FOUND)
    return found


def _asked(request: Request, ask: Any) -> Response:  # noqa: ANN401 - staff_grant or staff_burn
    key = idempotency_key(request)
    asked = body(request, shapes.IssueSerializer)
    told = ask(
        key=key,
        staff_id=caller(request).pk,
        user_id=asked["user"],
        amount=asked["amount"],
        reason=asked["reason"],
    )
    return Response(shapes.AskedSerializer(told).data, status=status.HTTP_201_CREATED)


def _decided(request: Request, request_id: int, decide: Any) -> Response:  # noqa: ANN401 - approve or decline
    key = idempotency_key(request)
    body(request, shapes.NothingSerializer)
    told = decide(key=key, staff_id=caller(request).pk, request_id=request_id)
    return Response(shapes.AskedSerializer(told).data)


def _about(request: Request, user_id: int) -> dict[str, Any]:
    key = idempotency_key(request)
    reason = body(request, shapes.ReasonSerializer)["reason"]
    return {"key": key, "staff_id": caller(request).pk, "user_id": user_id, "reason": reason}
