"""REST doors to a player's own wallet; both only read."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wallet import queries
from wallet.api.pages import Pages, number
from wallet.api.serializers import LineSerializer, WalletSerializer
from wallet.models import Entry


class WalletView(APIView):
    """What I have: chips to spend, and chips in escrow at tables."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=WalletSerializer, operation_id="my_wallet")
    def get(self, request: Request) -> Response:
        """Return the balance and the escrow of each table."""
        escrows = queries.escrows(_user_id(request))
        wallet = {
            "balance": queries.balance(_user_id(request)),
            "in_play": sum(escrows.values()),
            "escrows": [{"table": table, "chips": chips} for table, chips in escrows.items()],
        }
        return Response(WalletSerializer(wallet).data)


class StatementPages(Pages):
    """Pages by line number."""

    ordering = "-version"
    place = number


class StatementView(ListAPIView[Entry]):
    """Every line of my wallet, the newest first, each with the balance after it."""

    permission_classes = [IsAuthenticated]
    serializer_class = LineSerializer
    pagination_class = StatementPages

    def get_queryset(self) -> QuerySet[Entry]:
        """Return the lines of the caller's own wallet; nobody else's can be asked for."""
        return queries.statement(_user_id(self.request))


def _user_id(request: Request) -> int:
    """Return the caller's id; 0, which is nobody's, for a visitor (as when drawing the schema)."""
    return request.user.pk or 0
