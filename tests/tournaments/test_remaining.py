"""How many are left, from flights over their pause to the final."""

import random

import pytest

from tests.tournaments.house import SEED, finish, opening, step
from tests.tournaments.organiser import an_organiser, announced, fresh, row_of
from tests.tournaments.reader import FREE, got, of
from tournaments import commands
from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.due import due
from tournaments.rules.eliminations import Bust
from tournaments.rules.levels import generated
from tournaments.rules.log import apply, extend, replay
from tournaments.rules.remaining import remaining, still_in
from tournaments.rules.results import won
from tournaments.rules.standings import board, stage_over
from tournaments.rules.state import RUNNING, Tournament
from tournaments.rules.structure import FREEZEOUT, SINGLE, SWISS, Stage, Structure, Take

LEVELS = generated(10, 500, players=12)


def flight(name: str, *takes: Take) -> Stage:
    """A freezeout that ends with two, or the final."""
    ends = 2 if name != "final" else 1
    return Stage(
        name, FREEZEOUT, takes or (Take(flight=name),), size=6, levels=LEVELS, stack=500,
        ends_at=ends,
    )  # fmt: skip


LAST = flight("final", Take("A", 1, 2), Take("B", 1, 2))
FLIGHTS = Structure((flight("A"), flight("B"), LAST), FREE, BuyingRules(500))


def begun() -> Tournament:
    """Six in flight A, five in flight B, all seated."""
    log = opening(FLIGHTS, 11)
    log = [
        e.Registered(one.entrant, flight="AB"[n % 2]) if isinstance(one, e.Registered) else one
        for n, one in enumerate(log, start=1)
    ]
    state = replay(log)
    while more := due(state, SEED):
        state = extend(state, more)
    return state


def less(state: Tournament, stage: str, count: int) -> Tournament:
    """So many are out of a stage, and what follows from it has happened."""
    for _ in range(count):
        one, (table, _seat) = max(state.stages[stage].seats.items())
        state = apply(state, e.Busted(stage, (Bust(one, table, 100),)))
        while more := due(state, SEED):
            state = extend(state, more)
    return state


def test_who_is_through_from_a_flight_counts_while_the_others_play() -> None:
    state = begun()
    in_a, in_b = (len(state.stages[name].seats) for name in "AB")
    assert (remaining(state), in_a + in_b) == (11, 11)
    state = less(state, "A", 1)
    assert remaining(state) == 10
    state = less(state, "A", in_a - 3)
    assert stage_over(state.stages["A"])
    assert remaining(state) == 2 + in_b
    state = less(state, "B", in_b - 2)
    assert state.stages["final"].started
    assert remaining(state) == 4
    state = less(state, "final", 2)
    assert remaining(state) == 2


def test_who_is_out_of_a_bracket_may_not_win_and_all_of_a_swiss_may() -> None:
    log = opening([Stage("a", SINGLE)], 4)
    state = extend(replay(log), due(replay(log), SEED))
    assert remaining(state) == 4
    sides = [side for side in board(state.stages["a"]).stand("w1.1").sides if side]
    state = apply(state, e.ResultRecorded("a", "w1.1", won(*sides)))
    assert remaining(state) == 3
    log = opening([Stage("a", SWISS, rounds=2)], 4)
    rng = random.Random(3)
    state = replay(log)
    while not stage_over(state.stages["a"]):
        assert remaining(state) == 4
        state = extend(state, step(state, rng))


@pytest.mark.parametrize("seed", range(3))
def test_to_the_end_nobody_comes_back_and_one_is_left(seed: int) -> None:
    log = opening([Stage("a", FREEZEOUT, size=6, levels=LEVELS, stack=500)], 20)
    finish(log, random.Random(seed))
    state, before = replay(log[:2]), 20
    for event in log[2:]:
        state = apply(state, event)
        if state.phase == RUNNING:
            assert remaining(state) <= before
            before = remaining(state)
    assert before == 1
    assert not still_in(state)


@pytest.mark.django_db
def test_a_list_shows_who_is_left_of_all_flights() -> None:
    olga = an_organiser()
    number = announced(olga, FLIGHTS, name="Copa dos voos")
    entries = [{"name": f"Ana {n}", "flight": "AB"[n % 2]} for n in range(1, 9)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for ref in ("p2", "p4"):
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="A", busts=[{"entrant": ref}]
        )
    commands.advance(number)
    assert row_of(number).remaining == 6
    assert "6 of 8" in got(of(None), "/tournaments/")
