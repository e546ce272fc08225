"""REST doors to tables and seats. Each calls one command or query; who acts is who asks."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands, queries
from tables.api import serializers as shapes
from tables.api.caller import body, caller, query
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER


class MySeatsView(APIView):
    """My seats."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_seats", responses=shapes.MySeatsSerializer)
    def get(self, request: Request) -> Response:
        """List where I sit, with how many chips."""
        seats = queries.seats_with_stacks(caller(request))
        return Response(shapes.MySeatsSerializer({"results": seats}).data)


class TablesView(APIView):
    """The lobby."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="list_tables", responses=shapes.LobbySerializer)
    def get(self, request: Request) -> Response:
        """List the open tables: those where I sit first, then those with most players."""
        rows = queries.lobby(caller(request))
        return Response(shapes.LobbySerializer({"results": rows}).data)

    @extend_schema(
        operation_id="open_table",
        parameters=[KEY_PARAMETER],
        request=shapes.OpenTableSerializer,
        responses={201: shapes.TableSerializer},
    )
    def post(self, request: Request) -> Response:
        """Open a table of my own; anybody who is signed in may."""
        key = idempotency_key(request)
        settings = body(request, shapes.OpenTableSerializer)
        opened = commands.open_table(user=caller(request), key=key, settings=settings)
        table = queries.table(int(str(opened["id"])))
        return Response(
            shapes.TableSerializer(table).data,
            status=status.HTTP_201_CREATED,
            headers={"Location": reverse("api-table", kwargs={"table_id": table.pk})},
        )


class TableView(APIView):
    """One table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="table", responses=shapes.TableSerializer)
    def get(self, request: Request, table_id: int) -> Response:
        """Tell a table's stakes, size, clock and rules. Who sits there is in its state."""
        return Response(shapes.TableSerializer(queries.seen_table(table_id, caller(request))).data)


class CloseView(APIView):
    """The end of a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="close_table",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=shapes.TableSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Close my table to new players, when every seat is free."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        commands.close_table(user=caller(request), key=key, table_id=table_id)
        return Response(shapes.TableSerializer(queries.table(table_id)).data)


class SeatsView(APIView):
    """The seats of a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="sit",
        parameters=[KEY_PARAMETER],
        request=shapes.SitSerializer,
        responses={201: shapes.SatSerializer},
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Sit down with chips from my wallet; they stay in escrow at the seat until I leave."""
        key = idempotency_key(request)
        chosen = body(request, shapes.SitSerializer)
        sat = commands.sit(user=caller(request), key=key, table_id=table_id, **chosen)
        return Response(sat, status=status.HTTP_201_CREATED)


class MySeatView(APIView):
    """My seat at a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="leave",
        parameters=[KEY_PARAMETER, shapes.LeaveQuerySerializer],
        request=None,
        responses={200: shapes.LeftSerializer},
    )
    def delete(self, request: Request, table_id: int) -> Response:
        """Leave with every chip at my seat; not in mid-hand, but `after_hand` when it is over."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        how = query(request, shapes.LeaveQuerySerializer)
        left = commands.leave(user=caller(request), key=key, table_id=table_id, **how)
        return Response(left)


class TopUpView(APIView):
    """More chips for my seat."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="top_up",
        parameters=[KEY_PARAMETER],
        request=shapes.TopUpSerializer,
        responses=shapes.ToppedUpSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Add chips from my wallet; in mid-hand they are added when the hand is over."""
        key = idempotency_key(request)
        chosen = body(request, shapes.TopUpSerializer)
        added = commands.top_up(user=caller(request), key=key, table_id=table_id, **chosen)
        return Response(added)


class SitOutView(APIView):
    """A break."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="sit_out",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=shapes.SittingSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Keep my seat, but be dealt into no further hand."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        return Response(commands.sit_out(user=caller(request), key=key, table_id=table_id))


class SitInView(APIView):
    """The end of a break."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="sit_in",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=shapes.SittingSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Be dealt in from the next hand on; takes back a leaving after the hand, too."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        return Response(commands.sit_in(user=caller(request), key=key, table_id=table_id))


class BotsView(APIView):
    """The bots at a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="add_bot",
        parameters=[KEY_PARAMETER],
        request=shapes.AddBotSerializer,
        responses={201: shapes.BotSerializer},
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Seat a bot at my table, with chips of the house."""
        key = idempotency_key(request)
        chosen = body(request, shapes.AddBotSerializer)
        sat = commands.add_bot(user=caller(request), key=key, table_id=table_id, **chosen)
        return Response(sat, status=status.HTTP_201_CREATED)


class BotView(APIView):
    """One bot at a table."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_bot",
        parameters=[KEY_PARAMETER],
        request=None,
        responses={200: shapes.BotLeftSerializer},
    )
    def delete(self, request: Request, table_id: int, seat: int) -> Response:
        """Send a bot of my table away, at once or when its hand is over."""
        key = idempotency_key(request)
        body(request, shapes.NothingSerializer)
        left = commands.remove_bot(user=caller(request), key=key, table_id=table_id, seat=seat)
        return Response(left)
