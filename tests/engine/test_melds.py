"""The meld solver: the rules' own examples, and a literal judge over random and dense hands."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import JOKER, Card, parse, text, texts
from engine.hand import Melds
from engine.melds import (
    MeldAxes,
    arrange,
    can_go_out,
    can_go_out_with,
    claim_discards,
    is_meld,
    winning_discards,
)
from engine.pifpaf.rules import APOSTA_MELDS
from tests.engine import oracle
from tests.engine.hands import AXES, dense_hand, random_hand, rules_of
from tests.engine.oracle import Judge
from tests.engine.table import PACK, hand, randoms, row_name, rows

Make: TypeAlias = Callable[[random.Random, MeldAxes, int, int], list[Card]]

HANDS = 2000
ODD = 5  # 0 to 4 wilds or jokers in the hand


def _check_against_oracle(cards: list[Card], axes: MeldAxes) -> bool:
    names = texts(cards)
    rules = rules_of(axes)
    judge = Judge(names, rules)
    ways = winning_discards(cards, axes)
    assert {text(card) for card in ways} == judge.discards(), names
    assert list(ways) == sorted(ways)
    assert can_go_out(cards, axes) == bool(ways)
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
        assert is_meld(meld, axes)
        assert oracle.meld(tuple(sorted(texts(meld))), rules)
    laid = Counter(one for meld in melds for one in meld)
    assert laid + Counter([] if without is None else [without]) == Counter(cards)


@pytest.mark.parametrize("row", rows("melds"), ids=row_name)
def test_the_melds_of_the_rules(row: Mapping[str, Any]) -> None:
    cards = list(hand(row["cards"]))
    assert is_meld(cards, APOSTA_MELDS) == row["meld"]
    assert is_meld(cards[::-1], APOSTA_MELDS) == row["meld"]


@pytest.mark.parametrize("row", rows("going_out"), ids=row_name)
def test_going_out_as_the_rules_say(row: Mapping[str, Any]) -> None:
    ten = (*hand(row["nine"]), parse(row["drawn"]))
    assert {text(card) for card in winning_discards(ten, APOSTA_MELDS)} == set(row["discards"])


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
def test_ten_times_as_many_hands(make: Make, name: str) -> None:
    _try_hands(make, AXES[name], 10 * HANDS)


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


def test_two_groups_of_one_rank_use_all_four_suits() -> None:
    """Six queens of four suits are no group, but they are two (exactly three suits in each)."""
    ten = hand("QS QS QH QH QD QC 4S 5S 6S 8H")
    ways = winning_discards(ten, APOSTA_MELDS)
    assert texts(ways) == ["8H"]
    assert len(ways[parse("8H")]) == 3


def test_no_meld_holds_a_joker() -> None:
    assert not is_meld([JOKER, JOKER, JOKER], APOSTA_MELDS)
    assert not is_meld([0, 1, JOKER], APOSTA_MELDS)


def _melded(cards: list[Card]) -> bool:
    judge = Judge(texts(cards), rules_of(APOSTA_MELDS))
    return judge.melded(judge.all)


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
        cards = dense_hand(rng, APOSTA_MELDS, 10, 0)
        nine, wanted = cards[:9], cards[9]
        # The claimed card stays, so the card thrown is one of the nine that were held.
        expected = {
            text(card)
            for at, card in enumerate(nine)
            if _melded([*nine[:at], *nine[at + 1 :], wanted])
        }
        assert set(texts(claim_discards(nine, wanted, APOSTA_MELDS))) == expected
