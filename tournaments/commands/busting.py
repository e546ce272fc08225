"""Who lost the last chips in a live room: hand after hand, and who may buy again before that."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments.book import Book
from tournaments.commands.buying import sell_rebuy
from tournaments.commands.eliminating import bust_batch, take_bounty
from tournaments.commands.entering import row_of
from tournaments.errors import BadResult, by_the_rules
from tournaments.models import Entrant
from tournaments.rules import events as e
from tournaments.rules.bounties import check_killers
from tournaments.rules.eliminations import Bust, check_named_once
from tournaments.rules.errors import Refused
from tournaments.rules.offers import REBUY, check_sale, price
from tournaments.rules.playing import started_stage
from tournaments.rules.sitting import check_stacks
from tournaments.rules.state import StageState

if TYPE_CHECKING:
    from deploy.accounts.models import User

Told = Mapping[str, Any]
BUST = frozenset({"entrant", "stack", "by", "from_button", "rebuys"})


def write_down(
    book: Book, user: "User", stage: str, busts: Sequence[Told]
) -> tuple[list[str], list[str]]:
    """Put those of one hand out who do not buy again; return who has bought, and who is awaited.

    Places and bounties follow the order of the hands. So while somebody may still pay for a
    rebuy, whoever lost the last chips in that hand waits too, and of a later one nobody goes out.
    """
    with by_the_rules():
        held = started_stage(book.state, stage)
    batch = {bust.entrant: (bust, one) for bust, one in _batch(book, held, busts)}
    waiting = _waiting(book, stage)
    _check_left(book, held, batch.keys() | {one.ref for one in waiting})
    playing = _with_chips(held, waiting, batch.keys())
    for ref, (_bust, one) in batch.items():
        book.check(partial(check_killers, ref, _killers(one), playing))
    back = [bust for bust, one in batch.values() if one.get("rebuys")]
    if waiting and (len(back) < len(batch) or batch.keys() & {one.ref for one in waiting}):
        return _decide(book, user, held, waiting, batch)
    if back and price(book.state, REBUY):
        return [], _await(book, held, waiting, batch)
    out = [bust for bust, one in batch.values() if not one.get("rebuys")]
    if out or not back:
        book.add(e.Busted(stage, tuple(out)), actor=user)
    for bust in out:
        take_bounty(book, bust.entrant, _killers(batch[bust.entrant][1]))
    refs = [bust.entrant for bust in out]
    Entrant.objects.filter(tournament=book.row, ref__in=refs).update(bust=None, stack=0)
    for bust in back:
        sell_rebuy(book, user, row_of(book, bust.entrant), 0)
    return [bust.entrant for bust in back], []


def _batch(book: Book, held: StageState, busts: Sequence[Told]) -> list[tuple[Bust, Told]]:
    batch = [(_bust(held, one), one) for one in busts]
    for bust, _one in batch:
        if bust.entrant not in held.seats:
            book.check(partial(_raise_unseated, bust.entrant, held.spec.id))
    book.check(lambda: check_named_once([bust for bust, _one in batch]))
    book.check(lambda: check_stacks(book.state, [bust.stack for bust, _one in batch]))
    return batch


def _raise_unseated(ref: str, stage: str) -> None:
    raise Refused("not-seated", f"{ref} sits at no table of {stage}.")


def _waiting(book: Book, stage: str) -> list[Entrant]:
    """Those who lost the last chips and are not out yet, the earliest hand first."""
    rows = list(Entrant.objects.filter(tournament=book.row, bust__stage=stage).order_by("pk"))
    return sorted(rows, key=_told)


def _told(one: Entrant) -> int:
    return int((one.bust or {})["told"])


def _check_left(book: Book, held: StageState, refs: "set[str]") -> None:
    def check() -> None:
        if refs and held.seats.keys() <= refs:
            raise Refused("bad-batch", "Somebody has the chips: not all can have lost the last.")

    book.check(check)


def _with_chips(
    held: StageState, waiting: Sequence[Entrant], busts: Collection[str]
) -> "set[str]":
    """Who had chips after the hand in which these lost the last.

    When the earliest hand that waits is decided, those too who lost theirs in a later one: only
    now is told for good who took whose.
    """
    without = {one.ref for one in waiting}
    first = {one.ref for one in waiting if _told(one) == _told(waiting[0])}
    if first.issuperset(busts):
        without = first
    return held.seats.keys() - {*busts} - without


def _decide(
    book: Book,
    user: "User",
    held: StageState,
    waiting: Sequence[Entrant],
    batch: Mapping[str, tuple[Bust, Told]],
) -> tuple[list[str], list[str]]:
    """Put the earliest hand out that was waited for; nothing else is decided before it."""
    first = [one for one in waiting if _told(one) == _told(waiting[0])]
    asked = [one.ref for one in first if not (one.bust or {}).get("final")]
    refs = {one.ref for one in first}

    def check() -> None:
        again = any(one.get("rebuys") for _bust, one in batch.values())
        if again or not set(asked) <= batch.keys() <= refs:
            raise Refused(
                "rebuy-awaited",
                f"{', '.join(asked)} lost the last chip in an earlier hand and may still buy:"
                " write down first that they are out, or wait.",
            )

    book.check(check)
    for one in first:
        if one.ref in batch and one.bust is not None:
            one.bust |= _corrected(*batch[one.ref])
    bust_batch(book, held, first, actor=user)
    return [], []


def _corrected(bust: Bust, one: Told) -> dict[str, Any]:
    """What is said of a bust when it is decided, as far as it was said anew."""
    found: dict[str, Any] = {}
    if bust.stack:
        found["stack"] = bust.stack
    if bust.from_button:
        found["from_button"] = bust.from_button
    if killers := _killers(one):
        found["pots"] = _pots(bust.entrant, killers)
    return found


def _await(
    book: Book,
    held: StageState,
    waiting: Sequence[Entrant],
    batch: Mapping[str, tuple[Bust, Told]],
) -> list[str]:
    """Keep a hand in which somebody may still pay for a rebuy; return who may."""
    now = book.now
    told = max([int(now.timestamp() * 1000), *(_told(one) + 1 for one in waiting)])
    for ref, (bust, one) in batch.items():
        if one.get("rebuys"):
            book.check(partial(check_sale, book.state, REBUY, ref, 0))
        row = row_of(book, ref)
        row.stack = 0
        row.bust = {
            "stage": held.spec.id,
            "table": bust.table,
            "told": told,
            "stack": bust.stack,
            "from_button": bust.from_button,
            "at": now.isoformat(),
            "pots": _pots(ref, _killers(one)),
            "final": not one.get("rebuys"),
        }
        row.save(update_fields=["bust", "stack"])
    return [ref for ref, (_bust, one) in batch.items() if one.get("rebuys")]


def _pots(victim: str, killers: Sequence[str]) -> list[dict[str, list[str]]]:
    """Who took the last chips, in the form in which live tables tell it."""
    return [{"seats": [victim, *killers], "winners": [*killers]}] if killers else []


def _killers(one: Told) -> list[str]:
    return [str(ref) for ref in one.get("by", ())]


def _bust(stage: StageState, one: Told) -> Bust:
    if one.keys() - BUST or "entrant" not in one or type(one.get("rebuys", False)) is not bool:
        raise BadResult(_("A bust has: %(names)s.") % {"names": ", ".join(sorted(BUST))})
    ref, stack, from_button = str(one["entrant"]), one.get("stack", 0), one.get("from_button", 0)
    if type(stack) is not int or type(from_button) is not int or stack < 0:
        raise BadResult(_("A stack is a whole number of chips."))
    table = stage.seats.get(ref, (0, 0))[0]
    return Bust(ref, table, stack, from_button)
