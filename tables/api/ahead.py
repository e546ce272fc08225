"""REST doors to what a player arranges ahead: the cards in hand, the next action, the reserve."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import commands
from tables.ahead import KINDS
from tables.api.caller import body, caller
from tables.api.serializers import NothingSerializer, WholeField
from wallet.api.fields import StrictSerializer
from wallet.api.keys import idempotency_key
from wallet.api.schema import KEY_PARAMETER

CARDS_MAX = 16


class HandOrderSerializer(StrictSerializer):
    """My cards in my order."""

    cards = serializers.ListField(
        child=serializers.CharField(max_length=4),
        max_length=CARDS_MAX,
        help_text="All my cards, each as often as I hold it.",
    )
    hand_id = serializers.UUIDField(required=False, help_text="Of the hand that I look at.")


class PreactionSerializer(StrictSerializer):
    """What to do when my turn comes."""

    kind = serializers.ChoiceField(
        choices=KINDS,
        help_text="check and call are dropped when the price changes; check-fold and fold are "
        "not; take-discard is for the card that lies on top now. At Pili Pili bid and play are "
        "dropped when they are not allowed in my turn.",
    )
    card = serializers.CharField(required=False, max_length=4, help_text="The card to play.")
    number = WholeField(
        required=False, min_value=0, max_value=56, help_text="The tricks to bid; a Joker's value."
    )
    hand_id = serializers.UUIDField(required=False, help_text="Of the hand that I look at.")


class PreactedSerializer(serializers.Serializer[object]):
    """What will be done when my turn comes."""

    preaction = serializers.CharField(allow_null=True)
    vars()["with"] = serializers.DictField(
        required=False, help_text="The card or number of a bid or play."
    )


class ReserveSerializer(serializers.Serializer[object]):
    """The time that was put on top of my turn."""

    ms = serializers.IntegerField()


class HandOrderView(APIView):
    """My arrangement of my cards."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="arrange_hand", request=HandOrderSerializer, responses=HandOrderSerializer
    )
    def put(self, request: Request, table_id: int) -> Response:
        """Keep my cards in my order, as `you.order` of the state; nobody else is told."""
        asked = body(request, HandOrderSerializer)
        return Response(commands.arrange(user=caller(request), table_id=table_id, **asked))


class PreactionsView(APIView):
    """What I say ahead."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="preact", request=PreactionSerializer, responses=PreactedSerializer
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Say what to do the moment my turn comes, at the price that I see now."""
        asked = body(request, PreactionSerializer)
        return Response(commands.preact(user=caller(request), table_id=table_id, **asked))

    @extend_schema(
        operation_id="take_preaction_back", request=None, responses={200: PreactedSerializer}
    )
    def delete(self, request: Request, table_id: int) -> Response:
        """Take it back; I shall be asked."""
        body(request, NothingSerializer)
        return Response(commands.preact(user=caller(request), table_id=table_id, kind=None))


class ReserveView(APIView):
    """My reserve of time."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="use_reserve",
        parameters=[KEY_PARAMETER],
        request=None,
        responses=ReserveSerializer,
    )
    def post(self, request: Request, table_id: int) -> Response:
        """Put what is left of my reserve on top of my running turn now."""
        key = idempotency_key(request)
        body(request, NothingSerializer)
        return Response(commands.use_reserve(user=caller(request), key=key, table_id=table_id))
