"""How tables read over REST. Numbers are JSON integers, never text or fractions."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tables.commands.settings import NAME_CHARS_MAX
from tables.models import Table
from wallet.api.fields import ChipsField, StrictSerializer

# Sequence numbers of a table's log are bigints.
SEQ_MAX = 2**63 - 1


class WholeField(ChipsField):
    """A whole number that counts no chips, as strict as one that does."""

    default_error_messages = {
        "not-an-integer": _("Send a whole number as a JSON integer, such as 3."),
        "below-minimum": _("Send at least {min_value}."),
        "above-maximum": _("Send at most {max_value}."),
    }


class OpenTableSerializer(StrictSerializer):
    """The settings of a new table; all but the name have a default.

    The ranges that hang together (seats and players, ante and buy-in) are the command's to judge.
    """

    name = serializers.CharField(max_length=NAME_CHARS_MAX)
    rules = serializers.CharField(
        max_length=40,
        required=False,
        help_text="A rule set of the house, such as cacheta. Default: pif-paf-aposta.",
    )
    options = serializers.DictField(
        required=False, help_text='Axes of the rules that differ from usual: {"threshold": 200}.'
    )
    stakes = serializers.CharField(
        max_length=20,
        required=False,
        help_text='How chips move: "ante-capped-round", "fixed", "play" (none do), or "buy-in" '
        'and "per-point" where hands make matches. Default: what the rules are usually for.',
    )
    ante = WholeField(
        min_value=0,
        required=False,
        help_text="Chips: the ante, the fixed stake, what a match costs, or what a point is "
        "worth. Default: 5, or 100 for a match.",
    )
    rake_per_mille = WholeField(
        min_value=0, required=False, help_text="What the house keeps of pots; staff only."
    )
    rake_cap = WholeField(min_value=0, required=False, help_text="Chips of a rake at most.")
    seats = WholeField(required=False, help_text="2 to 8. Default: 6.")
    min_players = WholeField(
        required=False, help_text="Hands are dealt from so many players on; 2 or more. Default: 3."
    )
    buy_in_min = WholeField(min_value=0, required=False, help_text="Default: 20 antes.")
    buy_in_max = WholeField(min_value=0, required=False, help_text="Default: 200 antes.")
    action_ms = WholeField(required=False, help_text="Time for one decision. Default: 30 000.")
    window_ms = WholeField(required=False, help_text="Length of the claim window. Default: 3 000.")
    pause_ms = WholeField(required=False, help_text="Pause between hands. Default: 5 000.")
    reserve_ms = WholeField(
        min_value=0,
        required=False,
        help_text="More time for a player, once in a match. Default: 60 000.",
    )
    grace_ms = WholeField(
        min_value=0,
        required=False,
        help_text="More time for who has lost the connection, a pool like the reserve. "
        "Default: 15 000.",
    )
    return_ms = WholeField(
        min_value=0,
        required=False,
        help_text="Who leaves a chip table and comes back within it brings the same stack. "
        "Default: 1 800 000.",
    )
    private = serializers.BooleanField(
        required=False, help_text="Not in the lobby: people ask me by a link. Default: false."
    )
    watch = serializers.CharField(
        max_length=10,
        required=False,
        help_text='What people without a seat see: "live", "delayed" by watch_ms, "hand" (each '
        'hand when it is over) or "nobody". Default: live.',
    )
    watch_ms = WholeField(
        min_value=0, required=False, help_text="How late spectators are. Default: 120 000."
    )


class SitSerializer(StrictSerializer):
    """Which seat, and for how many chips."""

    buy_in = WholeField(min_value=0, help_text="Between the table's buy_in_min and buy_in_max.")
    seat = WholeField(
        min_value=0, max_value=7, required=False, help_text="Default: the first free one."
    )


class AddBotSerializer(StrictSerializer):
    """Which bot to seat."""

    plays = serializers.CharField(
        max_length=10, default="steady", help_text="How well: calm, steady or sharp."
    )


class TopUpSerializer(StrictSerializer):
    """How many chips to add."""

    amount = WholeField(
        min_value=0, help_text="So many that the stack stays within buy_in_max; 0 takes it back."
    )


class LeaveQuerySerializer(StrictSerializer):
    """How to leave."""

    after_hand = serializers.BooleanField(
        default=False, help_text="If my hand is in play, leave when it is over."
    )


class NothingSerializer(StrictSerializer):
    """A request that says nothing but its address: an empty object, or no body."""


LEGAL_HELP = (
    "What I may do now, with bounds: `min` and `max` of a bet or raise are totals of this betting "
    "round, as `to` is; `pay` and `pay_min` are what goes in on top of what lies there."
)


class ActSerializer(StrictSerializer):
    """One action in the hand in play. Who acts is whoever asks."""

    expected_seq = WholeField(
        min_value=0, max_value=2**31 - 1, help_text="`hand.seq` of the state that I act on."
    )
    hand_id = serializers.UUIDField(
        required=False,
        help_text="`hand.id` of that state: so a late action never reaches the next hand.",
    )
    action = serializers.DictField(
        help_text="One of legal-actions, with its amount or card chosen: "
        '{"kind": "raise", "to": 15}, {"kind": "discard", "card": "7H"}. '
        "`to` of a bet or raise is the total that lies before me in this betting round, not what "
        "I add to it; the ante does not count.",
        error_messages={"not_a_dict": _('Send a JSON object with a "kind".')},
    )


class EventsQuerySerializer(StrictSerializer):
    """From where to read a table's events."""

    after = serializers.IntegerField(
        min_value=0, max_value=SEQ_MAX, default=0, help_text="The last event that I have."
    )
    wait = serializers.IntegerField(
        min_value=0,
        max_value=25,
        default=0,
        help_text="If there is nothing new: answer when there is, or after so many seconds.",
    )


class TableSerializer(serializers.ModelSerializer[Table]):
    """What is fixed about a table, and whether it is open. Times are in milliseconds."""

    rules = serializers.CharField(source="rules_id")
    options = serializers.DictField(help_text="The options of the rules that differ from usual.")
    watch = serializers.ChoiceField(choices=Table.Watch.choices)
    state = serializers.ChoiceField(choices=Table.State.choices)
    owner = serializers.CharField(source="owner.username")

    class Meta:
        model = Table
        fields = [
            "id",
            "name",
            "rules",
            "options",
            "stakes",
            "ante",
            "rake_per_mille",
            "rake_cap",
            "seats",
            "min_players",
            "buy_in_min",
            "buy_in_max",
            "action_ms",
            "window_ms",
            "pause_ms",
            "reserve_ms",
            "grace_ms",
            "return_ms",
            "private",
            "watch",
            "watch_ms",
            "state",
            "owner",
        ]
        read_only_fields = fields


class LobbyRowSerializer(serializers.Serializer[Any]):
    """A table in the lobby."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    rules = serializers.CharField()
    stakes = serializers.CharField()
    ante = serializers.IntegerField()
    rake_per_mille = serializers.IntegerField()
    rake_cap = serializers.IntegerField(help_text="Chips of a rake at most.")
    seats = serializers.IntegerField()
    taken = serializers.IntegerField(help_text="Seats taken, those of bots among them.")
    bots = serializers.IntegerField()
    min_players = serializers.IntegerField()
    buy_in_min = serializers.IntegerField()
    buy_in_max = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Table.State.choices)
    playing = serializers.BooleanField(help_text="A hand is in play now.")
    mine = serializers.BooleanField(help_text="I have a seat here.")
    private = serializers.BooleanField(help_text="Listed to its owner and guests only.")
    house = serializers.BooleanField(help_text="Kept open by the house.")


class LobbySerializer(serializers.Serializer[Any]):
    """The open tables: those where I sit first, then those with most players."""

    results = LobbyRowSerializer(many=True)


class MySeatSerializer(serializers.Serializer[Any]):
    """Where I sit."""

    table = serializers.IntegerField(source="table_id")
    name = serializers.CharField(source="table.name")
    seat = serializers.IntegerField(source="number")
    stack = serializers.IntegerField(help_text="Chips in escrow at this table.")
    sitting_out = serializers.BooleanField()
    leaving = serializers.BooleanField()


class MySeatsSerializer(serializers.Serializer[Any]):
    """All my seats."""

    results = MySeatSerializer(many=True)


class SatSerializer(serializers.Serializer[Any]):
    """The seat that was taken."""

    seat = serializers.IntegerField()
    stack = serializers.IntegerField()


class ToppedUpSerializer(serializers.Serializer[Any]):
    """Where a top-up stands."""

    stack = serializers.IntegerField(help_text="Chips at the seat now.")
    waiting = serializers.IntegerField(help_text="Chips to come when the hand or match is over.")


class LeftSerializer(serializers.Serializer[Any]):
    """What leaving gave back."""

    chips = serializers.IntegerField(help_text="Chips that went back to my wallet.")
    left = serializers.BooleanField(help_text="False: I leave when the hand is over.")


class SittingSerializer(serializers.Serializer[Any]):
    """Whether I am dealt in."""

    sitting_out = serializers.BooleanField()


class BotSerializer(serializers.Serializer[Any]):
    """The bot that sat down."""

    seat = serializers.IntegerField()
    name = serializers.CharField()


class BotLeftSerializer(serializers.Serializer[Any]):
    """Whether the bot is gone."""

    left = serializers.BooleanField(help_text="False: it leaves when the hand is over.")


class ActedSerializer(serializers.Serializer[Any]):
    """Where the action stands."""

    event = serializers.IntegerField(help_text="Its number in the table's log.")
    seq = serializers.IntegerField(help_text="`hand.seq` after it.")
    secret = serializers.BooleanField(
        help_text="Nobody is told of it yet, as of a claim before its window closes."
    )


class StateSerializer(serializers.Serializer[Any]):
    """A table as I may see it at one moment; the socket's snapshots are the same."""

    table = TableSerializer()
    head = serializers.IntegerField(help_text="Number of the newest event.")
    now = serializers.IntegerField(help_text="The server's clock, ms since 1970.")
    you = serializers.DictField(allow_null=True, help_text="My seat; null: I only watch.")
    seats = serializers.ListField(
        child=serializers.DictField(),
        help_text="Taken seats. `away`: the clock plays for this one at once.",
    )
    match = serializers.DictField(
        allow_null=True, help_text="The newest match, where hands make matches."
    )
    hand = serializers.DictField(
        allow_null=True,
        help_text="The newest hand. `seq` is what an action must quote as expected_seq; `cards` "
        "are my own. Of one that is over, `left` are the seats where its players sit no more.",
    )
    clock = serializers.DictField(
        allow_null=True, help_text="What the clock does next: what, due (ms since 1970), seat."
    )
    held = serializers.DictField(
        allow_null=True,
        help_text="Why its tournament lets no hand be dealt. `code`: paused (with its `reason`), "
        "break or rebuy (`until`, ms since 1970), seats, tables, or empty.",
    )
    watching = serializers.IntegerField(help_text="How many people watch without a seat.")
    legal = serializers.ListField(child=serializers.DictField(), help_text=LEGAL_HELP)
    host = serializers.DictField(
        allow_null=True,
        help_text="For the owner of a private table: invite (its link), asking, guests (names).",
    )
    bring = serializers.IntegerField(
        allow_null=True, help_text="Chips that I left with lately and have to bring back."
    )


class LegalSerializer(serializers.Serializer[Any]):
    """What I may do now, with bounds."""

    seq = serializers.IntegerField(allow_null=True, help_text="Quote it as expected_seq.")
    legal = serializers.ListField(child=serializers.DictField(), help_text=LEGAL_HELP)


class EventsSerializer(serializers.Serializer[Any]):
    """A table's events as I may know them; what I may not know is left out."""

    events = serializers.ListField(child=serializers.DictField())
    next = serializers.IntegerField(help_text="Ask with `after` = this for what comes then.")
    head = serializers.IntegerField(help_text="Number of the table's newest event.")
    players = serializers.DictField(
        child=serializers.ListField(child=serializers.DictField()),
        help_text="Who played in these events' hands, by `hand`: seat, name and bot of each.",
    )
