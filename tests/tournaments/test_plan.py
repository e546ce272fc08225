"""The plan before the start, levels, buying rules, the draw, and the command line."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import LEVELS, NAME, SEED, finish, opening
from tournaments.rules import events as e
from tournaments.rules.__main__ import main
from tournaments.rules.buying import (
    UNLIMITED,
    Bought,
    BuyingRules,
    check_addon,
    check_late_entry,
    check_rebuy,
    check_reentry,
    entries_closed,
    may_still_return,
)
from tournaments.rules.codec import from_json, to_json
from tournaments.rules.draw import Draw, commitment, drawn_order
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.files import file_of
from tournaments.rules.levels import (
    LEVELS_MAX,
    Level,
    check_levels,
    expected_seconds,
    generated,
    hands_expected,
    level_at,
    starts_at,
    steep,
)
from tournaments.rules.plan import in_order, plan, ranking_order
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    Stage,
    Structure,
    Take,
)


def one(stage: Stage, entries: int = 8) -> list[tuple[int, ...]]:
    """The table sizes of each round."""
    return [each.sizes for each in plan(Structure((stage,)), entries).stages[0].rounds]


class TestPlan:
    def test_every_bracket_names_its_matches_and_byes(self) -> None:
        """Any number of entrants; the rounds are as deep as the bracket."""
        for entrants in range(2, 130):
            single = plan(Structure((Stage("a", SINGLE),)), entrants).stages[0]
            assert single.matches == entrants - 1
            assert len(single.rounds) == (entrants - 1).bit_length()
            double = plan(Structure((Stage("a", DOUBLE),)), entrants).stages[0]
            assert double.matches == (2 * entrants - 1 if entrants > 2 else 1)

    def test_swiss_and_round_robin(self) -> None:
        assert one(Stage("a", SWISS, rounds=2), 5) == [(2, 2), (2, 2)]
        assert one(Stage("a", SWISS, size=4, rounds=1), 14) == [(4, 4, 3, 3)]
        assert len(one(Stage("a", ROUND_ROBIN), 7)) == 7
        assert len(one(Stage("a", ROUND_ROBIN, double=True), 4)) == 6
        assert one(Stage("a", ROUND_ROBIN, groups=2), 7) == [(2, 2, 2)] * 3
        assert one(Stage("a", ROUND_ROBIN, size=3), 9) == [(3, 3, 3)] * 4

    def test_a_freezeout_shows_its_first_tables_and_its_length(self) -> None:
        stage = Stage("f", FREEZEOUT, size=8, stack=1000, levels=LEVELS)
        found = plan(Structure((stage,)), 20).stages[0]
        assert found.rounds[0].sizes == (7, 7, 6)
        assert found.ends == expected_seconds(LEVELS, 1000, 20)

    def test_stages_follow_each_other_and_flights_run_side_by_side(self) -> None:
        days = tuple(
            Stage(name, SWISS, rounds=3, seconds=600, takes=(Take(flight=name),)) for name in "ab"
        )
        last = Stage("last", SINGLE, seconds=900, takes=(Take("a", 1, 4), Take("b", 1, 4)))
        found = plan(Structure((*days, last)), {"a": 9, "b": 12})
        assert [stage.entrants for stage in found.stages] == [9, 12, 8]
        assert [stage.starts for stage in found.stages] == [0, 0, 1800]
        assert found.seconds == 1800 + 3 * 900

    def test_few_tables_make_more_waves(self) -> None:
        structure = Structure((Stage("a", SINGLE, seconds=600),))
        assert plan(structure, 8).seconds == 1800
        assert plan(structure, 8, tables=2).seconds == 2400

    @pytest.mark.parametrize(
        ("stage", "entries", "code"),
        [
            (Stage("a", SINGLE), 1, "bad-field"),
            (Stage("a", SWISS, rounds=9), 8, "too-many-rounds"),
            (Stage("a", SWISS, size=4, rounds=3), 5, "no-split"),
            (Stage("a", ROUND_ROBIN, groups=5), 8, "bad-groups"),
            (Stage("a", ROUND_ROBIN, size=4), 12, "no-plane"),
            (Stage("a", TABLES, sizes=(3, 6), advance=(2,)), 8, "impossible-plan"),
        ],
    )
    def test_what_cannot_be_played_names_the_reason_and_the_nearest(
        self, stage: Stage, entries: int, code: str
    ) -> None:
        with pytest.raises(Impossible) as refused:
            plan(Structure((stage,)), entries)
        assert refused.value.code == code
        for near in refused.value.nearest:
            if isinstance(near, Stage):
                assert plan(Structure((near,)), entries).seconds
        assert refused.value.nearest or code == "bad-field"

    @pytest.mark.parametrize(
        "stages",
        [
            (),
            (Stage("a", SINGLE), Stage("a", SINGLE)),
            (Stage("a", "ladder"),),
            (Stage("a", SINGLE, takes=(Take("b"),)), Stage("b", SINGLE, takes=(Take("a"),))),
            (Stage("a", SINGLE, takes=(Take("x"),)),),
            (
                Stage("a", SINGLE),
                Stage("b", SINGLE, takes=(Take("a", 1, 4),)),
                Stage("c", SINGLE, takes=(Take("a", 4, 8),)),
            ),
            (Stage("a", SINGLE), Stage("b", SINGLE, takes=(Take("a", 3, 2),))),
            (Stage("a", SWISS),),
            (Stage("a", FREEZEOUT, size=8, levels=LEVELS),),
            (Stage("a", DOUBLE, final="judo"),),
        ],
    )
    def test_a_graph_that_is_none_is_refused(self, stages: tuple[Stage, ...]) -> None:
        with pytest.raises(Refused) as refused:
            plan(Structure(stages), 8)
        assert str(refused.value).endswith(".")

    def test_more_places_than_there_are_cannot_be_taken(self) -> None:
        stages = (Stage("a", SINGLE), Stage("b", SINGLE, takes=(Take("a", 1, 16),)))
        with pytest.raises(Impossible):
            plan(Structure(stages), 8)

    def test_the_final_ranking_is_from_the_last_stage_back_or_as_named(self) -> None:
        stages = (Stage("b", SINGLE, takes=(Take("a", 1, 4),)), Stage("a", SINGLE))
        assert [stage.id for stage in in_order(Structure(stages))] == ["a", "b"]
        assert ranking_order(Structure(stages)) == ("b", "a")
        assert ranking_order(Structure(stages, ranking=("a",))) == ("a",)
        with pytest.raises(Refused):
            in_order(Structure(stages, ranking=("x",)))

    def test_a_structure_is_json(self) -> None:
        structure = Structure(
            (Stage("f", FREEZEOUT, size=8, stack=1000, levels=LEVELS),), buying=BuyingRules(1000)
        )
        data = json.loads(json.dumps(to_json(structure)))
        assert from_json(Structure, data) == structure


class TestLevels:
    def test_a_hand_plays_the_level_at_which_it_began(self) -> None:
        levels = (Level(5, 60), Level(0, 30), Level(10, 60))
        assert level_at(levels, 59).level.ante == 5
        assert level_at(levels, 59).seconds_left == 1
        assert level_at(levels, 60).level.is_break
        assert level_at(levels, 90).level.ante == 10
        assert level_at(levels, 10_000) == level_at(levels, 90)
        assert level_at(levels, 90).seconds_left is None
        assert [starts_at(levels, index) for index in range(3)] == [0, 60, 90]

    @settings(deadline=None)
    @given(
        st.integers(1, 500),
        st.integers(1, 200),
        st.integers(101, 300),
        st.integers(2, 2000),
        st.integers(0, 6),
    )
    def test_generated_levels_rise_and_end(
        self, ante: int, times: int, growth: int, players: int, breaks: int
    ) -> None:
        stack = ante * times
        levels = generated(ante, stack, growth=growth, players=players, break_every=breaks)
        check_levels(levels)
        antes = [level.ante for level in levels if not level.is_break]
        assert antes[0] == ante
        assert len(set(antes)) == len(antes)
        assert expected_seconds(levels, stack, players) <= sum(level.seconds for level in levels)
        assert antes[-1] * 4 >= stack * players or len(levels) >= LEVELS_MAX - 1

    def test_hands_take_their_time_however_short_the_levels_are(self) -> None:
        """Six players with 200 chips and levels of a minute took 22 minutes with a break."""
        levels = (
            *(Level(ante, 60) for ante in (20, 40, 80, 150)), Level(0, 300), Level(300, 60),
        )  # fmt: skip
        assert expected_seconds(levels, 200, 6) == 180
        assert hands_expected(6, 4) == 8
        assert expected_seconds(levels, 200, 6, least=120 * 8) == 960 + 300
        stage = Stage("f", FREEZEOUT, size=4, stack=200, levels=levels)
        assert plan(Structure((stage,)), 6).seconds == 21 * 60

    def test_hands_are_played_at_all_tables_at_once(self) -> None:
        told = [(2, 8, 1), (3, 8, 1), (8, 8, 1), (8, 8, 4), (16, 8, 1), (1, 8, 1)]
        assert [hands_expected(*one) for one in told] == [2, 4, 14, 8, 22, 0]

    @given(st.integers(2, 500), st.integers(0, 100_000))
    def test_long_levels_decide_alone(self, players: int, least: int) -> None:
        """The hands never make a plan shorter, and those that fit into it no longer."""
        levels = generated(10, 1000, players=players, break_every=4)
        alone = expected_seconds(levels, 1000, players)
        told = expected_seconds(levels, 1000, players, least=least)
        played = sum(one.seconds for one in levels if not one.is_break)
        assert told >= max(alone, least)
        assert told == alone or least > 0.8 * min(alone, played)

    @pytest.mark.parametrize("players", [2, 3, 4, 8])
    def test_few_chips_have_levels_past_the_expected_end(self, players: int) -> None:
        """Stacks of five antes once had a level or two, and then an ante that never rose."""
        levels = generated(20, 100, seconds=60, players=players)
        assert len(levels) >= expected_seconds(levels, 100, players) // 60 + 3

    def test_jumps_are_pointed_out(self) -> None:
        assert steep((Level(5, 60), Level(10, 60), Level(25, 60))) == (2,)
        assert steep(generated(10, 1000, players=100)) == ()

    @pytest.mark.parametrize(
        "levels",
        [(), (Level(0, 60),), (Level(5, 0),), (Level(10, 60), Level(5, 60)), (Level(-1, 60),)],
    )
    def test_bad_tables_are_refused(self, levels: tuple[Level, ...]) -> None:
        with pytest.raises(Refused):
            check_levels(levels)
        with pytest.raises(Refused):
            generated(0, 10)
        with pytest.raises(Refused):
            level_at((Level(5, 60),), -1)


class TestBuying:
    rules = BuyingRules(
        100, late_until=3, reentries=UNLIMITED, rebuys=2, rebuy_until=2, rebuy_stack=50, addon_at=2
    )

    def test_what_is_open_is_open(self) -> None:
        check_late_entry(self.rules, 3)
        check_reentry(self.rules, Bought(0, out=True, reentries=99), 3)
        check_rebuy(self.rules, Bought(50, rebuys=1), 2)
        check_addon(self.rules, Bought(500), 2)
        assert may_still_return(self.rules, Bought(0), 2)
        assert not may_still_return(self.rules, Bought(0, rebuys=2), 2)
        assert [entries_closed(self.rules, level) for level in (2, 3, 4)] == [False, False, True]

    def test_who_is_out_cannot_buy_chips(self) -> None:
        for check in (check_rebuy, check_addon):
            with pytest.raises(Refused) as refused:
                check(self.rules, Bought(0, out=True), 2)
            assert refused.value.code == "already-out"

    def test_a_tournament_without_them_says_so(self) -> None:
        for level in (-1, 0, 5):
            with pytest.raises(Refused, match="not part of this tournament"):
                check_late_entry(BuyingRules(100), level)


class TestDraw:
    def test_an_outsider_gets_the_same_order_from_the_seed(self) -> None:
        entrants = [f"p{n}" for n in range(300)]
        first = drawn_order(NAME, SEED, "seeding", entrants)
        assert first == drawn_order(NAME, SEED, "seeding", entrants[::-1])
        assert sorted(first) == sorted(entrants)
        assert first != drawn_order(NAME, SEED, "seats", entrants)
        assert first != drawn_order("t2", SEED, "seeding", entrants)
        assert commitment(NAME, SEED) != commitment("t2", SEED)

    def test_a_known_draw(self) -> None:
        """Frozen: a change here would make every published draw unverifiable."""
        assert commitment(NAME, SEED).hex()[:16] == "af0ca1de68d79caf"
        assert drawn_order(NAME, SEED, "seeding", list("abcdefgh")) == tuple("gfecdabh")
        assert [Draw(NAME, SEED, "x").below(n) for n in (2, 256, 257, 10**6)] == [
            1,
            105,
            9,
            182010,
        ]

    @pytest.mark.parametrize("n", [2, 5, 256, 257, 1000])
    def test_fair(self, n: int) -> None:
        draw = Draw(NAME, SEED, "fair")
        found = Counter(draw.below(n) for _ in range(4000))
        assert set(found) <= set(range(n))
        assert max(found.values()) < 4000 / n + 6 * (4000 / n) ** 0.5 + 3

    def test_bad_seeds_and_numbers_are_refused(self) -> None:
        with pytest.raises(Refused):
            Draw(NAME, b"short", "x")
        for n in (0, -1, 2**64 + 1):
            with pytest.raises(Refused):
                Draw(NAME, SEED, "x").below(n)
        assert Draw(NAME, SEED, "x").below(1) == 0


class TestCommandLine:
    def test_a_plan(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ["plan", "28", "--kind", "tables", "--sizes", "7,6,6", "--advance", "3,3"]
        assert main(arguments) == 0
        assert capsys.readouterr().out.splitlines() == [
            "tables: 28 entrants, 3 rounds, 7 tables, 0:00 to 1:30",
            "  1. 4 of 7",
            "  2. 2 of 6",
            "  3. 1 of 6",
            "expected length 1:30",
        ]

    def test_an_impossible_plan(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["plan", "8", "--kind", "tables", "--sizes", "3,6", "--advance", "2"]) == 1
        assert "could be played: ((3, 6), (1,))" in capsys.readouterr().out

    @pytest.mark.parametrize("kind", ["freezeout", "double-elimination"])
    def test_other_kinds(self, kind: str) -> None:
        assert main(["plan", "40", "--kind", kind, "--size", "8"]) == 0

    def test_a_structure_from_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "structure.json"
        file.write_text(json.dumps(to_json(Structure((Stage("a", SINGLE),)))))
        assert main(["plan", "5", "--file", str(file)]) == 0
        assert main(["plan", "5", "--file", str(tmp_path / "none")]) == 2
        file.write_text("{}")
        assert main(["plan", "5", "--file", str(file)]) == 1

    def test_a_log_is_replayed_and_its_draws_checked(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        log = opening([Stage("a", SINGLE, seeding="drawn")], 8)
        finish(log, random.Random(3))
        file = tmp_path / "log.jsonl"
        file.write_text(file_of(log))
        assert main(["verify", str(file), "--seed", SEED.hex()]) == 0
        assert capsys.readouterr().out.startswith(f"good: {len(log)} events, finished; every draw")
        assert main(["verify", str(file), "--seed", "00" * 64]) == 1
        assert main(["verify", str(file)]) == 3
        start = next(n for n, event in enumerate(log) if isinstance(event, e.StageStarted))
        moved = log[start]
        assert isinstance(moved, e.StageStarted)
        log[start] = replace(moved, entrants=moved.entrants[::-1])
        file.write_text(file_of(log[: start + 1]))
        assert main(["verify", str(file), "--seed", SEED.hex()]) == 1
        assert "is not what the seed draws" in capsys.readouterr().out
