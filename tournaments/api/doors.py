"""What the doors of tournaments share: a command as a method, and answers with an ETag."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, cast

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments import queries
from tournaments.api import shapes
from tournaments.errors import StillADraft
from tournaments.models import Tournament
from wallet.api import caching
from wallet.api.caller import body
from wallet.api.fields import StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER
from wallet.rate_limits import take

if TYPE_CHECKING:
    from deploy.accounts.models import User

Json = dict[str, Any]
Method = Callable[..., HttpResponseBase]

ETAG_DIGITS: Final = 32
PRIVATE: Final = "private, no-cache"
SHARED: Final = "public, max-age=1"


class Door(APIView):
    """What everybody may read, and only accounts may change."""

    permission_classes = [IsAuthenticatedOrReadOnly]


class CostlyThrottle(BaseThrottle):
    """Plans and imports take the machine's time: so many for one account, whatever process."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count one more of the account that asks; TooManyRequests above the measure."""
        take("costly", f"user:{request.user.pk}")
        return True


def caller(request: Request) -> "User":
    """Return the account that asks; views that change something let nobody else in."""
    return cast("User", request.user)


def reader(request: Request) -> "User":
    """Return who reads: an account, or a visitor (without a number)."""
    return cast("User", request.user)


def seen(request: Request, tournament_id: int) -> Tournament:
    """Return a tournament that the reader may see; NoSuchTournament."""
    return queries.tournament(tournament_id, reader(request))


def begun(request: Request, tournament_id: int) -> Tournament:
    """The same for one that has a log; StillADraft for a draft of the reader's own."""
    row = seen(request, tournament_id)
    if not row.seq:
        raise StillADraft
    return row


def tagged(request: Request, answer: Json, *, cache: str = PRIVATE) -> HttpResponseBase:
    """Answer with an ETag of the content, or 304 to somebody who has just that."""
    text = json.dumps(answer, sort_keys=True, default=str)
    etag = f'"{sha256(text.encode()).hexdigest()[:ETAG_DIGITS]}"'
    return caching.tagged(request, lambda: answer, etag=etag, cache=cache)


def done_by(
    operation: str,
    command: Callable[..., Json],
    says: str,
    answers: type[Serializer[Any]],
    asks: type[StrictSerializer] = shapes.NothingSerializer,
    *,
    code: int = status.HTTP_200_OK,
) -> Method:
    """Return a view's method that has a command do what is asked, once for each key.

    The command is given the caller, the key, the address's arguments and the body's fields.
    """

    def method(view: APIView, request: Request, **where: object) -> Response:
        key = idempotency_key(request)
        asked = body(request, asks)
        told = command(user=caller(request), key=key, **where, **asked)
        return Response(told, status=code)

    method.__doc__ = says
    described = extend_schema(
        operation_id=operation,
        parameters=[KEY_PARAMETER],
        request=None if asks is shapes.NothingSerializer else asks,
        responses={code: answers},
    )
    return cast("Method", described(method))


def only(**methods: Method) -> Callable[..., HttpResponseBase]:
    """Return a view with these methods and nothing else."""
    name = "".join(methods)
    kind: type[Door] = type(f"{name.title()}View", (Door,), {**methods, "__module__": __name__})
    return kind.as_view()
