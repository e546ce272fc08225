"""Bad lines to real sockets: what comes beside messages, pieces without end, two tabs at once."""

import asyncio
import gc
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from deploy.accounts.models import User
from deploy.line import CONTROLS_BURST, PIECES_MAX, Line
from tables import commands, consumers
from tables.hub import Hub, hub
from tables.models import Seat
from tests.house import House, TableSocket, cookie_of, open_house
from tests.tournaments.organiser import an_organiser, announced, entered
from tests.tournaments.organiser import players as seated

pytestmark = pytest.mark.django_db(transaction=True)

MASK = b"\0\0\0\0"
PING, PONG, TEXT, TEXT_BEGINS, PIECE = 0x89, 0x8A, 0x81, 0x01, 0x00


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


@pytest.fixture
def one(house: House, players: list[User], table_id: int) -> TableSocket:
    """A socket at a table."""
    opened = house.socket(players[0], table_id)
    opened.next("snapshot")
    return opened


def frame(kind: int, data: bytes = b"") -> bytes:
    """A client's frame of up to 125 bytes."""
    return struct.pack("!BB", kind, 0x80 | len(data)) + MASK + data


def ended(one: TableSocket) -> bool:
    """Read until the line ends, in whatever way."""
    with suppress(ConnectionClosed, ConnectionError):
        while True:
            one.raw.recv(timeout=60)
    return True


@pytest.mark.parametrize("kind", [PING, PONG])
def test_row_55_a_flood_beside_messages_ends_the_line(one: TableSocket, kind: int) -> None:
    """Pings are answered by the protocol, not by the house, so the house cannot count them."""
    flood = frame(kind, os.urandom(100)) * (CONTROLS_BURST * 4)
    with suppress(ConnectionError):
        one.raw.socket.sendall(flood)
    assert ended(one)


def test_a_ping_each_second_is_answered(one: TableSocket) -> None:
    for _ in range(CONTROLS_BURST // 2):
        assert one.raw.ping().wait(60)


def test_a_slow_line_may_ping_while_it_is_sent_much(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its newest ping is answered when it has taken what came before."""
    full: list[bool] = []
    made, pinged = Line.connection_made, Line.handle_ping

    def narrow(self: Line, transport: Any) -> None:  # noqa: ANN401 - uvicorn's
        made(self, transport)
        transport.set_write_buffer_limits(high=1_000)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)

    def seen(self: Line) -> None:
        full.append(not self.writable.is_set())
        pinged(self)

    number = announced(an_organiser())
    entered(number, seated(60))
    monkeypatch.setattr(Line, "connection_made", narrow)
    monkeypatch.setattr(Line, "handle_ping", seen)
    with mute(house, f"tournaments/{number}", receives=4_096) as line:
        line.sendall(frame(TEXT, b'{"type":"hello","cursor":0}'))
        for at in range(10, 20):
            time.sleep(0.1)
            line.sendall(frame(PING, b"%d" % at))
        assert heard_of(line, struct.pack("!BB", PONG, 2) + b"19")
    assert any(full)


def test_row_54_a_message_of_pieces_without_end_ends_the_line(one: TableSocket) -> None:
    """Empty pieces make no message longer, so its size does not stop them."""
    with suppress(ConnectionError):
        one.raw.socket.sendall(frame(TEXT_BEGINS) + frame(PIECE) * (PIECES_MAX * 2))
    assert ended(one)


def test_a_message_in_a_few_pieces_is_read(one: TableSocket) -> None:
    one.raw.send(['{"type":', '"ping",', '"t":1,', '"head":0}'])
    assert one.next("pong")["t"] == 1


@pytest.fixture
def brisk() -> Iterator[House]:
    """A house that asks each quarter of a second who is there, and waits as long for the answer.

    Briefer, a busy machine's test would be late with what it says.
    """
    with open_house(ws_ping_interval=0.25, ws_ping_timeout=0.25) as opened:
        yield opened


def mute(house: House, path: str, user: User | None = None, receives: int = 0) -> socket.socket:
    """A line that answers no ping; the handshake is over. `receives`: bytes that it buffers."""
    host = f"127.0.0.1:{house.port}"
    lines = (
        f"GET /ws/v1/{path} HTTP/1.1",
        f"Host: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie_of(user) if user else ''}",
        "Upgrade: websocket\r\nConnection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    )
    line = socket.socket()
    line.settimeout(60)
    if receives:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    line.connect(("127.0.0.1", house.port))
    line.sendall("\r\n".join(lines).encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def heard_of(line: socket.socket, words: bytes) -> bool:
    """Read until those words come; False when the line ends before."""
    got = b""
    with suppress(ConnectionError):
        while words not in got and (more := line.recv(65536)):
            got = got[-len(words) :] + more
    return words in got


def test_a_line_that_says_nothing_is_ended(
    brisk: House, players: list[User], table_id: int
) -> None:
    with mute(brisk, f"tables/{table_id}", players[0]) as line:
        assert not heard_of(line, b"never")


def test_a_line_that_speaks_is_not_ended_whether_or_not_it_answers_pings(
    brisk: House, players: list[User], table_id: int
) -> None:
    with mute(brisk, f"tables/{table_id}", players[0]) as line:
        line.sendall(frame(TEXT, b'{"type":"hello","cursor":null}'))
        for _ in range(20):
            time.sleep(0.05)
            line.sendall(frame(TEXT, b'{"type":"resync"}'))
        line.sendall(frame(TEXT, b'{"type":"ping","t":77,"head":0}'))
        assert heard_of(line, b'"t":77')


def test_a_line_whose_words_wait_here_is_not_ended(
    brisk: House, players: list[User], table_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing more is read of it meanwhile, so not its answers either."""
    head = hub.head

    async def slow(*asked: int) -> tuple[int, int]:
        await asyncio.sleep(1)
        return await head(*asked)

    here = brisk.socket(players[0], table_id)
    here.next("snapshot")
    monkeypatch.setattr(hub, "head", slow)
    for _ in range(2):
        here.send(type="ping", t=1, head=0)
    assert [here.next("pong")["t"] for _ in range(2)] == [1, 1]


@pytest.mark.parametrize("apart", [0.0, 0.005])
def test_of_two_tabs_that_say_hello_together_the_newer_one_stays(
    house: House, players: list[User], table_id: int, apart: float
) -> None:
    """As when a browser opens them again: each hears of the other's coming."""
    for _ in range(4):
        cookie = house.socket(players[0], table_id).raw.request.headers["Cookie"]  # type: ignore[union-attr]  # it was sent
        older, newer = (TableSocket(house.dial(table_id, cookie=cookie)) for _ in range(2))
        older.send(type="hello", cursor=None)
        time.sleep(apart)
        newer.send(type="hello", cursor=None)
        assert older.closed() == consumers.REPLACED
        newer.send(type="ping", t=1, head=0)
        assert newer.next("pong", "goodbye")["type"] == "pong"


def test_an_older_tab_that_comes_late_takes_nothing(players: list[User], table_id: int) -> None:
    me = players[0].pk
    for token in ("1a", "0f"):
        commands.take_over(user_id=me, table_id=table_id, token=token)
    assert Seat.objects.get(table_id=table_id, user_id=me).socket == "1a"


def test_a_client_that_leaves_while_it_is_sent_away_is_no_error() -> None:
    told: list[str] = []

    async def leaves() -> None:
        raise ConnectionResetError

    async def send_away() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, it: told.append(str(it)))
        own = Hub()
        own._aside(leaves())
        await asyncio.wait(set(own._tasks))
        gc.collect()

    asyncio.run(send_away())
    assert told == []
