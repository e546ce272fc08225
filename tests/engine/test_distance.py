"""How many cards a hand is missing."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from engine.cards import ONE_PACK
from engine.distance import distance
from engine.melds import MeldAxes, arrange, winning_discards
from engine.pifpaf.rules import APOSTA_MELDS
from tests.engine.table import PACK, hand, randoms


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        ("2S 3S 4S QH QC QD 9C 9H 9S", 0),
        ("2S 3S 4S QH QC QD 9C 9H 5D", 1),
        ("2S 3S 4S QH QC QD 9C 9H 5D 9S", 0),
        ("4S 5S 6S 7S 8H 8D 8C 2C 3C", 1),  # the fourth of the run goes
        ("4S 5S 6S 7S 8C 8C 8D 8H KD", 1),  # two melds of four: any fifth card of one
        ("2S 3S 4S QH QC QD 9C KH 5D", 2),
        ("AC 4C 7C TC KC 3D 6D 9D QD", 5),  # two of a run of four, twice
        ("QH KH AH 2S 3S 4S 9C 9H 9S", 1),  # the ace is low only
    ],
)
def test_known_hands(cards: str, missing: int) -> None:
    assert distance(hand(cards), APOSTA_MELDS) == missing


def test_a_high_ace_counts_where_the_rules_have_it() -> None:
    both = MeldAxes(set_suits="exact3", ace="low-high", size="three-or-more")
    assert distance(hand("QH KH AH 2S 3S 4S 9C 9H 9S"), both) == 0


def test_melds_of_three_exactly_need_three_of_them() -> None:
    three = MeldAxes(set_suits="any", ace="low", size="exactly-three")
    assert distance(hand("4S 5S 6S 7S 8H 8D 8C 2C 3C"), three) == 1
    assert distance(hand("4S 5S 6S 7S 8C 8C 8D 8H KD"), three) == 2


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_zero_and_one_mean_what_the_solver_says(rng: random.Random) -> None:
    """Hands built of melds with up to two strangers: 0 is melded, 1 is one card from going out."""
    while True:
        nine = [card for at in rng.sample(range(11), 3) for card in _run_or_set(rng, at)]
        for _ in range(rng.randrange(3)):
            nine[rng.randrange(9)] = rng.choice(ONE_PACK)
        if max(Counter(nine).values()) <= 2:
            break
    missing = distance(nine, APOSTA_MELDS)
    assert (missing == 0) == (arrange(nine, APOSTA_MELDS) is not None)
    unseen = [card for card in ONE_PACK if nine.count(card) < 2]
    goes_out = any(winning_discards((*nine, card), APOSTA_MELDS) for card in unseen)
    assert (missing <= 1) == goes_out


@settings(max_examples=50, deadline=None)
@given(randoms)
def test_one_more_card_helps_by_one_at_most(rng: random.Random) -> None:
    ten = rng.sample(PACK, 10)
    before, after = distance(ten[:9], APOSTA_MELDS), distance(ten, APOSTA_MELDS)
    assert before - 1 <= after <= before


def _run_or_set(rng: random.Random, at: int) -> list[int]:
    if rng.random() < 0.5:
        suit = rng.randrange(4)
        return [suit * 13 + at + step for step in range(3)]
    return [suit * 13 + at for suit in rng.sample(range(4), 3)]
