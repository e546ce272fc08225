"""2.6: tables broken and balanced, seats; every count of players up to 200 proved."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.house import SEED, Row, row_name, rows
from tournaments.rules.balance import Rebalance, balanced, rebalance, tables_needed, targets
from tournaments.rules.colour_up import colour_up
from tournaments.rules.draw import Draw
from tournaments.rules.errors import Refused
from tournaments.rules.seats import (
    BLINDS,
    FIRST_TO_ACT,
    LAST_BIDDER,
    SCHEMES,
    choose_mover,
    choose_seat,
    hands_until_burden,
    heads_up_dealer,
    late_seat,
    late_table,
)


def after(counts: dict[int, int], done: Rebalance) -> dict[int, int]:
    left = {table: count for table, count in counts.items() if table not in done.broken}
    for source, target in (*done.spread, *done.moves):
        if source in left:
            left[source] -= 1
        left[target] += 1
    return left


@pytest.mark.parametrize("row", rows("balance", "targets"), ids=row_name)
def test_targets(row: Row) -> None:
    assert list(targets(row["players"], row["seats"])) == row["targets"]


@pytest.mark.parametrize("row", rows("balance", "counts"), ids=row_name)
def test_cases(row: Row) -> None:
    counts = dict(enumerate(row["counts"], start=1))
    done = rebalance(counts, row["seats"])
    assert len(done.broken) == row["broken"]
    assert len(done.moves) == row["moves"]
    assert sorted(after(counts, done).values(), reverse=True) == row["after"]


def test_what_two_other_programs_leave_alone() -> None:
    """[9 x 8, 7] and [10, 10, 7] are not balanced, and the break is never a move more."""
    assert not balanced([9] * 8 + [7])
    assert not balanced([10, 10, 7])


def holds(counts: dict[int, int], seats: int) -> None:
    """The laws of balancing, for one set of tables."""
    done = rebalance(counts, seats)
    left = after(counts, done)
    assert balanced(list(left.values()))
    assert len(left) == min(len(counts), tables_needed(sum(counts.values()), seats))
    assert max(left.values(), default=0) <= seats
    assert sum(left.values()) == sum(counts.values())
    if seats > 2 and sum(left.values()) > 1:  # at tables of two an odd player has to wait
        assert 1 not in left.values()
    givers = {giver for giver, _ in done.moves}
    assert givers.isdisjoint(taker for _, taker in done.moves)
    # No fewer moves would do: each surplus over the nearest balanced sizes moves once.
    spread = {table: counts[table] for table in left}
    for _, target in done.spread:
        spread[target] += 1
    wanted = sorted(left.values(), reverse=True)
    have = sorted(spread.values(), reverse=True)
    fewest = sum(max(0, a - b) for a, b in zip(have, wanted, strict=True))
    assert len(done.moves) == fewest


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_every_number_of_players_up_to_200(seats: int) -> None:
    """All counts of players, at the fewest tables and at up to three more, in three shapes."""
    rng = random.Random(seats)
    for players in range(2, 201):
        fewest = tables_needed(players, seats)
        for tables in range(fewest, min(fewest + 4, players + 1)):
            full, rest = divmod(players - tables, seats - 1)
            lopsided = [seats] * full + ([1 + rest] if full < tables else [])
            lopsided += [1] * (tables - len(lopsided))
            drawn = [1] * tables
            for _ in range(players - tables):
                room = [table for table in range(tables) if drawn[table] < seats]
                drawn[rng.choice(room)] += 1
            for shape in (lopsided, drawn):
                holds(dict(enumerate(shape, start=1)), seats)


@given(st.integers(2, 10).flatmap(lambda s: st.tuples(st.just(s), st.lists(st.integers(1, s)))))
def test_any_tables(case: tuple[int, list[int]]) -> None:
    seats, counts = case
    holds(dict(enumerate(counts, start=1)), seats)


def test_a_published_break_order_is_kept() -> None:
    assert rebalance({1: 4, 2: 4, 3: 4}, 6, break_order=[2, 1, 3]).broken == (2,)
    assert rebalance({1: 4, 2: 4, 3: 4}, 6).broken == (3,)


def test_of_equal_tables_the_one_gives_that_has_not_for_longest() -> None:
    assert rebalance({1: 6, 2: 6, 3: 4}, 6, gave_at={1: 5, 2: 3}).moves == ((2, 3),)
    assert rebalance({1: 6, 2: 6, 3: 4}, 6).moves == ((1, 3),)


def test_a_table_over_its_seats_is_refused() -> None:
    with pytest.raises(Refused):
        rebalance({1: 9}, 8)
    with pytest.raises(Refused):
        tables_needed(5, 1)


@pytest.mark.parametrize("row", rows("seats", "choose"), ids=row_name)
def test_seats(row: Row) -> None:
    table = (row["seats"], row["dealer"], row["taken"])
    assert choose_seat(*table, row["scheme"]) == row["choose"]
    for seat, wait in row["waits"].items():
        assert hands_until_burden(*table, int(seat), row["scheme"]) == wait


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_late_entrant_sits_in_any_allowed_seat(scheme: str) -> None:
    found = Counter(
        late_seat(9, 3, [1, 2, 3, 5, 6], Draw("t", SEED, f"seat {n}"), scheme) for n in range(200)
    )
    assert set(found) == ({7, 8, 9} if scheme == BLINDS else {4, 7, 8, 9})
    assert late_seat(4, 2, [1, 2, 4], Draw("t", SEED, "x"), scheme) == 3


def test_a_late_entrant_goes_to_a_shortest_table() -> None:
    counts = [(1, 7), (2, 6), (3, 6), (4, 8)]
    found = {late_table(counts, 8, Draw("t", SEED, f"table {n}")) for n in range(50)}
    assert found == {2, 3}
    with pytest.raises(Refused):
        late_table([(1, 8)], 8, Draw("t", SEED, "x"))


def test_who_moves_is_next_to_have_the_burden() -> None:
    taken = [1, 3, 5, 7]
    assert choose_mover(8, 3, taken) == 5
    assert choose_mover(8, 3, taken, moved_lately=[5]) == 7
    assert choose_mover(8, 3, taken, moved_lately=taken) == 5
    assert choose_mover(8, 3, taken, scheme=BLINDS) == 7
    assert choose_mover(8, 3, taken, scheme=LAST_BIDDER) == 1


@given(st.integers(2, 10), st.data())
def test_the_chosen_seat_is_open_and_no_other_waits_less(seats: int, data: st.DataObject) -> None:
    taken = data.draw(st.sets(st.integers(1, seats), min_size=1, max_size=seats - 1))
    dealer = data.draw(st.sampled_from(sorted(taken)))
    seat = choose_seat(seats, dealer, taken, FIRST_TO_ACT)
    assert seat not in taken
    waits = {
        one: hands_until_burden(seats, dealer, taken, one)
        for one in range(1, seats + 1)
        if one not in taken
    }
    assert waits[seat] == min(wait for wait in waits.values() if wait is not None)


def test_nobody_posts_the_big_blind_twice_when_two_are_left() -> None:
    assert heads_up_dealer(3, (3, 7)) == 3
    assert heads_up_dealer(5, (3, 7)) == 7


@pytest.mark.parametrize("row", rows("seats", "colour_up"), ids=row_name)
def test_colour_up(row: Row) -> None:
    for n in range(20):
        found = colour_up(
            row["colour_up"],
            row["small"],
            row["large"],
            Draw("t", SEED, f"race {n}"),
            nothing_else=row.get("nothing_else", []),
        )
        assert sum(found) == row["awarded"] * row["large"]
        assert set(found) <= {0, row["large"]}
        assert all(odd for odd, won in zip(row["colour_up"], found, strict=True) if won)
    with pytest.raises(Refused):
        colour_up([4], 25, 100, Draw("t", SEED, "race"))
    with pytest.raises(Refused):
        colour_up([1], 30, 100, Draw("t", SEED, "race"))


def test_full_and_empty_tables_are_refused() -> None:
    with pytest.raises(Refused):
        choose_seat(2, 1, [1, 2])
    with pytest.raises(Refused):
        choose_mover(4, 1, [])
    with pytest.raises(Refused):
        choose_seat(4, 9, [1])
    with pytest.raises(Refused):
        choose_seat(4, 1, [1], "anyhow")
