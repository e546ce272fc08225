"""Which kind of bot does better: the places they take, the means, and what is told of them."""

import json
from collections import Counter
from itertools import islice

import pytest

from engine.__main__ import main
from engine.simulate import Plan, simulate
from engine.simulate_kinds import Kinds, Mean

MIXED = ("calm", "steady", "sharp", "steady")


class TestPlaces:
    def test_each_kind_sits_on_each_seat_as_often(self) -> None:
        plan = Plan("pife", 4, 3, MIXED, records=False)
        sat: Counter[tuple[int, str]] = Counter()
        orders = set()
        for played in islice(simulate(plan), 12):
            sat.update(played.bots.items())
            orders.add(tuple(played.bots.values()))
        assert {sat[seat, "sharp"] for seat in range(4)} == {3}
        assert {sat[seat, "steady"] for seat in range(4)} == {6}
        assert len(orders) > 4

    def test_they_keep_their_places_through_a_match(self) -> None:
        plan = Plan("pife-partida", 2, 3, ("steady", "calm"), options={"lives": 2}, records=False)
        matches: list[set[tuple[str, ...]]] = [set()]
        for played in islice(simulate(plan), 12):
            matches[-1].add(tuple(played.bots.values()))
            if played.match is not None:
                matches.append(set())
        assert all(len(orders) == 1 for orders in matches if orders)
        assert matches[0] != matches[1]

    def test_one_kind_stays_where_it_is(self) -> None:
        hands = islice(simulate(Plan("pife", 3, 3, records=False)), 5)
        assert {tuple(played.bots.values()) for played in hands} == {("steady",) * 3}


class TestMeans:
    def test_a_mean_and_its_interval(self) -> None:
        mean = Mean()
        assert mean.json() == [0.0, 0.0]
        for number in (1, 2, 3, 4):
            mean.add(number)
        assert mean.mean == 2.5
        assert mean.within == pytest.approx(1.96 * (5 / 3 / 4) ** 0.5)

    def test_all_kinds_together_win_each_hand_once_and_what_one_wins_another_loses(self) -> None:
        kinds = Kinds()
        for played in islice(simulate(Plan("pife", 4, 5, MIXED, records=False)), 8):
            kinds.add(played)
        assert sum(kind.wins for kind in kinds.kinds.values()) == 8
        assert sum(kind.seats for kind in kinds.kinds.values()) == 32
        chips = {name: kind.chips.mean for name, kind in kinds.kinds.items()}
        assert chips["calm"] + 2 * chips["steady"] + chips["sharp"] == pytest.approx(0)


class TestTold:
    def test_a_table_of_kinds(self, capsys: pytest.CaptureFixture[str]) -> None:
        play = ["simulate", "--rules", "pife", "--seats", "4", "--hands", "4"]
        assert main([*play, "--bots", ",".join(MIXED)]) == 0
        out = capsys.readouterr().out
        assert "change places" in out
        assert "win share" in out
        assert "chips a hand" in out
        assert "95 % interval" in out
        assert main([*play, "--bots", "sharp"]) == 0
        assert "win share" not in capsys.readouterr().out

    def test_kinds_in_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        play = ["simulate", "--rules", "pif-paf", "--seats", "3", "--hands", "6", "--json"]
        assert main([*play, "--bots", "steady,sharp"]) == 0
        kinds = json.loads(capsys.readouterr().out)["kinds"]
        assert [kind["bot"] for kind in kinds] == ["sharp", "steady"]
        assert sum(kind["seats"] for kind in kinds) == 18
        for kind in kinds:
            assert len(kind["win_share"]) == len(kind["points_per_hand"]) == 2
            assert kind["chips_per_match"] is not None

    def test_points_and_matches_in_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        play = ["simulate", "--rules", "pif-paf", "--seats", "3", "--hands", "6"]
        assert main([*play, "--bots", "steady,sharp"]) == 0
        out = capsys.readouterr().out
        assert "matches won" in out
        assert "chips a match" in out
        assert "points a hand" in out
