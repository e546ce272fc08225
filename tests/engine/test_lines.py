import json
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import events
from engine.canonical import NUMBER_LIMIT, NotCanonical, canonical, read_canonical
from engine.cards import JOKER
from engine.game import Action
from engine.lines import act_line, line_of, read_line
from engine.lines_around import close_line, commit_line, open_line, reveal_line
from engine.replay import load
from engine.simulate import Plan, simulate

NUMBERS = st.sampled_from((0, 1, 7, NUMBER_LIMIT - 1, NUMBER_LIMIT, -1, True, 1.0, None, "1"))
ACTIONS = st.builds(
    partial(Action),  # as a class, its other fields would be made up
    kind=st.sampled_from(("check", "draw", "discard", "bet", "go-out", "claim", "close-window")),
    seat=st.integers(0, 7),
    to=st.none() | st.integers(0, 99),
    source=st.sampled_from((None, "stock", "discard")),
    card=st.none() | st.integers(0, JOKER),
    melds=st.sampled_from((None, ((0, 1, 2), (3, 16, 29)))),
    number=NUMBERS,
    whom=NUMBERS,
)
NAMES = ("simulated-7-1", "a", "", 'quo"te', "mão", "ma\u0303o", "\ud800", 5, None)
HANDS = st.sampled_from(NAMES)
BY = st.sampled_from(("player", "clock", "nobody", None))
ACTS = st.builds(
    lambda hand, seq, at, action, by: events.act(hand, seq, at, action, by=by),
    HANDS,
    NUMBERS,
    NUMBERS,
    ACTIONS,
    BY,
)
CLOSINGS = st.builds(events.window_closed, HANDS, NUMBERS, NUMBERS)
FIELDS = st.sampled_from(
    ("v", "hand", "seq", "at", "type", "seat", "action", "by", "what", "more", "kind")
)
VALUES = (
    NUMBERS
    | HANDS
    | st.sampled_from(("act", "clock", "window-closed", {}, [], {"kind": "check"}, {"kind": True}))
)


@st.composite
def odd_events(draw: st.DrawFn) -> dict[str, Any]:
    """Acts and closings with up to two fields changed, added or gone, in any order."""
    event = dict(draw(ACTS | CLOSINGS))
    for name in draw(st.lists(FIELDS, max_size=2)):
        if draw(st.booleans()):
            event[name] = draw(VALUES)
        else:
            event.pop(name, None)
    names = draw(st.permutations(sorted(event)))
    return {name: event[name] for name in names}


ROUND = next(iter(simulate(Plan("pili-pili", 4, 5, ("calm",)))))
AROUND = [
    line.event for line in load(ROUND.record).lines if line.event["type"] not in ("act", "clock")
]
AROUND_LINES = {
    "open": open_line,
    "commit": commit_line,
    "close": close_line,
    "reveal-deck": reveal_line,
}
RAKED = {"kind": "fixed", "ante": 5, "rake": {"per_mille": 25, "cap": 3}}
INNER = VALUES | st.sampled_from(
    (
        -NUMBER_LIMIT,
        RAKED,
        [[0, 1]],
        [[0, True]],
        [[0, 1, 2]],
        [(0, 1)],
        ([0, 1],),
        [7],
        "a\\b",
        "\t",
    )
)


def spots(value: object) -> list[Any]:
    """The value and all that it holds, as far as it can be changed."""
    inner = list(value.values() if isinstance(value, dict) else value)  # type: ignore[call-overload] # a list
    here = [value] if inner else []
    return here + [spot for one in inner if isinstance(one, dict | list) for spot in spots(one)]


@st.composite
def odd_events_around(draw: st.DrawFn) -> dict[str, Any]:
    """Openings, closings and what is between, with up to two values changed, added or gone."""
    event: dict[str, Any] = json.loads(json.dumps(draw(st.sampled_from(AROUND))))
    for _ in range(draw(st.integers(0, 2))):
        spot = draw(st.sampled_from(spots(event)))
        keys = sorted(spot) if isinstance(spot, dict) else range(len(spot))
        key = draw(st.sampled_from(keys))
        if draw(st.integers(0, 4)):
            spot[key] = deepcopy(draw(INNER))
        elif isinstance(spot, dict):
            spot[draw(st.sampled_from(("carried", "rake", "score", "more", "é", 1)))] = spot.pop(
                key
            )
            break  # keys of several types have no order
        else:
            spot.append(deepcopy(draw(INNER)))
    return event


def told(function: Callable[[Any], object], value: object) -> object:
    """What a function returns, or that it refused."""
    try:
        return function(value)
    except (NotCanonical, ValueError) as error:
        return type(error), str(error)


@given(st.tuples(HANDS, NUMBERS, NUMBERS, ACTIONS, BY), NUMBERS)
def test_the_line_of_an_act_needs_no_event(
    told_of: tuple[Any, Any, Any, Action, Any], seat: object
) -> None:
    hand, seq, at, action, by = told_of
    acts = action._replace(seat=cast("int", seat))
    event = events.act(hand, seq, at, acts, by=by)
    line = told(lambda _: act_line(hand, seq, at, acts, by), None)
    assert line == told(canonical, event)
    assert line == told(line_of, event)


@given(odd_events())
@example(events.act("h", 1, 2, Action("discard", 3, card=5)))
@example({**events.act("h", 1, 2, Action("check", 3)), "seq": True})
@example(events.window_closed("h", 1, 2))
def test_a_line_is_the_canonical_text_of_its_event(event: dict[str, Any]) -> None:
    assert told(line_of, event) == told(canonical, event)


@given(odd_events_around())
@settings(max_examples=400)
def test_a_line_around_the_acts_is_the_canonical_text_of_its_event(event: dict[str, Any]) -> None:
    assert told(line_of, event) == told(canonical, event)


ODD: tuple[Any, ...] = (
    True,
    1.0,
    -1,
    NUMBER_LIMIT,
    None,
    "",
    'quo"te',
    "a\\b",
    "\t",
    "mão",
    [],
    {},
    [True],
    [[0, True]],
)


@pytest.mark.parametrize("event", AROUND, ids=lambda event: event["type"])
def test_one_odd_value_anywhere_is_written_or_refused_as_it_always_is(
    event: dict[str, Any],
) -> None:
    for at, spot in enumerate(spots(event)):
        for key in [*spot, "more"] if isinstance(spot, dict) else range(len(spot) + 1):
            for odd in ODD:
                changed = deepcopy(event)
                there = spots(changed)[at]
                if isinstance(there, dict):
                    there[key] = odd
                else:
                    there[key : key + 1] = [odd]
                assert told(line_of, changed) == told(canonical, changed)


@pytest.mark.parametrize("event", AROUND, ids=lambda event: event["type"])
def test_the_lines_around_the_acts_of_a_table_are_put_together(event: dict[str, Any]) -> None:
    line = AROUND_LINES[event["type"]](event)
    assert line == canonical(event)


@given(event=odd_events(), end=st.sampled_from(("", " ", "}", "\n")), sort=st.booleans())
def test_a_line_is_read_as_any_canonical_text_is(
    *, event: dict[str, Any], end: str, sort: bool
) -> None:
    text = json.dumps(event, sort_keys=sort, separators=(",", ":"), ensure_ascii=False) + end
    line, expected = told(read_line, text), told(read_canonical, text)
    if isinstance(expected, dict):
        assert isinstance(line, tuple)
        value, usual = line
        assert repr(value) == repr(expected)
        assert not usual or events.form_fault(expected) is None
    else:
        assert line == expected


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "1", '"act"', '{"type":"act"}', "{" * 5000, '{"type":["act"]}', "[" * 99999],
)
def test_what_is_no_line_is_not_taken_for_one(text: str) -> None:
    expected = told(read_canonical, text)
    refused = isinstance(expected, tuple)
    assert told(read_line, text) == (expected if refused else (expected, False))


@given(ACTS | CLOSINGS)
def test_what_is_read_as_usual_has_the_form_of_its_type(event: dict[str, Any]) -> None:
    try:
        text = canonical(event)
    except NotCanonical:
        return
    value, usual = read_line(text)
    assert isinstance(value, dict)
    assert not usual or events.form_fault(value) is None


def test_the_usual_lines_of_a_table_are_put_together() -> None:
    act = events.act("h", 5, 17, Action("discard", 2, card=16))
    assert line_of(act) == (
        '{"action":{"card":"4D","kind":"discard"},"at":17,"by":"player","hand":"h","seat":2,'
        '"seq":5,"type":"act","v":1}'
    )
    closing = events.window_closed("h", 6, 18)
    assert line_of(closing) == (
        '{"at":18,"hand":"h","seq":6,"type":"clock","v":1,"what":"window-closed"}'
    )
