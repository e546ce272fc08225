"""How many cards a hand is missing."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from engine.cards import JOKER, ONE_PACK, parse, text, texts
from engine.distance import distance, outs
from engine.melds import MeldAxes, arrange, winning_discards
from engine.pifpaf.rules import APOSTA_MELDS
from tests.engine.hands import AXES, dense_hand, random_hand, rules_of
from tests.engine.oracle import Judge
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


def test_no_wild_card_stands_in_a_meld_of_dead_jokers() -> None:
    """JK JK and a wild are none; with a third joker all nine lie (D29)."""
    axes = MeldAxes(
        set_suits="any",
        ace="low",
        size="exactly-three",
        wilds=frozenset({parse("AC")}),
        dead_jokers=True,
    )
    cards = hand("JK JK 3H 3S 3C 5H 6H 7H AC")
    assert distance(cards, axes) == 1
    assert set(outs(cards, axes)) == {JOKER}
    loose = MeldAxes(
        set_suits="min3",
        ace="low-high",
        size="three-or-more",
        wilds=frozenset({parse("7S")}),
        dead_jokers=True,
    )
    assert distance(hand("JS JK 3S 8S 8S JK 7S AD KH"), loose) >= 1


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


def test_two_alike_may_wait_for_two_more_suits() -> None:
    """A run of five, and two nines of hearts that two more nines make a set of four."""
    assert distance(hand("3S 4S 5S 6S 7S 9H 9H KD JC"), AXES["pife"]) == 2


@pytest.mark.parametrize(
    ("name", "cards", "missing"),
    [
        ("pife-curingas", "2S 3S 4S QH QC QD 9C JK 5D", 1),
        ("pife-curingas", "2S 3S 4S QH QC QD 9C JK JK", 0),
        ("pif-paf", "2S 3S 4S QH QC QD 9C JK JK", 1),  # one joker in a meld
        ("pife-curingas-mortos", "2S 3S 4S QH QC QD JK JK 9C", 1),  # a third joker
        ("pife-volta", "KS AS 2S QH QC QD 9C 9H 9D", 0),
        ("pif-paf", "2S 3S 4S QH QC QD 9C 9H 9D 5H 5C 5D", 0),
        ("pif-paf", "2S 3S 4S QH QC QD 9C 9H 9D 5H 5C 6D 7D", 1),
    ],
)
def test_known_hands_with_jokers_and_more_cards(name: str, cards: str, missing: int) -> None:
    assert distance(hand(cards), AXES[name]) == missing


def test_what_is_left_of_a_hand_with_open_melds() -> None:
    assert distance(hand("QH QC QD 9C 9H 5D"), AXES["pif-paf"]) == 1
    assert distance(hand("QH QC QD 9C 9H 5D KC"), AXES["pif-paf"]) == 1


def _check_distances(name: str, hands: int) -> None:
    axes = AXES[name]
    rng = random.Random(13)
    for at in range(hands):
        for make in (random_hand, dense_hand):
            count = (9, 10)[at % 2]
            cards = make(rng, axes, count, at % 4)
            judge = Judge(texts(cards), rules_of(axes))
            assert distance(cards, axes) == judge.distance(9), texts(cards)


@pytest.mark.parametrize("name", AXES)
def test_distances_as_the_literal_judge_sees_them(name: str) -> None:
    _check_distances(name, 15)


@pytest.mark.slow
@pytest.mark.parametrize("name", AXES)
def test_many_more_distances(name: str) -> None:
    _check_distances(name, 400)


class TestOuts:
    def test_the_cards_that_bring_it_nearer_and_how_many_are_unseen(self) -> None:
        nine = hand("2S 3S 4S QH QC QD 9C 9H 5D")
        found = outs(nine, AXES["pife"], hand("9D 9S 9S KD"))
        assert {text(card): unseen for card, unseen in found.items()} == {"9D": 1}

    def test_jokers_bring_a_hand_nearer_where_they_are_wild(self) -> None:
        nine = hand("2S 3S 4S QH QC QD 9C 9H JK")
        assert outs(nine, AXES["pife-curingas"]) == {}
        nine = hand("2S 3S 4S QH QC QD 9C 6H JK")
        assert outs(nine, AXES["pife-curingas"])[JOKER] == 3
        assert outs(nine, AXES["pife-curingas"], jokers=2)[JOKER] == 1
        assert JOKER not in outs(hand("2S 3S 4S QH QC QD 9C 9H 5D"), AXES["pife"])

    def test_a_vira_makes_its_cards_outs(self) -> None:
        nine = hand("2S 3S 4S QH QC QD KC KH 5D")
        found = outs(nine, AXES["cacheta"])
        assert {"KD", "KS", "9C", "9S"} == set(texts(found))

    @pytest.mark.parametrize("name", AXES)
    def test_they_and_no_others_bring_it_nearer(self, name: str) -> None:
        axes = AXES[name]
        rng = random.Random(17)
        for at in range(4):
            nine = dense_hand(rng, axes, 9, at % 3)
            now, found = distance(nine, axes), outs(nine, axes, (), jokers=4)
            for card in (*ONE_PACK, JOKER):
                copies = 4 if card == JOKER else 2
                nearer = distance([*nine, card], axes, 9) < now
                expected = copies - nine.count(card) if nearer else 0
                assert found.get(card, 0) == max(expected, 0), text(card)

    def test_a_melded_hand_has_none(self) -> None:
        assert outs(hand("2S 3S 4S QH QC QD 9C 9H 9D"), AXES["pife"]) == {}
        assert parse("5S") not in outs(hand("2S 3S 4S QH QC QD 9C 9H 9D"), AXES["pife"])
