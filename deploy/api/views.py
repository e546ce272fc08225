"""The REST doors of the accounts, the index and the clock."""

import time
from importlib.metadata import PackageNotFoundError, version

from django.urls import NoReverseMatch, reverse
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from deploy.accounts import commands, queries, tickets
from deploy.accounts.errors import NoToken
from deploy.accounts.models import User
from deploy.api import serializers
from wallet import rate_limits
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER
from wallet.queries import balance

INDEX = [
    "api-index",
    "api-schema",
    "api-asyncapi",
    "api-phrases",
    "api-docs",
    "api-server-time",
    "api-accounts",
    "api-tokens",
    "api-me",
    "api-my-wallet",
    "api-my-statement",
    "api-my-escrows",
    "api-my-limits",
    "api-supply",
    "api-seals",
    "api-my-seats",
    "api-mutes",
    "api-tables",
    "api-hands",
    "api-my-hands",
    "api-tournaments",
    "api-ws-tickets",
]


def address_of(request: Request) -> str:
    """Return the client's address, as the server in front of us has made it out."""
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def house_version() -> str:
    """Return the version of this build."""
    try:
        return version("batida")
    except PackageNotFoundError:
        return "0.1.0"


def describe(user: User) -> dict[str, object]:
    """Return what an account may know of itself."""
    return {
        "id": user.pk,
        "username": user.username,
        "language": user.language,
        "roles": queries.roles(user),
        "chips": balance(user.pk),
    }


class IndexView(APIView):
    """What the API has."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="index", responses=serializers.IndexSerializer)
    def get(self, request: Request) -> Response:
        """List the addresses of the API."""
        links = {}
        for name in INDEX:
            try:
                links[name.removeprefix("api-")] = reverse(name)
            except NoReverseMatch:
                continue
        return Response({"name": "Batida", "version": house_version(), "links": links})


class ServerTimeView(APIView):
    """The server's clock, for a client that shows a countdown."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(operation_id="server_time", responses=serializers.ServerTimeSerializer)
    def get(self, request: Request) -> Response:
        """Tell the time in milliseconds."""
        return Response({"now": time.time_ns() // 1_000_000})


class AccountsView(APIView):
    """Sign up."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="sign_up",
        parameters=[KEY_PARAMETER],
        request=serializers.SignUpSerializer,
        responses={201: serializers.MeSerializer},
    )
    def post(self, request: Request) -> Response:
        """Open a player's account; the house gives it welcome chips."""
        key = idempotency_key(request)
        rate_limits.take("sign-up", address_of(request))
        data = serializers.SignUpSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        return Response(describe(commands.sign_up(**data.validated_data, key=key)), status=201)


class TokensView(APIView):
    """API tokens."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="create_token",
        request=serializers.CredentialsSerializer,
        responses={201: serializers.TokenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Swap a name and password for a token. It is shown this once."""
        data = serializers.CredentialsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        user = commands.check_credentials(**data.validated_data, address=address_of(request))
        row, text = commands.create_token(user)
        return Response({"token": text, "expires_at": row.expiry}, status=201)


class CurrentTokenView(APIView):
    """The token that this request is made with."""

    @extend_schema(operation_id="revoke_token", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the token of this request."""
        if not isinstance(request.auth, AuthToken):
            raise NoToken
        request.auth.delete()
        return Response(status=204)


class MeView(APIView):
    """The account that asks."""

    @extend_schema(operation_id="me", responses=serializers.MeSerializer)
    def get(self, request: Request) -> Response:
        """Tell who I am, my roles and my free chips."""
        assert isinstance(request.user, User)  # noqa: S101 - IsAuthenticated let nobody else in
        return Response(describe(request.user))


class SocketTicketsView(APIView):
    """Tickets to the sockets."""

    @extend_schema(
        operation_id="create_ws_ticket",
        request=None,
        responses={201: serializers.TicketSerializer},
    )
    def post(self, request: Request) -> Response:
        """Get a ticket that opens one socket within 30 seconds."""
        assert isinstance(request.user, User)  # noqa: S101 - IsAuthenticated let nobody else in
        rate_limits.take("ws-tickets", str(request.user.pk))
        ticket = tickets.issue(request.user)
        answer = {
            "ticket": ticket,
            "subprotocol": f"ticket.{ticket}",
            "expires_in": tickets.LIFETIME_S,
        }
        return Response(answer, status=201)
