"""What a tournament does by itself: `advance` does everything that is due, step by step.

Each step is one transaction that locks the tournament, looks at its state, and does the first
thing that is due. So it may run twice, late, on two workers at once, and die at any moment: what
was done is in the log, and what was not is due again.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import DurationField, F
from django.db.models.functions import Coalesce, Greatest, Least

from tournaments.book import Book
from tournaments.commands import (
    freezeouts,
    levels,
    matches,
    no_shows,
    noting,
    paying,
    stacks,
)
from tournaments.commands.locking import DatabaseClock, lock_tournament
from tournaments.commands.money import give_back_rest
from tournaments.commands.satellites import hand_over_seats
from tournaments.commands.starting import begin
from tournaments.commands.writing import finish
from tournaments.errors import RuleRefused, by_the_rules
from tournaments.models import Tournament
from tournaments.rules import events as e
from tournaments.rules.due import blocked, due
from tournaments.rules.state import ANNOUNCED, CLOSED, FINISHED, PAID, REGISTERING, RUNNING
from wallet.errors import Refusal
from wallet.idempotency import outermost

STEPS_MAX: Final = 2000
AGAIN: Final = timedelta(seconds=60)
"""After so long, what a tournament was in trouble with is tried again."""

STEP_FAILED: Final = "step-failed"
"""The trouble of a tournament in which a step raised what no step should."""

Duty = Callable[[Book], bool]


def advance(tournament_id: int, steps: int = STEPS_MAX) -> int:
    """Do what is due in a tournament, at most so many steps; return how many were done."""
    done = 0
    while done < steps and outermost(partial(_step, tournament_id)):
        done += 1
    hand_over_seats(tournament_id)
    return done


def put_off(tournament_id: int, reason: str) -> None:
    """Look again later at a tournament that failed: each time after as long as nothing has worked.

    From one second to a minute after this, so what is broken neither fills the log nor keeps the
    others waiting, and what was broken for a moment goes on at once. It holds too for what its
    tables tell meanwhile, and ends with the first thing that is done in it. Until a step works
    again its organiser reads the reason.
    """
    rows = Tournament.objects.filter(pk=tournament_id)
    idle = Coalesce(DatabaseClock() - F("touched_at"), AGAIN, output_field=DurationField())
    wait = Least(Greatest(idle, timedelta(seconds=1)), AGAIN)
    detail = f"A step failed, and is tried again within a minute: {reason}"
    trouble = [{"where": "step", "code": STEP_FAILED, "detail": detail, "reason": reason}]
    rows.update(put_off_until=DatabaseClock() + wait, trouble=trouble)


def _step(tournament_id: int) -> bool:
    """Do one thing that is due; return whether something was."""
    row, now = lock_tournament(tournament_id)
    if not row.seq:
        return False
    book, before = Book(row, now), (row.due_at, row.trouble, row.put_off_until)
    if any(one["code"] == STEP_FAILED for one in row.trouble or ()):
        row.trouble = None  # kept if this step fails too: then nothing of it is written
    for duty in DUTIES:
        if duty(book):
            finish(book)
            return True
    _look_again(book)
    if before != (row.due_at, row.trouble, row.put_off_until):
        row.save(update_fields=["due_at", "trouble", "put_off_until"])
    return False


def _by_the_clock(book: Book) -> bool:
    """Open, close or start at the appointed time."""
    row, phase = book.row, book.state.phase
    if phase == ANNOUNCED and _is_past(row.opens_at, book.now):
        book.add(e.RegistrationOpened())
        return True
    if phase not in (REGISTERING, CLOSED) or not _may_try(row, book.now):
        return False
    closing = phase == REGISTERING and _is_past(row.closes_at, book.now)
    full = row.starts_full and phase == REGISTERING and book.state.active >= row.cap
    starting = full or _is_past(row.starts_at, book.now)
    if not closing and not starting:
        return False
    try:
        with transaction.atomic():
            if starting:
                begin(book)
            else:
                book.add(e.RegistrationClosed())
    except RuleRefused as refused:
        return _in_trouble(book, "start", refused)
    row.trouble = None
    return True


def _decide(book: Book) -> bool:
    """Add what the rules say is due: rounds, walk-overs, the prizes, the end."""
    if book.state.phase != RUNNING:
        return False
    seed = book.seed()
    events: Sequence[e.Event] = due(book.state, seed)
    if not events:
        return False
    if any(isinstance(event, e.EntriesClosed) for event in events):
        book.add(e.EntriesClosed(), ledger=paying.top_up_pool(book))
        return True
    book.add(*events)
    freezeouts.forget_unseated(book, events)
    for event in events:
        if isinstance(event, e.Seated):
            stacks.begin(book, [ref for ref, _table, _seat in event.seats])
    if any(isinstance(event, e.Finished) for event in events):
        book.add(e.DrawRevealed(seed.hex()))
    book.row.trouble = None
    return True


def _pay(book: Book) -> bool:
    """Pay bounties and prizes when the time of protest is over."""
    row = book.row
    if book.state.phase != FINISHED or not _may_try(row, book.now):
        return False
    if book.now < _payable_at(row, book.now):
        return False
    try:
        with transaction.atomic(), by_the_rules():
            return paying.pay(book)
    except Refusal as refused:
        return _in_trouble(book, "prizes", refused)


DUTIES: Final[tuple[Duty, ...]] = (
    give_back_rest,
    _by_the_clock,
    noting.note_tables,
    matches.drop_stale,
    no_shows.judge,
    levels.turn,
    freezeouts.eliminate,
    freezeouts.take_gone_out,
    freezeouts.seat_late,
    freezeouts.close_buying,
    freezeouts.give_heads_left,
    _decide,
    freezeouts.open_tables,
    freezeouts.turn_hand_for_hand,
    freezeouts.move,
    freezeouts.release,
    matches.open_tables,
    freezeouts.dissolve,
    _pay,
)


def _look_again(book: Book) -> None:
    """Nothing is due: set when to look again, and say what it cannot get over by itself."""
    row = book.row
    if book.state.phase == RUNNING and not book.state.paused:
        reasons = [*blocked(book.state, book.seed()), *freezeouts.nobody_plays(book)]
        known = [(one["where"], one["code"]) for one in row.trouble or ()]
        if [(where, reason.code) for where, reason in reasons] != known:
            row.trouble = [
                {"where": where, "code": reason.code, "detail": reason.detail}
                for where, reason in reasons
            ] or None
    row.due_at, row.put_off_until = _next_look(book), None


def _next_look(book: Book) -> datetime | None:
    row, phase = book.row, book.state.phase
    again = [book.now + AGAIN] if row.trouble and phase != RUNNING else []
    if phase == ANNOUNCED:
        return row.opens_at
    if phase in (REGISTERING, CLOSED):
        moments = [row.closes_at if phase == REGISTERING else None, row.starts_at]
        ahead = [moment for moment in moments if moment is not None and moment > book.now]
        return min([*ahead, *again], default=None)
    if phase == RUNNING:
        looks = (levels.next_at(book), freezeouts.next_at(book), no_shows.next_at(book))
        return min(filter(None, looks), default=None)
    if phase == PAID:
        return row.due_at  # until the seats of a satellite are handed over
    if phase == FINISHED:
        return min([*again, max(_payable_at(row, book.now), book.now + timedelta(seconds=1))])
    return None


def _payable_at(row: Tournament, now: datetime) -> datetime:
    return (row.finished_at or now) + timedelta(seconds=row.protest_s)


def _may_try(row: Tournament, now: datetime) -> bool:
    """Whether it is in no trouble, or in an old one."""
    if not row.trouble:
        return True
    return now - datetime.fromisoformat(row.trouble[0].get("at", now.isoformat())) >= AGAIN


def _in_trouble(book: Book, where: str, refused: Refusal) -> bool:
    """Say what stands in the way; nothing else was done in this step."""
    book.forget()
    book.row.trouble = [
        {
            "where": where,
            "code": refused.code,
            "detail": refused.detail,
            "at": book.now.isoformat(),
            **refused.facts,
        }
    ]
    book.row.save(update_fields=["trouble"])
    return False


def _is_past(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now
