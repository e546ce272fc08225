"""How hands read over REST."""

from typing import Any, TypedDict, cast

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tables.api.serializers import SEQ_MAX
from tables.history import own_result
from tables.models import Hand
from wallet.api.fields import StrictSerializer


class HandsQuerySerializer(StrictSerializer):
    """Which finished hands."""

    table = serializers.IntegerField(
        min_value=1, max_value=SEQ_MAX, required=False, help_text="Only those of this table."
    )
    mine = serializers.BooleanField(default=False, help_text="Only those that I played.")
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    page_size = serializers.IntegerField(min_value=1, max_value=200, required=False)


class MyHandsQuerySerializer(StrictSerializer):
    """Which of my finished hands."""

    table = serializers.IntegerField(
        min_value=1, max_value=SEQ_MAX, required=False, help_text="Only those of this table."
    )
    rules = serializers.CharField(
        max_length=40, required=False, help_text="Only those of this rule set."
    )
    won = serializers.BooleanField(
        allow_null=True,
        default=None,
        help_text="true: only those that I won; false: only those that somebody else won.",
    )
    since = serializers.DateField(required=False, help_text="From this day (UTC) on.")
    until = serializers.DateField(required=False, help_text="Up to this day (UTC), included.")
    cursor = serializers.CharField(required=False, help_text="From `next` or `previous`.")
    page_size = serializers.IntegerField(min_value=1, max_value=200, required=False)


class StepsQuerySerializer(StrictSerializer):
    """Whose cards the steps of a hand show."""

    cards = serializers.ChoiceField(
        choices=["mine", "all"],
        default="mine",
        help_text="mine: what I could see then; all: everybody's, as the record has them.",
    )


class OwnResult(TypedDict):
    """How a hand ended for me; `delta` in chips."""

    seat: int
    won: bool
    delta: int


class HandPlayer(TypedDict):
    """Who played a hand from a seat; `ref` is what the record calls the player."""

    seat: int
    name: str
    bot: bool
    ref: str


class HandSerializer(serializers.ModelSerializer[Hand]):
    """A hand. Its result, chain value, record and replay are there when it is over."""

    table = serializers.IntegerField(source="table_id")
    rules = serializers.CharField(source="rules_id")
    state = serializers.ChoiceField(choices=Hand.State.choices)
    players = serializers.SerializerMethodField()
    result = serializers.DictField(allow_null=True, help_text="The outcome as the record has it.")
    head = serializers.SerializerMethodField(
        help_text="Chain value of the record's last line, hex."
    )
    record = serializers.SerializerMethodField(help_text="Where the record downloads.")
    replay = serializers.SerializerMethodField(help_text="Where the hand is told in text.")

    steps = serializers.SerializerMethodField(help_text="Where it is told step by step.")
    mine = serializers.SerializerMethodField(help_text="How it ended for me, if I played it.")

    class Meta:
        model = Hand
        fields = [
            "id",
            "table",
            "hand_no",
            "rules",
            "state",
            "started_at",
            "ended_at",
            "players",
            "result",
            "head",
            "record",
            "replay",
            "steps",
            "mine",
        ]
        read_only_fields = fields

    def get_players(self, hand: Hand) -> list[HandPlayer]:
        """Name everybody who was dealt in and whose name was not erased since."""
        return [
            {"seat": one.seat, "name": one.user.username, "bot": one.user.is_bot, "ref": one.ref}
            for one in sorted(hand.players.all(), key=lambda one: one.seat)
        ]

    def get_head(self, hand: Hand) -> str | None:
        """Give the chain value; of a hand in play it could confirm guesses of hidden claims."""
        return bytes(hand.head).hex() if hand.state == Hand.State.CLOSED else None

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_record(self, hand: Hand) -> str | None:
        """Give the address of the record."""
        return _address(hand, "api-hand-record")

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_replay(self, hand: Hand) -> str | None:
        """Give the address of the telling."""
        return _address(hand, "api-hand-replay")

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_steps(self, hand: Hand) -> str | None:
        """Give the address of the steps."""
        return _address(hand, "api-hand-steps")

    def get_mine(self, hand: Hand) -> OwnResult | None:
        """Say how the hand ended for who asks."""
        request = self.context.get("request")
        own = None if request is None else own_result(hand, request.user.pk)
        return cast("OwnResult | None", own)


class StepsSerializer(serializers.Serializer[Any]):
    """A finished hand step by step, as I could see it from my seat, or as a spectator."""

    id = serializers.UUIDField()
    hand_no = serializers.IntegerField()
    result = serializers.DictField()
    steps = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            "Each with line, at, type, what was seen, and `hand`: the hand after it, as in a"
            " table's state. With cards=all each act is told as its own seat knew it, and `held`"
            " has the cards of each seat (null: nobody saw them) and the card just drawn."
        ),
    )


def _address(hand: Hand, name: str) -> str | None:
    if hand.state != Hand.State.CLOSED:
        return None
    return reverse(name, kwargs={"hand_id": hand.pk})
