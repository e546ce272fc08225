"""What a meld is: the axes in which the rule sets of the family differ, and the test of one meld.

Wild cards, dead jokers and runs round the corner are not among the axes: no rule set that can be
played needs them yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import JOKER, Card, rank, suit

MELD_MIN: Final = 3
# In a run a high ace stands above the king, as a fourteenth rank.
HIGH_ACE: Final = 13
_SUITS_OF_A_SET: Final = 3
_ACE: Final = 0


@dataclass(frozen=True, slots=True)
class MeldAxes:
    """What the rule sets of the family differ in about melds (rules 1.1, rows 10-13).

    `set_suits`: "any" suits, "min3" at least three different ones, "exact3" exactly three (D1).
    `ace`: "low", or "both" low and high but never in the middle. `size`: "three" cards exactly, or
    "three-or-more".
    """

    set_suits: str
    ace: str
    size: str


def is_meld(cards: Sequence[Card], axes: MeldAxes) -> bool:
    """Whether these cards, in any order, are one set or one run."""
    if (
        len(cards) < MELD_MIN
        or (axes.size == "three" and len(cards) != MELD_MIN)
        or JOKER in cards
    ):
        return False
    suits = {suit(card) for card in cards}
    ranks = sorted(rank(card) for card in cards)
    if ranks[0] == ranks[-1]:
        return _suits_make_a_set(len(suits), axes)
    if len(suits) != 1:
        return False
    if axes.ace == "both" and ranks[0] == _ACE and ranks[1] != _ACE + 1:
        ranks = [*ranks[1:], HIGH_ACE]
    return ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _suits_make_a_set(suits: int, axes: MeldAxes) -> bool:
    if axes.set_suits == "any":
        return True
    if axes.set_suits == "exact3":
        return suits == _SUITS_OF_A_SET
    return suits >= _SUITS_OF_A_SET
