"""Who does not come to a match: called when half of the published minutes are over, then out.

Only a match that is not played for want of somebody is decided so. Where two or more are there
they play, and the clock plays for the others. After a pause the minutes begin anew. The organiser
can take it all back: a corrected result opens the match, and a table, again.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from tables import queries as live
from tournaments.book import Book
from tournaments.commands.matches import is_ready
from tournaments.models import Entrant, MatchTable
from tournaments.rules import events as e
from tournaments.rules.results import FORFEIT, Result
from tournaments.rules.state import RUNNING
from tournaments.rules.structure import FREEZEOUT

PLAYS_ALONE: Final = 1
"""With so many there, or fewer, a match is not played."""


def judge(book: Book) -> bool:
    """Call the players who have not come, and decide the matches for which their time is up."""
    if not _may_judge(book):
        return False
    due = [place for place in _open(book) if _moment(book, place) <= book.now]
    if not due:
        return False
    missing = live.absent([place.table_id for place in due])
    users = {user for found in missing.values() for user in found}
    entrants = Entrant.objects.filter(tournament=book.row, user__in=users)
    refs = dict(entrants.values_list("user_id", "ref"))
    for place in due:
        _look_at(book, place, {refs[user] for user in missing[place.table_id]})
    return True


def next_at(book: Book) -> datetime | None:
    """When somebody has to be called, or a match is lost by who has not come."""
    if not _may_judge(book):
        return None
    return min((_moment(book, place) for place in _open(book)), default=None)


def _look_at(book: Book, place: MatchTable, absent: set[str]) -> None:
    """Call who is absent, or decide the match; where nobody is, there is nothing to judge."""
    gone = tuple(ref for ref in place.players if ref in absent)
    there = tuple((ref,) for ref in place.players if ref not in absent)
    lost = bool(gone) and len(there) <= PLAYS_ALONE
    if not place.called and gone:
        minutes = book.state.structure.no_show
        book.add(e.Warned(place.stage, place.match, gone, minutes))
    elif place.called and lost:
        result = Result(there, FORFEIT, gone)
        book.add(e.ResultRecorded(place.stage, place.match, result, e.NO_SHOW))
    place.judged = place.called or not gone
    place.called = True
    place.save(update_fields=["called", "judged"])


def _may_judge(book: Book) -> bool:
    state = book.state
    plays = state.phase == RUNNING and not state.paused and book.row.online
    return plays and bool(state.structure.no_show)


def _open(book: Book) -> Iterator[MatchTable]:
    rows = MatchTable.objects.filter(
        tournament=book.row, state=MatchTable.State.OPEN, judged=False
    )
    for place in rows.order_by("pk"):
        stage = book.state.stages[place.stage]
        if stage.spec.kind != FREEZEOUT and is_ready(stage, place.match, place.players):
            yield place


def _moment(book: Book, place: MatchTable) -> datetime:
    """When to look at a match's table next."""
    whole = timedelta(minutes=book.state.structure.no_show)
    return place.opened_at + (whole if place.called else whole / 2)
