"""Hands for the solver's tests: choices of axes, random and dense hands, the judge's view of both.

Dense hands hold duplicates, many wilds and melds that overlap: there solvers go wrong, and random
deals almost never show it.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

from engine.cards import JOKER, ONE_PACK, Card, parse, texts
from engine.melds import MeldAxes
from tests.engine.oracle import Rules

JOKERS = frozenset({JOKER})
BLACK_NINES = frozenset({parse("9C"), parse("9S")})
SIX_OF_HEARTS = frozenset({parse("6H")})
# The vira's twin is wild too in some places (rules 1.1, row 7).
NINES_AND_TWIN = BLACK_NINES | {parse("8C")}

AXES = {
    "pif-paf-aposta": MeldAxes("exact3", "low", "three-or-more"),
    "pife": MeldAxes("min3", "low-high", "three-or-more"),
    "pife-volta": MeldAxes("min3", "corner", "three-or-more"),
    "pife-curingas": MeldAxes("min3", "low-high", "three-or-more", JOKERS),
    "pife-curingas-mortos": MeldAxes("min3", "low-high", "three-or-more", dead_jokers=True),
    "pif-paf": MeldAxes("any", "low-high", "exactly-three", JOKERS, 1),
    "pif-paf, two jokers": MeldAxes("any", "low-high", "exactly-three", JOKERS, 2),
    "cacheta": MeldAxes("min3", "low-high", "three-or-more", BLACK_NINES),
    "cacheta, one wild": MeldAxes("min3", "low-high", "three-or-more", BLACK_NINES, 1),
    "cacheta, runs only": MeldAxes(
        "min3", "low-high", "three-or-more", SIX_OF_HEARTS | JOKERS, None, "runs"
    ),
    "exact suits, wild jokers": MeldAxes("exact3", "low", "three-or-more", JOKERS),
    "any suits, corner, two wilds": MeldAxes("any", "corner", "three-or-more", JOKERS, 2),
    "three exactly, runs only": MeldAxes(
        "min3", "corner", "exactly-three", NINES_AND_TWIN, 2, "runs"
    ),
    "three exactly, no cap": MeldAxes("exact3", "low-high", "exactly-three", NINES_AND_TWIN),
}
"""The melds of the rule sets of the family, and combinations that only an organiser makes."""


@cache
def rules_of(axes: MeldAxes) -> Rules:
    """The axes in the judge's words; the same ones each time."""
    return Rules(
        axes.set_suits,
        axes.ace,
        axes.size,
        frozenset(texts(axes.wilds)),
        axes.wild_cap,
        axes.wild_scope,
        axes.dead_jokers,
    )


def odd_cards(axes: MeldAxes) -> list[Card]:
    """The wilds and jokers that the pack has, each as often as it has it."""
    jokers = [JOKER] * 4 if axes.dead_jokers or JOKER in axes.wilds else []
    return [card for card in sorted(axes.wilds) if card != JOKER for _ in range(2)] + jokers


def random_hand(rng: random.Random, axes: MeldAxes, count: int, odd: int) -> list[Card]:
    """Cards from a shuffled pack, `odd` of them wilds or jokers."""
    others = [card for card in ONE_PACK if card not in axes.wilds] * 2
    special = odd_cards(axes)
    odd = min(odd, len(special))
    cards = rng.sample(others, count - odd) + rng.sample(special, odd)
    rng.shuffle(cards)
    return cards


def dense_hand(rng: random.Random, axes: MeldAxes, count: int, odd: int) -> list[Card]:
    """Cards that nearly meld: melds of any kind, cards of few ranks, and a stranger or two."""
    special = odd_cards(axes)
    odd = min(odd, len(special))
    while True:
        cards: list[Card] = []
        ranks = rng.sample(range(13), 3)
        while len(cards) < count - odd:
            if rng.random() < 0.75:
                cards += _some_meld(rng, axes)
            else:
                cards.append(rng.randrange(4) * 13 + rng.choice(ranks))
        cards = cards[: count - odd] + rng.sample(special, odd)
        copies = Counter(cards)
        if all(held <= 2 for card, held in copies.items() if card != JOKER):
            rng.shuffle(cards)
            return cards


def _some_meld(rng: random.Random, axes: MeldAxes) -> Sequence[Card]:
    size = 3 if axes.size == "exactly-three" else rng.choice([3, 3, 4, 5])
    if rng.random() < 0.5:
        suit, first = rng.randrange(4), rng.randrange(13 if axes.ace == "corner" else 15 - size)
        return [suit * 13 + (first + step) % 13 for step in range(size)]
    rank = rng.randrange(13)
    return [rng.randrange(4) * 13 + rank for _ in range(size)]


def near_hand(rng: random.Random, axes: MeldAxes, count: int, odd: int) -> list[Card]:
    """Three melds, wilds or jokers in the place of some cards, one card changed, one more."""
    special = odd_cards(axes)
    odd = min(odd, len(special))
    while True:
        cards = [card for _ in range(count // 3) for card in _some_meld(rng, axes)[:3]]
        places = rng.sample(range(len(cards)), odd + 1)
        changes = [*rng.sample(special, odd), rng.choice(ONE_PACK)]
        for at, card in zip(places, changes, strict=True):
            cards[at] = card
        cards += rng.choices(ONE_PACK, k=count - len(cards))
        copies = Counter(cards)
        if all(held <= 2 for card, held in copies.items() if card != JOKER):
            rng.shuffle(cards)
            return cards
