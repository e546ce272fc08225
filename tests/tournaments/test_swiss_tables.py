"""2.5: splits, seatings, feasibility, levels of rooms, points."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.benchmarks.nine_rules import ours
from tests.tournaments.house import SEED, Row, row_name, rows
from tournaments.rules.draw import Draw
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.round_robin import berger, double_berger, even_meetings, repeats
from tournaments.rules.swiss_split import interval_tables, normalised, place_points, split
from tournaments.rules.swiss_tables import Seated, TablePlayer, report, seat_round

LETTERS = "123456789abcdefghijklmnopqrstuvwxyz"


def draw(purpose: str = "round") -> Draw:
    return Draw("t", SEED, purpose)


def after(count: int, rounds: list[Any], scores: list[int] | None = None) -> list[TablePlayer]:
    """Players who have met as the rounds say."""
    met: dict[str, Counter[str]] = {one: Counter() for one in LETTERS[:count]}
    for table in (table for each in rounds for table in each):
        for a, b in combinations(table, 2):
            met[a][b] += 1
            met[b][a] += 1
    earned = scores or [0] * count
    return [
        TablePlayer(one, Fraction(score), met[one])
        for one, score in zip(LETTERS, earned, strict=False)
    ]


@pytest.mark.parametrize("row", rows("seating", "split"), ids=row_name)
def test_splits(row: Row) -> None:
    players, size = row["split"]
    policy = row.get("policy", "short-bottom")
    if row["sizes"] is None:
        with pytest.raises(Impossible) as refused:
            split(players, size, policy)
        assert refused.value.nearest
    else:
        found = split(players, size, policy)
        assert list(found.sizes) == row["sizes"]
        assert found.byes == row.get("byes", 0)


@pytest.mark.parametrize("row", rows("seating", "met"), ids=row_name)
def test_fewest_repeats_in_the_next_round(row: Row) -> None:
    count, size = row["seat"]
    found = seat_round(after(count, row["met"]), split(count, size).sizes, draw())
    assert len(found.repeats) == row["repeats"]


@pytest.mark.parametrize("row", rows("seating", "play"), ids=row_name)
def test_rounds_without_a_repeat(row: Row) -> None:
    count, size = row["seat"]
    played: list[Any] = []
    for number in range(row["play"]):
        found = seat_round(after(count, played), split(count, size).sizes, draw(f"round {number}"))
        played.append(found.tables)
        assert len(found.repeats) == row["repeats"]


@pytest.mark.parametrize("row", rows("seating", "drawn"), ids=row_name)
def test_a_round_drawn_once_is_drawn_so_for_ever(row: Row) -> None:
    """Whoever checks an old log draws its rounds again, so a search may get faster, no more."""
    count, size, rounds = row["drawn"]
    names = [f"p{number:03}" for number in range(count)]
    sat: dict[str, list[tuple[str, ...]]] = {name: [] for name in names}
    scores = dict.fromkeys(names, Fraction(0))
    pulled: Counter[str] = Counter()
    told = sha256()
    for number in range(rounds):
        players = [
            TablePlayer(
                name,
                scores[name],
                Counter(other for table in sat[name] for other in table if other != name),
                pulled=pulled[name],
                sat=tuple(sat[name]),
            )
            for name in names
        ]
        policy = row["policy"]
        found = seat_round(
            players,
            split(count, size, policy).sizes,
            draw(f"round {number}"),
            effort=2000,
            shared=policy == "short-shared",
        )
        told.update(repr(found.tables).encode())
        pulled.update(found.pulled_up)
        for place, table in enumerate(found.tables):
            for seat, name in enumerate(table):
                sat[name].append(table)
                scores[name] += Fraction((7 * seat + 3 * place + number) % 9, 2)
    assert told.hexdigest()[:32] == row["digest"]


@pytest.mark.parametrize("row", rows("seating", "schedule"), ids=row_name)
def test_a_schedule_without_repeats(row: Row) -> None:
    rounds = [
        tuple(tuple(int(one) for one in table) for table in each.split("/"))
        for each in row["schedule"]
    ]
    assert repeats(rounds) == row["repeats"]


@pytest.mark.parametrize("row", rows("seating", "plane"), ids=row_name)
def test_even_meetings(row: Row) -> None:
    rounds = even_meetings(row["plane"])
    assert len(rounds) == row["rounds"]
    assert repeats(rounds) == 0
    assert sum(len(list(combinations(t, 2))) for each in rounds for t in each) == row["pairs"]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9])
def test_every_plane_meets_every_pair_exactly_once(size: int) -> None:
    rounds = even_meetings(size)
    pairs = Counter(p for each in rounds for t in each for p in combinations(sorted(t), 2))
    assert len(pairs) == size * size * (size * size - 1) // 2
    assert set(pairs.values()) == {1}


@pytest.mark.parametrize("row", rows("seating", "levels"), ids=row_name)
def test_rooms_hold_equal_scores_as_far_as_can_be(row: Row) -> None:
    count = len(row["levels"])
    found = seat_round(after(count, [], row["levels"]), (4,) * (count // 4), draw())
    score = dict(zip(LETTERS, row["levels"], strict=False))
    levels = [max(score[one] for one in table) for table in found.tables]
    assert sorted(levels, reverse=True) == row["rooms"]
    assert len(found.pulled_up) == row.get("pulled", len(found.pulled_up))


@pytest.mark.parametrize("row", rows("seating", "interval"), ids=row_name)
def test_interval_seating(row: Row) -> None:
    count, size, interval = row["interval"]
    found = interval_tables(LETTERS[:count], size, interval)
    assert ["".join(table) for table in found] == row["tables"]


@pytest.mark.parametrize("row", rows("seating", "points"), ids=row_name)
def test_points_for_places(row: Row) -> None:
    table = {int(seats): list(map(Fraction, line)) for seats, line in row["points"].items()}
    earned = place_points(row["places"], table)
    assert earned == {name: Fraction(text) for name, text in row["earned"].items()}
    assert sum(earned.values()) == sum(next(iter(table.values())))


@pytest.mark.parametrize("row", rows("seating", "worse"), ids=row_name)
def test_a_third_meeting_weighs_more_than_two_second_ones(row: Row) -> None:
    """Dipvis #61: of two seatings, one pair for the third time against two for the second."""
    assert sum(times**2 for times in row["worse"]) > sum(times**2 for times in row["better"])
    rounds = [["12", "34"], ["12", "34"], ["13", "24"]]
    found = seat_round(after(4, rounds), (2, 2), draw())
    assert all(times == 1 for _, _, times in found.repeats)


def test_points_of_a_short_table_keep_first_and_last() -> None:
    assert list(map(int, normalised((6, 4, 2, 0), 3))) == [6, 3, 0]
    with pytest.raises(Refused):
        normalised((6, 4), 4)


@settings(deadline=None, max_examples=25)
@given(st.integers(6, 24), st.sampled_from([3, 4]), st.randoms())
def test_laws_of_a_seating(count: int, size: int, rng: random.Random) -> None:
    sizes = split(count, size).sizes
    scores = [rng.randrange(4) for _ in range(count)]
    players = after(count, [[LETTERS[:3], LETTERS[3:6]]], scores)
    found = seat_round(players, sizes, draw(), effort=500)
    assert tuple(map(len, found.tables)) == sizes
    assert sorted(one for table in found.tables for one in table) == sorted(LETTERS[:count])
    assert found == seat_round(list(reversed(players)), sizes, draw(), effort=500)
    assert found == report(players, found.tables)


def test_seats_are_shared_out_evenly() -> None:
    """Rule 5: over four rounds at a table of four, everybody sits in each seat once."""
    seats: dict[str, Counter[int]] = {one: Counter() for one in LETTERS[:4]}
    for number in range(4):
        players = [TablePlayer(one, Fraction(0), seats=seats[one]) for one in seats]
        (table,) = seat_round(players, (4,), draw(str(number))).tables
        for seat, one in enumerate(table):
            seats[one][seat] += 1
    assert all(set(count.values()) == {1} for count in seats.values())


@pytest.mark.parametrize("count", [20, 25, 30])
def test_neighbours_and_seats_change_from_round_to_round(count: int) -> None:
    """Rules 1, 5, 6 and 7 of VTES without a fault: three rounds at tables of five."""
    before: Counter[tuple[str, str]] = Counter()
    away: Counter[tuple[str, str, int]] = Counter()
    seats: Counter[tuple[str, int]] = Counter()
    for table in (table for each in ours(count, 3, effort=6000) for table in each):
        for seat, one in enumerate(table):
            seats[one, seat] += 1
            before[one, table[seat - 1]] += 1
            away.update((one, other, (at - seat) % 5) for at, other in enumerate(table))
    assert max(before.values()) == 1
    assert max(times for (_, _, distance), times in away.items() if distance) == 1
    assert max(seats.values()) == 1


def test_short_tables_are_shared_out() -> None:
    """14 at 5, 5, 4: three rounds have twelve short seats, so nobody gets a second one."""
    short = Counter(
        one
        for each in ours(14, 3, effort=2000)
        for table in each
        if len(table) == 4
        for one in table
    )
    assert set(short.values()) == {1}


def test_seats_never_cost_a_repeat_or_a_score() -> None:
    """Rule 5 comes last: with neighbours to part, the tables are still those of rules 3 and 4."""
    sat = (("1", "2", "3", "4"),)
    levels = [3, 3, 3, 3, 0, 0, 0, 0]
    told = after(8, [], levels)
    players = [replace(one, sat=sat if one.entrant in sat[0] else ()) for one in told]
    found = seat_round(players, (4, 4), draw())
    assert [sorted(table) for table in found.tables] == [list("1234"), list("5678")]
    top = found.tables[0]
    prey = {top[seat - 1]: one for seat, one in enumerate(top)}
    assert all(prey[one] != after for one, after in pairwise("12341"))


def test_forbidden_pairs_sit_apart() -> None:
    players = [
        TablePlayer(one, Fraction(0), apart=frozenset("1") if one == "2" else frozenset())
        for one in LETTERS[:6]
    ]
    found = seat_round(players, (3, 3), draw())
    assert found.together == ()
    assert report(players, [("1", "2", "3"), ("4", "5", "6")]).together == (("1", "2"),)


def test_sizes_have_to_fit() -> None:
    with pytest.raises(Refused):
        seat_round(after(5, []), (4,), draw())
    assert isinstance(seat_round(after(4, []), (4,), draw()), Seated)


def test_berger_meets_everybody_once() -> None:
    for count in range(2, 40):
        rounds = berger(count)
        assert len(rounds) == count - 1 + count % 2
        pairs = Counter(frozenset(table) for each in rounds for table in each if len(table) == 2)
        assert len(pairs) == count * (count - 1) // 2
        assert set(pairs.values()) == {1}
        for each in rounds:
            assert sorted(one for table in each for one in table) == list(range(1, count + 1))


def test_berger_of_four_is_the_published_one() -> None:
    assert berger(4) == (((1, 4), (2, 3)), ((1, 2), (4, 3)), ((3, 1), (2, 4)))


def test_the_second_cycle_turns_the_deal_round() -> None:
    first, second = double_berger(4)[:3], double_berger(4)[3:]
    assert [[pair[::-1] for pair in each] for each in first] == [list(each) for each in second]
