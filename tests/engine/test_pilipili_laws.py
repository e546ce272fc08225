"""The laws of Pili Pili for every Mission, under random rounds and the clock alone."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action, action_json
from engine.cards import text
from engine.errors import IllegalAction
from engine.game import Json, parse_action
from engine.pilipili.missions import EFFECTS, FORTY
from engine.pilipili.rules import PACK
from engine.pilipili.state import State
from tests.engine.pilipili import GAME, LATER, MISSIONS, random_setup, random_steps
from tests.engine.pilipili_hidden import cards_shown, check_no_leak, visible

# A number, not a source of chance: a round asks for more of it than Hypothesis likes to shrink.
seeds = st.integers(0, 2**32 - 1)
missions = pytest.mark.parametrize("mission", MISSIONS)
# One card of each kind, and a round without a Mission.
KINDS = ("", *{text.split("(")[0].split(" ")[0]: text for text in FORTY}.values())
kinds = pytest.mark.parametrize("mission", KINDS)


def every_listed(entries: list[Json], seat: int | None) -> list[Action]:
    """Each action that a legal list allows; of several cards the first so many and the last."""
    found: list[Json] = []
    for entry in entries:
        base = {"kind": entry["kind"]}
        if "count" in entry:
            found += [base | {"cards": entry["cards"][: entry["count"]]}]
            found += [base | {"cards": entry["cards"][-entry["count"] :]}]
        elif "cards" in entry and "range" in entry:
            low, high = entry["range"]
            found += [base | {"card": "JK", "number": number} for number in range(low, high + 1)]
        elif "cards" in entry:
            found += [base | {"card": name} for name in entry["cards"]]
        elif "seats" in entry:
            found += [base | {"whom": whom} for whom in entry["seats"]]
        elif "numbers" in entry:
            found += [base | {"number": number} for number in entry["numbers"]]
        elif "range" in entry:
            found += [base | {"number": number} for number in entry["range"]]
        else:
            found.append(base)
    return [parse_action(data, seat) for data in found]


def any_actions(state: State, rng: random.Random) -> list[Action]:
    """What somebody could send: each kind from each seat, right and wrong."""
    seats = (None, 99, *(one.seat for one in state.setup.seats))
    found = [Action("close-window", seat) for seat in seats] + [Action("check", 0)]
    for seat in seats[1:]:
        for number in (None, -1, 0, 1, 2, 5, 56, 57, 10**9):
            found += [Action(kind, seat, number=number) for kind in ("bid", "turn", "name")]
        for card in (*rng.sample(PACK, 3), 52, 0, *state.hands[0][:1], *state.hands[1][:1]):
            found += [Action("play", seat, card=card, number=one) for one in (None, -1, 0, 56, 57)]
            found.append(Action("give", seat, cards=(card,)))
        found += [Action("pick", seat, whom=whom) for whom in (None, -1, *seats[1:])]
        found += [Action("give", seat, cards=hand[:2]) for hand in state.hands]
    return found


def allows(entry: Json, action: Action, state: State) -> bool:
    """Whether a legal entry allows an action of its kind."""
    if "count" in entry:
        names = [text(card) for card in action.cards or ()]
        fits = len(set(names)) == len(names) == entry["count"]
        return fits and set(names) <= set(entry["cards"])
    if "cards" in entry:
        low, high = entry.get("range", [None, None])
        value = action.number
        good = value is None if low is None else value is not None and low <= value <= high
        return good and action.card is not None and text(action.card) in entry["cards"]
    if "seats" in entry:
        return action.whom in entry["seats"]
    if "numbers" in entry:
        return action.number in entry["numbers"]
    if "range" in entry:
        low, high = entry["range"]
        return action.number is not None and low <= action.number <= high
    return True


def check_legality(state: State, rng: random.Random) -> None:
    """All that is listed applies, all else is refused with the state as it was."""
    before = GAME.dump(state)
    for seat in (None, *(one.seat for one in state.setup.seats)):
        for action in every_listed(GAME.legal(state, seat), seat):
            GAME.apply(state, action)
    for action in any_actions(state, rng):
        entries = GAME.legal(state, action.seat)
        if any(entry["kind"] == action.kind and allows(entry, action, state) for entry in entries):
            GAME.apply(state, action)
            continue
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, action)
        assert refused.value.detail.endswith(".")
        assert refused.value.allowed == entries
    assert GAME.dump(state) == before


def check_end(state: State) -> None:
    outcome = state.outcome
    assert outcome is not None
    counts = {name: dict(counted) for name, counted in outcome.counts}
    assert sum(counts["tricks"].values()) == state.to_play
    assert sum(counts["bids"].values()) != state.to_play
    assert sum(counts["own"].values()) > 0, "somebody always misses his bid"
    scores = {one.seat: one.score or 0 for one in state.setup.seats}
    assert all(scores[seat] + pilis >= 0 for seat, pilis in outcome.points)
    assert state.mission.kind == "REWARD" or min(dict(outcome.points).values()) >= 0
    assert all(not hand for hand in state.hands)


@missions
@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_cards_are_conserved_and_every_round_ends(mission: str, seed: int) -> None:
    rng = random.Random(seed)
    for before, action, after in random_steps(rng, random_setup(rng, mission)):
        held = [card for hand in (*after.hands, after.stock) for card in hand]
        lying = [one.card for trick in after.tricks for one in trick.played]
        lying += [one.card for one in after.trick] + [52] * after.turned
        assert Counter((*held, *lying)) == Counter(PACK)
        hidden = bool(before.waits) and len(before.chosen) + 1 < len(before.waits)
        assert after.tick == before.tick + (not hidden)
        assert parse_action(action_json(action), action.seat) == action
    check_end(after)


@kinds
@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_legal_is_complete_and_exact(mission: str, seed: int) -> None:
    rng = random.Random(seed)
    for step in random_steps(rng, random_setup(rng, mission)):
        if rng.random() < 0.06:
            check_legality(step.before, rng)
    check_legality(step.after, rng)


@kinds
@settings(max_examples=2, deadline=None)
@given(seed=seeds)
def test_nothing_depends_on_what_the_viewer_may_not_know(mission: str, seed: int) -> None:
    rng = random.Random(seed)
    for step in random_steps(rng, random_setup(rng, mission)):
        if rng.random() < 0.3 or step.after.phase != step.before.phase:
            check_no_leak(step, rng)


@kinds
@settings(max_examples=1, deadline=None)
@given(seed=seeds)
def test_no_card_is_shown_that_the_rules_hide(mission: str, seed: int) -> None:
    rng = random.Random(seed)
    for before, action, after in random_steps(rng, random_setup(rng, mission)):
        for viewer in (None, *(one.seat for one in after.setup.seats)):
            chosen = {
                text(card)
                for one in (*after.chosen, action)
                if one.seat == viewer
                for card in (one.card, *(one.cards or ()))
                if card is not None
            }
            may = {text(card) for card in visible(after, viewer)} | chosen
            assert cards_shown(GAME.view(after, viewer)) <= may
            assert cards_shown(GAME.seen(before, action, after, viewer)) <= may
            assert "JK" not in json.dumps(GAME.seen(before, action, after, viewer)) or "JK" in may


@missions
def test_the_clock_alone_ends_a_round(mission: str) -> None:
    rng = random.Random(mission)
    state = GAME.deal(random_setup(rng, mission), tuple(rng.sample(PACK, len(PACK))), LATER)
    while state.outcome is None:
        seats = GAME.waiting(state).seats
        seat = rng.choice(seats) if seats else None
        action = GAME.default(state, seat)
        if action.seat is not None:
            assert any(
                one["kind"] == action.kind and allows(one, action, state)
                for one in GAME.legal(state, action.seat)
            )
        state = GAME.apply(state, action)
    check_end(state)
    with pytest.raises(ValueError, match="over"):
        GAME.default(state)


@missions
def test_a_replay_gives_the_same_states_and_each_survives_as_text(mission: str) -> None:
    rng = random.Random(mission)
    steps = list(random_steps(rng, random_setup(rng, mission)))
    state = steps[0].before
    for before, action, after in steps:
        assert state == before
        state = GAME.load(GAME.dump(state))
        assert state == before
        assert hash(state) == hash(before)
        state = GAME.apply(state, parse_action(action_json(action), action.seat))
        assert state == after
    assert GAME.load(GAME.dump(state)) == state


@pytest.mark.slow
@missions
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_the_laws_once_more_in_many_rounds(mission: str, seed: int) -> None:
    rng = random.Random(seed)
    for step in random_steps(rng, random_setup(rng, mission)):
        check_no_leak(step, rng)
        if rng.random() < 0.1:
            check_legality(step.before, rng)
    check_end(step.after)


def test_there_are_eighteen_kinds_of_mission() -> None:
    assert len(EFFECTS) == 18
    assert len(KINDS) == 19


@pytest.mark.parametrize("broken", ["", "[]", "{}", '{"v":2}', '{"v":1}', "nonsense"])
def test_text_that_is_no_state(broken: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        GAME.load(broken)
