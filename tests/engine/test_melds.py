"""The meld solver: the rules' own examples, claims, and what a choice of axes may be."""

import pickle
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from engine.cards import JOKER, Card, parse, text, texts
from engine.game import rules_ids
from engine.hand import Melds
from engine.melds import (
    MeldAxes,
    arrange,
    can_go_out_with,
    claim_discards,
    in_order,
    is_meld,
    winning_discards,
)
from engine.pifpaf.deal import wild_faces, with_wilds
from engine.pifpaf.rules import APOSTA_MELDS, settle_rules
from tests.engine.hands import AXES, dense_hand, rules_of
from tests.engine.oracle import Judge
from tests.engine.table import hand, randoms, row_name, rows, vectors

COLUMNS = vectors("melds")["columns"]


def _axes_of(row: Mapping[str, Any]) -> MeldAxes:
    rules = settle_rules(row["rules"], row["options"])
    return with_wilds(rules, parse(row["vira"]) if "vira" in row else None)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("row", rows("melds"), ids=row_name)
def test_the_melds_of_the_rules(row: Mapping[str, Any], column: str) -> None:
    axes = _axes_of(COLUMNS[column])
    cards = list(hand(row["cards"]))
    assert is_meld(cards, axes) == bool(row[column])
    assert is_meld(cards[::-1], axes) == bool(row[column])
    assert (arrange(cards, axes) is not None) == bool(row[column])


@pytest.mark.parametrize(
    "row", vectors("wilds")["faces"], ids=lambda row: f"{row['vira']} {row['by']}"
)
def test_the_cards_that_a_vira_makes_wild(row: Mapping[str, str]) -> None:
    assert wild_faces(parse(row["vira"]), row["by"]) == set(hand(row["wild"]))


@pytest.mark.parametrize("row", rows("wilds"), ids=row_name)
def test_the_melds_with_wilds_of_the_rules(row: Mapping[str, Any]) -> None:
    axes = _axes_of(row)
    cards = hand(row["cards"])
    if "imaginary" in row:
        axes = replace(axes, wilds=axes.wilds | {JOKER})
        cards += (JOKER,) * row["imaginary"]
    else:
        assert is_meld(cards, axes) == row["ok"]
    assert (arrange(cards, axes) is not None) == row["ok"]


@pytest.mark.parametrize("row", rows("going_out"), ids=row_name)
def test_going_out_as_the_rules_say(row: Mapping[str, Any]) -> None:
    axes = _axes_of(row)
    if "either" in row:
        assert all(is_meld(hand(meld), axes) for meld in row["either"])
        assert arrange(hand(row["not"]), axes) is None
        return
    held, drawn = hand(row["held"]), parse(row["drawn"])
    rules = settle_rules(row["rules"], row["options"])
    kept = row["from"] == "discard" and rules.rediscard != "allowed"
    ways = (claim_discards if kept else _drawn_discards)(held, drawn, axes)
    assert bool(ways) == row["nine"]
    if "discards" in row:
        assert texts(ways) == sorted(row["discards"], key=parse)
    ten = rules.ten_card_out and arrange((*held, drawn), axes) is not None
    assert ten == row["ten"]


def _drawn_discards(held: tuple[Card, ...], drawn: Card, axes: MeldAxes) -> dict[Card, Melds]:
    return winning_discards((*held, drawn), axes)


@pytest.mark.parametrize("rules_id", set(AXES) & set(rules_ids()))
def test_the_judged_axes_are_those_of_the_rule_sets(rules_id: str) -> None:
    rules = settle_rules(rules_id, {})
    assert with_wilds(rules, None if rules.vira == "none" else parse("8C")) == AXES[rules_id]


def test_two_groups_of_one_rank_use_all_four_suits() -> None:
    """Six queens of four suits are no group, but they are two (exactly three suits in each)."""
    ten = hand("QS QS QH QH QD QC 4S 5S 6S 8H")
    ways = winning_discards(ten, APOSTA_MELDS)
    assert texts(ways) == ["8H"]
    assert len(ways[parse("8H")]) == 3


def test_no_meld_holds_a_joker() -> None:
    assert not is_meld([JOKER, JOKER, JOKER], APOSTA_MELDS)
    assert not is_meld([0, 1, JOKER], APOSTA_MELDS)


def test_jokers_are_wild_or_dead() -> None:
    with pytest.raises(ValueError, match="wild or dead, not both"):
        replace(AXES["pife-curingas"], dead_jokers=True)


def test_axes_survive_a_trip_to_another_process() -> None:
    axes = AXES["cacheta, one wild"]
    again = pickle.loads(pickle.dumps(axes))  # noqa: S301 # our own bytes
    assert again == axes
    assert hash(again) == hash(axes)


def test_a_hand_with_more_wilds_than_any_pack_has_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 10 wild cards"):
        arrange([JOKER] * 11, AXES["pife-curingas"])


@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ("6S JK 4S", "4S JK 6S"),
        ("JK KH QH", "QH KH JK"),
        ("9C 8S 9S", "8S 9S 9C"),
        ("7H 7C JK", "7C 7H JK"),
        ("AH KH QH", "QH KH AH"),
    ],
)
def test_a_meld_is_laid_in_its_order(cards: str, laid: str) -> None:
    axes = replace(AXES["pife-curingas"], wilds=frozenset({JOKER, parse("9C"), parse("9S")}))
    assert texts(in_order(hand(cards), axes)) == laid.split()


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
