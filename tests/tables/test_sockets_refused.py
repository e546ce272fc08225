"""What the socket's door refuses: it rings nowhere, so it is the same whatever rings."""

import pytest
from websockets.exceptions import InvalidStatus

from deploy.accounts import tickets
from deploy.accounts.models import User
from tables import consumers
from tests.house import House, TableSocket, cookie_of
from tests.tables.test_sockets import house, in_turn, players, rows, sockets, table_id

__all__ = ["house", "players", "sockets", "table_id"]  # the fixtures of these names

pytestmark = pytest.mark.django_db(transaction=True)

BAD_ACTS = [
    ({"kind": "bet", "to": 16}, "above-cap"),
    ({"kind": "bet", "to": 4}, "below-minimum"),
    ({"kind": "bet", "to": -5}, "bad-action"),
    ({"kind": "bet", "to": 7.5}, "bad-action"),
    ({"kind": "bet", "to": "10"}, "bad-action"),
    ({"kind": "bet", "to": True}, "bad-action"),
    ({"kind": "bet", "to": 2**60}, "bad-action"),
    ({"kind": "bet"}, "bad-action"),
    ({"kind": "bet", "to": 10, "seat": 1}, "bad-action"),
    ({"kind": "raise", "to": 10}, "not-now"),
    ({"kind": "discard", "card": "7H"}, "not-now"),
    ({"kind": "close-window"}, "bad-action"),
    ({"kind": "steal"}, "bad-action"),
    ("check", "bad-action"),
    (None, "bad-action"),
]


def test_bad_acts_are_refused_by_name_and_change_nothing(sockets: list[TableSocket]) -> None:
    one = in_turn(sockets)
    before = rows()
    for action, code in BAD_ACTS:
        answer = one.act(action)
        assert (answer["type"], answer["problem"]["code"]) == ("nack", code), action
        assert answer["problem"]["detail"]
    assert rows() == before


def test_no_session_no_table(house: House, table_id: int) -> None:
    one = TableSocket(house.dial(table_id))
    assert one.closed() == consumers.NO_SESSION
    assert one.messages[-1] == {"type": "goodbye", "reason": "no-session", "retry": False}


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1.evil.example", None]
)
def test_row_41_another_origin_is_turned_away(
    house: House, table_id: int, players: list[User], origin: str | None
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        house.dial(table_id, cookie=cookie_of(players[0]), origin=origin)
    assert refused.value.response.status_code == 403


def test_a_table_that_is_none(house: House, players: list[User]) -> None:
    assert house.socket(players[0], 987_654).closed() == consumers.NO_TABLE


def test_a_ticket_opens_one_socket_once(house: House, players: list[User], table_id: int) -> None:
    ticket = tickets.issue(players[0])
    protocol = f"ticket.{ticket}"
    one = TableSocket(house.dial(table_id, origin=None, subprotocols=[protocol]))
    one.send(type="hello", cursor=None)
    assert one.next("welcome")["you"]["name"] == "ana"
    again = TableSocket(house.dial(table_id, origin=None, subprotocols=[protocol]))
    assert again.closed() == consumers.NO_SESSION


@pytest.mark.parametrize(
    "frame", ["", "{", "[]", "7", '"hello"', "null", b"\x00\x01", '{"type":' + "[" * 4000]
)
def test_a_frame_that_is_no_object_ends_the_socket(
    house: House, players: list[User], table_id: int, frame: str | bytes
) -> None:
    one = house.socket(players[0], table_id)
    one.next("snapshot")
    one.raw.send(frame)
    assert one.closed() == consumers.BAD_FRAME


@pytest.mark.parametrize("size", [9_000, 1_048_576])
def test_row_54_a_giant_frame_ends_the_socket(
    house: House, players: list[User], table_id: int, size: int
) -> None:
    one = house.socket(players[0], table_id)
    one.next("snapshot")
    one.raw.send("x" * size)
    assert one.closed() == 1009


def test_a_flood_ends_the_socket(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A slow machine would refill the bucket while the flood comes.
    monkeypatch.setattr(consumers, "FRAMES_A_SECOND", 0.0)
    one = house.socket(players[0], table_id)  # its hello is the first frame
    for _ in range(consumers.FRAMES_BURST):
        one.send(type="ping", t=1, head=0)
    assert one.closed() == consumers.FLOOD


def test_hello_must_come_first_and_soon(
    house: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "HELLO_SECONDS", 3.0)  # a slow machine can send a ping in it
    one = TableSocket(house.dial(table_id, cookie=cookie_of(players[0])))
    one.send(type="ping", t=1)
    assert one.next("error")["problem"]["code"] == "bad-request"
    assert one.closed() == consumers.HELLO_LATE


@pytest.mark.parametrize("cursor", [-1, "7", 1.5, [], True])
def test_a_cursor_that_is_none_is_refused(
    house: House, players: list[User], table_id: int, cursor: object
) -> None:
    one = house.socket(players[0], table_id, cursor=cursor)
    assert one.next("error")["problem"]["code"] == "bad-request"
