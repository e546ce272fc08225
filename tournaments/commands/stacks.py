"""Tournament chips: given out, kept for a seat, put in front of a player, taken back.

What is bought before its table is open waits in the player's account of the tournament's unit.
Whoever opens the table, or gives the seat, puts all that waits there in front of the player, with
the stack that one starts with. So chips of the unit outside a table are chips that wait, and
`stack_laws` holds all of them against the log.
"""

from collections.abc import Collection, Iterable, Mapping

from tables import commands as tables
from tournaments.book import Book
from tournaments.models import Entrant, MatchTable
from tournaments.rules.offers import in_front
from tournaments.rules.sitting import stage_of
from tournaments.rules.state import StageState
from tournaments.stack_laws import start_key
from wallet import commands as wallet
from wallet import queries as chips


def start(book: Book, stage: StageState, users: Mapping[str, int]) -> dict[int, int]:
    """Give out the stacks that these (ref → user id) start a stage with.

    Returns by user id what each puts on the table: that, and all that has waited.
    """
    for ref, user_id in users.items():
        wallet.issue_stack(
            key=start_key(stage.spec.id, ref, book.state.entrants[ref].reentries),
            tournament_id=book.row.pk,
            user_id=user_id,
            amount=stage.spec.stack,
        )
    found = chips.loose(chips.unit_of_tournament(book.row.pk), users.values())
    by_chips: dict[int, list[str]] = {}
    for ref, user_id in users.items():
        by_chips.setdefault(found[user_id], []).append(ref)
    for stack, refs in by_chips.items():
        Entrant.objects.filter(tournament=book.row, ref__in=refs).update(stack=stack)
    return found


def table_of(book: Book, one: Entrant) -> MatchTable | None:
    """The open live table at which an entrant sits."""
    return MatchTable.objects.filter(
        tournament=book.row,
        stage=one.stage,
        match=str(one.table_no),
        state=MatchTable.State.OPEN,
    ).first()


def known(book: Book, one: Entrant) -> int:
    """The chips of an entrant: at the live table, or to be put there; in a room as counted.

    Raises Refused for who plays in no freezeout; who has no seat has none.
    """
    if not book.row.online or one.user_id is None:
        return in_front(book.state, one.ref, one.stack, busted=one.bust is not None)
    unit = chips.unit_of_tournament(book.row.pk)
    place = table_of(book, one)
    if place is not None:
        return chips.stack(one.user_id, place.table_id, unit)
    stage = stage_of(book.state, one.ref)
    if one.ref not in stage.seats:
        return 0
    return stage.spec.stack + chips.loose(unit, [one.user_id]).get(one.user_id, 0)


def give(book: Book, one: Entrant, amount: int, key: str) -> None:
    """Give out chips that were bought: in front of the player, or waiting for the table to open.

    HandInPlay while the player is in a hand.
    """
    if not amount or not book.row.online or one.user_id is None:
        return
    wallet.issue_stack(key=key, tournament_id=book.row.pk, user_id=one.user_id, amount=amount)
    place = table_of(book, one)
    if place is not None:
        tables.add_chips(table_id=place.table_id, user_id=one.user_id, amount=amount)


def retire(book: Book, user_id: int, amount: int, why: str) -> None:
    """Take tournament chips of a player out of existence."""
    if amount:
        wallet.retire_stack(
            key=f"{why} user {user_id} event {book.row.seq}",
            tournament_id=book.row.pk,
            user_id=user_id,
            amount=amount,
        )


def retire_waiting(book: Book, users: Collection[int] | None = None) -> bool:
    """Take the chips that wait for a table out of existence, of these or of all; if there were.

    Their owners are out, or the stage that they were bought for is over.
    """
    if not book.row.online:
        return False
    found = chips.loose(chips.unit_of_tournament(book.row.pk), users)
    for user_id, amount in sorted(found.items()):
        retire(book, user_id, amount, "waiting")
    return bool(found)


def begin(book: Book, refs: Iterable[str]) -> None:
    """Forget what was known of these at the tables of an earlier stage: all of it begins anew."""
    rows = Entrant.objects.filter(tournament=book.row, ref__in=list(refs))
    users = rows.filter(user__isnull=False).values_list("user_id", flat=True)
    retire_waiting(book, list(users))
    rows.update(stack=None, bust=None, moving=None, moved_hand=0)
