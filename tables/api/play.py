"""REST doors to the hand in play: state, events, what is legal, and acting."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, queries
from tables.api import serializers as shapes
from tables.api.caller import body, caller, query
from tables.boards import Board
from tables.news import load_news
from tables.past import head_for, load_seen
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER


class StateView(APIView):
    """A table now."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="table_state", responses=shapes.StateSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """Show the table as I may see it: with my own cards, and nobody else's."""
        user = caller(request)
        seen = load_seen(table_id, user.pk)
        state = seen.snapshot(user.pk)
        if state["you"] is None:
            commands.mark_watching([(user.pk, table_id)])
        elif isinstance(seen, Board) and seen.is_due_a_note(user.pk):
            commands.mark_heard(user_id=user.pk, table_id=table_id)
        return Response(state)


class EventsView(APIView):
    """A table's log."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="table_events",
        parameters=[shapes.EventsQuerySerializer],
        responses=shapes.EventsSerializer,
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Tell what happened after an event, as I may know it; at most 500 events at a time.

        With `wait` the answer comes as soon as there is something to tell.
        """
        after = query(request, shapes.EventsQuerySerializer)["after"]
        user_id = caller(request).pk
        head = head_for(table_id, user_id)
        commands.mark_heard(user_id=user_id, table_id=table_id)
        news = load_news(table_id, after, head)
        told = news.told_to(user_id, after)
        newest = (news.rows[-1].told or after) if news.rows else after
        hands = {row.hand.pk for row in news.rows if row.hand is not None}
        players = queries.players_of(hands)
        return Response({"events": told, "next": newest, "head": head, "players": players})


class LegalActionsView(APIView):
    """My choices."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="legal_actions", responses=shapes.LegalSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """List what I may do now, with bounds; empty when it is not my turn."""
        state = load_seen(table_id, caller(request).pk).snapshot(caller(request).pk)
        seq = None if state["hand"] is None else state["hand"]["seq"]
        return Response({"seq": seq, "legal": state["legal"]})


class ActionsView(APIView):
    """Acting."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="act",
        parameters=[KEY_PARAMETER],
        request=shapes.ActSerializer,
        responses=shapes.ActedSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Take one action in the hand in play. The key is the action's id (64 characters)."""
        action_id = idempotency_key(request)
        asked = body(request, shapes.ActSerializer)
        acted = commands.act(user=caller(request), table_id=table_id, action_id=action_id, **asked)
        return Response(acted)
