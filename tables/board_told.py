"""What a board tells everybody alike: what is fixed about the table, its clock, its match."""

from collections.abc import Sequence
from typing import Any

from engine.game import State, game_for
from tables.commands.hand import POOLS, deadline_ms
from tables.commands.matches import standing_of, standings_json
from tables.commands.seats import has_company
from tables.models import Hand, Seat, Table, TableMatch

Json = dict[str, Any]


def table_json(table: Table) -> Json:
    """Return what is fixed about a table, and whether it is open; the same for everybody."""
    return {
        "id": table.pk,
        "name": table.name,
        "rules": table.rules_id,
        "options": table.options,
        "stakes": table.stakes,
        "ante": table.ante,
        "rake_per_mille": table.rake_per_mille,
        "rake_cap": table.rake_cap,
        "seats": table.seats,
        "min_players": table.min_players,
        "buy_in_min": table.buy_in_min,
        "buy_in_max": table.buy_in_max,
        "action_ms": table.action_ms,
        "window_ms": table.window_ms,
        "pause_ms": table.pause_ms,
        "reserve_ms": table.reserve_ms,
        "grace_ms": table.grace_ms,
        "return_ms": table.return_ms,
        "private": table.private,
        "watch": table.watch,
        "watch_ms": table.watch_ms,
        "state": table.state,
        "owner": table.owner.username,
    }


def held_json(table: Table) -> Json | None:
    """Return why no hand is dealt at a table until its tournament lets it go on; else None.

    `code` "": it has not said; `paused` has a `reason`, which may be empty; `break` and `rebuy`
    end `until`, which may be None; `seats`: somebody moves; `tables`: others end their hand first.
    """
    if not table.held or table.state != Table.State.OPEN:
        return None
    return {"code": "", **(table.held_why or {})}


def clock_json(
    table: Table, seats: Sequence[Seat], hand: Hand | None, state: State | None
) -> Json | None:
    """Return what the clock does next, and for whom; None while it is not set, or to no end."""
    if table.due_at is None or table.due_what is None:
        return None
    what, seat = str(table.due_what), None
    if what == Table.Due.DEAL and _lacks_players(table, seats):
        return None
    # Whether a bot or a person is awaited is said by the seat; the clock is the same to see.
    shown = "act" if what in {"bot", *POOLS} else what
    if hand is not None and state is not None and shown == "act":
        waiting = game_for(hand.rules_id).waiting(state)
        seat = None if waiting.together else waiting.seats[0]
    return {
        "what": shown,
        "due": deadline_ms(table),
        "seat": seat,
        "reserve": what == Table.Due.RESERVE,
        "grace": what == Table.Due.GRACE,
    }


def _lacks_players(table: Table, seats: Sequence[Seat]) -> bool:
    """Whether no hand will come of a pause that began when there were enough for one.

    The clock looks again when it is over; a tournament and a match go on whoever is left.
    """
    match = table.match
    if table.tournament_id is not None or (
        match is not None and match.state == TableMatch.State.OPEN
    ):
        return False
    ready = [seat for seat in seats if not seat.sitting_out and not seat.leaving]
    return len(ready) < table.min_players or not has_company(table, ready)


def match_json(row: TableMatch | None) -> Json | None:
    """Return where a match stands, or how it ended; None where hands make no matches."""
    if row is None:
        return None
    match = standing_of(row)
    return {
        "match_no": row.match_no,
        "over": row.state == TableMatch.State.CLOSED,
        "how": match.over,  # None of a match that is over: it was abandoned
        "pot": match.pot,
        "hands": match.hands,
        "standings": standings_json(match),
    }
