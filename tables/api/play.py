"""REST doors to the hand in play: state, events, what is legal, and acting."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, queries
from tables.api import serializers as shapes
from tables.api.caller import body, caller, query
from tables.boards import load_board
from tables.news import load_news
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER


class StateView(APIView):
    """A table now."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="table_state", responses=shapes.StateSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """Show the table as I may see it: with my own cards, and nobody else's."""
        return Response(load_board(table_id).snapshot(caller(request).pk))


class EventsView(APIView):
    """A table's log."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="table_events",
        parameters=[shapes.EventsQuerySerializer],
        responses=shapes.EventsSerializer,
    )
    def get(self, request: Request, table_id: int) -> Response:
        """Tell what happened after an event, as I may know it; at most 500 events at a time."""
        after = query(request, shapes.EventsQuerySerializer)["after"]
        head, _now = queries.head(table_id)
        news = load_news(table_id, after)
        told = news.told_to(caller(request).pk, after)
        newest = told[-1]["seq"] if told else after
        return Response({"events": told, "next": newest, "head": max(head, newest)})


class LegalActionsView(APIView):
    """My choices."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="legal_actions", responses=shapes.LegalSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """List what I may do now, with bounds; empty when it is not my turn."""
        board = load_board(table_id)
        seq = None if board.state is None else board.state.tick
        return Response({"seq": seq, "legal": board.legal(caller(request).pk)})


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
