"""Every arrangement of a hand, and what an open game may lay, as the literal judge sees them."""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pytest

from engine.cards import JOKER, texts
from engine.hand import Melds
from engine.melds import all_melds, arrange, jogos
from tests.engine.hands import AXES, dense_hand, random_hand, rules_of
from tests.engine.oracle import Judge
from tests.engine.table import hand

HANDS = 30


def _named(ways: Iterable[Melds]) -> list[tuple[tuple[str, ...], ...]]:
    """Ways with the melds, and the cards in them, in the judge's order."""
    return [tuple(sorted(tuple(sorted(texts(meld))) for meld in melds)) for melds in ways]


@pytest.mark.parametrize("name", AXES)
def test_all_arrangements_and_each_once(name: str) -> None:
    axes = AXES[name]
    rng = random.Random(5)
    for at in range(HANDS):
        cards = dense_hand(rng, axes, 9, at % 4)
        judge = Judge(texts(cards), rules_of(axes))
        ways = _named(all_melds(cards, axes))
        assert len(set(ways)) == len(ways)
        assert set(ways) == judge.arrangements(judge.all)
        assert bool(ways) == (arrange(cards, axes) is not None)


@pytest.mark.parametrize("name", AXES)
def test_as_many_melds_of_three_as_can_be_laid(name: str) -> None:
    """D20."""
    axes = AXES[name]
    rng = random.Random(6)
    for at in range(HANDS):
        make = (dense_hand, random_hand)[at % 2]
        cards = make(rng, axes, 10, at % 4)
        three = rules_of(replace(axes, size="exactly-three"))
        ways = _named(jogos(cards, axes))
        assert len(set(ways)) == len(ways)
        assert set(ways) == Judge(texts(cards), three).layable() - {()}


def test_the_choice_of_what_to_lay() -> None:
    ways = jogos(hand("7C 7D 7H 8H 9H 2S KC"), AXES["pif-paf"])
    assert [[texts(meld) for meld in melds] for melds in ways] == [
        [["7C", "7D", "7H"]],
        [["7H", "8H", "9H"]],
    ]


def test_the_same_meld_is_laid_twice() -> None:
    held = hand("5D JH JH QH QH KH KH 2S 4S 8S")
    assert jogos(held, AXES["pife-curingas"]) == ((hand("JH QH KH"), hand("JH QH KH")),)


def test_nothing_to_lay() -> None:
    assert jogos(hand("7C 7D 2H 9H"), AXES["pif-paf"]) == ()


def test_the_first_of_a_great_many_comes_at_once() -> None:
    cards = (*hand("4C 5C 6C 7C 8C 9C"), *[JOKER] * 4)
    axes = AXES["pife-curingas"]
    assert len(list(islice(all_melds(cards, axes), 3))) == 3
