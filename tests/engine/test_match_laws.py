"""Laws of matches, whatever their hands bring."""

import json
import random
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import match
from engine.match import Match
from engine.match_json import match_json, match_of
from engine.match_stakes import per_point, share
from tests.engine.matches import ended, match_setup, random_match, random_outcome
from tests.engine.table import randoms


def chips(state: Match) -> int:
    return sum(one.stack for one in state.standings) + state.pot + state.rake


@settings(deadline=None)
@given(rng=randoms)
def test_a_match_of_random_hands(rng: random.Random) -> None:
    """It ends within its limit, no chip is made or lost, ranks are whole, a replay is equal."""
    setup = random_match(rng)
    before = sum(one.stack for one in setup.seats)
    state = match.begin(setup)
    outcomes = []
    while state.over is None:
        hand = match.next_hand(state)
        assert state.hands < setup.hand_limit
        assert len(hand.seats) >= 2
        assert hand.dealer in [one.seat for one in hand.seats]
        outcomes.append(random_outcome(state, rng))
        after = match.apply(state, outcomes[-1])
        _check_step(state, after, before)
        state = after
    again = match.begin(setup)
    for outcome in outcomes:
        again = match.apply(again, outcome)
    assert again == state
    assert sum(delta for _, delta in match.deltas(state)) == -state.rake
    assert state.pot == 0


def _check_step(before: Match, after: Match, total: int) -> None:
    assert chips(after) == total
    assert all(one.stack >= 0 and one.points >= 0 for one in after.standings)
    assert match_of(json.loads(json.dumps(match_json(after)))) == after
    assert set(after.seats_in) <= set(before.seats_in)
    ranks = dict(match.ranking(after))
    assert ranks.keys() == {one.seat for one in after.standings}
    # Competition ranks: a rank is one more than the seats that are better.
    for rank in ranks.values():
        assert rank == 1 + sum(other < rank for other in ranks.values())
    if after.over is None or after.over == "last-left":
        for seat in after.seats_in:
            assert all(ranks[seat] < ranks[out] for out in ranks if out not in after.seats_in)


@settings(deadline=None)
@given(rng=randoms)
def test_a_countdown_or_a_threshold_ends_without_the_limit(rng: random.Random) -> None:
    """Each hand that somebody goes out in takes something: there is a bound on such hands."""
    rules, most = rng.choice([("pife-partida", 10), ("cacheta", 10), ("pif-paf", 12)])
    players = rng.randint(2, 8)
    state = match.begin(match_setup(rules, players))
    while state.over is None:
        state = match.apply(state, random_outcome(state, rng))
    assert state.over in ("last-left", "threshold")
    # Every won hand costs each loser still in at least one of 10 points, or 9 of 100.
    assert state.won <= most * players


@settings(deadline=None)
@given(rng=randoms)
def test_the_order_of_the_hands_matters_to_nothing_in_a_fixed_number(rng: random.Random) -> None:
    setup = match_setup("pif-paf", 4, match="fixed-hands", threshold=0, hands=3)
    results = [
        (seat, [0 if other == seat else rng.randint(9, 80) for other in range(4)])
        for seat in (rng.randrange(4) for _ in range(3))
    ]
    ends = set()
    for order in permutations(results):
        state = match.begin(setup)
        for winner, points in order:
            state = match.apply(state, ended(state, winner, points))
        ends.add((tuple(one.points for one in state.standings), match.ranking(state)))
    assert len(ends) == 1


@given(st.integers(0, 10**6), st.sets(st.integers(0, 7), min_size=1))
def test_shares_are_equal_but_for_one_chip(amount: int, winners: set[int]) -> None:
    got = share(amount, winners, range(8))
    assert got.keys() == winners
    assert sum(got.values()) == amount
    assert max(got.values()) - min(got.values()) <= 1
    assert list(dict(sorted(got.items())).values()) == sorted(got.values(), reverse=True)


@given(
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 500)), min_size=2, max_size=8),
    st.integers(1, 20),
    st.randoms(use_true_random=False),
)
def test_per_point(rows: list[tuple[int, int]], value: int, rng: random.Random) -> None:
    points = {seat: row[0] for seat, row in enumerate(rows)}
    stacks = {seat: row[1] for seat, row in enumerate(rows)}
    order = list(points)
    got = per_point(points, stacks, value, order)
    assert sum(got.values()) == 0
    assert all(stacks[seat] + delta >= 0 for seat, delta in got.items())
    worst, best = max(points.values()), min(points.values())
    assert all(got[seat] <= 0 for seat in points if points[seat] == worst)
    assert all(got[seat] >= 0 for seat in points if points[seat] == best)
    debts = {
        seat: sum(max(0, mine - theirs) for theirs in points.values()) * value
        for seat, mine in points.items()
    }
    if all(debts[seat] <= stacks[seat] for seat in points):
        total = sum(points.values())
        assert got == {seat: (total - len(points) * mine) * value for seat, mine in points.items()}
    shuffled = list(points)
    rng.shuffle(shuffled)
    relisted = per_point({seat: points[seat] for seat in shuffled}, stacks, value, order)
    assert relisted == got


def test_a_short_stack_is_shared_in_proportion_to_what_it_owes() -> None:
    """It owes 100 and 50 and has 50: 33 and 16, and the odd chip to the dealer's left."""
    points, stacks = {0: 100, 1: 0, 2: 50}, {0: 50, 1: 0, 2: 200}
    assert per_point(points, stacks, 1, (1, 2, 0)) == {0: -50, 1: 34 + 50, 2: 16 - 50}
    assert per_point(points, stacks, 1, (2, 0, 1)) == {0: -50, 1: 33 + 50, 2: 17 - 50}


def test_what_a_seat_is_about_to_get_pays_no_debts() -> None:
    """Seat 1 has nothing in front of it: it pays nothing, though seat 0 pays it 50."""
    assert per_point({0: 100, 1: 50, 2: 0}, {0: 500, 1: 0, 2: 0}, 1, (1, 2, 0)) == {
        0: -150,
        1: 50,
        2: 100,
    }
