"""Lies told with the whole chain hashed again: only the meaning can give them away."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.canonical import canonical
from tests.engine.lies import LIES, Lie, a_bet_above_the_cap, one_chip_moved
from tests.engine.records import GOOD, TAMPERED, Event, events_of, first, rehashed, short, with_bet


def test_hashing_again_changes_nothing() -> None:
    """The changes below start from the same bytes that the house wrote."""
    assert rehashed(events_of(with_bet())) == with_bet()


@pytest.mark.parametrize("change", LIES, ids=lambda change: change.__name__)
def test_a_lie_with_the_whole_chain_hashed_again_is_caught(
    change: Lie,
) -> None:
    events = events_of(with_bet())
    change(events)
    verdict = record.verify(rehashed(events))
    assert verdict.exit_code == TAMPERED, verdict
    assert verdict.line_no >= 1
    assert verdict.reason


leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text("abcQ9HS", max_size=3)
)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner)
)
# What a single record cannot prove by itself: names, limits that were not reached, and times that
# no clock depends on.
FREE = {
    "options",
    "table",
    "hand_no",
    "previous",
    "build",
    "player",
    "action_ms",
    "window_ms",
    "at",
}


def paths(value: Event | list[Any], *path: str | int) -> list[tuple[str | int, ...]]:
    """The way to every value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[str | int, ...]] = []
    for key, entry in inner:
        found.append((*path, key))
        if isinstance(entry, dict | list):
            found += paths(entry, *path, key)
    return found


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_any_value_put_anywhere_is_caught_and_never_breaks_the_verifier(
    data: st.DataObject,
) -> None:
    events = events_of(short() if data.draw(st.booleans()) else with_bet())
    event = data.draw(st.sampled_from(events))
    path = data.draw(st.sampled_from(paths(event)))
    place: Any = event
    for step in path[:-1]:
        place = place[step]
    before = canonical(place[path[-1]])
    place[path[-1]] = data.draw(anything)
    hand = events[0]["hand"]
    if canonical(place[path[-1]]) == before or not isinstance(hand, str):
        return
    verdict = record.verify(rehashed(events))
    if FREE.isdisjoint(str(step) for step in path):
        assert verdict.exit_code == TAMPERED, (path, place)
    else:
        assert verdict.exit_code in {GOOD, TAMPERED}


def test_the_line_that_lies_is_named() -> None:
    events = events_of(with_bet())
    i = first(events, "bet")
    a_bet_above_the_cap(events)
    verdict = record.verify(rehashed(events))
    assert verdict.line_no == i + 1
    assert "above-cap" in verdict.reason


def test_the_close_that_lies_is_named_with_what_is_wrong_in_it() -> None:
    events = events_of(with_bet())
    one_chip_moved(events)
    verdict = record.verify(rehashed(events))
    assert verdict.line_no == len(events) - 1
    assert verdict.reason == "the outcome is not the game's: deltas"
