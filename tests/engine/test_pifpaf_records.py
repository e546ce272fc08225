"""Records of every rule set: written from random hands, verified, and lied about."""

import copy
import random
from functools import cache
from typing import Any

import pytest

from engine import record
from engine.canonical import canonical
from engine.chain import file_line, genesis, link
from engine.game import Setup
from engine.pifpaf.state import State
from engine.shuffle import commitment
from engine.timing import Clock
from tests.engine.records import GOOD, TAMPERED, Events, events_of, rehashed
from tests.engine.table import (
    FAMILY,
    GAME,
    VECTORS,
    Step,
    family_setup,
    setup,
    steps_from,
)

HAND = "hand-of-the-family"
SEED = bytes(range(1, 65))
CLOCK = Clock(action_ms=20_000, window_ms=3_000)
OLD = sorted((VECTORS / "records").glob("*.jsonl"))


def played(made: Setup, rng: random.Random) -> str:
    """The record of a hand of random play; nobody is too late."""
    first = record.dealt(made, HAND, SEED)
    assert isinstance(first, State)
    players = {seating.seat: f"player-{seating.seat}" for seating in made.seats}
    events: Events = [
        record.opening(
            hand=HAND,
            at=0,
            table=1,
            hand_no=1,
            previous=None,
            setup=made,
            players=players,
            clock=CLOCK,
            build="test",
        ),
        record.commit(HAND, 1, 0, commitment(HAND, SEED)),
    ]
    state = first
    for step in steps_from(first, rng):
        events.append(_event(step, len(events)))
        state = step.after
    assert state.outcome is not None
    at = events[-1]["at"]
    events.append(record.closing(HAND, len(events), at, state.outcome))
    events.append(record.reveal(HAND, len(events), at, SEED))
    head, rows = genesis(HAND), []
    for event in events:
        line = canonical(event)
        head = link(head, line)
        rows.append(file_line(line, head))
    return "".join(rows)


def _event(step: Step, seq: int) -> dict[str, Any]:
    at = seq * 10_000
    if step.action.seat is None:
        return record.window_closed(HAND, seq, at)
    return record.act(HAND, seq, at, step.action)


@pytest.mark.parametrize("rules", FAMILY)
def test_a_hand_of_any_rules_has_a_record_that_verifies(rules: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        verdict = record.verify(played(family_setup(rng, rules), rng))
        assert verdict.exit_code == GOOD, verdict


def test_the_shuffle_of_the_discards_is_part_of_the_proof() -> None:
    """The stream goes on after the deck, so the record needs no word about it."""
    made = setup(8, rules="pif-paf-quatro", recycle_limit=3)
    content = played(made, random.Random(5))
    states = [state for _, state in record.replay(record.load(content))]
    assert states[-1].recycled > 0  # type: ignore[attr-defined]  # of the family
    assert record.verify(content).exit_code == GOOD


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_records_of_the_time_before_the_family_verify_as_ever(path: Any) -> None:  # noqa: ANN401 - a path
    content = path.read_text()
    assert set(events_of(content)[0]["rules"]["options"]) == {"min_players", "recycle_limit"}
    assert record.verify(content).exit_code == GOOD
    assert events_of(content)[-2]["outcome"].keys() == {
        *("winner", "how", "melds", "discard", "pots", "returned", "deltas", "stacks"),
        "next_dealer",
    }


def raked() -> Events:
    """The events of a hand in which the house kept something, and somebody scored."""
    return copy.deepcopy(_raked())


@cache
def _raked() -> Events:
    for seed in range(60):
        rng = random.Random(seed)
        events = events_of(played(family_setup(rng, "cacheta"), rng))
        if events[-2]["rake"] and "score" in events[0]["seats"][0]:
            return events
    raise AssertionError("no such hand")


class TestLies:
    def test_the_rake_is_what_the_stakes_make_it(self) -> None:
        events = raked()
        assert record.verify(rehashed(events)).exit_code == GOOD
        events[-2]["rake"] -= 1
        verdict = record.verify(rehashed(events))
        assert (verdict.exit_code, verdict.line_no) == (TAMPERED, len(events) - 1)
        assert "the rake is" in verdict.reason

    def test_another_rake_in_the_stakes_shows_in_the_close(self) -> None:
        events = raked()
        events[0]["stakes"].pop("rake")
        assert record.verify(rehashed(events)).exit_code == TAMPERED

    def test_points_left_out_or_changed_are_caught(self) -> None:
        for change in ("gone", "other"):
            events = raked()
            outcome = events[-2]["outcome"]
            if change == "gone":
                outcome.pop("points")
            else:
                outcome["points"][0][1] += 1
            assert record.verify(rehashed(events)).exit_code == TAMPERED

    def test_a_score_that_is_no_count_is_no_record(self) -> None:
        events = raked()
        events[0]["seats"][0]["score"] = -1
        assert record.verify(rehashed(events)).exit_code == TAMPERED


def test_what_is_replayed_is_what_was_played() -> None:
    rng = random.Random(3)
    content = played(family_setup(rng, "pif-paf-compra"), rng)
    loaded = record.load(content)
    *_, (_, last) = record.replay(loaded)
    closing = events_of(content)[-2]
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert record.outcome_json(outcome) == closing["outcome"]
