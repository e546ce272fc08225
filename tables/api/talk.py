"""REST doors to table talk: the phrases, saying one, and whom I do not want to hear."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, phrases, queries
from tables.api.caller import body, caller
from tables.api.serializers import NothingSerializer
from wallet.api.fields import StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER


class PhrasesSerializer(serializers.Serializer[object]):
    """All that can be said; clients say it in their own language."""

    phrases = serializers.ListField(child=serializers.CharField())
    emotes = serializers.ListField(child=serializers.CharField())


class SaySerializer(StrictSerializer):
    """What to say."""

    phrase = serializers.CharField(max_length=40, help_text="An id of GET /phrases.")


class SaidSerializer(serializers.Serializer[object]):
    """Where it stands."""

    event = serializers.IntegerField(help_text="Its number among the table's events.")


class MutesSerializer(serializers.Serializer[object]):
    """Whom I do not hear."""

    everybody = serializers.BooleanField(help_text="I hear nobody at all.")
    players = serializers.ListField(child=serializers.CharField(), help_text="Their names.")


class PhrasesView(APIView):
    """The phrases and emotes."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="phrases", responses=PhrasesSerializer)
    def get(self, request: Request) -> Response:
        """List the ids of all that can be said at a table; there is no free text."""
        return Response({"phrases": phrases.PHRASES, "emotes": phrases.EMOTES})


class TalkView(APIView):
    """Talk at a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="say",
        parameters=[KEY_PARAMETER],
        request=SaySerializer,
        responses={201: SaidSerializer},
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Say a phrase; it is an event of the table, and no part of any hand."""
        key = idempotency_key(request)
        asked = body(request, SaySerializer)
        said = commands.say(user=caller(request), key=key, table_id=table_id, **asked)
        return Response(said, status=status.HTTP_201_CREATED)


class MutesView(APIView):
    """Whom I do not hear."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="mutes", responses=MutesSerializer)
    def get(self, request: Request) -> Response:
        """List whom I have muted; nobody else is told."""
        return Response(_mutes(request))

    @extend_schema(operation_id="mute_all", request=None, responses=MutesSerializer)
    def put(self, request: Request) -> Response:
        """Hear nobody."""
        body(request, NothingSerializer)
        commands.mute(user=caller(request), name=None)
        return Response(_mutes(request))

    @extend_schema(operation_id="unmute_all", request=None, responses={200: MutesSerializer})
    def delete(self, request: Request) -> Response:
        """Hear those again whom I have not muted by name."""
        body(request, NothingSerializer)
        commands.unmute(user=caller(request), name=None)
        return Response(_mutes(request))


class MuteView(APIView):
    """One player whom I do not hear."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="mute", request=None, responses=MutesSerializer)
    def put(self, request: Request, username: str) -> Response:
        """Hear this player no more, at any table."""
        body(request, NothingSerializer)
        commands.mute(user=caller(request), name=username)
        return Response(_mutes(request))

    @extend_schema(operation_id="unmute", request=None, responses={200: MutesSerializer})
    def delete(self, request: Request, username: str) -> Response:
        """Hear this player again."""
        body(request, NothingSerializer)
        commands.unmute(user=caller(request), name=username)
        return Response(_mutes(request))


def _mutes(request: Request) -> dict[str, object]:
    names = queries.muted_by(caller(request))
    return {"everybody": None in names, "players": sorted(name for name in names if name)}
