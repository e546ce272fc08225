"""A literal judge of melds, for proving the solver.

It reads the rules word by word and shares no code with the engine. Cards are texts here ("7H").
It is slow, for it tries every way.
"""

from collections.abc import Sequence
from itertools import combinations

ORDER_ACE_LOW = "A23456789TJQK"
ORDER_ACE_HIGH = "23456789TJQKA"


def meld(cards: Sequence[str], set_suits: str, ace: str, size: str) -> bool:
    """Whether the cards are one set or one run."""
    if len(cards) < 3 or (size == "exactly-three" and len(cards) > 3):
        return False
    ranks = [card[0] for card in cards]
    suits = [card[1] for card in cards]
    if len(set(ranks)) == 1:
        different = len(set(suits))
        return {"any": True, "min3": different >= 3, "exact3": different == 3}[set_suits]
    if len(set(suits)) > 1 or len(set(ranks)) < len(ranks):
        return False
    orders = [ORDER_ACE_LOW] if ace == "low" else [ORDER_ACE_LOW, ORDER_ACE_HIGH]
    return any("".join(sorted(ranks, key=order.index)) in order for order in orders)


def melded(cards: Sequence[str], axes: tuple[str, str, str]) -> bool:
    """Whether every card can be in a meld, each in one."""
    if not cards:
        return True
    first, rest = cards[0], list(range(1, len(cards)))
    for others in range(2, len(cards)):
        for chosen in combinations(rest, others):
            if meld([first, *(cards[at] for at in chosen)], *axes):
                left = [cards[at] for at in rest if at not in chosen]
                if melded(left, axes):
                    return True
    return False


def discards(cards: Sequence[str], axes: tuple[str, str, str]) -> set[str]:
    """Every card without which all the others can be melded."""
    return {card for at, card in enumerate(cards) if melded([*cards[:at], *cards[at + 1 :]], axes)}
