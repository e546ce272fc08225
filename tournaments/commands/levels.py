"""The clock of antes: it counts the seconds that a freezeout is played.

Pauses are left out, and so is the time in which hand-for-hand lets one table wait for another.
"""

from datetime import datetime, timedelta
from typing import Final

from tables import commands as tables
from tables import queries as live
from tournaments.book import Book
from tournaments.indexing import freezeout_in_play
from tournaments.models import MatchTable, Tournament
from tournaments.rules import events as e
from tournaments.rules.levels import level_at, starts_at
from tournaments.rules.state import RUNNING, StageState
from wallet import commands as wallet

JUST_AFTER: Final = timedelta(seconds=0.05)


def turn(book: Book) -> bool:
    """Let the clock run or stand as it should, and begin the level that its time has come for.

    The next hand at every table plays the new ante; a hand in play keeps its own.
    """
    row = book.row
    stage = freezeout_in_play(book.state)
    # A cancelled tournament has its seats for ever, and no level begins in it.
    runs = book.state.phase == RUNNING and not book.state.paused
    runs = runs and stage is not None and bool(stage.seats)
    runs = runs and not (stage is not None and _waits(book, stage))
    if stage is not None and runs and row.clock_stage != stage.spec.id:
        # Of flights the clock is one: the next in play goes on where the first one stopped.
        anew = row.clock_from is None and not stage.level
        row.elapsed_s = 0 if anew else elapsed(row, book.now)
        row.clock_stage, row.clock_from = stage.spec.id, book.now
        return True
    if runs != (row.clock_from is not None):
        row.elapsed_s = elapsed(row, book.now)
        row.clock_from = book.now if runs else None
        return True
    if stage is None or not runs:
        return False
    now = level_at(stage.spec.levels, elapsed(row, book.now))
    if now.index <= stage.level:
        return False
    for name, each in book.state.stages.items():
        if each.started and each.spec.levels and each.level < now.index < len(each.spec.levels):
            book.add(e.LevelBegan(name, now.index))
            _set_antes(book, book.state.stages[name])
    return True


def _waits(book: Book, stage: StageState) -> bool:
    """Whether hand-for-hand keeps a table waiting for another: nobody gains by playing slowly."""
    if not stage.one_hand or not stage.spec.clock_waits:
        return False
    open_ = MatchTable.objects.filter(
        tournament=book.row, stage=stage.spec.id, state=MatchTable.State.OPEN
    ).values_list("table_id", flat=True)
    standings = live.arranged(list(open_), wallet.tournament_unit(book.row.pk)).values()
    stand = [one["held"] and not one["playing"] for one in standings]
    return any(stand) and not all(stand)


def elapsed(row: Tournament, now: datetime) -> int:
    """The seconds that the clock of levels has run."""
    since = (now - row.clock_from).total_seconds() if row.clock_from is not None else 0.0
    return row.elapsed_s + max(0, int(since))


def ante_now(stage: StageState) -> int:
    """The ante of the next hand: in a break that of the level after it, if there is one."""
    before, later = stage.spec.levels[: stage.level], stage.spec.levels[stage.level :]
    return next(level.ante for level in (*later, *reversed(before)) if not level.is_break)


def is_break(stage: StageState) -> bool:
    """Whether nobody is dealt in now."""
    return stage.spec.levels[stage.level].is_break


def next_at(book: Book) -> datetime | None:
    """When the next level begins."""
    moment = level_ends(book)
    return None if moment is None else max(moment, book.now) + JUST_AFTER


def level_ends(book: Book) -> datetime | None:
    """When the level in play is over by the clock; None: it stands, or the level is the last."""
    stage, row = freezeout_in_play(book.state), book.row
    if stage is None or row.clock_from is None or stage.level + 1 >= len(stage.spec.levels):
        return None
    # From where the clock began, not from now: a moment that is found again is the same moment.
    left = starts_at(stage.spec.levels, stage.level + 1) - row.elapsed_s
    return row.clock_from + timedelta(seconds=left)


def _set_antes(book: Book, stage: StageState) -> None:
    # In a break the tables get their ante as they stop: one that deals just now plays the old one.
    if is_break(stage) or book.state.phase != RUNNING:
        return
    open_ = MatchTable.objects.filter(
        tournament=book.row, stage=stage.spec.id, state=MatchTable.State.OPEN
    )
    for table_id in open_.order_by("table_id").values_list("table_id", flat=True):
        tables.set_table(table_id=table_id, ante=ante_now(stage))
