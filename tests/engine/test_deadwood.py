"""What the best melds leave: known hands, and a literal judge over random and dense ones."""

import random
from collections import Counter

import pytest

from engine.cards import JOKER, Card, text, texts
from engine.deadwood import ONE_EACH, deadwood, deadwood_for
from engine.melds import MeldAxes, is_meld
from engine.pifpaf.points import VALUES
from tests.engine.hands import AXES, dense_hand, random_hand, rules_of
from tests.engine.oracle import Judge
from tests.engine.table import hand

HANDS = 40
GIN = MeldAxes("min3", "low", "three-or-more")


def test_the_throw_decides_which_melds_are_best() -> None:
    """Melding for the least and then throwing the dearest card leaves 12 here."""
    cards = hand("2S 4S 5S 6S 3C 4C 5C 6C 3D 5D 6H")
    assert deadwood(cards, GIN, VALUES)[0] == 16
    assert deadwood(cards, GIN, VALUES, throw=True)[0] == 10


@pytest.mark.parametrize(
    ("name", "cards", "left"),
    [
        ("pif-paf", "2C 3C 4C 7D 7H 7S KH 9D 5S", 24),
        ("pif-paf", "2C 3C 4C 7D 7H 7S KH JK 9D", 21),  # 3 4 joker; 2, king and 9 are left
        ("pif-paf", "AS KS QS JS", 1),
        ("pif-paf", "JK JK KH", 50),  # one wild in a meld at most
        ("pife-curingas-mortos", "JK JK JK 2C", 2),
        ("pife-curingas-mortos", "JK JK 2C", 42),
    ],
)
def test_known_hands(name: str, cards: str, left: int) -> None:
    assert deadwood(hand(cards), AXES[name], VALUES)[0] == left


def test_values_are_one_for_each_face() -> None:
    with pytest.raises(ValueError, match="53 numbers"):
        deadwood(hand("2C"), GIN, (1, 2, 3))


def _check(cards: list[Card], axes: MeldAxes, values: tuple[int, ...], *, throw: bool) -> None:
    judge = Judge(texts(cards), rules_of(axes))
    expected = judge.deadwood({text(card): values[card] for card in set(cards)}, throw=throw)
    least, melds = deadwood(cards, axes, values, throw=throw)
    assert least == expected, texts(cards)
    assert deadwood_for(axes, values).least(cards, throw=throw) == expected
    assert all(is_meld(meld, axes) for meld in melds)
    left = Counter(cards)
    left.subtract(card for meld in melds for card in meld)
    assert min(left.values()) >= 0
    points = [values[card] for card in left.elements()]
    assert sum(points) - (max(points, default=0) if throw else 0) == least


def _check_hands(name: str, hands: int) -> None:
    axes = AXES[name]
    rng = random.Random(3)
    odd_values = (*(rng.randrange(1, 15) for _ in range(JOKER)), 9)
    for at in range(hands):
        values = (VALUES, ONE_EACH, odd_values)[at % 3]
        for cards in (random_hand(rng, axes, 10, at % 5), dense_hand(rng, axes, 9, at % 5)):
            _check(cards, axes, values, throw=False)
            _check(cards, axes, values, throw=True)


@pytest.mark.parametrize("name", AXES)
def test_hands_as_the_literal_judge_sees_them(name: str) -> None:
    _check_hands(name, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("name", AXES)
def test_many_more_hands(name: str) -> None:
    _check_hands(name, 25 * HANDS)
