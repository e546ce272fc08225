"""A freezeout in a live room: the organiser says who is out, and is told who moves where."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tables.errors import Arranged
from tournaments.book import Book
from tournaments.commands.buying import sell_rebuy
from tournaments.commands.eliminating import take_bounty
from tournaments.commands.entering import row_of
from tournaments.commands.keyed import once
from tournaments.commands.locking import book_of_organiser
from tournaments.commands.writing import drop_deals, finish
from tournaments.errors import BadResult, NoSuchEntrant, by_the_rules
from tournaments.indexing import set_stacks
from tournaments.models import Entrant
from tournaments.rules import events as e
from tournaments.rules.bounties import check_killers
from tournaments.rules.due import moves_due
from tournaments.rules.eliminations import Bust, check_named_once, hand_for_hand
from tournaments.rules.offers import REBUY, check_sale, price
from tournaments.rules.outcome import amounts
from tournaments.rules.playing import started_stage
from tournaments.rules.sitting import check_stacks
from tournaments.rules.standings import stage_over
from tournaments.rules.state import StageState

if TYPE_CHECKING:
    from deploy.accounts.models import User

BUST = frozenset({"entrant", "stack", "by", "from_button", "rebuys"})


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
    it; for one that does, the player stays seated, and buys by the own hand or is reported out
    later. `dealers`: table → the seat that deals next, as far as known. Returns {"remaining",
    "hand_for_hand", "moves": [{"entrant", "table", "seat", "why"}], "bought", "awaited": refs}:
    who moves before the next hand. The organiser may, of a tournament that is not played online.
    """

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if book.row.online:
            raise Arranged(facts={"tournament": tournament_id})
        back = _write_out(book, user, stage, busts)
        bought, awaited = _let_back(book, user, stage, back)
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


def _write_out(
    book: Book, user: "User", stage: str, busts: Sequence[Mapping[str, Any]]
) -> list[Bust]:
    """Put those out who do not buy again, with their bounties; return the others."""
    held = _stage(book, stage)
    batch = [_bust(held, one) for one in busts]
    book.check(lambda: check_named_once(batch))
    book.check(lambda: check_stacks(book.state, [bust.stack for bust in batch]))
    returning = _returning(busts)
    back = [bust for bust in batch if bust.entrant in returning]
    out = [bust for bust in batch if bust.entrant not in returning]
    if out or not back:
        book.add(e.Busted(stage, tuple(out)), actor=user)
    playing = book.state.stages[stage].seats
    for one in (one for one in busts if not one.get("rebuys")):
        victim, killers = str(one["entrant"]), [str(ref) for ref in one.get("by", ())]
        book.check(partial(check_killers, victim, killers, playing))
        take_bounty(book, victim, killers)
    gone = [bust.entrant for bust in out]
    Entrant.objects.filter(tournament=book.row, ref__in=gone).update(bust=None, stack=0)
    return back


def report_stacks(
    *, user: "User", key: str, tournament_id: int, stacks: Mapping[str, int]
) -> dict[str, Any]:
    """Keep the chip counts of a live room, by ref, for the page and for deals. {"kept"}."""

    def work() -> dict[str, Any]:
        book = book_of_organiser(user, tournament_id)
        if book.row.online:
            raise Arranged(facts={"tournament": tournament_id})
        if not all(type(chips) is int and chips >= 0 for chips in stacks.values()):
            raise BadResult("A stack is a whole number of chips.")
        unknown = sorted(stacks.keys() - book.state.entrants.keys())
        if unknown:
            raise NoSuchEntrant(facts={"entrant": unknown[0]})
        set_stacks(book.row, stacks)
        drop_deals(book)
        return {"kept": len(stacks)}

    content = {"stacks": dict(stacks), "tournament": tournament_id}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def _stage(book: Book, name: str) -> StageState:
    with by_the_rules():
        return started_stage(book.state, name)


def _returning(busts: Sequence[Mapping[str, Any]]) -> set[str]:
    """Refs of those who buy again instead of going out."""
    return {str(one["entrant"]) for one in busts if one.get("rebuys")}


def _let_back(
    book: Book, user: "User", stage: str, back: Sequence[Bust]
) -> tuple[list[str], list[str]]:
    """Write down the rebuys that cost no chips of the house, and note who is to pay for one."""
    bought, awaited = [], []
    now = book.now
    for bust in back:
        one = row_of(book, bust.entrant)
        if not price(book.state, REBUY):
            sell_rebuy(book, user, one, 0)
            bought.append(one.ref)
            continue
        book.check(partial(check_sale, book.state, REBUY, one.ref, 0))
        one.bust = {
            "stage": stage,
            "table": bust.table,
            "told": int(now.timestamp() * 1000),
            "stack": bust.stack,
            "from_button": bust.from_button,
            "at": now.isoformat(),
            "pots": [],
        }
        one.stack = 0
        one.save(update_fields=["bust", "stack"])
        awaited.append(one.ref)
    return bought, awaited


def _bust(stage: StageState, one: Mapping[str, Any]) -> Bust:
    if one.keys() - BUST or "entrant" not in one or type(one.get("rebuys", False)) is not bool:
        raise BadResult(f"A bust has: {', '.join(sorted(BUST))}.")
    ref, stack, from_button = str(one["entrant"]), one.get("stack", 0), one.get("from_button", 0)
    if type(stack) is not int or type(from_button) is not int or stack < 0:
        raise BadResult("A stack is a whole number of chips.")
    table = stage.seats.get(ref, (0, 0))[0]
    return Bust(ref, table, stack, from_button)


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
