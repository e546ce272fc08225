"""The stream of facts: the long poll, and the socket with its cursor."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from django.db import OperationalError
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import Settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tables import asyncapi, welcome
from tests.house import House, a_player, cookie_of, open_house
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, drafted, entered
from tournaments import consumers, queries
from tournaments.hub import hub
from tournaments.messages import (
    FLOOD,
    FROM_CLIENT,
    FROM_SERVER,
    NO_SESSION,
    RESTART,
    TOURNAMENT,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 60
SCHEMAS = {name: Draft202012Validator(asyncapi.schema(kind)) for name, kind in FROM_SERVER.items()}


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def dial(house: House, number: int, cookie: str = "") -> ClientConnection:
    """Open a socket as a page of ours would."""
    opened: ClientConnection = connect(
        f"ws://127.0.0.1:{house.port}/ws/v1/tournaments/{number}",
        additional_headers={"Cookie": cookie} if cookie else {},
        origin=Origin(house.url),
    )
    return house.stack.enter_context(opened)


def said(socket: ClientConnection) -> dict[str, Any]:
    """The next frame, held against the document that we give to others."""
    frame: dict[str, Any] = json.loads(socket.recv(timeout=SECONDS))
    SCHEMAS[frame["type"]].validate(frame)
    return frame


def send(socket: ClientConnection, **frame: object) -> None:
    """Send one frame."""
    socket.send(json.dumps(frame))


def closed(socket: ClientConnection) -> int:
    """Read on until the server closes; the code."""
    with pytest.raises(ConnectionClosed) as ended:
        _read_on(socket)
    return ended.value.rcvd.code if ended.value.rcvd else 0


def _read_on(socket: ClientConnection) -> None:
    while True:
        said(socket)


def test_who_waits_is_told_at_once_and_comes_back_with_the_cursor(house: House) -> None:
    number, ana = announced(an_organiser()), a_player("ana")
    address = f"{house.url}/api/v1/tournaments/{number}/events"

    def events(after: int, wait: int) -> Any:  # noqa: ANN401 - JSON
        answer = requests.get(address, params={"after": after, "wait": wait}, timeout=SECONDS)
        assert answer.status_code == 200, answer.text
        return answer.json()

    head = events(0, 0)["head"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(events, head, 25)
        while not hub._rung.get(number):
            assert not waiting.done()
            time.sleep(0.01)
        entered(number, [ana])
        told = waiting.result(SECONDS)
    assert [one["kind"] for one in told["events"]] == ["registered"]
    assert told["next"] == told["head"] == head + 1
    assert events(told["next"], 0)["events"] == []


def test_a_wait_that_is_none_is_refused() -> None:
    number = announced(an_organiser())
    for wrong in (26, -1, "soon"):
        refused = Person().get(f"tournaments/{number}/events", wait=wrong)
        assert_problem(refused, 400, "invalid-request")


def test_a_socket_resumes_at_its_cursor_and_misses_nothing(house: House) -> None:
    number = announced(an_organiser())
    entered(number, [a_player("ana")])
    visitor = dial(house, number)
    send(visitor, type="hello", cursor=1)
    welcome = said(visitor)
    assert (welcome["type"], welcome["cursor"]) == ("welcome", 1)
    missed = said(visitor)
    assert (missed["from"], missed["to"]) == (2, welcome["head"])
    assert missed["brief"]["entered"] == 1
    late = dial(house, number, cookie_of(a_player("caio")))
    send(late, type="hello", cursor=None)
    assert said(late)["cursor"] == welcome["head"]
    entered(number, [a_player("bia")])
    for socket in (visitor, late):
        news = said(socket)
        assert [one["kind"] for one in news["events"]] == ["registered"]
        assert news["from"] == welcome["head"] + 1
    send(late, type="ping", t=1.5)
    assert said(late)["head"] == welcome["head"] + 1


@pytest.mark.parametrize("how", ["ping", "news", "silence"])
def test_a_socket_ends_with_the_session_that_opened_it(
    house: House, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Whether it asks, is told, or waits; a visitor's socket and another account's stay."""
    monkeypatch.setattr(consumers, "WELCOME_SECONDS", 0.0)
    monkeypatch.setattr(consumers, "LOOK_SECONDS", 0.05 if how == "silence" else 60.0)
    number, ana = announced(an_organiser()), a_player("ana")
    cookies = {"ana": cookie_of(ana), "bia": cookie_of(a_player("bia")), "visitor": ""}
    sockets = {name: dial(house, number, cookie) for name, cookie in cookies.items()}
    for socket in sockets.values():
        send(socket, type="hello", cursor=None)
        assert said(socket)["type"] == "welcome"
    client = Client(headers={"cookie": cookies["ana"]})
    assert client.post("/sign-out/").status_code == 302
    if how == "ping":
        send(sockets["ana"], type="ping")
    elif how == "news":
        entered(number, [a_player("caio")])
    assert closed(sockets.pop("ana")) == NO_SESSION
    for socket in sockets.values():
        send(socket, type="ping")
        while (told := said(socket))["type"] != "pong":
            assert told["type"] == "events"


def test_a_socket_that_fails_is_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_asked: object) -> int:
        raise OperationalError("the database went away")

    number, ana = announced(an_organiser()), a_player("ana")
    socket = dial(house, number, cookie_of(ana))
    send(socket, type="hello", cursor=None)
    assert said(socket)["type"] == "welcome"
    assert welcome.door._inside
    monkeypatch.setattr(queries, "head_for", fails)
    send(socket, type="ping")
    closed(socket)
    for _ in range(1_000):
        if not welcome.door._inside:
            return
        time.sleep(0.01)
    pytest.fail("the house still counts it")


def test_a_socket_that_cannot_be_told_any_more_is_sent_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deaf, it would answer pings for ever; it comes back with its cursor and misses nothing."""

    def fails(*_asked: object) -> int:
        raise OperationalError("the database went away")

    number = announced(an_organiser())
    socket = dial(house, number)
    send(socket, type="hello", cursor=None)
    cursor = said(socket)["cursor"]
    with monkeypatch.context() as broken:
        broken.setattr(queries, "news", fails)
        entered(number, [a_player("ana")])
        assert said(socket) == {"type": "goodbye", "reason": "restart", "retry": True}
        assert closed(socket) == RESTART
    again = dial(house, number)
    send(again, type="hello", cursor=cursor)
    assert [said(again)["type"], said(again)["type"]] == ["welcome", "events"]


@pytest.mark.parametrize("name", ["ana", ""])
def test_one_holds_so_many_sockets_and_no_more(
    house: House, settings: Settings, name: str
) -> None:
    """An account, or a visitors' address."""
    settings.SOCKETS_PER_ACCOUNT = settings.SOCKETS_PER_ADDRESS = 2
    number, cookie = announced(an_organiser()), cookie_of(a_player(name)) if name else ""
    kept = [dial(house, number, cookie) for _ in range(2)]
    for socket in kept:
        send(socket, type="hello", cursor=None)
        assert said(socket)["type"] == "welcome"
    refused = dial(house, number, cookie)
    assert said(refused)["reason"] == "too-many-sockets"
    assert closed(refused) == FLOOD
    kept[0].close()
    for _ in range(1_000):
        if hub._sockets.total() == 1:
            break
        time.sleep(0.01)
    again = dial(house, number, cookie)
    send(again, type="hello", cursor=None)
    assert said(again)["type"] == "welcome"


def test_a_lost_ring_is_repaired_by_a_ping(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    number = announced(an_organiser())
    socket = dial(house, number)
    send(socket, type="hello", cursor=None)
    assert said(socket)["type"] == "welcome"
    monkeypatch.setattr("tables.doorbell.ring", lambda _payload: ("SELECT NULL", []))
    entered(number, [a_player("ana")])
    send(socket, type="ping")
    assert {said(socket)["type"], said(socket)["type"]} == {"pong", "events"}


def test_frames_that_make_no_sense(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    user = an_organiser()
    number = announced(user)
    socket = dial(house, number)
    for frame, words in (
        ({"type": "ping"}, "say hello first"),
        ({"type": "act"}, "type is one of hello, ping"),
        ({"type": "hello", "cursor": -1}, "cursor is the number"),
        ({"type": "hello", "cursor": True}, "a whole number or null"),
    ):
        send(socket, **frame)
        assert words in said(socket)["problem"]["detail"]
    socket.send("no JSON")
    assert closed(socket) == 4400
    draft = dial(house, drafted(user))
    send(draft, type="hello")
    assert closed(draft) == 4404
    flood = dial(house, number)
    for _frame in range(consumers.FRAMES_BURST + 5):
        send(flood, type="ping")
    assert closed(flood) == 4429
    monkeypatch.setattr(consumers, "HELLO_SECONDS", 0.05)
    assert closed(dial(house, number)) == 4408


def test_the_document_has_both_kinds_of_socket() -> None:
    document = asyncapi.document(asyncapi.TABLE, TOURNAMENT)
    assert set(document["channels"]) == {"table", "tournament"}
    names = set(document["channels"]["tournament"]["messages"])
    assert names == {f"tournament.{name}" for name in FROM_CLIENT | FROM_SERVER}
    assert names < set(document["components"]["schemas"])
    assert document == Person().get("asyncapi").json
