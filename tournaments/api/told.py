"""What the reading doors of a tournament in play answer, for the OpenAPI document."""

from rest_framework import serializers

from tournaments.api.answers import Told, many, thing, whole, words


class StagesSerializer(Told):
    """The stages in their order."""

    results = many(thing(), "stage, kind, started, over, entrants, rounds.")


class BracketSerializer(Told):
    """The matches of a bracket in its order."""

    stage = words()
    matches = many(
        thing(),
        "match, from, sides (entrant, empty: nobody, null: not known), status, winner, optional, "
        "winner_place, loser_place, result, set_aside, table, claims: [entrant, places, scores, "
        "at] (what players of an open match have said), disputed (they contradict each other), "
        "decided_by (what the result stands by: table, agreement, ruling, no-show, left, put-out, "
        "correction; empty: an old log does not tell; null: it has none). status: waiting, ready, "
        "done, walkover, empty, not-needed, or cancelled (the tournament was, before it was "
        "played).",
    )
    names = thing("How each entrant is shown.", child=words())


class RoundsSerializer(Told):
    """The drawn rounds."""

    stage = words()
    rounds = many(
        thing(),
        "round, tables: [match, players, status (ready, done or cancelled), result, table, "
        "claims, disputed, decided_by as in a bracket], byes.",
    )
    names = thing("How each entrant is shown.", child=words())


class StandingsSerializer(Told):
    """A page of the standings."""

    stage = words(allow_blank=True)
    count = whole("Entrants in all.")
    page = whole()
    pages = whole()
    results = many(
        thing(), "entrant, name, first, last; points and tie_breaks with their terms, if any."
    )


class RoomSerializer(Told):
    """The tables of the freezeouts."""

    results = many(thing(), "stage, no, table, seats: [seat, entrant, name, stack, moving, …].")


class ClockSerializer(Told):
    """The clock of antes."""

    clock = thing(
        "stage, level, ante, break, seconds_left, running, next, hand_for_hand, levels; null: "
        "no freezeout in play.",
        allow_null=True,
    )


class PayoutsSerializer(Told):
    """The money, with the sums that prove it, in chips."""

    paid_in = whole("What is kept of all entries, rebuys and add-ons.")
    given_back = whole()
    fees = whole()
    bounties_paid_in = whole()
    overlay = whole("What the house adds.")
    pool = whole("paid_in - fees - bounties_paid_in + overlay; the sum of places.")
    places = many(whole())
    awards = thing("By entrant; null: not decided yet.", child=whole(), allow_null=True)
    bounties = thing("Taken so far, by entrant.", child=whole())
    heads = thing("On each head.", child=whole())
    deal = thing("What was agreed, by entrant.", child=whole())
    for_first = whole()
    paid = serializers.BooleanField()


class DealToldSerializer(Told):
    """The newest proposal."""

    deal = thing(
        "deal, state, method, amounts, for_first, stacks, votes; null: none was made.",
        allow_null=True,
    )


class DrawSerializer(Told):
    """What binds the draws, and what proves them."""

    tournament = words("How the log and its draws call it.")
    commitment = words("Known before registration closes.", allow_blank=True)
    seed = words("Revealed when it is over; empty: sealed.", allow_blank=True)


class CorrectionsSerializer(Told):
    """The corrections made, the newest first."""

    results = many(thing(), "event, undone.")


class PreviewSerializer(Told):
    """What a correction would change. Nothing has changed."""

    matches = many(thing(), "match, before, after, played.")
    ranks = many(thing(), "entrant, now, then.")
    prizes = many(thing(), "entrant, now, then; null: not payable yet.", allow_null=True)
    stages = many(
        thing(), "stage, gone, come: begun with others than should be there; it goes on so."
    )
    ends_deal = serializers.BooleanField(
        help_text="Whether the deal that was made ends with it, and the prizes go by the places."
    )


class StreamSerializer(Told):
    """Events after a cursor."""

    events = many(
        thing(),
        "seq, kind, at, line (as in the log), head (chain value), note, ledger. What a player of "
        "a match says of it is an event of kind claimed: entrant, result, anew (said before, and "
        "otherwise), against (whose words it contradicts); one of kind claim-taken-back says that "
        "it stands no more. A result-recorded has its ground: agreement, ruling (the organiser), "
        "table, no-show (the clock), left, put-out; older ones have none of the last four.",
    )
    next = whole("The cursor for the next request.")
    head = whole("Number of the newest event.")


class ProjectorSerializer(Told):
    """What a hall wants to see from afar."""

    id = whole()
    name = words()
    note = words(allow_blank=True)
    phase = words()
    paused = words(allow_blank=True)
    head = whole("Number of the newest event.")
    starts_at = serializers.DateTimeField(allow_null=True)
    entered = whole()
    remaining = whole()
    pool = whole()
    prizes = many(whole(), "The first ten.")
    average_stack = whole("Of those seated in a freezeout.", allow_null=True)
    clock = thing(
        "level, ante, break, running, ends_at (running) or seconds_left, next, next_break_at, "
        "hand_for_hand; null: no freezeout in play.",
        allow_null=True,
    )
    recent = many(thing(), "seq, at, what, stage, match, places (names), out (names).")


class CheckedSerializer(Told):
    """What an import would do, or has done."""

    rows = whole()
    new = whole("Rows that say something new.")
    same = whole("Rows that are so already.")
    wrong = many(thing(), "row (from 1), field, detail.")
    done = serializers.BooleanField(help_text="false: it was a dry run.")


class RowsToldSerializer(Told):
    """Lines of an export."""

    rows = many(thing())
