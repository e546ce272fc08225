"""Rules, Missions and set-ups of Pili Pili: what may be asked for, and what is refused."""

import itertools
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.axis import told
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.game import Seating, Stakes
from engine.pilipili.axes import AXES
from engine.pilipili.missions import EDITIONS, FORTY, THIRTY_SIX, mission
from engine.pilipili.rules import PACK, settle_rules
from engine.shuffle import StreamPlace, deck_of
from tests.engine.pilipili import GAME, LATER, PLAIN, RULES, setup


class TestRules:
    def test_two_editions(self) -> None:
        larger, smaller = settle_rules(RULES, {}), settle_rules(RULES, {"edition": 36})
        assert (len(larger.missions), larger.match.threshold) == (40, 7)
        assert (len(smaller.missions), smaller.match.threshold) == (36, 6)
        assert set(THIRTY_SIX) < set(FORTY)
        assert settle_rules(RULES, {"edition": 36, "limit": 9}).match.threshold == 9

    def test_first_games_have_no_missions_and_five_cards(self) -> None:
        rules = settle_rules(PLAIN, {})
        assert (rules.missions, rules.cards, rules.match.threshold) == ((), 5, 7)

    def test_experts_are_dropped(self) -> None:
        left = settle_rules(RULES, {"experts": False}).missions
        assert len(left) == 22
        assert not any(mission(text).expert for text in left)

    @pytest.mark.parametrize(
        ("without", "left"),
        [("SWAP", 38), ("swap, shared", 37), ("PASS(1,L)", 39), ("open 4", 39), ("PASS", 36)],
    )
    def test_single_missions_are_dropped(self, without: str, left: int) -> None:
        assert len(settle_rules(RULES, {"without": without}).missions) == left

    def test_a_list_of_ones_own_in_any_spelling(self) -> None:
        rules = settle_rules(
            RULES, {"missions": " pass( 1 , l ) 5,cursed{7,13} 4 , OPEN  4,OPEN 4"}
        )
        assert rules.missions == ("PASS(1,L) 5", "CURSED(7,13) 4", "OPEN 4", "OPEN 4")
        assert dict(rules.options)["missions"] == "PASS(1,L) 5, CURSED(7,13) 4, OPEN 4, OPEN 4"

    def test_cursed_numbers_are_a_set(self) -> None:
        rules = settle_rules(RULES, {"missions": "CURSED(13,7,13) 4", "without": ""})
        assert rules.missions == ("CURSED(7,13) 4",)
        with pytest.raises(BadRules, match="No Mission is left"):
            settle_rules(RULES, {"missions": "CURSED(13,7) 4", "without": "CURSED(7,13)"})

    def test_settled_options_settle_to_the_same_rules(self) -> None:
        for options in ({}, {"edition": 36}, {"missions": "DRAW 2", "limit": 3}):
            rules = settle_rules(RULES, options)
            assert settle_rules(RULES, dict(rules.options)) == rules

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            ({"colour": 1}, "has no option"),
            ({"limit": 0}, "whole number from 1 to 100"),
            ({"limit": True}, "whole number"),
            ({"experts": 1}, "one of no, yes"),
            ({"edition": 41}, "one of 40, 36"),
            ({"missions": 5}, '"missions" must be'),
            ({"missions": []}, '"missions" must be'),
            ({"missions": ""}, "must list 1 to"),
            ({"missions": "NOECHO 1"}, "NOECHO needs 2"),
            ({"missions": "FIRSTLAST 1"}, "FIRSTLAST needs 2"),
            ({"missions": "PASS(2,L) 1"}, "passes 2 cards"),
            ({"missions": "PASS(3,L) 5"}, "is no Mission"),
            ({"missions": "PASS 5"}, "is no Mission"),
            ({"missions": "OPEN"}, "is no Mission"),
            ({"missions": "OPEN 0"}, "is no Mission"),
            ({"missions": "OPEN 10"}, "is no Mission"),
            ({"missions": "CURSED(56) 5"}, "is no Mission"),
            ({"missions": "DOUBLE 5"}, "the kinds are PASS"),
            ({"missions": "X" * 5000}, "no longer than 4000"),
            # Short enough as it is given; what would be kept is not, and could not be read again.
            ({"missions": ",".join(["CURSED(1,22,33,44,55)9"] * 170)}, "no longer than 4000"),
            ({"without": "LEAP"}, '"LEAP" is no Mission that could be left out'),
            ({"without": "PASS(3,L)"}, "is no Mission that could be left out"),
            ({"without": "OPEN 9"}, "not among the"),
            ({"missions": "none", "without": "SWAP"}, "nothing to leave out"),
            ({"missions": "SWAP 5", "experts": False}, "No Mission is left"),
            ({"cards": 4}, "Each Mission says"),
            ({"min_players": 5, "max_players": 4}, "is more than max_players"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, options: dict[str, Any], sentence: str) -> None:
        with pytest.raises(BadRules, match=sentence) as refused:
            settle_rules(RULES, options)
        assert str(refused.value).endswith(".")
        assert len(str(refused.value)) < 400

    def test_there_are_no_other_rules(self) -> None:
        with pytest.raises(UnknownRules, match="Pili Pili has no rules"):
            settle_rules("pife", {})

    def test_every_axis_can_be_written_and_read(self) -> None:
        for axis in AXES:
            value = dict(settle_rules(RULES, {}).options)[axis.name]
            assert isinstance(value, int | str)
            assert GAME.read_option(axis.name, told(value)) == value
        with pytest.raises(BadRules, match="no axis"):
            GAME.read_option("ace", "low")


class TestSetUp:
    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"seats": ()}, "2 to 8 seats"),
            ({"seats": (Seating(0, 9),)}, "2 to 8 seats"),
            ({"seats": tuple(Seating(seat, 9) for seat in range(9))}, "2 to 8 seats"),
            ({"seats": (Seating(0, 9), Seating(0, 9))}, "once"),
            ({"dealer": 7}, "The dealer, seat 7"),
            ({"stakes": Stakes("fixed", 5)}, "moves no chips"),
            ({"seats": (Seating(0, -1), Seating(1, 9))}, "A stack"),
            ({"seats": (Seating(0, 1, -1), Seating(1, 9))}, "A score"),
            ({"carried": "x"}, "carried"),
            ({"carried": "1 0"}, "carried"),
            ({"carried": "0 40"}, "carried"),
            ({"carried": " ".join(map(str, range(40)))}, "carried"),
        ],
    )
    def test_a_round_that_cannot_be_dealt(self, change: dict[str, Any], sentence: str) -> None:
        made = replace(setup(2, missions="edition"), **change)
        with pytest.raises(BadSetup, match=sentence) as refused:
            GAME.deal(made, PACK, LATER)
        assert str(refused.value).endswith(".")

    def test_a_deck_of_other_cards(self) -> None:
        for deck in (PACK[:-1], (*PACK[:-1], PACK[0]), tuple(range(52))):
            with pytest.raises(BadSetup, match="56 cards"):
                GAME.deal(setup(2), deck, LATER)

    def test_a_mission_needs_the_rest_of_the_stream(self) -> None:
        with pytest.raises(BadSetup, match="the rest of the stream"):
            GAME.deal(setup(2, missions="edition"), PACK, None)
        assert GAME.deal(setup(2, mission="OPEN 4"), PACK, None).mission.kind == "OPEN"

    def test_nothing_is_carried_without_missions(self) -> None:
        with pytest.raises(BadSetup, match="carried"):
            GAME.deal(setup(2, carried="0"), PACK, LATER)


class TestMissionsOfAMatch:
    def test_each_comes_once_before_any_comes_again(self) -> None:
        """As from a shuffled pile; the record carries which have been, so all can be checked."""
        carried = ""
        met: list[int] = []
        for number in range(80):
            made = setup(2, missions="edition", carried=carried)
            key = bytes([number]) * 64
            state = GAME.deal(made, deck_of("h", key, PACK), StreamPlace(key, 0))
            met.append(state.mission_no)
            while state.outcome is None:
                state = GAME.apply(state, GAME.default(state))
            carried = state.outcome.carried
        assert sorted(met[:40]) == sorted(met[40:]) == list(range(40))
        assert met[:40] != met[40:]

    def test_each_is_as_likely(self) -> None:
        made = setup(2, missions="OPEN 4, DRAW 2, SWAP 5, HILO 5")
        counted = Counter(
            GAME.deal(made, PACK, StreamPlace(number.to_bytes(64, "big"), 0)).mission_no
            for number in range(4000)
        )
        assert set(counted) == {0, 1, 2, 3}
        assert all(900 < count < 1100 for count in counted.values())

    def test_the_editions_hold_what_they_say(self) -> None:
        for number, texts in EDITIONS.items():
            assert len(texts) == number
            assert all(mission(text).text == text for text in texts)
            kinds = {mission(text).kind for text in texts}
            assert len(kinds) == (18 if number == 40 else 17)
        assert max(mission(text).cards for text in FORTY) == 7

    def test_missions_compare_by_what_they_say(self) -> None:
        for one, other in itertools.product(FORTY, repeat=2):
            assert (mission(one) == mission(other)) == (one == other)
