"""Frames as text: quick for the house's own words, faithful for a client's."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.accounts.models import User
from tables import frames, messages
from tables.boards import load_board
from tables.news import load_news
from tests.tables.felt import act, deal, in_turn

_NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | _NUMBERS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    )
)
def test_a_nack_gives_any_id_back_as_it_came(sent: object) -> None:
    text = frames.text_of(messages.Nack(sent, {"code": "bad-request"}))
    assert json.loads(text)["id"] == sent


@pytest.mark.parametrize("strange", ["\ud800", 10**100, -(2**63) - 1, {"a": ["\udfff"]}])
def test_what_the_quick_writer_refuses_goes_back_too(strange: object) -> None:
    text = frames.text_of(messages.Nack(strange, {}))
    assert json.loads(text) == {"type": "nack", "id": strange, "problem": {}}
    text.encode()  # it can be sent


def test_what_nests_deeper_than_can_be_written_goes_back_as_null() -> None:
    deep: object = "deep"
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    assert json.loads(frames.text_of(messages.Nack(deep, {})))["id"] is None


@pytest.mark.django_db
def test_news_says_the_same_as_the_snapshot_and_the_events_for_every_viewer(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "check"})
    board = load_board(table_id)
    news = load_news(table_id, 0, board.table.told_seq, board.players)
    for viewer in (*(player.pk for player in players), None):
        told = json.loads(frames.told(board, news, viewer, 0))
        assert told == {
            "type": "events",
            "from": 1,
            "to": board.table.told_seq,
            "events": json.loads(json.dumps(news.told_to(viewer, 0))),
            "state": json.loads(json.dumps(load_board(table_id).snapshot(viewer)))
            | {"now": told["state"]["now"]},
        }
