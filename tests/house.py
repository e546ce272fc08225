"""The whole house in a thread of the test: real HTTP, real sockets, the test's own database."""

import json
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from django.db import connection
from django.test import Client
from jsonschema import Draft202012Validator
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from deploy.accounts.models import User
from deploy.caller import Caller
from deploy.line import Line
from deploy.web import WS_FRAME_BYTES_MAX, Server
from engine import bots
from tables import asyncapi, commands
from tables.messages import FROM_SERVER
from wallet import commands as wallet

Json = dict[str, Any]

# Long: whoever waits for so long has found something broken, not a busy machine.
STARTUP_SECONDS = 60
ANSWER_SECONDS = 60

_CONTRACT = {
    name: Draft202012Validator(asyncapi.schema(kind)) for name, kind in FROM_SERVER.items()
}


@dataclass
class House:
    """A running server."""

    port: int
    server: uvicorn.Server
    stack: ExitStack = field(default_factory=ExitStack)
    held_before: int = 0

    @property
    def url(self) -> str:
        """Where a browser goes."""
        return f"http://127.0.0.1:{self.port}"

    def socket(self, user: User, table_id: int, cursor: object = None) -> "TableSocket":
        """Open a table's socket as a browser of this user would, and say hello."""
        opened = TableSocket(self.dial(table_id, cookie=cookie_of(user)))
        opened.send(type="hello", cursor=cursor)
        return opened

    def dial(
        self, table_id: int, *, cookie: str = "", origin: str | None = "", **options: Any
    ) -> ClientConnection:
        """Make the handshake alone; `origin` is ours unless it is given."""
        headers = {"Cookie": cookie} if cookie else {}
        dialled = connect(
            f"ws://127.0.0.1:{self.port}/ws/v1/tables/{table_id}",
            additional_headers=headers,
            origin=self.url if origin == "" else origin,  # type: ignore[arg-type]  # a plain str is an Origin
            max_size=None,
            compression=None,
            **options,
        )
        return self.stack.enter_context(dialled)

    def wait_for_threads(self, but: int = 0) -> None:
        """Wait until every thread of the house has given its database connection to the pool.

        While it is open its sweeper keeps one: all `but` that.

        One that a thread kept for ever would be lost to the house, and the test that comes next
        could not clean up what it locks.
        """
        until = time.monotonic() + ANSWER_SECONDS
        while in_use_elsewhere() > self.held_before + but:
            assert time.monotonic() < until, "a thread of the house kept its database connection"
            time.sleep(0.01)


@dataclass
class TableSocket:
    """A player's socket, with the last state it was sent."""

    raw: ClientConnection
    state: Json = field(default_factory=dict)
    messages: list[Json] = field(default_factory=list)

    def send(self, **message: Any) -> None:
        """Send one frame."""
        self.raw.send(json.dumps(message))

    def next(self, *types: str, seconds: float = ANSWER_SECONDS) -> Json:
        """Return the next message of one of these types; other messages are kept and applied."""
        until = time.monotonic() + seconds
        while True:
            message = self._read(max(0.01, until - time.monotonic()))
            if "state" in message:
                self.state = message["state"]
            if message["type"] in types:
                return message

    def wait_for(self, wanted: Callable[[Json], Any], seconds: float = ANSWER_SECONDS) -> Json:
        """Read until the state satisfies `wanted`; return the state."""
        until = time.monotonic() + seconds
        while not (self.state and wanted(self.state)):
            self.next("snapshot", "events", seconds=until - time.monotonic())
        return self.state

    def act(self, action: object, *, seq: object = None, action_id: object = None) -> Json:
        """Send an action for the state as last seen (or for `seq`); return the ack or nack."""
        if seq is None:
            seq = self.state["hand"]["seq"]
        name = str(uuid.uuid4()) if action_id is None else action_id
        self.send(type="act", id=name, seq=seq, action=action)
        return self.next("ack", "nack")

    def closed(self, seconds: float = ANSWER_SECONDS) -> int:
        """Read until the server closes; return the close code."""
        with pytest.raises(ConnectionClosed) as ended:
            self._read_on(seconds)
        frame = ended.value.rcvd
        return frame.code if frame else 0

    def _read_on(self, seconds: float) -> None:
        while True:
            self._read(seconds)

    def _read(self, seconds: float) -> Json:
        """Return the next frame, held against the document that we give to others."""
        message: Json = json.loads(self.raw.recv(timeout=seconds))
        self.messages.append(message)
        _CONTRACT[message["type"]].validate(message)
        return message


@contextmanager
def open_house(listening: socket.socket | None = None, **more: Any) -> Iterator[House]:
    """Run the house as `deploy.web` does, on a free port; it leaves no connection behind.

    `listening`: a socket that has its address already. `more`: settings of uvicorn's.
    """
    if listening is None:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    config = uvicorn.Config(
        "deploy.asgi:application",
        http=Caller,
        ws=Line,
        ws_max_size=WS_FRAME_BYTES_MAX,
        ws_per_message_deflate=False,
        lifespan="on",
        timeout_graceful_shutdown=5,
        log_config=None,
        **more,
    )
    server = Server(config)
    # Django's own setup of the test may hold one in another context of this thread.
    held_before = in_use_elsewhere()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = time.monotonic() + STARTUP_SECONDS
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started, "the house did not open"
    house = House(listening.getsockname()[1], server, held_before=held_before)
    try:
        yield house
    finally:
        server.should_exit = True
        thread.join(timeout=60)
        house.stack.close()
        listening.close()
    house.wait_for_threads()


def in_use_elsewhere() -> int:
    """Return how many connections of the pool are held, but for this context's own."""
    pool = getattr(connection, "pool", None)  # of PostgreSQL's wrapper alone
    if pool is None:
        return 0
    told = pool.get_stats()
    mine = connection.connection is not None
    return int(told["pool_size"]) - int(told["pool_available"]) - mine


def cookie_of(user: User) -> str:
    """Sign a user in and return the session cookie as a browser sends it."""
    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


def a_player(name: str, chips: int = 1000) -> User:
    """Make an account with chips."""
    user = User.objects.create(username=name)
    wallet.grant(key=f"test:{name}", actor="test", user_id=user.pk, amount=chips, reason="test")
    return user


def a_table(owner: User, **settings: object) -> int:
    """Open a quick table and return its number."""
    chosen = {"name": "Mesa", "ante": 5, "window_ms": 300, "pause_ms": 300, "action_ms": 30_000}
    opened = commands.open_table(user=owner, key=str(uuid.uuid4()), settings=chosen | settings)
    return int(str(opened["id"]))


def sit(user: User, table_id: int, buy_in: int = 500, seat: int | None = None) -> None:
    """Sit a user down."""
    commands.sit(user=user, key=str(uuid.uuid4()), table_id=table_id, buy_in=buy_in, seat=seat)


def choose(state: Json) -> Json:
    """Return what a steady player does in this state, without luck: the first of equals.

    Nothing, an empty object, when it lets a window pass.
    """
    return bots.steady(state["hand"], state["legal"], lambda _count: 0)
