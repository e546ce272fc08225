"""REST doors to private tables: the link, asking to play, and the owner's answers."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, invites, queries
from tables.api import serializers as shapes
from tables.api.caller import body, caller, query
from tables.models import Guest
from wallet.api.fields import StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER

WAIT_MAX_S = 25


class InvitationSerializer(serializers.Serializer[Any]):
    """What a link shows: what is played and for what, and where I am with it."""

    table = shapes.TableSerializer()
    taken = serializers.IntegerField(help_text="Seats taken.")
    standing = serializers.ChoiceField(
        choices=["owner", "new", *Guest.State.values],
        help_text="new: I may ask. asked: I wait for the owner. approved: I may sit down.",
    )


class RequestSerializer(serializers.Serializer[Any]):
    """What became of my asking."""

    table = serializers.IntegerField(source="table_id")
    state = serializers.ChoiceField(choices=Guest.State.choices)


class WaitQuerySerializer(StrictSerializer):
    """How long to wait for an answer."""

    wait = serializers.IntegerField(
        min_value=0,
        max_value=WAIT_MAX_S,
        default=0,
        help_text="While the owner has not answered: wait so many seconds at most.",
    )


class GuestSerializer(serializers.Serializer[Any]):
    """Somebody who asked to play."""

    name = serializers.CharField(source="user.username")
    state = serializers.ChoiceField(choices=Guest.State.choices)
    asked_at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(allow_null=True)


class GuestsSerializer(serializers.Serializer[Any]):
    """The link of my private table and all who asked by it."""

    invite = serializers.CharField(allow_null=True, help_text="Its secret; null: there is none.")
    results = GuestSerializer(many=True)


class LinkSerializer(serializers.Serializer[Any]):
    """The link of my private table."""

    invite = serializers.CharField(
        allow_null=True, help_text="Its secret: people go to /invites/{invite}/."
    )


class AnswerSerializer(StrictSerializer):
    """My answer to a guest."""

    approve = serializers.BooleanField(help_text="Whether they may play at my table.")


class AnsweredSerializer(serializers.Serializer[Any]):
    """Where a guest stands now."""

    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Guest.State.choices)
    left = serializers.BooleanField(help_text="False: the guest leaves when the hand is over.")


class RemovedSerializer(serializers.Serializer[Any]):
    """Whether the player is gone."""

    left = serializers.BooleanField(help_text="False: they leave when the hand is over.")


class InvitationView(APIView):
    """A link to a private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="invitation", responses=InvitationSerializer)
    def get(self, request: Request, invite: str) -> Response:
        """Show where a link leads, and whether I may sit down there."""
        return Response(InvitationSerializer(invites.invitation(invite, caller(request))).data)

    @extend_schema(
        operation_id="ask_to_play",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={201: InvitationSerializer},
    )
    def post(self, request: Request, invite: str) -> Response:
        """Ask the table's owner to let me play; wait for the answer at the table's `request`."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        commands.ask_to_play(user=caller(request), key=key, invite=invite)
        asked = InvitationSerializer(invites.invitation(invite, caller(request)))
        return Response(asked.data, status=status.HTTP_201_CREATED)


class RequestView(APIView):
    """My request to play at a private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="my_request", parameters=[WaitQuerySerializer], responses=RequestSerializer
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Tell whether I was let in; with `wait` the answer comes as soon as the owner's does."""
        query(request, WaitQuerySerializer)
        asked = invites.own_request(table_id, caller(request))
        return Response(RequestSerializer(asked).data)


class GuestsView(APIView):
    """The guests of my private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="guests", responses=GuestsSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """List who asked to play at my table, and show its link."""
        rows = invites.guests(table_id, caller(request))
        invite = queries.table(table_id).invite or None
        return Response(GuestsSerializer({"invite": invite, "results": rows}).data)


class GuestView(APIView):
    """One guest of my private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="answer_guest",
        parameters=[KEY_PARAMETER],
        request=AnswerSerializer,
        responses=AnsweredSerializer,
    )
    def put(self, request: Request, table_id: int, username: str) -> Response:
        """Let a guest in, or not; a no to somebody who sits there removes them after the hand."""
        key = idempotency_key(request)
        answer = body(request, AnswerSerializer)
        done = commands.answer_guest(
            user=caller(request), key=key, table_id=table_id, name=username, **answer
        )
        return Response(done)


class LinkView(APIView):
    """The link of my private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="renew_link",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={201: LinkSerializer},
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Make a new link; the one before leads nowhere from now on."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        link = commands.renew_link(user=caller(request), key=key, table_id=table_id)
        return Response(link, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="revoke_link",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: LinkSerializer},
    )
    def delete(self, request: Request, table_id: int) -> Response:
        """End the link, so that nobody new can ask; who was let in stays so."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        return Response(commands.revoke_link(user=caller(request), key=key, table_id=table_id))


class SeatView(APIView):
    """A guest's seat at my private table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_player",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: RemovedSerializer},
    )
    def delete(self, request: Request, table_id: int, seat: int) -> Response:
        """Make a player leave with all their chips, at once or when their hand is over."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        done = commands.remove_player(user=caller(request), key=key, table_id=table_id, seat=seat)
        return Response(done)


def unanswered(data: Any) -> bool:  # noqa: ANN401 - what a view answers
    """Whether a guest still waits for the owner of a private table."""
    return bool(data["state"] == Guest.State.ASKED)
