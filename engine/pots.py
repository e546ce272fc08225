"""Pots by level, and the unmatched bet: where the chips of a closed betting round belong.

No chip is made, lost or split: the layers and what went back are together all that was paid.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from engine.betting import Bettor, Round

Chips: TypeAlias = tuple[tuple[int, int], ...]
_ROUNDS_MAX: Final = 256


@dataclass(frozen=True, slots=True)
class Layer:
    """One pot before it is won: who can win it, and what each seat (folded ones too) paid in."""

    seats: tuple[int, ...]
    paid: Chips

    @property
    def amount(self) -> int:
        """All chips in it."""
        return sum(chips for _, chips in self.paid)


def unmatched(state: Round) -> tuple[int, int] | None:
    """The seat whose bet nobody matched in full, and how many chips of it go back."""
    most, second = sorted(state.bettors, key=lambda bettor: -bettor.paid)[:2]
    over = most.paid - second.paid
    return (most.seat, over) if over else None


def give_back(state: Round) -> tuple[Round, Chips]:
    """The round with the unmatched chips back in their seat's stack, and whose and how many."""
    over = unmatched(state)
    if over is None:
        return state, ()
    seat, chips = over
    bettors = tuple(
        _take_back(bettor, chips) if bettor.seat == seat else bettor for bettor in state.bettors
    )
    return state._replace(bettors=bettors, level=max(one.level for one in bettors)), (over,)


def _take_back(bettor: Bettor, chips: int) -> Bettor:
    # Where the others were all-in for less than the ante, a part of the ante itself goes back,
    # below the level of 0.
    level = max(0, bettor.level - chips)
    return bettor._replace(stack=bettor.stack + chips, paid=bettor.paid - chips, level=level)


def layers(bettors: Iterable[Bettor]) -> tuple[Layer, ...]:
    """The pots, the lowest first: one for each amount at which a standing seat is all in.

    Folded chips stay in.
    """
    bettors = tuple(bettors)
    tops = sorted({bettor.paid for bettor in bettors if bettor.paid and not bettor.folded})
    # No folded seat has paid above every standing one: whoever has paid the most isn't asked.
    return tuple(_layer(bettors, below, top) for below, top in zip((0, *tops), tops, strict=False))


# Every view of a hand asks for the same ones from the end of the betting on.
@lru_cache(maxsize=_ROUNDS_MAX)
def running(bettors: tuple[Bettor, ...]) -> tuple[Layer, ...]:
    """The pots while bets are open: split only where a standing seat is all in.

    Who may still call is in the last pot: a bet that waits for its callers is no side pot.
    """
    standing = [bettor for bettor in bettors if not bettor.folded]
    capped = {bettor.paid for bettor in standing if bettor.stack == 0}
    tops = sorted(capped | {max(bettor.paid for bettor in bettors)})
    pots = (_layer(bettors, below, top) for below, top in zip((0, *tops), tops, strict=False))
    last = tuple(b.seat for b in standing if b.stack or b.paid == tops[-1])
    found = [pot for pot in pots if pot.paid]
    return (*found[:-1], replace(found[-1], seats=last)) if found else ()


def _layer(bettors: tuple[Bettor, ...], below: int, top: int) -> Layer:
    shares = tuple((bettor.seat, min(bettor.paid, top) - below) for bettor in bettors)
    return Layer(
        seats=tuple(
            bettor.seat for bettor in bettors if not bettor.folded and bettor.paid > below
        ),
        paid=tuple((seat, chips) for seat, chips in shares if chips > 0),
    )
