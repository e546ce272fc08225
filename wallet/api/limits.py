"""REST doors to a player's own limits and breaks from play."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from wallet.api import serializers as shapes
from wallet.api.caller import body, caller
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER
from wallet.limits import commands
from wallet.limits.standing import standing


def limits_json(user_id: int) -> dict[str, object]:
    """Return where a player stands, as LimitsSerializer reads it."""
    now = standing(user_id)
    return {
        "limits": [
            {
                "what": used.limit.what,
                "period": used.limit.period,
                "most": used.limit.most,
                "used": used.used,
                "ends_at": used.ends_at,
                "pending": used.limit.pending,
            }
            for used in now.limits
        ],
        "exclusion": {"ends_at": now.excluded_until} if now.excluded else None,
        "freeze": now.freeze and {"reason": now.freeze.reason, "since": now.freeze.at},
        "session": now.session,
    }


class LimitsView(APIView):
    """My limits."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_limits", responses=shapes.LimitsSerializer)
    def get(self, request: Request) -> Response:
        """Return my limits with what is used of each, and what else keeps me from playing."""
        return Response(shapes.LimitsSerializer(limits_json(caller(request).pk)).data)

    @extend_schema(
        operation_id="set_limit",
        parameters=[KEY_PARAMETER],
        request=shapes.LimitBodySerializer,
        responses=shapes.SetLimitSerializer,
    )
    def post(self, request: Request) -> Response:
        """Set a limit: a tighter one holds at once, a looser one a day later."""
        key = idempotency_key(request)
        asked = body(request, shapes.LimitBodySerializer)
        return Response(commands.set_limit(user_id=caller(request).pk, key=key, **asked))


class LimitChangeView(APIView):
    """A looser limit that waits."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="cancel_limit_change",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: shapes.SetLimitSerializer},
    )
    def delete(self, request: Request, change_id: int) -> Response:
        """Take back a looser limit before it holds."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        told = commands.cancel_change(user_id=caller(request).pk, key=key, change_id=change_id)
        return Response(told)


class ExclusionsView(APIView):
    """My breaks from play."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="exclude_myself",
        parameters=[KEY_PARAMETER],
        request=shapes.ExclusionBodySerializer,
        responses={201: shapes.BreakSerializer},
    )
    def post(self, request: Request) -> Response:
        """Take a break from play. Nobody, not even the house, can end it early."""
        key = idempotency_key(request)
        asked = body(request, shapes.ExclusionBodySerializer)
        told = commands.exclude(user_id=caller(request).pk, key=key, **asked)
        return Response(told, status=status.HTTP_201_CREATED)
