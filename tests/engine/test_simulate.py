"""Simulated hands and matches of every rule set: none illegal, none endless, no chip lost."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from engine import record, simulate_hand
from engine.__main__ import main
from engine.errors import BadSetup
from engine.game import game_for
from engine.match import ranking
from engine.simulate import EngineFault, Plan, Played, simulate
from engine.simulate_tally import Tally, as_json, told
from tests.engine.table import FAMILY

SEATS = (2, 5, 8)
FAST_HANDS = 2
SLOW_HANDS = 60


def plan_for(rules: str, seats: int, *, bots: tuple[str, ...] = ("steady",)) -> Plan:
    few = seats < game_for(rules).rules(rules, {}).min_players
    options: dict[str, object] = {"min_players": seats} if few else {}
    return Plan(rules, seats, seats, bots, options, records=False)


def tally_of(plan: Plan, hands: int) -> Tally:
    tally = Tally(plan, keep=0)
    for played in islice(simulate(plan), hands):
        tally.add(played)
    return tally


def first_match(plan: Plan) -> list[Played]:
    hands = []
    for played in islice(simulate(plan), 200):
        hands.append(played)
        if played.match is not None:
            return hands
    raise AssertionError("no match was over in 200 hands")


class TestEveryRuleSet:
    @pytest.mark.parametrize("seats", SEATS)
    @pytest.mark.parametrize("rules", FAMILY)
    def test_a_few_hands(self, rules: str, seats: int) -> None:
        """EngineFault would tell of a refused action, an endless hand or a lost chip."""
        tally = tally_of(plan_for(rules, seats), FAST_HANDS)
        assert tally.hands == sum(tally.ends.values()) == FAST_HANDS
        fresh = sum(tally.topped_up.values())
        assert sum(tally.stacks.values()) <= 1000 * (seats + fresh)

    @pytest.mark.slow
    @pytest.mark.parametrize("seats", SEATS)
    @pytest.mark.parametrize("rules", FAMILY)
    def test_many_hands(self, rules: str, seats: int) -> None:
        tally = tally_of(plan_for(rules, seats), SLOW_HANDS)
        assert tally.hands == SLOW_HANDS
        assert tally.ends["void"] < SLOW_HANDS

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", FAMILY)
    def test_hands_of_chance(self, rules: str) -> None:
        assert tally_of(plan_for(rules, 4, bots=("calm",)), 4).hands == 4


class TestMatches:
    def test_a_threshold(self) -> None:
        hands = first_match(Plan("pif-paf", 3, 7, records=False))
        match = hands[-1].match
        assert match is not None
        assert match.over == "threshold"
        assert match.hands == len(hands)
        totals = [one.points for one in match.standings]
        assert max(totals) >= 100
        counted = [sum(dict(one.outcome.points)[seat] for one in hands) for seat in range(3)]
        assert totals == counted
        best = ranking(match)[0][0]
        assert dict(hands[-1].stacks)[best] > 1000

    def test_a_countdown_drops_seats_until_one_is_left(self) -> None:
        hands = first_match(Plan("cacheta", 4, 2, options={"lives": 3}, records=False))
        match = hands[-1].match
        assert match is not None
        assert match.over == "last-left"
        dealt = [len(one.outcome.stacks) for one in hands]
        assert dealt[0] == 4
        assert dealt == sorted(dealt, reverse=True)

    def test_the_next_match_begins_afresh(self) -> None:
        hands = list(islice(simulate(Plan("pife-partida", 2, 4, options={"lives": 1})), 5))
        assert all(one.match is not None and one.match.hands == 1 for one in hands)
        assert sum(stack for _, stack in hands[-1].stacks) == 2000

    def test_records_of_a_match_verify_and_tell_the_scores(self) -> None:
        hands = first_match(Plan("pife-partida", 3, 4, options={"lives": 2}))
        for played in hands:
            assert record.verify(played.record).ok
        second = json.loads(hands[1].record.splitlines()[0])["event"]
        assert [entry["score"] for entry in second["seats"]] == [
            2 - dict(hands[0].outcome.points)[entry["seat"]] for entry in second["seats"]
        ]

    def test_a_seat_that_cant_buy_in_again_gets_a_fresh_stack(self) -> None:
        plan = Plan("pife-partida", 2, 4, options={"lives": 1}, stack=150, records=False)
        hands = list(islice(simulate(plan), 6))
        fresh = sum(len(one.topped_up) for one in hands)
        assert fresh
        assert sum(stack for _, stack in hands[-1].stacks) == 150 * (2 + fresh)


class TestFaults:
    def test_an_endless_hand_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(simulate_hand, "ACTIONS_MAX", 3)
        with pytest.raises(EngineFault, match=r"Hand 1 of seed 1: .* 3 actions"):
            next(simulate(Plan("pife", 3, 1)))

    def test_a_fault_is_exit_code_1(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(simulate_hand, "ACTIONS_MAX", 3)
        assert main(["simulate", "--rules", "pife"]) == 1
        assert "isn't over" in capsys.readouterr().err

    def test_a_stack_too_short_for_the_stakes(self) -> None:
        with pytest.raises(BadSetup, match="20 chips"):
            next(simulate(Plan("pif-paf-cassino", 3, 1, stack=19)))


class TestWhatIsTold:
    def test_records_or_not_the_hands_are_the_same(self) -> None:
        plan = Plan("pif-paf-aposta", 3, 7)
        with_records = list(islice(simulate(plan), 2))
        without = list(islice(simulate(replace(plan, records=False)), 2))
        assert [one.outcome for one in with_records] == [one.outcome for one in without]
        assert all(one.record for one in with_records)
        assert not any(one.record for one in without)

    def test_matches_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["simulate", "--rules", "pif-paf", "--hands", "6", "--seed", "7"]) == 0
        out = capsys.readouterr().out
        assert "pif-paf, seed 7, buy-in 100, stacks of 1000" in out
        assert "match over after" in out
        assert "matches ended by: threshold" in out
        assert "points a hand" in out
        assert "every chip accounted for" in out

    def test_a_match_that_isnt_over(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["simulate", "--rules", "pife-partida", "--hands", "1"]) == 0
        assert "no match was over by then" in capsys.readouterr().out

    def test_axes_are_changed(self, capsys: pytest.CaptureFixture[str]) -> None:
        change = ["--set", "lives=1", "--set", "next_dealer=winner"]
        main(["simulate", "--rules", "pife-partida", "--hands", "2", "--json", *change])
        result = json.loads(capsys.readouterr().out)
        assert result["options"] == {"lives": 1, "next_dealer": "winner"}
        assert result["matches"]["over"] == 2
        assert result["stakes"] == {"hand": "play", "match": "buy-in", "amount": 100}
        assert [hand["match_over"] for hand in result["hands"]] == ["last-left"] * 2

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ("lives", "AXIS=VALUE"),
            ("luck=7", 'no axis "luck"'),
            ("lives=many", "whole number"),
            ("threshold=50", "doesn't go with"),
        ],
    )
    def test_an_axis_that_cant_be_changed_so(
        self, change: str, sentence: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["simulate", "--rules", "pife-partida", "--set", change]) == 2
        assert sentence in capsys.readouterr().err

    def test_only_the_first_hands_are_kept(self) -> None:
        """Memory has a bound, however many hands there are."""
        tally = Tally(Plan("pife", 3, 1, records=False), keep=2)
        for played in islice(simulate(tally.plan), 4):
            tally.add(played)
        result = as_json(tally, None)
        assert [hand["hand_no"] for hand in result["hands"]] == [1, 2]
        assert result["hands_left_out"] == 2
        assert any(line.startswith("4 hands ended by") for line in told(tally, Path("x")))
