"""What is asked of tournaments over REST. Numbers are JSON integers, never text or fractions.

What hangs together (a structure's stages, a result's players) is the command's to judge; here is
only the form.
"""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.bots import BOTS
from tournaments.commands.settings import ABOUT_CHARS_MAX, NAME_CHARS_MAX, PROTEST_S_MAX
from tournaments.queries import BOTS_MAX
from tournaments.rules.rulings import KEEP, RULINGS
from tournaments.rules.seeding import ENTRANTS_MAX
from tournaments.rules.structure import KINDS
from tournaments.rules.structure_checks import CHIPS_MAX
from tournaments.texts import NOTE_CHARS_MAX
from wallet.api.fields import ChipsField, StrictSerializer

REF_CHARS_MAX: Final = 16
SEQ_MAX: Final = 2**31 - 1
PLAYERS_MAX: Final = 1000
"""Of a plan that is asked for: a full round robin of so many is half a million tables already."""


class WholeField(ChipsField):
    """A whole number that counts no chips, as strict as one that does."""

    default_error_messages = {
        "not-an-integer": _("Send a whole number as a JSON integer, such as 3."),
        "below-minimum": _("Send at least {min_value}."),
        "above-maximum": _("Send at most {max_value}."),
    }


class RefField(serializers.CharField):
    """An entrant by the name that the log gives."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=REF_CHARS_MAX, **kwargs)


class NothingSerializer(StrictSerializer):
    """A request that says nothing but its address: an empty object, or no body."""


class TournamentsQuerySerializer(StrictSerializer):
    """Which tournaments to list."""

    phase = serializers.CharField(
        max_length=100,
        required=False,
        help_text="draft, announced, registering, closed, running, finished, paid or cancelled; "
        "several with commas.",
    )
    kind = serializers.ChoiceField(KINDS, required=False, help_text="A kind of stage it has.")
    name = serializers.CharField(
        max_length=NAME_CHARS_MAX, required=False, help_text="A part of its name."
    )
    mine = serializers.BooleanField(
        default=False, help_text="Those that I have entered or organise."
    )


class SettingsSerializer(StrictSerializer):
    """All settings of a tournament; what is left out has its default."""

    name = serializers.CharField(max_length=NAME_CHARS_MAX)
    about = serializers.CharField(max_length=ABOUT_CHARS_MAX, required=False, allow_blank=True)
    structure = serializers.DictField(
        help_text="Stages, prizes, buying, cap …: a stage has an id and a kind "
        f"({', '.join(KINDS)}). POST tournaments/plan tells what it comes to."
    )
    online = serializers.BooleanField(
        required=False, help_text="Matches open live tables by themselves. Default: true."
    )
    table = serializers.DictField(
        required=False, help_text='Settings of its live tables, such as {"rules": "cacheta"}.'
    )
    conditions = serializers.DictField(
        required=False, help_text="account_days: least age of an account; only: names that may."
    )
    password = serializers.CharField(
        max_length=NAME_CHARS_MAX,
        required=False,
        allow_blank=True,
        help_text='To enter; "" for none. Left out of a draft that is edited: it stays as it was.',
    )
    starts_full = serializers.BooleanField(
        required=False,
        help_text="It starts by itself when the cap is reached (a sit-and-go). Default: false.",
    )
    expected = WholeField(
        min_value=0,
        max_value=ENTRANTS_MAX,
        required=False,
        help_text="How many to plan for until enough have entered. Default: 0, not said.",
    )
    protest_s = WholeField(
        min_value=0,
        max_value=PROTEST_S_MAX,
        required=False,
        help_text="Seconds between the end and the payment of the prizes. Default: 0.",
    )
    opens_at = serializers.CharField(
        max_length=40, required=False, allow_null=True, help_text="ISO 8601, with an offset."
    )
    closes_at = serializers.CharField(max_length=40, required=False, allow_null=True)
    starts_at = serializers.CharField(max_length=40, required=False, allow_null=True)


class PlanSerializer(StrictSerializer):
    """For what to make a plan."""

    structure = serializers.DictField(help_text="As in the settings of a tournament.")
    entries = WholeField(min_value=0, max_value=PLAYERS_MAX)
    tables = WholeField(
        min_value=0,
        max_value=PLAYERS_MAX,
        default=0,
        help_text="How many can be played at a time; 0: all.",
    )


class NoteSerializer(StrictSerializer):
    """A public reason."""

    note = serializers.CharField(
        max_length=NOTE_CHARS_MAX, help_text="Why, in a sentence that everybody may read."
    )


class StartSerializer(StrictSerializer):
    """How to start."""

    nearest = serializers.BooleanField(
        required=False,
        help_text="Where those who are in cannot play it as announced: by the nearest plan.",
    )


class PinnedNoteSerializer(StrictSerializer):
    """A note at the head of the tournament's page."""

    note = serializers.CharField(max_length=2000, allow_blank=True, help_text="Empty: none.")


class BotsSerializer(StrictSerializer):
    """How many bots enter, and how well they play."""

    count = WholeField(min_value=1, max_value=BOTS_MAX, help_text="Up to the last free place.")
    plays = serializers.ChoiceField(choices=[*BOTS], default="steady")


class RegisterSerializer(StrictSerializer):
    """How to enter."""

    password = serializers.CharField(
        max_length=NAME_CHARS_MAX, required=False, allow_blank=True, trim_whitespace=False
    )
    flight = serializers.CharField(max_length=40, required=False, allow_blank=True)


class WithdrawSerializer(StrictSerializer):
    """Why I leave."""

    reason = serializers.CharField(max_length=NOTE_CHARS_MAX, required=False, allow_blank=True)


class ResultSerializer(StrictSerializer):
    """How a match ended."""

    places = serializers.ListField(
        child=serializers.ListField(child=RefField(), max_length=PLAYERS_MAX),
        max_length=PLAYERS_MAX,
        help_text='Groups of equals, best first: [["p1"], ["p2", "p3"]].',
    )
    scores = serializers.ListField(
        child=serializers.ListField(min_length=2, max_length=2),
        max_length=PLAYERS_MAX,
        required=False,
        help_text='Points of the game: [["p1", 3], ["p2", 1]].',
    )


class ReportSerializer(StrictSerializer):
    """A result to report."""

    result = ResultSerializer()


class ForfeitSerializer(NoteSerializer):
    """Who was not there."""

    absent = serializers.ListField(child=RefField(), min_length=1, max_length=PLAYERS_MAX)


class TieSerializer(StrictSerializer):
    """Equals to be put in order."""

    equals = serializers.ListField(child=RefField(), min_length=2, max_length=PLAYERS_MAX)
    order = serializers.ListField(
        child=RefField(),
        max_length=PLAYERS_MAX,
        required=False,
        allow_null=True,
        help_text="Best first, by a playoff or a ruling; without it the seed draws.",
    )
    note = serializers.CharField(max_length=NOTE_CHARS_MAX, required=False, allow_blank=True)


class WhatIfSerializer(StrictSerializer):
    """Another result for a match that has one."""

    result = ResultSerializer(
        default=None, allow_null=True, help_text="null: the match is open again."
    )
    rulings = serializers.DictField(
        child=serializers.ChoiceField(RULINGS),
        default=dict,
        help_text='What becomes of matches further on: {"w2.1": "keep"}; "replay" if unnamed.',
    )


class CorrectSerializer(WhatIfSerializer, NoteSerializer):
    """The same with a public reason."""


class RebuySerializer(StrictSerializer):
    """What the organiser has seen in front of who buys again."""

    chips = WholeField(min_value=0, max_value=CHIPS_MAX, default=0, help_text="In front.")


class BustSerializer(StrictSerializer):
    """Somebody who lost the last chip."""

    entrant = RefField()
    stack = WholeField(min_value=0, max_value=CHIPS_MAX, default=0, help_text="Before the hand.")
    by = serializers.ListField(child=RefField(), max_length=8, default=list)
    from_button = WholeField(min_value=0, max_value=8, default=0, help_text="1: dealer's left.")
    rebuys = serializers.BooleanField(default=False, help_text="Buys again, and is not out.")


class BustsSerializer(StrictSerializer):
    """The busts of one hand, or, hand-for-hand, of one at every table."""

    busts = serializers.ListField(child=BustSerializer(), min_length=1, max_length=PLAYERS_MAX)
    dealers = serializers.DictField(
        child=WholeField(min_value=1, max_value=8),
        required=False,
        help_text="By number of the table, the seat that deals next.",
    )

    def validate_dealers(self, given: dict[str, int]) -> dict[str, int]:
        """Refuse what is no number of a table."""
        if not all(name.isascii() and name.isdigit() and len(name) < 6 for name in given):  # noqa: PLR2004 - digits
            raise serializers.ValidationError(_("A table is named by its number."))
        return given


class StacksSerializer(StrictSerializer):
    """Chip counts of a live room."""

    stacks = serializers.DictField(
        child=WholeField(min_value=0, max_value=CHIPS_MAX), help_text='{"p1": 5200}'
    )


class OrderOutSerializer(StrictSerializer):
    """Who was out when, all of it."""

    out = serializers.ListField(
        child=serializers.ListField(child=RefField(), min_length=1, max_length=PLAYERS_MAX),
        max_length=PLAYERS_MAX,
        help_text="Groups of equals, first out first.",
    )


class CorrectBustsSerializer(OrderOutSerializer, NoteSerializer):
    """The same with a public reason."""

    rulings = serializers.DictField(
        child=serializers.ChoiceField([KEEP]),
        default=dict,
        help_text='For stages begun with others than should be there: {"final": "keep"}.',
    )


class DealSerializer(StrictSerializer):
    """How to share the prizes."""

    method = serializers.ChoiceField(["icm", "chip-chop", "custom"], default="icm")
    for_first = ChipsField(min_value=0, default=0, help_text="What stays for the winner.")
    amounts = serializers.DictField(
        child=ChipsField(min_value=0),
        required=False,
        allow_null=True,
        help_text="Of a custom deal, by entrant: exactly those who may still win what it shares.",
    )


class VoteSerializer(StrictSerializer):
    """My answer to a proposal."""

    yes = serializers.BooleanField()


class StandingsQuerySerializer(StrictSerializer):
    """Which part of the standings."""

    stage = serializers.CharField(
        max_length=40, default="", allow_blank=True, help_text="Empty: the whole tournament."
    )
    around = serializers.CharField(
        max_length=REF_CHARS_MAX,
        required=False,
        help_text="me, or an entrant: the page where that one stands.",
    )
    page = serializers.IntegerField(min_value=1, max_value=10_000, required=False)
    size = serializers.IntegerField(min_value=1, max_value=200, default=50)


class EventsQuerySerializer(StrictSerializer):
    """From where to read the events."""

    after = serializers.IntegerField(
        min_value=0, max_value=SEQ_MAX, default=0, help_text="The last event that I have."
    )
    limit = serializers.IntegerField(min_value=1, max_value=500, default=500)
    wait = serializers.IntegerField(
        min_value=0,
        max_value=25,
        default=0,
        help_text="Seconds to wait for an event when there is none.",
    )


class ImportQuerySerializer(StrictSerializer):
    """Whether to do it."""

    dry_run = serializers.BooleanField(
        default=True, help_text="1 (as it is unless you say 0): only tell what is wrong."
    )
