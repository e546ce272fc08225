"""What a meld is: the axes in which the rule sets of the family differ; the test of one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Final, Literal

from engine.cards import JOKER, Card, rank, suit

MELD_MIN: Final = 3
RANKS_IN_SUIT: Final = 13
SUITS_OF_A_SET: Final = 3


@dataclass(frozen=True, slots=True)
class MeldAxes:
    """What the rule sets of the family differ in about melds (rules 1.1, rows 3-14).

    `set_suits`: "any" suits, "min3" at least three different ones, "exact3" exactly three (D1).
    `ace`: "low", "low-high" but never in the middle, or "corner" (king, ace, two is a run too).
    `size`: "exactly-three" cards, or "three-or-more".
    `wilds`: the faces that are wild in this hand, JOKER when jokers are friendly, the faces that
    the vira made wild. `wild_cap`: the most wilds in one meld that don't stand on their own face
    (D3, D4), None for no limit. `wild_scope`: where wilds may stand for others, "all" melds or
    "runs" only. A meld holds at least one card outside the wild class (D4).
    `dead_jokers`: three or more jokers are a meld, and jokers meld with nothing else (D29).

    Raises ValueError for jokers that are both wild and dead.
    """

    set_suits: Literal["any", "min3", "exact3"]
    ace: Literal["low", "low-high", "corner"]
    size: Literal["exactly-three", "three-or-more"]
    wilds: frozenset[Card] = frozenset()
    wild_cap: int | None = None
    wild_scope: Literal["all", "runs"] = "all"
    dead_jokers: bool = False
    # Solvers are looked up by their axes a million times, so the hash is worked out once.
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.dead_jokers and JOKER in self.wilds:
            raise ValueError("Jokers are wild or dead, not both.")
        facts = (self.set_suits, self.ace, self.size, self.wilds, self.wild_cap)
        object.__setattr__(self, "_hash", hash((*facts, self.wild_scope, self.dead_jokers)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type["MeldAxes"], tuple[object, ...]]:
        # Texts hash differently in another process: the hash isn't taken along.
        facts = (self.set_suits, self.ace, self.size, self.wilds, self.wild_cap)
        return MeldAxes, (*facts, self.wild_scope, self.dead_jokers)


def is_meld(cards: Sequence[Card], axes: MeldAxes) -> bool:
    """Whether these cards, in any order, are one set or one run."""
    if len(cards) < MELD_MIN or (axes.size == "exactly-three" and len(cards) != MELD_MIN):
        return False
    if JOKER in cards and JOKER not in axes.wilds:
        return axes.dead_jokers and set(cards) == {JOKER}
    naturals = [card for card in cards if card not in axes.wilds]
    wilds = [card for card in cards if card in axes.wilds]
    if not naturals:
        return False
    return _is_set(naturals, wilds, axes) or _is_run(naturals, wilds, axes)


def _is_set(naturals: Sequence[Card], wilds: Sequence[Card], axes: MeldAxes) -> bool:
    of_rank = rank(naturals[0])
    if any(rank(card) != of_rank for card in naturals):
        return False
    # A wild of this very rank may stand on its own face or for another suit.
    own = [card for card in wilds if card != JOKER and rank(card) == of_rank]
    for count in range(len(own) + 1):
        stand_ins = len(wilds) - count
        if stand_ins > _stand_ins_allowed(axes, in_run=False):
            continue
        for chosen in combinations(own, count):
            suits = len({suit(card) for card in (*naturals, *chosen)})
            if set_has_its_suits(suits, stand_ins, axes.set_suits):
                return True
    return False


def set_has_its_suits(suits: int, stand_ins: int, rule: str) -> bool:
    """Whether a set of so many different suits, and wilds that may be of any, obeys the rule."""
    if rule == "any":
        return True
    if rule == "exact3" and suits > SUITS_OF_A_SET:
        return False
    return suits + stand_ins >= SUITS_OF_A_SET


def _is_run(naturals: Sequence[Card], wilds: Sequence[Card], axes: MeldAxes) -> bool:
    of_suit = suit(naturals[0])
    ranks = {rank(card) for card in naturals}
    if any(suit(card) != of_suit for card in naturals) or len(ranks) < len(naturals):
        return False
    own = _own_ranks(naturals, wilds)
    allowed = _stand_ins_allowed(axes, in_run=True)
    return any(
        ranks <= window and len(wilds) - len(own & window) <= allowed
        for window in _windows(len(naturals) + len(wilds), axes.ace)
    )


def _own_ranks(naturals: Sequence[Card], wilds: Sequence[Card]) -> set[int]:
    """The ranks that wilds have in the suit of a run."""
    of_suit = suit(naturals[0])
    return {rank(card) for card in wilds if card != JOKER and suit(card) == of_suit}


def in_order(meld: Sequence[Card], axes: MeldAxes) -> tuple[Card, ...]:
    """The cards of a meld as people lay them: a run in its order with wilds where they stand.

    A set goes by suits, its wilds last.
    """
    naturals = sorted(card for card in meld if card not in axes.wilds)
    wilds = sorted(card for card in meld if card in axes.wilds)
    if JOKER in naturals or not _is_run(naturals, wilds, axes):
        return (*naturals, *wilds)
    if _is_set(naturals, wilds, axes) and not _own_ranks(naturals, wilds):
        return (*naturals, *wilds)
    return _run_in_order(naturals, wilds, axes.ace)


def _run_in_order(naturals: Sequence[Card], wilds: Sequence[Card], ace: str) -> tuple[Card, ...]:
    """The highest run of these cards, of those with the most wilds on their own face."""
    ranks = {rank(card) for card in naturals}
    own = _own_ranks(naturals, wilds)
    order = max(
        (order for order in _orders(len(naturals) + len(wilds), ace) if ranks <= set(order)),
        key=lambda order: (len(own & set(order)), order),
    )
    base = 13 * suit(naturals[0])
    own &= set(order)
    others = iter(_less_own(wilds, {base + of_rank for of_rank in own}))
    return tuple(base + of_rank if of_rank in ranks | own else next(others) for of_rank in order)


def _less_own(wilds: Sequence[Card], own: set[Card]) -> list[Card]:
    """The wilds without one of each face that stands as itself."""
    left = list(wilds)
    for card in own:
        left.remove(card)
    return left


def _stand_ins_allowed(axes: MeldAxes, *, in_run: bool) -> float:
    """The most wilds in one meld that stand for another card."""
    if axes.wild_scope == "runs" and not in_run:
        return 0
    return float("inf") if axes.wild_cap is None else axes.wild_cap


@cache
def _windows(length: int, ace: str) -> tuple[frozenset[int], ...]:
    """The ranks of each run of so many cards, from the lowest run to the highest."""
    return tuple(frozenset(order) for order in _orders(length, ace))


@cache
def _orders(length: int, ace: str) -> tuple[tuple[int, ...], ...]:
    if length > RANKS_IN_SUIT:
        return ()
    firsts = {"low": RANKS_IN_SUIT - length + 1, "low-high": RANKS_IN_SUIT - length + 2}
    return tuple(
        tuple((first + step) % RANKS_IN_SUIT for step in range(length))
        for first in range(min(firsts.get(ace, RANKS_IN_SUIT), RANKS_IN_SUIT))
    )
