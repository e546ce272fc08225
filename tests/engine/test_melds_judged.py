"""The meld solver against a literal judge, over random and dense hands of every choice of axes."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, Card, text, texts
from engine.hand import Melds
from engine.melding.solver import solver_for
from engine.melds import MeldAxes, arrange, can_go_out, is_meld, winning_discards
from tests.engine import oracle
from tests.engine.hands import AXES, dense_hand, random_hand, rules_of
from tests.engine.oracle import Judge
from tests.engine.table import PACK

Make: TypeAlias = Callable[[random.Random, MeldAxes, int, int], list[Card]]

HANDS = 200
HANDS_IN_THE_SLOW_TEST = 20_000
ODD = 5  # 0 to 4 wilds or jokers in the hand


def _check_against_oracle(cards: list[Card], axes: MeldAxes) -> bool:
    names = texts(cards)
    rules = rules_of(axes)
    judge = Judge(names, rules)
    ways = winning_discards(cards, axes)
    assert {text(card) for card in ways} == judge.discards(), names
    assert list(ways) == sorted(ways)
    assert can_go_out(cards, axes) == bool(ways)
    assert solver_for(axes).throws(cards) == list(ways)
    for card, melds in ways.items():
        _check_melds(melds, axes, [*cards], without=card)
    ten = arrange(cards, axes)
    assert (ten is not None) == judge.melded(judge.all), names
    if ten is not None:
        _check_melds(ten, axes, cards)
    nine = arrange(cards[:-1], axes)
    assert (nine is not None) == judge.melded(judge.all >> 1), names
    return bool(ways)


def _check_melds(
    melds: Melds, axes: MeldAxes, cards: list[Card], without: Card | None = None
) -> None:
    rules = rules_of(axes)
    for meld in melds:
        assert oracle.meld(tuple(sorted(texts(meld))), rules)
    laid = Counter(one for meld in melds for one in meld)
    assert laid + Counter([] if without is None else [without]) == Counter(cards)


def _try_hands(make: Make, axes: MeldAxes, hands: int) -> int:
    rng = random.Random(7)
    return sum(_check_against_oracle(make(rng, axes, 10, at % ODD), axes) for at in range(hands))


@pytest.mark.parametrize("name", AXES)
def test_random_hands_as_the_literal_judge_sees_them(name: str) -> None:
    _try_hands(random_hand, AXES[name], HANDS)


@pytest.mark.parametrize("name", AXES)
def test_dense_hands_as_the_literal_judge_sees_them(name: str) -> None:
    wins = _try_hands(dense_hand, AXES[name], HANDS)
    assert HANDS * 0.1 < wins < HANDS * 0.95  # they are near the line between yes and no


@pytest.mark.slow
@pytest.mark.parametrize("name", AXES)
@pytest.mark.parametrize("make", [random_hand, dense_hand])
def test_many_more_hands_as_the_literal_judge_sees_them(make: Make, name: str) -> None:
    _try_hands(make, AXES[name], HANDS_IN_THE_SLOW_TEST)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from([*PACK, JOKER]), min_size=0, max_size=6),
    st.sampled_from(sorted(AXES)),
)
def test_one_meld_as_the_literal_judge_sees_it(cards: list[Card], name: str) -> None:
    axes = AXES[name]
    assert is_meld(cards, axes) == oracle.meld(tuple(sorted(texts(cards))), rules_of(axes))


@pytest.mark.parametrize("name", AXES)
def test_every_triple_as_the_literal_judge_sees_it(name: str) -> None:
    axes = AXES[name]
    # Three suits stand for four: a triple never tells the fourth from the third. Wilds are in
    # clubs, hearts and spades.
    cards = [*range(13), *range(26, 52), JOKER]
    for triple in combinations_with_replacement(cards, 3):
        assert is_meld(triple, axes) == oracle.meld(tuple(sorted(texts(triple))), rules_of(axes))
