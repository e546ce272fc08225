"""Matches: the rules' rows of scores, who drops out, who deals, what is refused."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.game import Rake, Seating, Stakes, game_for
from engine.match import BadOutcome, Match, MatchOver, MatchStakes
from engine.match_json import match_json, match_of
from engine.match_setup import least_stack, natural_stakes
from engine.replay import dealt
from tests.engine.matches import ended, match_setup, with_points
from tests.engine.table import FAMILY, row_name, rows

ANTE = Stakes("ante-capped-round", 5)


def points(state: Match) -> list[int]:
    return [one.points for one in state.standings]


def after(state: Match, *winners: int, loss: int = 1) -> Match:
    """The countdown after these seats have won."""
    for winner in winners:
        lost = [0 if seat == winner else loss for seat in state.seats_in]
        state = match.apply(state, ended(state, winner, lost))
    return state


class TestTheRowsOfTheRules:
    @pytest.mark.parametrize("row", rows("scores"), ids=row_name)
    def test_points_elimination_end_and_ranks(self, row: Mapping[str, Any]) -> None:
        setup = match_setup(row["rules"], len(row["before"]), **row.get("options", {}))
        state = with_points(match.begin(setup), row["before"])
        for winner, counted in row["hands"]:
            assert state.over is None
            state = match.apply(state, ended(state, winner, counted))
        then = row["then"]
        assert points(state) == then["points"]
        out = [one.seat for one in state.standings if one.out_after is not None]
        assert out == then.get("out", [])
        assert state.over == then["over"]
        if "dealer" in then:
            assert state.dealer == then["dealer"]
        if "ranks" in then:
            assert [rank for _, rank in sorted(match.ranking(state))] == then["ranks"]

    def test_with_one_point_left_nobody_may_fold(self) -> None:
        """S22: the match tells its hand what each seat has."""
        setup = match_setup("cacheta", fold_cost=1)
        state = with_points(match.begin(setup), [10, 1, 2])
        hand = match.next_hand(state)
        assert [one.score for one in hand.seats] == [10, 1, 2]
        game = game_for("cacheta")
        dealt_hand = dealt(hand, "hand", bytes(64))
        assert game.legal(dealt_hand, 1) == [{"kind": "stay"}]

    def test_lost_points_are_no_score_to_leave_from(self) -> None:
        """In a fixed number of hands nobody has points to lose, so everybody may leave."""
        setup = match_setup("cacheta", match="fixed-hands", lives=0, hands=3, fold_cost=1)
        hand = match.next_hand(match.begin(setup))
        assert [one.score for one in hand.seats] == [None, None, None]


class TestWhoPlaysOn:
    def test_the_deal_skips_who_has_dropped_out(self) -> None:
        state = after(match.begin(match_setup("pife-partida", 4, lives=2)), 0)
        assert state.dealer == 1
        state = match.apply(state, ended(state, 0, [0, 1, 0, 0]))
        assert state.seats_in == (0, 2, 3)
        assert state.dealer == 2

    def test_fewer_than_the_rules_ask_for_play_on(self) -> None:
        """`min_players` says who begins a match; S1 asks for three."""
        setup = match_setup("pif-paf-aposta", stacks=[50, 5, 50], hand_stakes=ANTE)
        state = match.begin(setup)
        state = match.apply(state, ended(state, 0, (), {0: 10, 1: -5, 2: -5}))
        hand = match.next_hand(state)
        assert [one.seat for one in hand.seats] == [0, 2]
        assert dict(hand.options)["min_players"] == 2
        assert dealt(hand, "hand", bytes(64)) is not None

    def test_the_last_one_with_chips_wins(self) -> None:
        setup = match_setup("pif-paf-aposta", stacks=[50, 5, 20], hand_stakes=ANTE)
        state = match.begin(setup)
        state = match.apply(state, ended(state, 0, (), {0: 10, 1: -5, 2: -5}))
        state = match.apply(state, ended(state, 0, (), {0: 15, 2: -15}))
        assert state.over == "last-left"
        assert match.ranking(state) == ((0, 1), (2, 2), (1, 3))

    def test_a_fixed_stake_must_be_covered_four_times_where_a_direto_costs_that(self) -> None:
        """D21: with 39 of 40 chips a seat can't play for 10 in the casino."""
        setup = match_setup(
            "pif-paf-cassino", stacks=[60, 49, 60], hand_stakes=Stakes("fixed", 10)
        )
        state = match.begin(setup)
        state = match.apply(state, ended(state, 0, (), {0: 20, 1: -10, 2: -10}))
        assert state.seats_in == (0, 2)
        assert {one.seat: one.stack for one in state.standings}[1] == 39

    def test_who_drops_out_by_points_and_who_by_chips(self) -> None:
        setup = match_setup("pife-partida", stacks=[50, 5, 50], hand_stakes=ANTE)
        state = match.begin(setup)
        state = match.apply(state, ended(state, 0, [0, 1, 1], {0: 10, 1: -5, 2: -5}))
        assert state.seats_in == (0, 2)
        assert points(state) == [10, 9, 9]

    def test_the_hand_that_ends_a_match_puts_nobody_out_for_chips(self) -> None:
        """The least points win, broke or not."""
        setup = match_setup("pif-paf", stacks=[50, 5, 50], hand_stakes=ANTE)
        state = match.begin(setup)
        state = match.apply(state, ended(state, 0, [0, 30, 100], {0: 10, 1: -5, 2: -5}))
        assert match.ranking(state) == ((0, 1), (1, 2), (2, 3))

    def test_the_limit_ends_a_match_as_it_stands(self) -> None:
        state = match.begin(match_setup("pife-partida", hand_limit=3))
        state = match.apply(after(state, 1, 1), ended(after(state, 1, 1), None))
        assert state.over == "limit"
        assert match.ranking(state) == ((1, 1), (0, 2), (2, 2))

    def test_no_hand_follows_a_match_that_is_over(self) -> None:
        state = match.begin(match_setup("pife"))
        outcome = ended(state, 1)
        state = match.apply(state, outcome)
        with pytest.raises(MatchOver):
            match.next_hand(state)
        with pytest.raises(MatchOver):
            match.apply(state, outcome)


class TestTheStakesOfAMatch:
    def test_the_winner_takes_the_buy_ins(self) -> None:
        state = match.begin(match_setup("pif-paf", stakes=MatchStakes("buy-in", 40)))
        assert state.pot == 120
        assert [one.stack for one in state.standings] == [60, 60, 60]
        state = match.apply(state, ended(state, 1, [100, 0, 30]))
        assert match.deltas(state) == ((0, -40), (1, 80), (2, -40))
        assert state.pot == 0

    @pytest.mark.parametrize(
        ("dealer", "got"), [(0, (0, 31, 31, 30)), (1, (0, 30, 31, 31)), (2, (0, 31, 30, 31))]
    )
    def test_those_who_share_get_the_odd_chips_from_the_dealers_left_on(
        self, dealer: int, got: tuple[int, ...]
    ) -> None:
        """92 chips for three: the two nearest the left of who dealt last get one more."""
        setup = match_setup("pif-paf", 4, stakes=MatchStakes("buy-in", 23), dealer=dealer)
        state = match.begin(setup)
        state = match.apply(state, ended(state, 1, [100, 0, 0, 0]))
        assert tuple(one.stack - 77 for one in state.standings) == got

    def test_odd_chips_go_the_way_of_play(self) -> None:
        setup = match_setup(
            "pif-paf", 4, stakes=MatchStakes("buy-in", 23), direction="anticlockwise"
        )
        state = match.begin(setup)
        state = match.apply(state, ended(state, 1, [100, 0, 0, 0]))
        assert [one.stack - 77 for one in state.standings] == [0, 30, 31, 31]

    def test_the_house_keeps_its_share_of_the_buy_ins(self) -> None:
        stakes = MatchStakes("buy-in", 40, Rake(50, 5))
        state = match.begin(match_setup("pif-paf", stakes=stakes))
        state = match.apply(state, ended(state, 1, [100, 0, 30]))
        assert state.rake == 5
        assert match.deltas(state) == ((0, -40), (1, 75), (2, -40))

    def test_a_match_that_nobody_played_costs_nothing(self) -> None:
        """Only void hands: all share the first rank and the buy-ins, and there is no rake."""
        stakes = MatchStakes("buy-in", 40, Rake(500, 50))
        state = match.begin(match_setup("pif-paf", stakes=stakes, hand_limit=1))
        state = match.apply(state, ended(state, None))
        assert match.deltas(state) == ((0, 0), (1, 0), (2, 0))

    def test_each_seat_pays_each_better_one_for_the_points_between_them(self) -> None:
        stakes = MatchStakes("per-point", 2)
        state = match.begin(match_setup("pif-paf", stacks=[900, 900, 900], stakes=stakes))
        state = match.apply(state, ended(state, 1, [100, 0, 30]))
        assert match.deltas(state) == ((0, -340), (1, 260), (2, 80))

    def test_points_left_of_a_countdown_are_worth_their_difference(self) -> None:
        stakes = MatchStakes("per-point", 3)
        state = match.begin(match_setup("pife-partida", 2, stakes=stakes, lives=2))
        state = after(state, 0, 0)
        assert match.deltas(state) == ((0, 6), (1, -6))

    def test_natural_stakes_of_each_kind(self) -> None:
        assert natural_stakes("fixed", 5, 100) == (Stakes("fixed", 5), MatchStakes())
        assert natural_stakes("buy-in", 5, 100)[1] == MatchStakes("buy-in", 100)
        assert natural_stakes("per-point", 5, 100)[1] == MatchStakes("per-point", 5)
        assert natural_stakes("play", 5, 100) == (Stakes("play", 0), MatchStakes())

    @pytest.mark.parametrize("rules", FAMILY)
    def test_every_rule_set_is_played_for_its_natural_stakes(self, rules: str) -> None:
        settled = game_for(rules).rules(rules, {})
        hand, whole = natural_stakes(settled.stakes, 5, 50)
        setup = match_setup(rules, 4, hand_stakes=hand, stakes=whole)
        assert match.begin(setup).pot == 4 * (50 if settled.stakes == "buy-in" else 0)
        assert least_stack(settled, hand) <= 20


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"players": 1}, "2 to 8 seats"),
            ({"players": 9}, "2 to 8 seats"),
            ({"dealer": 7}, "must be one of the seats"),
            ({"stacks": [100, 39, 100], "stakes": MatchStakes("buy-in", 40)}, "buy-in is 40"),
            ({"stakes": MatchStakes("buy-in", 0)}, "1 or more"),
            ({"stakes": MatchStakes("none", 3)}, "the amount is 0"),
            ({"stakes": MatchStakes("pot", 3)}, "one of none, buy-in, per-point"),
            ({"stakes": MatchStakes("per-point", 1, Rake(1, 1))}, "taken from buy-ins"),
            ({"stakes": MatchStakes("buy-in", 1, Rake(1001, 1))}, "0 to 1000 per mille"),
            ({"rules": "pif-paf-aposta", "stakes": MatchStakes("per-point", 1)}, "counts none"),
            ({"hand_limit": 0}, "limited to 1 to"),
            ({"stacks": [5, 0, 5], "hand_stakes": ANTE}, "1 or more"),
            ({"rules": "cacheta", "fold_cost": 1, "hand_stakes": ANTE}, "take one of the two"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_a_match_that_cant_be_played(self, change: dict[str, Any], sentence: str) -> None:
        with pytest.raises(BadSetup, match=sentence):
            match.begin(match_setup(**change))

    def test_scores_are_not_brought_along(self) -> None:
        setup = replace(match_setup(), seats=(Seating(0, 9, 4), Seating(1, 9)))
        with pytest.raises(BadSetup, match="begins without scores"):
            match.begin(setup)

    def test_rules_that_there_arent(self) -> None:
        with pytest.raises(UnknownRules):
            match.begin(match_setup("poker"))
        with pytest.raises(BadRules):
            match.begin(match_setup("pife", lives=3))

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"stacks": ((0, 100), (1, 100))}, "seats of the hand are 0, 1, 2"),
            ({"stacks": ((0, 101), (1, 100), (2, 99))}, "those before it"),
            (
                {"deltas": ((0, 1), (1, 0), (2, 0)), "stacks": ((0, 101), (1, 100), (2, 100))},
                "rake",
            ),
            ({"rake": 1}, "rake"),
            ({"points": ((0, 1),)}, "every seat"),
            ({"points": ((0, 1), (1, -1), (2, 0))}, "0 or more"),
            ({"next_dealer": 5}, "next dealer"),
            ({"winner": 5}, "winner"),
            ({"winner": None, "points": ((0, 1), (1, 1), (2, 0))}, "void"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_the_outcome_of_another_hand(self, change: dict[str, Any], sentence: str) -> None:
        state = match.begin(match_setup())
        outcome = replace(ended(state, 1, [4, 0, 3]), **change)
        with pytest.raises(BadOutcome, match=sentence):
            match.apply(state, outcome)


class TestJson:
    def test_a_match_as_text_and_back(self) -> None:
        setup = match_setup("pife-partida", stakes=MatchStakes("buy-in", 9, Rake(1, 2)), lives=2)
        state = after(match.begin(setup), 0)
        assert match_of(json.loads(json.dumps(match_json(state)))) == state

    @pytest.mark.parametrize(
        "broken",
        [
            {"v": 2},
            {"dealer": -1},
            {"over": "bored"},
            {"won": True},
            {"pot": 1.0},
            {"standings": []},
            {"setup": None},
            {"more": 1},
        ],
        ids=str,
    )
    def test_text_that_isnt_a_match(self, broken: dict[str, object]) -> None:
        data = match_json(match.begin(match_setup()))
        with pytest.raises(ValueError, match=r"\w"):
            match_of(data | broken)
        with pytest.raises(ValueError, match="object"):
            match_of([data])
