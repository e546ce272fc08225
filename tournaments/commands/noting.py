"""Taking note of what live tables have told: results of matches, and hands of freezeouts."""

from collections.abc import Sequence
from typing import Any, Final

from tables import commands as tables
from tables import outbox
from tables import queries as live
from tournaments.book import Book
from tournaments.commands import freezeouts
from tournaments.commands.matches import is_ready
from tournaments.models import Entrant, MatchTable
from tournaments.rules import events as e
from tournaments.rules.results import FORFEIT, PLAYED, Result
from tournaments.rules.standings import BRACKETS, stage_over
from tournaments.rules.state import RUNNING
from tournaments.rules.structure import FREEZEOUT

AT_ONCE: Final = 50


def note_tables(book: Book) -> bool:
    """Take note of some rows of the outbox, in their order; return whether there were any.

    What a table tells that is not its match's any more changes nothing, and so does what one tells
    of a freezeout that is over: who goes on from it begins anew.
    """
    rows = live.told(book.row.pk, AT_ONCE)
    _note(book, rows)
    return bool(rows)


def note_table(book: Book, table_id: int) -> None:
    """Take note of all that one table has told, before chips are put on it."""
    _note(book, live.told(book.row.pk, None, table_id))


def _note(book: Book, rows: Sequence[live.Told]) -> None:
    if not rows:
        return
    known = {
        one.table_id: one
        for one in MatchTable.objects.filter(
            tournament=book.row,
            table_id__in=[row["table_id"] for row in rows],
            state=MatchTable.State.OPEN,
        )
    }
    for row in rows:
        place = known.get(row["table_id"])
        if place is None or book.state.phase != RUNNING:
            continue
        if row["kind"] == outbox.NOBODY_PLAYS:
            freezeouts.note_empty(book, place)
        elif book.state.stages[place.stage].spec.kind == FREEZEOUT:
            if not stage_over(book.state.stages[place.stage]):
                freezeouts.note_hand(book, place, row["id"], row["body"])
        else:
            _note_match(book, place, row["kind"], row["body"])
    tables.take_in(tournament_id=book.row.pk, rows=[row["id"] for row in rows])


def _note_match(book: Book, place: MatchTable, kind: str, body: dict[str, Any]) -> None:
    stage = book.state.stages[place.stage]
    place.state = MatchTable.State.DROPPED
    if is_ready(stage, place.match, place.players):
        result = _void(place) if kind == outbox.MATCH_VOID else _played(book, body)
        tied = any(len(group) > 1 for group in result.places)
        if not tied or stage.spec.kind not in BRACKETS:
            book.add(e.ResultRecorded(place.stage, place.match, result, e.TABLE))
            place.state = MatchTable.State.DONE
        # A knock-out needs a winner: without one another match is opened at another table.
    place.save(update_fields=["state"])
    tables.dissolve_table(table_id=place.table_id, reason="the match is over")


def _played(book: Book, body: dict[str, Any]) -> Result:
    users = {user for group in body["places"] for user in group}
    refs = dict(
        Entrant.objects.filter(tournament=book.row, user__in=users).values_list("user_id", "ref")
    )
    places = tuple(tuple(refs[user] for user in group) for group in body["places"])
    scores = tuple((refs[user], score) for user, score in body["scores"])
    return Result(places, PLAYED, scores=scores)


def _void(place: MatchTable) -> Result:
    """Nobody played: all are absent, and the next opponents get a walk-over (2.2)."""
    return Result((), FORFEIT, tuple(place.players))
