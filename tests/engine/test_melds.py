"""The meld solver: the rules' own examples, and a literal judge over random and dense hands."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, Card, parse, text, texts
from engine.melds import (
    MeldAxes,
    arrange,
    can_go_out_with,
    claim_discards,
    is_meld,
    winning_discards,
)
from engine.pifpaf.rules import APOSTA_MELDS
from tests.engine import oracle
from tests.engine.table import PACK, hand, randoms, row_name, rows

AXES = [
    MeldAxes(set_suits=suits, ace=ace, size=size)
    for suits, ace, size in product(
        ("any", "min3", "exact3"), ("low", "low-high"), ("exactly-three", "three-or-more")
    )
]


def _axis_texts(axes: MeldAxes) -> tuple[str, str, str]:
    return axes.set_suits, axes.ace, axes.size


def _some_meld(rng: random.Random, axes: MeldAxes) -> list[Card]:
    size = 3 if axes.size == "exactly-three" else rng.choice([3, 3, 4, 5])
    if rng.random() < 0.5:
        suit, first = rng.randrange(4), rng.randrange(15 - size)
        return [suit * 13 + (first + step) % 13 for step in range(size)]
    rank = rng.randrange(13)
    return [rng.randrange(4) * 13 + rank for _ in range(size)]


def _dense_hand(rng: random.Random, axes: MeldAxes, count: int) -> list[Card]:
    """Cards that nearly meld: melds of any kind, cards of few ranks, and a stranger or two."""
    while True:
        cards: list[Card] = []
        ranks = rng.sample(range(13), 3)
        while len(cards) < count:
            if rng.random() < 0.75:
                cards += _some_meld(rng, axes)
            else:
                cards.append(rng.randrange(4) * 13 + rng.choice(ranks))
        cards = cards[:count]
        if max(Counter(cards).values()) <= 2:
            rng.shuffle(cards)
            return cards


def _check_against_oracle(cards: list[Card], axes: MeldAxes) -> None:
    names = texts(cards)
    judge = _axis_texts(axes)
    ways = winning_discards(cards, axes)
    assert {text(card) for card in ways} == oracle.discards(names, judge), names
    assert list(ways) == sorted(ways)
    for card, melds in ways.items():
        assert all(oracle.meld(texts(meld), *judge) for meld in melds)
        laid = [one for meld in melds for one in meld]
        assert Counter(laid) + Counter([card]) == Counter(cards)
    nine = cards[:-1]
    found = arrange(nine, axes)
    assert (found is not None) == oracle.melded(texts(nine), judge)


@pytest.mark.parametrize("row", rows("melds"), ids=row_name)
def test_the_melds_of_the_rules(row: Mapping[str, Any]) -> None:
    cards = list(hand(row["cards"]))
    assert is_meld(cards, APOSTA_MELDS) == row["meld"]
    assert is_meld(cards[::-1], APOSTA_MELDS) == row["meld"]


@pytest.mark.parametrize("row", rows("going_out"), ids=row_name)
def test_going_out_as_the_rules_say(row: Mapping[str, Any]) -> None:
    ten = (*hand(row["nine"]), parse(row["drawn"]))
    assert {text(card) for card in winning_discards(ten, APOSTA_MELDS)} == set(row["discards"])


@pytest.mark.parametrize("axes", AXES, ids=str)
def test_random_hands_as_the_literal_judge_sees_them(axes: MeldAxes) -> None:
    rng = random.Random(7)
    for _ in range(40):
        _check_against_oracle(rng.sample(PACK, 10), axes)


@pytest.mark.parametrize("axes", AXES, ids=str)
def test_dense_hands_as_the_literal_judge_sees_them(axes: MeldAxes) -> None:
    rng = random.Random(11)
    for _ in range(60):
        _check_against_oracle(_dense_hand(rng, axes, 10), axes)


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_dense_hands_of_the_betting_game(rng: random.Random) -> None:
    _check_against_oracle(_dense_hand(rng, APOSTA_MELDS, 10), APOSTA_MELDS)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PACK), min_size=0, max_size=6), st.sampled_from(AXES))
def test_one_meld_as_the_literal_judge_sees_it(cards: list[Card], axes: MeldAxes) -> None:
    assert is_meld(cards, axes) == oracle.meld(texts(cards), *_axis_texts(axes))


@pytest.mark.parametrize("axes", AXES, ids=str)
def test_every_triple_as_the_literal_judge_sees_it(axes: MeldAxes) -> None:
    # Three suits stand for four: a triple never tells the fourth from the third.
    cards = range(39)
    for triple in product(cards, repeat=3):
        if triple[0] <= triple[1] <= triple[2]:
            assert is_meld(triple, axes) == oracle.meld(texts(triple), *_axis_texts(axes))


def test_two_groups_of_one_rank_use_all_four_suits() -> None:
    """Six queens of four suits are no group, but they are two (exactly three suits in each)."""
    ten = hand("QS QS QH QH QD QC 4S 5S 6S 8H")
    ways = winning_discards(ten, APOSTA_MELDS)
    assert texts(ways) == ["8H"]
    assert len(ways[parse("8H")]) == 3


def test_no_meld_holds_a_joker() -> None:
    assert not is_meld([JOKER, JOKER, JOKER], APOSTA_MELDS)
    assert not is_meld([0, 1, JOKER], APOSTA_MELDS)


class TestClaims:
    """Going out with a card that is taken: it is in a meld (D13)."""

    def test_the_claimed_card_completes_a_meld(self) -> None:
        nine = hand("2S 3S 4S QH QC QD 9C 9H 5D")
        ways = claim_discards(nine, parse("9S"), APOSTA_MELDS)
        assert texts(ways) == ["5D"]
        assert any(parse("9S") in meld for meld in ways[parse("5D")])
        assert can_go_out_with(nine, parse("9S"), APOSTA_MELDS)
        assert not can_go_out_with(nine, parse("9H"), APOSTA_MELDS)

    def test_nine_melded_cards_dont_claim_a_card_only_to_throw_it(self) -> None:
        nine = hand("2S 3S 4S QH QC QD 9C 9H 9S")
        assert not can_go_out_with(nine, parse("KD"), APOSTA_MELDS)

    def test_the_other_copy_may_be_thrown_for_the_one_claimed(self) -> None:
        """K21: copies of a face differ in nothing, so the claimed one is in the meld."""
        nine = hand("2S 3S 4S QH QC QD 9C 9H 9S")
        assert "4S" in texts(claim_discards(nine, parse("4S"), APOSTA_MELDS))

    @settings(max_examples=200, deadline=None)
    @given(randoms)
    def test_claims_as_the_literal_judge_sees_them(self, rng: random.Random) -> None:
        cards = _dense_hand(rng, APOSTA_MELDS, 10)
        nine, wanted = cards[:9], cards[9]
        judge = _axis_texts(APOSTA_MELDS)
        # The claimed card stays, so the card thrown is one of the nine that were held.
        expected = {
            text(card)
            for at, card in enumerate(nine)
            if oracle.melded(texts([*nine[:at], *nine[at + 1 :], wanted]), judge)
        }
        assert set(texts(claim_discards(nine, wanted, APOSTA_MELDS))) == expected
