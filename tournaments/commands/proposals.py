"""Proposals to share the prizes, as long as they are on the table (see `deals`)."""

from collections.abc import Collection

from tournaments.book import Book
from tournaments.models import Deal, Entrant
from tournaments.rules.deals import check_sharers
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts
from tournaments.rules.state import RUNNING


def stacks_of(book: Book, refs: Collection[str]) -> dict[str, int]:
    """What these have in front as far as it is known, else 0, by ref in the order of entry."""
    found = Entrant.objects.filter(tournament=book.row, ref__in=refs).order_by("number")
    return {ref: stack or 0 for ref, stack in found.values_list("ref", "stack")}


def drop_deals(book: Book) -> None:
    """Take an open proposal off the table: the stacks it was made on are no more."""
    Deal.objects.filter(tournament=book.row, state=Deal.State.OPEN).update(state=Deal.State.OFF)


def drop_stale(book: Book) -> None:
    """Do so where others than those it names may win by now, or the stacks have changed."""
    if book.state.phase == RUNNING and amounts(book.state):
        row = Deal.objects.filter(tournament=book.row, state=Deal.State.OPEN).first()
        if row is not None and not stands(book, row):
            drop_deals(book)


def end_deals(book: Book) -> None:
    """Note that the deal that was made is off (the log says so with `deal-ended`)."""
    Deal.objects.filter(tournament=book.row, state=Deal.State.MADE).update(state=Deal.State.OFF)


def stands(book: Book, row: Deal) -> bool:
    """Whether those it names, and they alone, may still win, with the stacks it was made on."""
    try:
        check_sharers(book.state, row.amounts)
    except Refused:
        return False
    return bool(stacks_of(book, row.amounts) == row.stacks)
