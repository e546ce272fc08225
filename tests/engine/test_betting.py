"""Antes, the capped round, all-ins and pots."""

import random

import pytest
from hypothesis import given, settings

from engine import betting, pots
from engine.actions import Action
from engine.betting import Round
from engine.errors import IllegalAction
from tests.engine.table import randoms


def opened(*stacks: int, ante: int = 5, first: int = 1) -> Round:
    """A round of seats 0.. with these stacks; seat 1 speaks first."""
    return betting.open_round(list(enumerate(stacks)), ante=ante, first=first)


def said(state: Round, *moves: str) -> Round:
    """The round after moves in turn: check, call, fold, or a level to bet or raise to."""
    for move in moves:
        assert state.turn is not None
        seat = state.bettors[state.turn].seat
        if move.isdigit():
            action = Action("raise" if state.level else "bet", seat, to=int(move))
        else:
            action = Action(move, seat)
        state = betting.apply(state, action)
    return state


def turn(state: Round) -> int | None:
    return None if state.turn is None else state.bettors[state.turn].seat


def kinds(state: Round) -> list[object]:
    return [move["kind"] for move in betting.legal(state)]


def entry(state: Round, kind: str) -> dict[str, object]:
    return next(move for move in betting.legal(state) if move["kind"] == kind)


def refusal(state: Round, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        betting.apply(state, action)
    return refused.value.code


class TestAntes:
    def test_each_seat_antes_and_the_left_of_the_dealer_speaks_first(self) -> None:
        state = opened(100, 100, 100, 100)
        assert [bettor.paid for bettor in state.bettors] == [5, 5, 5, 5]
        assert [bettor.stack for bettor in state.bettors] == [95] * 4
        assert turn(state) == 1
        assert state.cap == 20

    def test_a_short_ante_is_all_in_and_isnt_asked(self) -> None:
        state = opened(100, 3, 100)
        assert state.bettors[1].paid == 3
        assert state.bettors[1].all_in
        assert turn(state) == 2
        assert turn(said(state, "check", "check")) is None

    def test_nobody_is_asked_when_nobody_could_answer(self) -> None:
        assert opened(100, 5, 2).turn is None
        assert opened(5, 5, 5).turn is None

    def test_the_cap_counts_the_seats_dealt_in_even_the_short_ones(self) -> None:
        assert opened(100, 1, 1, 100, ante=7).cap == 28


class TestTheRound:
    def test_all_checking_closes_it(self) -> None:
        assert turn(said(opened(100, 100, 100), "check", "check", "check")) is None

    def test_all_matching_closes_it(self) -> None:
        state = said(opened(100, 100, 100), "check", "10", "call")
        assert turn(state) == 1
        assert turn(said(state, "call")) is None

    def test_a_raise_asks_the_bettor_again(self) -> None:
        state = said(opened(100, 100, 100, 100), "5", "10", "call", "call")
        assert turn(state) == 1
        assert kinds(state) == ["call", "raise", "fold"]

    def test_only_the_seat_in_turn_acts(self) -> None:
        assert refusal(opened(100, 100, 100), Action("check", 2)) == "not-your-turn"
        assert (
            refusal(said(opened(9, 9, 9), *["check"] * 3), Action("check", 2)) == "not-your-turn"
        )

    def test_a_check_is_for_no_bet_and_a_call_for_one(self) -> None:
        assert refusal(opened(100, 100, 100), Action("call", 1)) == "not-now"
        assert refusal(opened(100, 100, 100), Action("raise", 1, to=10)) == "not-now"
        bet = said(opened(100, 100, 100), "10")
        assert refusal(bet, Action("check", 2)) == "not-now"
        assert refusal(bet, Action("bet", 2, to=20)) == "not-now"
        assert refusal(bet, Action("draw", 2, source="stock")) == "not-now"
        assert refusal(bet, Action("raise", 2)) == "bad-action"


class TestBounds:
    def test_a_bet_is_the_ante_at_least_and_the_cap_at_most(self) -> None:
        state = opened(100, 100, 100, 100)
        assert entry(state, "bet") == {"kind": "bet", "min": 5, "max": 20}
        assert refusal(state, Action("bet", 1, to=4)) == "below-minimum"
        assert refusal(state, Action("bet", 1, to=21)) == "above-cap"
        assert betting.apply(state, Action("bet", 1, to=5)).level == 5
        assert betting.apply(state, Action("bet", 1, to=20)).level == 20

    def test_a_raise_is_the_last_full_raise_at_least(self) -> None:
        state = said(opened(*[200] * 6, ante=10), "10", "30")
        assert entry(state, "raise") == {"kind": "raise", "min": 50, "max": 60, "pay_min": 50}
        assert refusal(state, Action("raise", 3, to=49)) == "below-minimum"
        assert refusal(state, Action("raise", 3, to=61)) == "above-cap"
        assert betting.apply(state, Action("raise", 3, to=50)).level == 50

    def test_a_raise_may_be_shorter_when_it_reaches_the_cap(self) -> None:
        state = said(opened(100, 100, 100, 100), "5", "17")
        assert entry(state, "raise") == {"kind": "raise", "min": 20, "max": 20, "pay_min": 20}
        assert said(state, "20").level == 20

    def test_nobody_raises_at_the_cap(self) -> None:
        state = said(opened(100, 100, 100, 100), "20")
        assert kinds(state) == ["call", "fold"]
        assert refusal(state, Action("raise", 2, to=21)) == "above-cap"
        assert refusal(state, Action("raise", 2, to=20)) == "not-now"

    def test_a_stack_bounds_a_bet_from_above_and_below(self) -> None:
        state = opened(100, 17, 100, 100)
        assert entry(state, "bet") == {"kind": "bet", "min": 5, "max": 12}
        assert refusal(state, Action("bet", 1, to=13)) == "not-enough-chips"
        assert entry(opened(100, 8, 100), "bet") == {"kind": "bet", "min": 3, "max": 3}

    def test_a_short_stack_calls_for_what_it_has(self) -> None:
        state = said(opened(100, 100, 8), "10")
        assert entry(state, "call") == {"kind": "call", "to": 3, "pay": 3}
        assert kinds(state) == ["call", "fold"]
        called = said(state, "call")
        assert called.bettors[2].all_in
        assert called.level == 10

    def test_nobody_raises_when_all_others_are_all_in(self) -> None:
        state = said(opened(15, 100, 15), "10", "call")
        assert turn(state) == 0
        state = said(opened(100, 15, 15), "10", "call")
        assert kinds(state) == ["call", "fold"]
        assert refusal(state, Action("raise", 0, to=15)) == "not-now"


class TestShortRaises:
    """A raise short of a full one, by a seat that is all-in with it."""

    def test_it_doesnt_let_those_raise_who_have_acted(self) -> None:
        state = said(opened(100, 100, 100, 18), "10", "call", "13", "call")
        assert turn(state) == 1
        assert kinds(state) == ["call", "fold"]
        assert refusal(state, Action("raise", 1, to=20)) == "not-now"
        assert turn(said(state, "call")) == 2

    def test_it_lets_those_raise_who_havent_acted(self) -> None:
        state = said(opened(100, 100, 18, 100), "10", "13")
        assert turn(state) == 3
        assert entry(state, "raise")["min"] == 20  # 13 + 10 is above the cap

    def test_the_next_full_raise_is_measured_from_its_level(self) -> None:
        state = said(opened(*[200] * 2, 18, 200, 200, 200, 200), "10", "13")
        assert entry(state, "raise") == {"kind": "raise", "min": 23, "max": 35, "pay_min": 23}

    def test_two_that_add_up_to_a_full_raise_let_the_bettor_raise_again(self) -> None:
        state = said(opened(*[200] * 2, 11, 15, *[200] * 3), "5", "6", "10", *["call"] * 4)
        assert turn(state) == 1
        assert "raise" in kinds(state)

    def test_a_short_bet_doesnt_let_those_raise_who_have_checked(self) -> None:
        state = said(opened(100, 100, 8), "check", "3", "call")
        assert turn(state) == 1
        assert kinds(state) == ["call", "fold"]


class TestFolding:
    def test_the_cap_stays_when_seats_fold(self) -> None:
        """D23: fixed at the deal."""
        state = said(opened(*[100] * 6), "fold", "fold")
        assert state.cap == 30
        assert entry(state, "bet")["max"] == 30

    def test_the_last_one_in_isnt_asked(self) -> None:
        assert turn(said(opened(100, 100, 100), "fold", "fold")) is None
        assert turn(said(opened(100, 100, 100), "10", "fold", "fold")) is None

    def test_the_clock_checks_where_that_is_free_and_folds_else(self) -> None:
        assert betting.default(opened(100, 100, 100)) == Action("check", 1)
        assert betting.default(said(opened(100, 100, 100), "10")) == Action("fold", 2)
        with pytest.raises(ValueError, match="closed"):
            betting.default(opened(5, 5, 5))


class TestPots:
    def test_one_pot_when_all_have_paid_alike(self) -> None:
        state = said(opened(100, 100, 100), "10", "call", "call")
        (pot,) = pots.layers(state.bettors)
        assert (pot.amount, pot.seats) == (45, (0, 1, 2))

    def test_folded_chips_stay_in(self) -> None:
        state = said(opened(100, 100, 100, 100), "10", "call", "20", "fold", "call", "fold")
        state, back = pots.give_back(state)
        assert back == ()
        (pot,) = pots.layers(state.bettors)
        assert (pot.amount, pot.seats) == (5 + 15 + 25 + 25, (1, 3))

    def test_pots_split_where_a_stack_ends(self) -> None:
        state = said(opened(100, 3, 12, 100), "7", "17", "call")
        low, middle, high = pots.layers(state.bettors)
        assert (low.amount, low.seats) == (12, (0, 1, 2, 3))
        assert (middle.amount, middle.seats) == (27, (0, 2, 3))
        assert (high.amount, high.seats) == (20, (0, 3))
        assert high.paid == ((0, 10), (3, 10))

    def test_an_unmatched_bet_goes_back(self) -> None:
        state = said(opened(100, 100, 100), "10", "fold", "fold")
        state, back = pots.give_back(state)
        assert back == ((1, 10),)
        assert [bettor.stack for bettor in state.bettors] == [95, 95, 95]
        assert state.level == 0

    def test_of_an_ante_that_nobody_could_match_the_rest_goes_back(self) -> None:
        state, back = pots.give_back(opened(100, 2, 3))
        assert back == ((0, 2),)
        assert state.bettors[0].level == 0
        assert [pot.amount for pot in pots.layers(state.bettors)] == [6, 2]

    def test_a_folded_seats_share_of_a_pot_is_remembered(self) -> None:
        state = said(opened(100, 8, 100, 100), "3", "8", "13", "call", "fold")
        assert turn(state) is None
        low, high = pots.layers(state.bettors)
        assert (low.seats, low.amount) == ((0, 1, 3), 8 * 4)
        assert high.paid == ((0, 10), (2, 5), (3, 10))
        assert high.seats == (0, 3)


@settings(max_examples=300, deadline=None)
@given(randoms)
def test_no_chip_is_made_or_lost_and_no_level_passes_the_cap(rng: random.Random) -> None:
    """Random rounds: what is legal applies, the round closes, the pots hold all that was paid."""
    ante = rng.randint(1, 9)
    stacks = [rng.choice([rng.randint(1, ante * 3), ante, 1000]) for _ in range(rng.randint(2, 8))]
    state = opened(*stacks, ante=ante)
    for _ in range(200):
        assert sum(bettor.stack + bettor.paid for bettor in state.bettors) == sum(stacks)
        assert all(0 <= bettor.level <= state.level <= state.cap for bettor in state.bettors)
        assert all(bettor.stack >= 0 for bettor in state.bettors)
        if state.turn is None:
            break
        move = rng.choice(betting.legal(state))
        to = None
        if "min" in move:
            to = rng.choice([move["min"], move["max"]])
        state = betting.apply(state, Action(str(move["kind"]), turn(state), to=to))
    else:
        pytest.fail("the round didn't close")
    assert betting.standing(state)
    settled, back = pots.give_back(state)
    layers = pots.layers(settled.bettors)
    assert sum(pot.amount for pot in layers) + sum(chips for _, chips in back) == sum(
        bettor.paid for bettor in state.bettors
    )
    assert all(pot.seats for pot in layers)
    assert sum(bettor.stack + bettor.paid for bettor in settled.bettors) == sum(stacks)
    still_in = [bettor for bettor in settled.bettors if not bettor.folded]
    most = max(bettor.paid for bettor in still_in)
    assert all(bettor.paid == most or bettor.stack == 0 for bettor in still_in)
