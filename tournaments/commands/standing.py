"""Why a live table stands still, or ends: what its page tells whoever waits there.

A reason is a code with its facts, as `tables.commands.set_table` takes it; moments are in
milliseconds since 1970.
"""

from collections.abc import Mapping
from typing import Final

from tournaments.book import Book
from tournaments.commands.eliminating import rebuy_ends
from tournaments.commands.levels import is_break, level_ends
from tournaments.commands.seating import ELSEWHERE, SEATS
from tournaments.models import Entrant
from tournaments.rules.state import CANCELLED, RUNNING, StageState

Why = Mapping[str, object]

TABLES: Final[Why] = {"code": "tables"}
"""The other tables have to end their hand first."""


def paused(book: Book) -> Why | None:
    """The pause of the whole tournament, in its organiser's words; None while it runs."""
    said = book.state.paused
    if not said:
        return None
    return {"code": "paused", "reason": "" if said == "paused" else said}


def no_hands(book: Book, stage: StageState) -> Why | None:
    """Why nobody is dealt in at any table of a freezeout; None where hands are played."""
    if book.state.paused or not is_break(stage):
        return paused(book)
    ends = level_ends(book)
    return {"code": "break", "until": None if ends is None else round(ends.timestamp() * 1000)}


def waiting_tables(book: Book, stage: StageState) -> dict[int, Why]:
    """Tables that wait: for a bust to be written down, or for somebody to move."""
    found: dict[int, Why] = {}
    waiting = Entrant.objects.filter(tournament=book.row, stage=stage.spec.id).exclude(
        bust__isnull=True, moving__isnull=True
    )
    for one in waiting.order_by("pk"):  # always the same of several reasons, or it were news
        why: Why = SEATS
        ends = rebuy_ends(book, one, stage)
        if one.bust is not None and ends > book.now:
            why = {"code": "rebuy", "until": round(ends.timestamp() * 1000)}
        if one.table_no is not None:
            found[one.table_no] = why
        if one.moving is not None:
            found.setdefault(one.moving["table"], why)
    return found


def ended(book: Book) -> str:
    """Why a table is closed whatever is played there; its page has words for each."""
    if book.state.phase == RUNNING:
        return ELSEWHERE
    cancelled = book.state.phase == CANCELLED
    return "the tournament is cancelled" if cancelled else "the tournament is over"
