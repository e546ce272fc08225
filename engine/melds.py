"""The exact meld solver: can these cards be melded, and which discard lets a hand go out.

How it searches is told in `engine.meld_tables`; what a meld is, in `engine.meld_axes`.
"""

from collections.abc import Iterable, Sequence

from engine.cards import Card
from engine.hand import Melds
from engine.meld_axes import MeldAxes, is_meld
from engine.meld_tables import tables_for

__all__ = [
    "MeldAxes",
    "arrange",
    "can_go_out_with",
    "claim_discards",
    "is_meld",
    "winning_discards",
]


def arrange(cards: Iterable[Card], axes: MeldAxes) -> Melds | None:
    """The melds that take every one of these cards, or None when there are none.

    The same cards always give the same melds.
    """
    tables = tables_for(axes)
    for leaf in tables.leaves(cards):
        if not any(tables.short[vector] for vector in leaf.vectors):
            return tables.melds(leaf)
    return None


def winning_discards(cards: Sequence[Card], axes: MeldAxes) -> dict[Card, Melds]:
    """Each card that may be thrown so that all the others are melded, with those melds."""
    tables = tables_for(axes)
    short, spare = tables.short, tables.spare
    found: dict[Card, Melds] = {}
    for leaf in tables.leaves(cards):
        shorts = [short[vector] for vector in leaf.vectors]
        total = sum(shorts)
        if total > 1:
            continue
        for of_suit, of_this in enumerate(shorts):
            # The card thrown may come from a suit that needs it gone, or from any suit when none
            # does.
            if total != of_this:
                continue
            for of_rank in spare[leaf.vectors[of_suit]]:
                card = of_suit * 13 + of_rank
                if card not in found:
                    found[card] = tables.melds(leaf, without=(of_suit, of_rank))
    return dict(sorted(found.items()))


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
