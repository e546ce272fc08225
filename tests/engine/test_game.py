"""Laws that hold in every hand of the betting game: chips, cards, legality, the clock, replay."""

import random

import pytest
from hypothesis import given, settings

from engine.actions import action_json
from engine.game import parse_action
from tests.engine.laws import STEPS_MAX, allows, check_end, check_legality, check_step
from tests.engine.table import (
    GAME,
    PACK,
    deal,
    random_setup,
    random_steps,
    randoms,
    setup,
    steps_from,
)


@settings(max_examples=40, deadline=None)
@given(randoms)
def test_chips_and_cards_are_conserved_and_every_hand_ends(rng: random.Random) -> None:
    made = random_setup(rng)
    for number, step in enumerate(random_steps(rng, made)):
        check_step(step)
        assert number < STEPS_MAX
    check_end(step.after)


@settings(max_examples=12, deadline=None)
@given(randoms)
def test_legal_is_complete_and_exact(rng: random.Random) -> None:
    for step in random_steps(rng, random_setup(rng)):
        # The phases of a turn repeat, so a few states of each hand stand for all.
        if rng.random() < (0.3 if step.before.phase == "bet" else 0.01):
            check_legality(step.before, rng)
    check_legality(step.after, rng)


@settings(max_examples=10, deadline=None)
@given(randoms)
def test_legal_is_complete_and_exact_where_hands_are_nearly_done(rng: random.Random) -> None:
    """Random play seldom comes near going out; these hands can claim and go out at once."""
    carla, runs = "2S 3S 4S QH QC QD 9C 9H 5D", "7S 8S 5D AH 2H 3H KC KD KH"
    for step in steps_from(
        deal(4, {0: runs, 2: carla, 3: "TS JS 8C AC 2C 3C 7D 7H 7C"}, "9S"), rng
    ):
        check_step(step)
        check_legality(step.after, rng)
        if step.after.tick > 12:
            break


@settings(max_examples=15, deadline=None)
@given(randoms)
def test_the_clock_alone_ends_a_hand(rng: random.Random) -> None:
    """The default is legal in every state, so a hand that everybody has left ends."""
    state = GAME.deal(random_setup(rng), tuple(rng.sample(PACK, len(PACK))))
    for _ in range(STEPS_MAX):
        if GAME.outcome(state) is not None:
            break
        action = GAME.default(state)
        entries = GAME.legal(state, action.seat)
        of_kind = [entry for entry in entries if entry["kind"] == action.kind]
        assert any(allows(state, entries, entry, action) for entry in of_kind)
        state = GAME.apply(state, action)
    else:
        pytest.fail("the hand didn't end")


@settings(max_examples=15, deadline=None)
@given(randoms)
def test_the_same_actions_from_the_same_deal_give_the_same_states(rng: random.Random) -> None:
    made = random_setup(rng)
    shuffled = tuple(rng.sample(PACK, len(PACK)))
    first = GAME.deal(made, shuffled)
    steps = list(steps_from(first, rng))
    state = GAME.deal(made, shuffled)
    assert state == first
    for before, action, after in steps:
        assert state == before
        state = GAME.apply(state, parse_action(action_json(action), action.seat))
        assert state == after
        assert hash(state) == hash(after)


def test_a_hand_with_the_full_limit_ends_too() -> None:
    """Ten turnings of the pile by players who never go out: the longest hand there is."""
    state = GAME.deal(setup(3), PACK)
    steps = 0
    while GAME.outcome(state) is None:
        state = GAME.apply(state, GAME.default(state))
        steps += 1
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.how == "void"
    assert steps < 5000
