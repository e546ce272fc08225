"""What comes in from outside: only whole, known and well-formed actions get through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, action_json
from engine.cards import parse
from engine.errors import IllegalAction
from engine.game import parse_action


@pytest.mark.parametrize(
    ("data", "action"),
    [
        ({"kind": "check"}, Action("check", 2)),
        ({"kind": "call"}, Action("call", 2)),
        ({"kind": "fold"}, Action("fold", 2)),
        ({"kind": "bet", "to": 10}, Action("bet", 2, to=10)),
        ({"kind": "raise", "to": 0}, Action("raise", 2, to=0)),
        ({"kind": "draw", "from": "stock"}, Action("draw", 2, source="stock")),
        ({"kind": "draw", "from": "discard"}, Action("draw", 2, source="discard")),
        ({"kind": "discard", "card": "7H"}, Action("discard", 2, card=parse("7H"))),
        ({"kind": "go-out", "discard": "5D"}, Action("go-out", 2, card=parse("5D"))),
        (
            {"kind": "claim", "discard": "5D", "melds": [["2S", "3S", "4S"]]},
            Action("claim", 2, card=parse("5D"), melds=((40, 41, 42),)),
        ),
    ],
)
def test_each_kind_is_read_and_written_back(data: dict[str, object], action: Action) -> None:
    assert parse_action(data, 2) == action
    assert action_json(action) == data


def test_the_clock_closes_a_window() -> None:
    assert parse_action({"kind": "close-window"}, None) == Action("close-window")
    assert action_json(Action("close-window")) == {"kind": "close-window"}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "An action is a JSON object"),
        ([], "An action is a JSON object"),
        ("check", "An action is a JSON object"),
        (7, "An action is a JSON object"),
        ({}, '"kind" must be one of'),
        ({"kind": None}, '"kind" must be one of'),
        ({"kind": ["check"]}, '"kind" must be one of'),
        ({"kind": "Check"}, '"kind" must be one of'),
        ({"kind": "win"}, '"kind" must be one of'),
        ({"kind": "close-window"}, "is for the clock"),
        ({"kind": "check", "to": 5}, 'has no such key as "to"'),
        ({"kind": "fold", "seat": 3}, 'has no such key as "seat"'),
        ({"kind": "bet", "to": 5, "x" * 500: 1}, "has no such key"),
        ({"kind": "bet"}, '"bet" needs "to"'),
        ({"kind": "bet", "to": "10"}, "not a text"),
        ({"kind": "bet", "to": 10.0}, "not a fraction"),
        ({"kind": "bet", "to": float("nan")}, "not a fraction"),
        ({"kind": "bet", "to": True}, "not true or false"),
        ({"kind": "raise", "to": None}, "not null"),
        ({"kind": "raise", "to": [10]}, "not a list"),
        ({"kind": "raise", "to": {"level": 10}}, "not an object"),
        ({"kind": "raise", "to": -1}, "must be between 0 and"),
        ({"kind": "raise", "to": 2**53}, "must be between 0 and"),
        ({"kind": "raise", "to": 10**400}, "must be between 0 and"),
        ({"kind": "draw"}, '"draw" needs "from"'),
        ({"kind": "draw", "from": "top"}, 'must be "stock" or "discard"'),
        ({"kind": "draw", "from": 1}, 'must be "stock" or "discard"'),
        ({"kind": "draw", "from": ["stock"]}, 'must be "stock" or "discard"'),
        ({"kind": "discard", "card": "1H"}, "is not a card"),
        ({"kind": "discard", "card": 7}, "must be a card"),
        ({"kind": "discard", "card": None}, "must be a card"),
        ({"kind": "go-out", "card": "7H"}, "has no such key"),
        ({"kind": "go-out", "discard": "5D", "melds": "2S3S4S"}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": []}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": [["2S"]] * 5}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": [[]]}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": ["2S"]}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": [["2S"] * 99]}, "must be a list of 1 to"),
        ({"kind": "go-out", "discard": "5D", "melds": [["2S", "0S"]]}, "is not a card"),
        ({"kind": "go-out", "discard": "5D", "melds": [["2S", 3]]}, "must be a card"),
        ({"kind": "go-out", "discard": "5D", "melds": None}, "must be a list of 1 to"),
    ],
)
def test_what_is_malformed_is_refused_with_a_sentence(data: object, sentence: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_action(data, 2)
    assert refused.value.code == "bad-action"
    assert sentence in refused.value.detail
    assert refused.value.detail.endswith(".")
    assert refused.value.detail[0] == refused.value.detail[0].upper()
    assert len(refused.value.detail) < 250
    assert refused.value.allowed == []


def test_a_seats_action_needs_a_seat() -> None:
    with pytest.raises(IllegalAction, match="needs a seat"):
        parse_action({"kind": "check"}, None)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
keys = st.sampled_from(["kind", "to", "from", "card", "discard", "melds", "seat"])
kinds = st.sampled_from(["check", "bet", "raise", "draw", "discard", "go-out", "claim"])


@given(st.dictionaries(keys, json_values | kinds) | json_values, st.none() | st.integers(0, 8))
def test_whatever_comes_in_is_an_action_or_a_bad_action(data: object, seat: int | None) -> None:
    action: Action | None = None
    code = ""
    try:
        action = parse_action(data, seat)
    except IllegalAction as refused:
        code = refused.code
    if action is None:
        assert code == "bad-action"
    else:
        assert parse_action(action_json(action), seat) == action
