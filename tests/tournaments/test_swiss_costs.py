"""2.5: what a swap changes is what weighing every table anew says; of swaps the best is found."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.swiss_costs import REACH, Faults, Swap, TableCosts

SIZES = st.sampled_from([(4, 4, 4), (5, 5, 4, 4), (4, 3), (3, 3, 3, 3), (2, 2, 2), (5, 4, 4, 4)])


@st.composite
def tables(draw: st.DrawFn) -> tuple[Faults, tuple[int, ...], bool]:
    """Players with any past, in the order of their scores, and the sizes of their tables."""
    sizes = draw(SIZES)
    count = sum(sizes)
    met: list[dict[int, int]] = [{} for _ in range(count)]
    for a, b in draw(st.sets(st.sampled_from([*combinations(range(count), 2)]), max_size=20)):
        met[a][b] = met[b][a] = draw(st.sampled_from([1, 4, 9]))

    def numbers(least: int, most: int) -> list[int]:
        return draw(st.lists(st.integers(least, most), min_size=count, max_size=count))

    scores = sorted(numbers(-3, 9), reverse=True)
    return Faults(scores, numbers(0, 3), met, numbers(0, 3)), sizes, draw(st.booleans())


def weighed(costs: TableCosts, faults: Faults, *, shared: bool) -> list[int]:
    """The definition: each table's repeats, scores below its best, and seats it is short of."""
    count = len(faults.scores)
    spreads = count * (max(faults.scores) - min(faults.scores)) ** 2 * (1 + max(faults.pulled))
    full = max(map(len, costs.tables))
    shorts = count * (max(faults.short) + full) ** 2
    often = sum(sum(each.values()) for each in faults.met)
    repeat = 1 + spreads if shared else (1 + spreads) * (1 + shorts)
    found = []
    for table in costs.tables:
        best = max(faults.scores[i] for i in table)
        missing = full - len(table)
        again = sum(faults.met[a].get(b, 0) for a, b in combinations(table, 2))
        spread = sum((best - faults.scores[i]) ** 2 * (1 + faults.pulled[i]) for i in table)
        short = sum((faults.short[i] + missing) ** 2 - faults.short[i] ** 2 for i in table)
        found.append(
            again * repeat
            + spread * (1 if shared else 1 + shorts)
            + short * (repeat * (1 + often) if shared else 1)
        )
    return found


@settings(deadline=None, max_examples=60)
@given(tables(), st.randoms(use_true_random=False))
def test_costs_follow_every_swap(
    told: tuple[Faults, tuple[int, ...], bool], rng: random.Random
) -> None:
    faults, sizes, shared = told
    costs = TableCosts(faults, sizes, shared=shared)
    assert costs.costs == weighed(costs, faults, shared=shared)
    for one, two in list(combinations(range(len(sizes)), 2)) * 2:
        a, b = rng.randrange(sizes[one]), rng.randrange(sizes[two])
        before = costs.total
        change = costs.change(one, costs.tables[one][a], two, costs.tables[two][b])
        assert costs.worsens(one, costs.tables[one][a], two, costs.tables[two][b]) == (change > 0)
        costs.swap(one, a, two, b)
        assert costs.costs == weighed(costs, faults, shared=shared)
        assert costs.total == before + change == sum(costs.costs)


@settings(deadline=None, max_examples=60)
@given(tables())
def test_the_best_swap_is_the_best_of_all(told: tuple[Faults, tuple[int, ...], bool]) -> None:
    faults, sizes, shared = told
    costs = TableCosts(faults, sizes, shared=shared)
    for one, table in enumerate(costs.tables):
        for seat, player in enumerate(table):
            every = [
                Swap(costs.change(one, player, two, other), abs(one - two), two, at)
                for two in costs.near(one)
                for at, other in enumerate(costs.tables[two])
            ]
            best = min(every)
            found = costs.best_swap(one, seat, costs.near(one))
            assert found == (best if best.change < 0 else Swap(0, 0, 0, 0))


@pytest.mark.parametrize("shared", [False, True])
def test_one_repeat_weighs_more_than_all_scores(*, shared: bool) -> None:
    """The one swap that parts the two is worth it, though it mixes the highest and the lowest."""
    scores = [9, 9, 9, 0, 0, 0, 0]
    met = [{1: 1}, {0: 1}, *({} for _ in range(5))]
    costs = TableCosts(Faults(scores, [0] * 7, met, [0] * 7), (4, 3), shared=shared)
    assert costs.meets_again(costs.costs[0])
    assert costs.meets_again(costs.total)
    assert not costs.meets_again(costs.costs[1])
    assert costs.change(0, 1, 1, 4) < 0


def test_players_are_swapped_within_reach() -> None:
    costs = TableCosts(
        Faults([0] * 100, [0] * 100, [{}] * 100, [0] * 100), (2,) * 50, shared=False
    )
    assert list(costs.near(0)) == list(range(1, 1 + REACH))
    assert list(costs.near(49)) == list(range(49 - REACH, 49))
    assert len(costs.near(25)) == 2 * REACH
