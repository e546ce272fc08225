"""2.1: seed order, byes, snakes; and what every bracket holds, proved for all small sizes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.house import Row, row_name, rows
from tournaments.rules.errors import Refused
from tournaments.rules.seeding import (
    bracket_size,
    byes,
    equal_sums,
    first_round,
    snake,
    standard_order,
    table_sizes,
)


@pytest.mark.parametrize("row", rows("brackets", "order"), ids=row_name)
def test_standard_order(row: Row) -> None:
    assert list(standard_order(row["size"])) == row["order"]


@pytest.mark.parametrize("row", rows("brackets", "byes"), ids=row_name)
def test_byes_go_to_the_top_seeds(row: Row) -> None:
    found = byes(row["entrants"])
    matches = [list(pair) for pair in first_round(row["entrants"])]
    assert list(found) == list(range(1, row["byes"] + 1))
    assert matches == row.get("matches", matches)
    assert len(matches) == row.get("count", len(matches))
    assert matches != row.get("wrong_matches")
    assert list(found) not in row.get("wrong_byes", [])


def test_no_bye_meets_a_bye_and_each_pair_sums_to_size_and_one() -> None:
    """Issue 2 of the page: every field from 2 to 512."""
    for entrants in range(2, 513):
        size = bracket_size(entrants)
        played = first_round(entrants)
        assert all(sum(pair) == size + 1 for pair in played)
        seeds = [*byes(entrants), *(seed for pair in played for seed in pair)]
        assert sorted(seeds) == list(range(1, entrants + 1))


@pytest.mark.parametrize("power", range(1, 11))
def test_top_seeds_meet_as_late_as_can_be(power: int) -> None:
    order = standard_order(1 << power)
    for top in range(1, power + 1):
        block = len(order) >> top
        best = [min(order[i : i + block]) for i in range(0, len(order), block)]
        assert sorted(best) == list(range(1, (1 << top) + 1))


@pytest.mark.parametrize("row", rows("tables", "snake"), ids=row_name)
def test_snake(row: Row) -> None:
    players, tables = row["snake"]
    assert [sorted(t) for t in snake(range(1, players + 1), tables)] == row["seated"]


@pytest.mark.parametrize("row", rows("tables", "equal_sums"), ids=row_name)
def test_equal_sums(row: Row) -> None:
    players, tables = row["equal_sums"]
    found = equal_sums(range(1, players + 1), tables)
    assert [sorted(table) for table in found] == row.get("seated", [sorted(t) for t in found])
    assert [len(table) for table in found] == row.get("sizes", [len(t) for t in found])


@given(st.integers(1, 300), st.data())
def test_every_seeding_seats_everybody_once_and_evenly(players: int, data: st.DataObject) -> None:
    tables = data.draw(st.integers(1, players))
    for seated in (snake(range(players), tables), equal_sums(range(players), tables)):
        assert sorted(one for table in seated for one in table) == list(range(players))
        assert sorted(map(len, seated), reverse=True) == list(table_sizes(players, tables))


@pytest.mark.parametrize("entrants", [-1, 0, 1, (1 << 16) + 1])
def test_a_field_too_small_or_too_large_is_refused(entrants: int) -> None:
    with pytest.raises(Refused) as refused:
        bracket_size(entrants)
    assert refused.value.code == "bad-field"
