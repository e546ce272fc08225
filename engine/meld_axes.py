"""What a meld is: the axes in which the rule sets of the family differ; the test of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards import JOKER, Card, rank, suit

MELD_MIN: Final = 3
# In a run a high ace stands above the king, as a fourteenth rank.
HIGH_ACE: Final = 13
_SUITS_OF_A_SET: Final = 3
_ACE: Final = 0


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
    """

    set_suits: Literal["any", "min3", "exact3"]
    ace: Literal["low", "low-high", "corner"]
    size: Literal["exactly-three", "three-or-more"]
    wilds: frozenset[Card] = frozenset()
    wild_cap: int | None = None
    wild_scope: Literal["all", "runs"] = "all"
    dead_jokers: bool = False


def is_meld(cards: Sequence[Card], axes: MeldAxes) -> bool:
    """Whether these cards, in any order, are one set or one run."""
    if (
        len(cards) < MELD_MIN
        or (axes.size == "exactly-three" and len(cards) != MELD_MIN)
        or JOKER in cards
    ):
        return False
    suits = {suit(card) for card in cards}
    ranks = sorted(rank(card) for card in cards)
    if ranks[0] == ranks[-1]:
        return _suits_make_a_set(len(suits), axes)
    if len(suits) != 1:
        return False
    if axes.ace != "low" and ranks[0] == _ACE and ranks[1] != _ACE + 1:
        ranks = [*ranks[1:], HIGH_ACE]
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _suits_make_a_set(suits: int, axes: MeldAxes) -> bool:
    if axes.set_suits == "any":
        return True
    if axes.set_suits == "exact3":
        return suits == _SUITS_OF_A_SET
    return suits >= _SUITS_OF_A_SET
