"""2.3: plans for tables of many, cuts, reseeding."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import SEED, Row, in_order, opening, row_name, rows
from tournaments.rules import events as e
from tournaments.rules.due import blocked, draw_tie, due
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.log import extend, replay
from tournaments.rules.outcome import final_ranks
from tournaments.rules.qualify import (
    Qualifier,
    clear_by_score,
    cut_is_clear,
    plan_cuts,
    reseeded,
    through,
)
from tournaments.rules.results import Result
from tournaments.rules.standings import match_id
from tournaments.rules.state import Tournament
from tournaments.rules.structure import TABLES, Stage


@pytest.mark.parametrize("row", rows("tables", "plan"), ids=row_name)
def test_plans(row: Row) -> None:
    asked = row["plan"]
    if row["tables"] is None:
        with pytest.raises(Impossible) as refused:
            plan_cuts(asked["entrants"], asked["sizes"], asked["advance"])
        assert refused.value.nearest
    else:
        cuts = plan_cuts(asked["entrants"], asked["sizes"], asked["advance"])
        assert [len(cut.sizes) for cut in cuts] == row["tables"]


@settings(deadline=None, max_examples=25)
@given(
    st.integers(2, 200),
    st.lists(st.integers(1, 9), min_size=1, max_size=4),
    st.lists(st.integers(0, 8), max_size=4),
)
def test_a_plan_holds_its_laws_or_names_plans_that_do(
    entrants: int, sizes: list[int], advance: list[int]
) -> None:
    try:
        cuts = plan_cuts(entrants, sizes, advance)
    except Impossible as refused:
        near = refused.nearest[0]
        if not isinstance(near, tuple):
            raise
        cuts = plan_cuts(entrants, *near)
    assert len(cuts[-1].sizes) == 1
    for cut, following in pairwise(cuts):
        assert max(cut.sizes) - min(cut.sizes) <= 1
        assert 1 <= cut.advance < min(cut.sizes)
        assert len(cut.sizes) * cut.advance == following.players < cut.players


def test_every_field_has_a_plan_that_can_be_played() -> None:
    for entrants in range(2, 65):
        with pytest.raises(Impossible) as refused:
            plan_cuts(entrants, (9, 1), (9,))
        assert refused.value.nearest


@pytest.mark.parametrize("row", rows("tables", "scores"), ids=row_name)
def test_ties_across_the_cut(row: Row) -> None:
    assert clear_by_score(row["scores"], row["advance"]) is row["clear"]
    by_score: dict[int, list[str]] = {}
    for number, score in enumerate(row["scores"]):
        by_score.setdefault(-score, []).append(str(number))
    groups = [by_score[score] for score in sorted(by_score)]
    assert cut_is_clear(groups, row["advance"]) is row["clear"]
    if row["clear"]:
        assert len(through(groups, row["advance"])) == row["advance"]
    else:
        with pytest.raises(Refused, match="share the place"):
            through(groups, row["advance"])


@given(st.integers(2, 12), st.integers(1, 4), st.integers(2, 8))
def test_table_mates_are_kept_apart_when_there_are_tables_enough(
    before: int, k: int, size: int
) -> None:
    qualifiers = [
        Qualifier(f"{table}/{place}", table, place, table + (place - 1) * before)
        for table in range(before)
        for place in range(1, k + 1)
    ]
    tables = -(-len(qualifiers) // size)
    seated = reseeded(qualifiers, tables)
    assert sorted(one for table in seated for one in table) == sorted(
        one.entrant for one in qualifiers
    )
    if tables >= k:
        mates = [[one.split("/")[0] for one in table] for table in seated]
        assert all(len(set(table)) == len(table) for table in mates)


def test_winners_are_seeded_before_seconds() -> None:
    qualifiers = [
        Qualifier(f"{place}{table}", table, place, table) for table in range(4) for place in (1, 2)
    ]
    first, second = reseeded(qualifiers, 2)
    assert sorted(one for one in first if one[0] == "1") == ["10", "13"]
    assert sorted(one for one in second if one[0] == "1") == ["11", "12"]


class TestStage:
    """The format played: ranks while it goes on, and a tie across the cut."""

    def started(self, entrants: int, sizes: Sequence[int], advance: Sequence[int]) -> Tournament:
        stage = Stage("a", TABLES, sizes=tuple(sizes), advance=tuple(advance))
        return self.on(replay(opening([stage], entrants)))

    def on(self, state: Tournament) -> Tournament:
        """As far as the house can go alone."""
        while more := due(state, SEED):
            state = extend(state, more)
        return state

    def chalk(self, state: Tournament) -> Tournament:
        """Play the round that is drawn: the better seed is always first."""
        number = len(state.stages["a"].rounds)
        results = [
            e.ResultRecorded("a", match_id(number, table), in_order(sorted(players)))
            for table, players in enumerate(state.stages["a"].rounds[-1].tables, start=1)
        ]
        return self.on(extend(state, results))

    @pytest.mark.parametrize("row", rows("tables", "ranked"), ids=row_name)
    def test_ranks_when_the_seeds_win(self, row: Row) -> None:
        asked = row["ranked"]
        state = self.started(asked["entrants"], asked["sizes"], asked["advance"])
        for _ in range(asked["rounds"]):
            state = self.chalk(state)
        ranks = final_ranks(state)
        if "first" in row:
            assert [rank.first for rank in ranks] == row["first"]
        if "last" in row:
            assert [rank.last for rank in ranks] == row["last"]
        if asked["rounds"] == len(asked["sizes"]):
            assert [rank.entrant for rank in ranks] == sorted(state.entrants)

    def test_a_tie_across_the_cut_waits_for_a_playoff_or_a_draw(self) -> None:
        state = self.started(8, (4, 4), (2,))
        one, two = state.stages["a"].rounds[0].tables
        tied = Result(((one[0],), (one[1], one[2]), (one[3],)))
        state = extend(
            state,
            [e.ResultRecorded("a", "r1.1", tied), e.ResultRecorded("a", "r1.2", in_order(two))],
        )
        assert due(state, SEED) == ()
        ((stage, reason),) = blocked(state, SEED)
        assert (stage, reason.code) == ("a", "tie-at-the-cut")
        order = draw_tie(state, "a", one[1:3], SEED)
        assert sorted(order) == sorted(one[1:3])
        state = self.on(extend(state, [e.TieBroken("a", order, "draw")]))
        last = state.stages["a"].rounds[-1].tables[0]
        assert order[0] in last
        assert order[1] not in last
        with pytest.raises(Refused):
            extend(state, [e.TieBroken("a", (one[0], one[3]), "ruling")])
