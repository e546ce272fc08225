"""Matches on live tables: opened when they are ready, dropped when they are not any more."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.db.models import QuerySet

from tables import commands as tables
from tournaments.book import Book
from tournaments.commands import standing
from tournaments.commands.bots import bots_play
from tournaments.models import Entrant, MatchTable
from tournaments.queries.decided import decided_by
from tournaments.rules.advance import READY
from tournaments.rules.playing import players_of
from tournaments.rules.standings import BRACKETS, board, match_id, stage_over
from tournaments.rules.state import RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT

AT_ONCE: Final = 10

Ready = tuple[str, str, tuple[str, ...]]


def ready_matches(stage: StageState) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The matches of a stage that can be played now: id and players, in the order of seats."""
    if not stage.started or stage.spec.kind == FREEZEOUT or stage_over(stage):
        return
    if stage.spec.kind in BRACKETS:
        for stand in board(stage).ready():
            yield stand.match.id, tuple(side for side in stand.sides if side)
        return
    for number, each in enumerate(stage.rounds, start=1):
        for table in range(1, len(each.tables) + 1):
            match = match_id(number, table)
            if match not in stage.results:
                yield match, players_of(stage, match)


def is_ready(stage: StageState, match: str, players: Sequence[str]) -> bool:
    """Whether that match is to be played by exactly these."""
    if stage.spec.kind in BRACKETS:
        stand = board(stage).stand(match)
        return stand.status == READY and set(stand.sides) == set(players)
    return match not in stage.results and set(players_of(stage, match)) == set(players)


def open_tables(book: Book) -> bool:
    """Open live tables for some matches that are ready and whose players have accounts."""
    if book.state.phase != RUNNING or book.state.paused or not book.row.online:
        return False
    wanted = [
        (name, match, players)
        for name, stage in book.state.stages.items()
        for match, players in ready_matches(stage)
    ]
    known = set(_open(book).values_list("stage", "match"))
    wanted = [one for one in wanted if (one[0], one[1]) not in known]
    if not wanted:
        return False
    users = dict(
        Entrant.objects.filter(tournament=book.row, user__isnull=False).values_list(
            "ref", "user_id"
        )
    )
    opened = 0
    for one in wanted:
        if opened < AT_ONCE and all(ref in users for ref in one[2]):
            _open_table(book, one, [users[ref] for ref in one[2]])
            opened += 1
    return opened > 0


def drop_stale(book: Book) -> bool:
    """Close the tables of matches that are decided, or that others have to play; pause the rest.

    A corrected result or a forfeit decides a match whatever its table does.
    """
    if not book.row.online:
        return False
    found = 0
    over = book.state.phase != RUNNING
    for row in _open_matches(book).order_by("table_id"):
        stage = book.state.stages[row.stage]
        if over or not is_ready(stage, row.match, row.players):
            tables.dissolve_table(table_id=row.table_id, reason=_why_dropped(book, row))
            row.state = MatchTable.State.DROPPED
            row.save(update_fields=["state"])
            found += 1
    return found > 0 or _pause(book)


def _why_dropped(book: Book, place: MatchTable) -> str:
    """Why a match stops that is not played to its end; the table page has words for each."""
    return decided_by(place) if book.state.phase == RUNNING else standing.ended(book)


def _pause(book: Book) -> bool:
    """Let tables stop after their hand while the tournament is paused, and go on after that."""
    paused = bool(book.state.paused)
    wrong = _open_matches(book).filter(stopping=not paused)
    changed = 0
    for row in wrong.order_by("table_id"):
        why = standing.paused(book)
        tables.set_table(table_id=row.table_id, stopping=paused, held=paused, why=why)
        row.stopping = paused
        row.opened_at, row.called, row.judged = book.now, False, False  # all time to come anew
        row.save(update_fields=["stopping", "opened_at", "called", "judged"])
        changed += 1
    return changed > 0


def _open(book: Book) -> QuerySet[MatchTable]:
    return MatchTable.objects.filter(tournament=book.row, state=MatchTable.State.OPEN)


def _open_matches(book: Book) -> QuerySet[MatchTable]:
    stages = book.state.stages.items()
    freezeouts = [name for name, stage in stages if stage.spec.kind == FREEZEOUT]
    return _open(book).exclude(stage__in=freezeouts)


def _open_table(book: Book, ready: Ready, users: Sequence[int]) -> None:
    stage, match, players = ready
    table_id = tables.arrange_table(
        tournament_id=book.row.pk,
        owner=book.row.owner,
        name=book.row.name,
        settings=book.row.table_settings,
        ante=0,
        players=dict(enumerate(users)),
        plays=bots_play(book),
    )
    MatchTable.objects.create(
        tournament=book.row,
        stage=stage,
        match=match,
        players=list(players),
        table_id=table_id,
        opened_at=book.now,
    )
