"""What is answered: how tournaments read in the OpenAPI document, and the rows of their lists.

Answers of commands and queries go out as they are; these classes describe them, and a test holds
the answers against the document.
"""

from typing import Any

from rest_framework import serializers

from tournaments.models import Entrant, Tournament


class Told(serializers.Serializer[Any]):
    """Something that is only told."""


def whole(text: str = "", **more: Any) -> serializers.IntegerField:
    """A whole number."""
    return serializers.IntegerField(help_text=text, **more)


def words(text: str = "", **more: Any) -> serializers.CharField:
    """A text."""
    return serializers.CharField(help_text=text, **more)


def thing(text: str = "", **more: Any) -> serializers.DictField:
    """A JSON object whose names are not fixed."""
    return serializers.DictField(help_text=text, **more)


def many(child: Any, text: str = "", **more: Any) -> serializers.ListField:  # noqa: ANN401 - a field
    """A list."""
    return serializers.ListField(child=child, help_text=text, **more)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as the list shows it."""

    organiser = serializers.CharField(source="owner.username")
    kinds = many(words(), "Kinds of its stages.")
    has_password = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = (
            *("id", "name", "organiser", "phase", "paused", "online", "kinds", "seats", "cap"),
            *("entered", "waiting", "remaining", "cost", "pool", "has_password"),
            *("opens_at", "closes_at", "starts_at", "started_at", "finished_at"),
        )
        read_only_fields = fields

    def get_has_password(self, row: Tournament) -> bool:
        """Whether one needs a password to enter."""
        return bool(row.password)


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """An entrant as the list shows it."""

    entrant = words("Its name in the log.", source="ref")
    account = serializers.SerializerMethodField()
    place = serializers.SerializerMethodField()
    table = whole("Of a freezeout.", source="table_no", allow_null=True)
    seat = whole(source="seat_no", allow_null=True)

    class Meta:
        model = Entrant
        fields = (
            *("entrant", "name", "account", "number", "status", "out", "table", "seat", "stack"),
            *("place", "prize"),
        )
        read_only_fields = fields

    def get_account(self, row: Entrant) -> str | None:
        """The account's name; null: a guest of a live room."""
        return row.user.username if row.user is not None else None

    def get_place(self, row: Entrant) -> list[int] | None:
        """First and last of the final places that it shares; null: not over."""
        if row.place_first is None or row.place_last is None:
            return None
        return [row.place_first, row.place_last]


class TournamentToldSerializer(Told):
    """All about a tournament that is fixed, where it stands, and what I may do in it."""

    id = whole()
    name = words()
    about = words(allow_blank=True)
    note = words("To everybody.", allow_blank=True)
    organiser = words()
    phase = words()
    paused = words("Why it stands; empty: it does not.", allow_blank=True)
    online = serializers.BooleanField()
    table = thing("Settings of its live tables.")
    head = whole("Number of the newest event; 0: a draft.")
    moments = thing("opens_at, closes_at, starts_at, started_at, finished_at.")
    counts = thing("entered, waiting, remaining, cap, fewest.", child=whole())
    check_in = serializers.BooleanField()
    has_password = serializers.BooleanField()
    conditions = thing()
    cost = thing("prize, fee, bounty, all, rebuy, add_on, guarantee.", child=whole())
    pool = whole("Chips in the pool by now.")
    prizes = many(whole(), "By place; empty: not fixed yet.")
    policies = many(thing(child=words(allow_blank=True)), "stage, name, value.")
    structure = thing()
    plan = thing("As POST tournaments/plan answers.")
    draw = thing("commitment, and the seed when it is over.", child=words(allow_blank=True))
    organises = serializers.BooleanField()
    trouble = serializers.JSONField(help_text="Why it cannot go on; the organiser's to see.")
    me = thing(
        "My entry, the verbs and flights that are open to me; null: a visitor.", allow_null=True
    )


class PlannedSerializer(Told):
    """The plan; or why there is none, with the nearest that could be played."""

    entries = whole()
    seconds = whole("Expected length.", required=False)
    stages = many(
        thing(),
        "stage, entrants, matches, starts, ends, rounds: [sizes, byes].",
        required=False,
    )
    refused = words("Why it cannot be played.", required=False)
    code = words(required=False)
    nearest = many(words(), required=False)


class DraftedSerializer(Told):
    """The tournament's number."""

    id = whole()


class AnnouncedSerializer(Told):
    """The number, and to what the draws are bound."""

    id = whole()
    commitment = words("SHA-256 of the sealed seed.")


class PhaseSerializer(Told):
    """Where the tournament stands now."""

    phase = words()
    paused = words(allow_blank=True)


class CancelledSerializer(PhaseSerializer):
    """The same, with what was given back."""

    refunded = whole("Chips.")


class NotedSerializer(Told):
    """The note at the head of the page."""

    note = words(allow_blank=True)


class EntrySerializer(Told):
    """An entrant after what was asked."""

    entrant = words()
    status = words()
    number = whole("Place in the order of entry.")
    playing = serializers.BooleanField(help_text="Whether the tournament runs.")


class ChipsSerializer(Told):
    """Tournament chips that were bought."""

    entrant = words()
    chips = whole()


class ReportedSerializer(Told):
    """Whether the result counts already, and whose word is missing."""

    recorded = serializers.BooleanField()
    waiting_for = many(words(), "Entrants who do not say the same yet.")


class TakenBackSerializer(Told):
    """Whether something of mine stood, and who has said nothing now."""

    taken_back = serializers.BooleanField(help_text="false: I had said nothing, or not any more.")
    waiting_for = many(words(), "Entrants who say nothing of the match.")


class RecordedSerializer(Told):
    """The result counts."""

    recorded = serializers.BooleanField()


class OrderSerializer(Told):
    """The equals in order, best first."""

    order = many(words())


class MovedSerializer(Told):
    """Who is left, and who moves before the next hand."""

    remaining = whole()
    hand_for_hand = serializers.BooleanField()
    moves = many(thing(), "entrant, table, seat, why.")
    bought = many(serializers.CharField(), "Who bought again and plays on.")
    awaited = many(serializers.CharField(), "Who is to buy again by the own hand, or is out.")


class EnteredSerializer(Told):
    """Who was entered."""

    entrants = many(words(), "Their names in the log.")


class KeptSerializer(Told):
    """How many counts were kept."""

    kept = whole()


class EventNumberSerializer(Told):
    """Number of the event that was written."""

    event = whole()


class OfferedSerializer(Told):
    """A proposal."""

    deal = whole("Its number, for the votes.")
    amounts = thing(child=whole())
    for_first = whole()
    stacks = thing(child=whole())


class VotedSerializer(Told):
    """Whether the deal is made, and who has not answered."""

    made = serializers.BooleanField()
    waiting_for = many(words())
