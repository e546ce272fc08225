"""One way to play to a bid: what the steady bot does, and what the sharp one expects of others."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine.pilipili.bots.reading import JOKER, TOP

_HOLDS: Final = 0.5
"""A card is played to win when it is at least as likely to hold."""


def pick(hand: Sequence[int], best: int, later: int, need: int) -> tuple[int, int]:
    """The card to play, and the power it gets.

    `best`: the power that wins so far, 0 when leading. `later`: players still to play. `need`:
    tricks still wanted. Every card left is a trick left.
    """
    numbers = [card for card in hand if card != JOKER]
    joker = len(numbers) < len(hand)
    if not numbers:
        return JOKER, TOP if need > 0 else 0
    if need <= 0:
        return _duck(numbers, best, later, joker=joker)
    if need >= len(hand):
        return _force(numbers, best, later, joker=joker)
    return _reach(numbers, best, later, need, joker=joker)


def _duck(numbers: list[int], best: int, later: int, *, joker: bool) -> tuple[int, int]:
    """Lose the trick with as high a card as loses it."""
    losers = [card for card in numbers if card <= best]
    if losers:
        card = max(losers)
        return card, card
    if joker and (best or later):
        return JOKER, 0
    card = min(numbers) if later else max(numbers)
    return card, card


def _force(numbers: list[int], best: int, later: int, *, joker: bool) -> tuple[int, int]:
    """Win this trick and all others."""
    card = max(numbers)
    if joker and (card <= best or chance(card, later) < _HOLDS):
        return JOKER, TOP
    return card, card


def _reach(
    numbers: list[int], best: int, later: int, need: int, *, joker: bool
) -> tuple[int, int]:
    """Win this trick if that is cheap or likely; there are tricks to lose too."""
    winners = [card for card in numbers if card > best]
    if winners:
        card = max(winners) if later else min(winners)
        if chance(card, later) >= _HOLDS:
            return card, card
    if joker and not later and need > sum(card > _GOOD for card in numbers):
        return JOKER, TOP
    losers = [card for card in numbers if card <= best]
    card = max(losers) if losers and later == 0 else min(numbers)
    return card, card


_GOOD: Final = 40


@lru_cache(maxsize=1024)
def chance(power: int, others: int) -> float:
    """How likely a card is to win over so many others."""
    return math.pow(power / TOP, others)


def strength(hand: Iterable[int], others: int) -> float:
    """Tricks that a hand is likely to win by its cards alone; a Joker can be any card."""
    return sum(1.0 if card == JOKER else chance(card, others) for card in hand)
