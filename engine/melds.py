"""The exact meld solver: can these cards be melded, and which discard lets a hand go out.

How it searches is told in `engine.melding.search`; what a meld is, in `engine.meld_axes`. A hand
holds a face twice at most, as two packs do, jokers aside. An imaginary wild (one that no card
stands for) is asked about as one JOKER more, with JOKER among the wilds.
"""

from collections.abc import Sequence

from engine.cards import Card
from engine.deadwood import deadwood
from engine.distance import distance, outs
from engine.hand import Melds
from engine.meld_axes import MeldAxes, in_order, is_meld
from engine.melding.solver import solver_for
from engine.melding.ways import all_melds, jogos

__all__ = [
    "MeldAxes",
    "all_melds",
    "arrange",
    "can_go_out",
    "can_go_out_with",
    "claim_discards",
    "deadwood",
    "distance",
    "in_order",
    "is_meld",
    "jogos",
    "outs",
    "winning_discards",
]


def arrange(cards: Sequence[Card], axes: MeldAxes) -> Melds | None:
    """The melds that take every one of these cards, or None when there are none.

    The same cards always give the same melds, whatever their order.
    """
    return solver_for(axes).arrange(cards)


def can_go_out(held: Sequence[Card], axes: MeldAxes) -> bool:
    """Whether all cards but one can be melded: nine of ten, twelve of thirteen."""
    return solver_for(axes).all_but_one(held)


def winning_discards(held: Sequence[Card], axes: MeldAxes) -> dict[Card, Melds]:
    """Each card that may be thrown so that all the others are melded, with those melds."""
    return solver_for(axes).thrown(held)


def claim_discards(nine: Sequence[Card], card: Card, axes: MeldAxes) -> dict[Card, Melds]:
    """Each card that may be thrown by one who goes out with `card`, and the melds that hold it.

    The thrown card may have the face of the one taken only if the hand held the other copy (D13;
    K21: either may go).
    """
    found = winning_discards((*nine, card), axes)
    if card not in nine:
        found.pop(card, None)
    return found


def can_go_out_with(nine: Sequence[Card], card: Card, axes: MeldAxes) -> bool:
    """Whether a hand goes out by taking `card`, with that card inside a meld (D13)."""
    return bool(claim_discards(nine, card, axes))
