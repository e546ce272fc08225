"""A freezeout in a live room: the organiser says who is out, and is told who moves where."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tables.errors import Arranged
from tournaments.book import Book
from tournaments.commands.busting import write_down
from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser
from tournaments.commands.writing import drop_deals, finish
from tournaments.errors import BadResult, NoSuchEntrant
from tournaments.indexing import set_stacks
from tournaments.models import Entrant
from tournaments.rules import events as e
from tournaments.rules.due import moves_due
from tournaments.rules.eliminations import hand_for_hand
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import amounts
from tournaments.rules.standings import stage_over

if TYPE_CHECKING:
    from deploy.accounts.models import User


def report_busts(
    *,
    user: "User",
    key: str,
    tournament_id: int,
    stage: str,
    busts: Sequence[Mapping[str, Any]],
    dealers: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Write down who is out: the busts of one hand, or, hand-for-hand, of one at every table.

    A bust: {"entrant", "stack": chips when the hand began, "from_button": 1 for the dealer's
    left, "by": refs of those who took the last chips, and so are still in, "rebuys": true for who
    buys again instead of going out}. A rebuy that costs no chips of the house is written down with
    it. For one that does, all of that hand stay seated until the player has bought by the own hand
    or is reported out; nobody of a later hand is out before that ("rebuy-awaited"). `dealers`:
    table → the seat that deals next, as far as known. Returns {"remaining", "hand_for_hand",
    "moves": [{"entrant", "table", "seat", "why"}], "bought", "awaited": refs}: who moves before
    the next hand. The organiser may, of a tournament that is not played online.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if book.row.online:
            raise Arranged(facts={"tournament": tournament_id})
        bought, awaited = write_down(book, user, stage, busts)
        drop_deals(book)
        moves = _move(book, stage, {int(no): seat for no, seat in (dealers or {}).items()})
        finish(book)
        after = book.state.stages[stage]
        return {
            "remaining": len(after.seats),
            "hand_for_hand": after.one_hand,
            "moves": [
                {"entrant": ref, "table": table, "seat": seat, "why": event.why}
                for event in moves
                for ref, table, seat in event.seats
            ],
            "bought": bought,
            "awaited": awaited,
        }

    content = {
        "busts": [dict(one) for one in busts],
        "tournament": tournament_id,
        "stage": stage,
        "dealers": dict(dealers or {}),
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def report_stacks(
    *, user: "User", key: str, tournament_id: int, stacks: Mapping[str, int]
) -> dict[str, Any]:
    """Keep the chip counts of a live room, by ref, for the page and for deals. {"kept"}.

    RuleRefused (no-chips-yet) for chips of somebody who lost the last one: a count sees what is
    there, and chips come to such a player by a rebuy or a re-entry only.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if book.row.online:
            raise Arranged(facts={"tournament": tournament_id})
        if not all(type(chips) is int and chips >= 0 for chips in stacks.values()):
            raise BadResult(_("A stack is a whole number of chips."))
        unknown = sorted(stacks.keys() - book.state.entrants.keys())
        if unknown:
            raise NoSuchEntrant(facts={"entrant": unknown[0]})
        book.check(lambda: _check_none_given(book, stacks))
        set_stacks(book.row, stacks)
        drop_deals(book)
        return {"kept": len(stacks)}

    content = {"stacks": dict(stacks), "tournament": tournament_id}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _check_none_given(book: Book, stacks: Mapping[str, int]) -> None:
    """Raise Refused if somebody without a chip is said to have some."""
    counted = [ref for ref, chips in stacks.items() if chips]
    awaited = Entrant.objects.filter(tournament=book.row, ref__in=counted, bust__isnull=False)
    gone = {ref for stage in book.state.stages.values() for group in stage.out for ref in group}
    seated = {ref for stage in book.state.stages.values() for ref in stage.seats}
    none = {*awaited.values_list("ref", flat=True), *(gone & set(counted) - seated)}
    if none:
        raise Refused(
            "no-chips-yet",
            f"{', '.join(sorted(none))} lost the last chip: write down what was bought first, or"
            " leave them out of the count.",
        )


def _move(book: Book, name: str, known: Mapping[int, int]) -> tuple[e.Seated, ...]:
    """Hand-for-hand, breaking and balancing as the rules have it, at once: the room is told."""
    stage = book.state.stages[name]
    if stage_over(stage):
        return ()
    dealers = {
        number: known[number] if known.get(number) in seats else min(seats)
        for number, seats in stage.tables().items()
    }
    moves = moves_due(book.state, name, dealers, book.seed())
    book.add(*moves)
    stage = book.state.stages[name]
    paid = len(amounts(book.state))
    wanted = bool(paid) and hand_for_hand(
        len(stage.seats), paid, len(stage.tables()), early=stage.spec.early_bubble
    )
    if wanted != stage.one_hand:
        book.add(e.HandForHand(name, on=wanted))
    return moves
