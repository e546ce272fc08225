"""Laws that hold in every hand: chips, cards, legality, the clock, replay."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from engine.actions import Action, action_json, parse_action
from engine.cards import ONE_PACK, parse
from engine.errors import IllegalAction
from engine.game import Json
from engine.pifpaf.state import State, place_of
from tests.engine.table import (
    GAME,
    PACK,
    Step,
    deal,
    random_setup,
    random_steps,
    randoms,
    setup,
    steps_from,
)

# No hand of eight that turns its pile once is longer than this.
STEPS_MAX = 2000


def total(state: State) -> int:
    """All chips: in stacks, and in the pot while the hand lasts."""
    stacks = sum(bettor.stack for bettor in state.betting.bettors)
    paid = sum(bettor.paid for bettor in state.betting.bettors)
    return stacks + (paid if state.outcome is None else 0)


def cards_of(state: State) -> Counter[int]:
    """All cards, wherever they are."""
    return Counter(
        (*state.stock, *state.discards, *(card for held in state.hands for card in held))
    )


def allows(entry: Json, action: Action) -> bool:
    """Whether an entry of the legal list allows an action of its kind."""
    if action.kind in ("bet", "raise"):
        low, high = entry["min"], entry["max"]
        assert isinstance(low, int)
        assert isinstance(high, int)
        return action.to is not None and low <= action.to <= high
    if action.kind == "draw":
        return bool(action.source == entry["from"])
    if action.kind == "discard":
        names: Any = entry["cards"]
        return action.card in [parse(name) for name in names]
    if action.kind in ("go-out", "claim"):
        options: Any = entry["options"]
        return action.card in [parse(option["discard"]) for option in options]
    return True


def every_listed(entries: list[Json], seat: int | None) -> Iterator[Action]:
    """Each action that a legal list allows, of bets the ends and one between."""
    for entry in entries:
        kind: Any = entry["kind"]
        values: Any = {"from": entry["from"]} if "from" in entry else {}
        if "min" in entry:
            low: Any = entry["min"]
            high: Any = entry["max"]
            for to in {low, (low + high) // 2, high}:
                yield parse_action({"kind": kind, "to": to}, seat)
            continue
        lists: Any = [{"card": name} for name in entry.get("cards", [])] or entry.get(
            "options", [values]
        )
        for fields in lists:
            yield parse_action({"kind": kind, **fields}, seat)
            if "melds" in fields:
                yield parse_action({"kind": kind, "discard": fields["discard"]}, seat)


def any_actions(state: State, rng: random.Random) -> Iterator[Action]:
    """What somebody could send without melds: each kind from each seat, levels at every bound.

    Cards are those the seat holds, and some that it may not.
    """
    levels = {0, 1, state.betting.level, state.betting.cap, state.betting.cap + 1, 2**53 - 1}
    for seat in (None, 99, *(seating.seat for seating in state.setup.seats)):
        place = place_of(state, seat)
        held = () if place is None else state.hands[place]
        cards = sorted({*held, *state.discards[-1:], *rng.sample(ONE_PACK, 3), 52})
        for entry in GAME.legal(state, seat):
            if "min" in entry:
                levels |= {entry["min"] - 1, entry["min"], entry["max"], entry["max"] + 1}
        for kind in ("check", "call", "fold", "close-window"):
            yield Action(kind, seat)
        for kind in ("bet", "raise"):
            yield from (Action(kind, seat, to=to) for to in sorted(levels))
        for source in ("stock", "discard"):
            yield Action("draw", seat, source=source)
        for kind in ("discard", "go-out", "claim"):
            yield from (Action(kind, seat, card=card) for card in cards)


def check_legality(state: State, rng: random.Random) -> None:
    """All that is listed applies, all else is refused with the state as it was."""
    before = repr(state)
    for seat in (None, *(seating.seat for seating in state.setup.seats)):
        for action in every_listed(GAME.legal(state, seat), seat):
            GAME.apply(state, action)
    for action in any_actions(state, rng):
        entries = [
            entry for entry in GAME.legal(state, action.seat) if entry["kind"] == action.kind
        ]
        if any(allows(entry, action) for entry in entries):
            GAME.apply(state, action)
            continue
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, action)
        assert refused.value.detail.endswith(".")
        assert refused.value.allowed == GAME.legal(state, action.seat)
    assert repr(state) == before


def check_step(step: Step) -> None:
    """What holds from one state to the next."""
    before, action, after = step
    assert total(after) == total(before)
    assert cards_of(after) == Counter(PACK)
    assert after.tick == before.tick + (action.kind != "claim")
    assert all(bettor.stack >= 0 for bettor in after.betting.bettors)
    assert parse_action(action_json(action), action.seat) == action
    assert hash(after) != hash(before) or after != before


@settings(max_examples=40, deadline=None)
@given(randoms)
def test_chips_and_cards_are_conserved_and_every_hand_ends(rng: random.Random) -> None:
    made = random_setup(rng)
    for number, step in enumerate(random_steps(rng, made)):
        check_step(step)
        assert number < STEPS_MAX
    outcome = GAME.outcome(step.after)
    assert outcome is not None
    assert sum(delta for _, delta in outcome.deltas) == 0
    before = {seating.seat: seating.stack for seating in made.seats}
    assert outcome.stacks == tuple((seat, before[seat] + delta) for seat, delta in outcome.deltas)
    won = sum(pot.amount for pot in outcome.pots if pot.winner is not None)
    lost = sum(before[seat] - left for seat, left in outcome.stacks if left < before[seat])
    assert won >= lost
    assert all(pot.winner in (None, outcome.winner) for pot in outcome.pots)


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
        entries = [
            entry for entry in GAME.legal(state, action.seat) if entry["kind"] == action.kind
        ]
        assert any(allows(entry, action) for entry in entries)
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
