"""The laws of play for every rule set of the family, under random hands and the clock alone."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from engine.actions import action_json
from engine.errors import BadRules
from engine.game import Setup, parse_action
from engine.pifpaf.axes import AXES
from engine.pifpaf.state import State
from tests.engine.hidden import check_no_leak
from tests.engine.laws import STEPS_MAX, allows, check_end, check_legality, check_step
from tests.engine.table import (
    FAMILY,
    GAME,
    LATER,
    deal,
    family_setup,
    random_steps,
    randoms,
    steps_from,
)

family = pytest.mark.parametrize("rules", FAMILY)


@family
@settings(max_examples=5, deadline=None)
@given(rng=randoms)
def test_chips_and_cards_are_conserved_and_every_hand_ends(rules: str, rng: random.Random) -> None:
    for number, step in enumerate(random_steps(rng, family_setup(rng, rules))):
        check_step(step)
        assert number < STEPS_MAX
    check_end(step.after)


@family
@settings(max_examples=3, deadline=None)
@given(rng=randoms)
def test_legal_is_complete_and_exact(rules: str, rng: random.Random) -> None:
    for step in random_steps(rng, family_setup(rng, rules)):
        # The phases of a turn repeat, so a few states of each hand stand for all.
        if rng.random() < (0.02 if step.before.phase in ("draw", "discard", "window") else 0.5):
            check_legality(step.before, rng)
    check_legality(step.after, rng)


@family
@settings(max_examples=4, deadline=None)
@given(rng=randoms)
def test_no_view_depends_on_what_the_viewer_may_not_know(rules: str, rng: random.Random) -> None:
    for step in random_steps(rng, family_setup(rng, rules)):
        sold = [player.bought for player in step.before.players] != [
            player.bought for player in step.after.players
        ]
        if sold or rng.random() < 0.02 or step.after.outcome is not None:
            check_no_leak(step, rng)


@family
@settings(max_examples=4, deadline=None)
@given(rng=randoms)
def test_the_clock_alone_ends_a_hand(rules: str, rng: random.Random) -> None:
    """The default is legal in every state, so a hand that everybody has left ends."""
    made = family_setup(rng, rules)
    pack = GAME.pack(GAME.rules(rules, dict(made.options)))
    state = GAME.deal(made, tuple(rng.sample(pack, len(pack))), LATER)
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
    check_end(state)


@family
@settings(max_examples=4, deadline=None)
@given(rng=randoms)
def test_a_replay_gives_the_same_states_and_each_survives_as_text(
    rules: str, rng: random.Random
) -> None:
    steps = list(random_steps(rng, family_setup(rng, rules)))
    state: State = steps[0].before
    for before, action, after in steps:
        assert state == before
        if rng.random() < 0.1:
            state = GAME.load(GAME.dump(state))
            assert state == before
            assert hash(state) == hash(before)
        state = GAME.apply(state, parse_action(action_json(action), action.seat))
        assert state == after
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.parametrize("rules", [name for name in FAMILY if name != "pif-paf-quatro"])
@settings(max_examples=3, deadline=None)
@given(rng=randoms)
def test_legal_is_complete_and_exact_where_hands_are_nearly_done(
    rules: str, rng: random.Random
) -> None:
    """Random play seldom comes near going out; these hands can do it at once, in turn or out."""
    hands = {
        0: "7S 8S 5D AH 2H 3H KC KD KH",
        2: "2S 3S 4S QH QC QD 9C 9H 5D",
        3: "TS JS 8C AC 2C 3C 7D 7H 7C",
    }
    for step in steps_from(deal(4, hands, "4S 9S 9S", rules=rules), rng):
        check_step(step)
        check_legality(step.after, rng)
        check_no_leak(step, rng)
        if step.after.tick > 10:
            break


def mixed(rng: random.Random) -> Setup | None:
    """A set-up of any rule set with up to four axes changed; None where they don't go together."""
    rules = rng.choice(FAMILY)
    axes = rng.sample(AXES, rng.randint(1, 4))
    options: dict[str, object] = {axis.name: rng.choice(axis.values[:12]) for axis in axes}
    try:
        return family_setup(rng, rules, **options)
    except BadRules:
        return None


def play_mixed(rng: random.Random) -> None:
    made = None
    while made is None:
        made = mixed(rng)
    for number, step in enumerate(random_steps(rng, made)):
        check_step(step)
        assert number < STEPS_MAX
        if rng.random() < 0.01:
            check_legality(step.after, rng)
            check_no_leak(step, rng)
            assert GAME.load(GAME.dump(step.after)) == step.after
    check_end(step.after)


@settings(max_examples=15, deadline=None)
@given(rng=randoms)
def test_the_laws_hold_for_any_mix_of_axes(rng: random.Random) -> None:
    play_mixed(rng)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(rng=randoms)
def test_the_laws_hold_for_many_mixes_of_axes(rng: random.Random) -> None:
    play_mixed(rng)


def test_a_text_that_is_no_state_is_refused() -> None:
    text = GAME.dump(
        next(random_steps(random.Random(1), family_setup(random.Random(1), "pife"))).before
    )
    for wrong in ("", "{}", "[]", "7", text[:-1], text.replace('"v":2', '"v":1')):
        with pytest.raises(ValueError, match=r"."):
            GAME.load(wrong)


def test_the_family_reaches_each_of_its_kinds_of_action() -> None:
    """Random play that never buys, lays or shows a false hand would prove little."""
    kinds: Counter[str] = Counter()
    for rules in FAMILY:
        for seed in range(8):
            rng = random.Random(seed)
            for step in random_steps(rng, family_setup(rng, rules)):
                kinds[step.action.kind] += 1
                kinds["false"] += step.after.failed and not step.before.failed
                kinds["burned"] += step.before.players != step.after.players and any(
                    player.burned for player in step.after.players
                )
    wanted = {"stay", "fold", "draw", "discard", "lay", "announce", "go-out", "claim", "buy"}
    assert {*wanted, "bet", "raise", "close-window", "false", "burned"} <= (+kinds).keys()
