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


def begin(book: Book, actor: "User | None" = None, *, nearest: bool = False) -> None:
    """Close the registration if it is open, see that it can be played, and start every stage.

    With `nearest` it need not be as announced: those who are in play what comes nearest to it.
    RuleRefused, or what `plan` has against it.
    """
    if book.state.phase == REGISTERING:
        book.add(e.RegistrationClosed(), actor=actor)
    entries = entries_by_flight(book.state)
    book.check(lambda: plan(book.state.structure, entries, nearest=nearest))
    seed = book.seed()
    # Only the stages begin here: `advance` does all else, with the money that goes with it.
    book.add(*due(book.state, seed))
    reasons = blocked(book.state, seed)
    if reasons and not any(stage.started for stage in book.state.stages.values()):
        book.check(lambda: _raise(reasons[0][1]))


def entries_by_flight(state: "State") -> dict[str, int]:
    """How many are in, by flight."""
    found: dict[str, int] = {}
    for one in state.entrants.values():
        if one.status in IN:
            found[one.flight] = found.get(one.flight, 0) + 1
    return found


def _raise(error: Exception) -> None:
    raise error
