"""What every command does at its end: money that the events release, the clock, the log."""

from datetime import datetime

from tournaments.book import Book
from tournaments.commands.money import give_back
from tournaments.commands.proposals import drop_deals, drop_stale
from tournaments.rules.events import Busted, ReEntered
from tournaments.rules.state import (
    ANNOUNCED,
    CANCELLED,
    CLOSED,
    FINISHED,
    PAID,
    REGISTERING,
    RUNNING,
)

__all__ = ["Busted", "ReEntered", "drop_deals", "finish"]


def finish(book: Book) -> None:
    """Give back what is due to those who left early, set the clock, and write everything.

    A proposal to share the prizes is off when the stacks, or those who may win, are others.
    """
    if book.changed:
        give_back(book)
    drop_stale(book)
    book.row.due_at, book.row.put_off_until = _due_at(book), None
    book.write()


def _due_at(book: Book) -> datetime | None:
    """When `advance` looks next: at once where play goes on, else at the next appointed moment."""
    row, phase = book.row, book.state.phase
    if phase == ANNOUNCED:
        return row.opens_at
    if phase == REGISTERING:
        full = row.starts_full and book.state.active >= row.cap
        return book.now if full else row.closes_at or row.starts_at
    if phase == CLOSED:
        return row.starts_at
    seats = phase == PAID and book.state.satellite is not None
    return book.now if seats or phase in (RUNNING, FINISHED, CANCELLED) else None
