"""The start of a tournament: by hand or by the clock, the same thing."""

from typing import TYPE_CHECKING

from tournaments.book import Book
from tournaments.rules import events as e
from tournaments.rules.due import blocked, due
from tournaments.rules.plan import plan
from tournaments.rules.state import IN, REGISTERING

if TYPE_CHECKING:
    from deploy.accounts.models import User
    from tournaments.rules.state import Tournament as State

ROUNDS_MAX = 100


def begin(book: Book, actor: "User | None" = None) -> None:
    """Close the registration if it is open, see that it can be played, and start every stage.

    RuleRefused, or what `plan` has against it.
    """
    if book.state.phase == REGISTERING:
        book.add(e.RegistrationClosed(), actor=actor)
    book.check(lambda: plan(book.state.structure, entries_by_flight(book.state)))
    seed = book.seed()
    go_on(book, seed)
    reasons = blocked(book.state, seed)
    if reasons and not any(stage.started for stage in book.state.stages.values()):
        book.check(lambda: _raise(reasons[0][1]))


def go_on(book: Book, seed: bytes) -> int:
    """Add what is due until nothing is: what the house decides alone. Return how many events."""
    added = 0
    for _ in range(ROUNDS_MAX):
        events = due(book.state, seed)
        if not events:
            break
        book.add(*events)
        added += len(events)
    return added


def entries_by_flight(state: "State") -> dict[str, int]:
    """How many are in, by flight."""
    found: dict[str, int] = {}
    for one in state.entrants.values():
        if one.status in IN:
            found[one.flight] = found.get(one.flight, 0) + 1
    return found


def _raise(error: Exception) -> None:
    raise error
