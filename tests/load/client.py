"""One asyncio client of many sockets: it plays, pings as the page does, and misses nothing."""

import asyncio
import json
import re
import time
import uuid
from collections import deque
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.load.people import Guest

Json = dict[str, Any]
PING_SECONDS = 2.5
ANSWER_SECONDS = 20.0
COME_BACK_SECONDS = 0.2
NUMBERS = re.compile(r'\{"type":"events","from":(\d+),"to":(\d+),')


class Seated:
    """A socket at a table, its newest state, and when it heard of which event."""

    def __init__(
        self,
        port: int,
        table_id: int,
        guest: Guest,
        *,
        returns: bool = False,
        onlooker: bool = False,
    ) -> None:
        """`returns`: comes back with its cursor when the connection is cut, as the page does.

        `onlooker`: reads of news no more than their numbers. Hundreds of them share a process
        here, and their reading would be measured in place of the house.
        """
        self.table_id, self.guest = table_id, guest
        self.state: Json = {}
        self.cursor = -1
        self.heard: deque[tuple[int, float]] = deque(maxlen=200)
        self.faults: list[str] = []
        self.gaps: list[float] = []  # seconds without a connection, each time
        self._port, self._returns, self._onlooker = port, returns, onlooker
        self._news = asyncio.Event()
        self.at_table = asyncio.Event()  # set at each news; players of one table share it
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._raw: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._leaving = False

    async def open(self) -> None:
        """Connect, say hello, and read and ping from then on."""
        await self._dial()
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._ping())]
        await self.wait(lambda: bool(self.state))

    async def close(self) -> None:
        """Leave."""
        self._leaving = True
        for task in self._tasks:
            task.cancel()
        if self._raw is not None:
            await self._raw.close()

    async def act(self, action: Json, action_id: str) -> Json:
        """Send an action; return the ack or nack. After a cut the same id is sent again."""
        answer = self._answers[action_id] = asyncio.get_running_loop().create_future()
        frame = {"type": "act", "id": action_id, "seq": self.state["hand"]["seq"]}
        until = time.monotonic() + ANSWER_SECONDS
        while not answer.done():
            await self._send(frame | {"action": action})
            await asyncio.wait([answer], timeout=2.5)
            if time.monotonic() > until:
                break
        del self._answers[action_id]
        return answer.result() if answer.done() else {"type": "lost"}

    async def hears(self, event: int, seconds: float = ANSWER_SECONDS) -> float | None:
        """Return when this socket was told of an event (by `perf_counter`); None if it was not."""
        if not await self.wait(lambda: self.cursor >= event, seconds):
            return None
        return next((at for to, at in self.heard if to >= event), time.perf_counter())

    async def wait(self, wanted: Any, seconds: float = ANSWER_SECONDS) -> bool:  # noqa: ANN401 - a plain question
        """Wait until `wanted()` is true, looking at each message; False when time is up."""
        until = time.monotonic() + seconds
        while not wanted():
            left = until - time.monotonic()
            if left <= 0:
                return False
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), left)
            except TimeoutError:
                return bool(wanted())
        return True

    async def _dial(self) -> None:
        self._raw = await connect(
            f"ws://127.0.0.1:{self._port}/ws/v1/tables/{self.table_id}",
            additional_headers={"Cookie": self.guest.cookie},
            origin=f"http://127.0.0.1:{self._port}",  # type: ignore[arg-type]  # a plain str is an Origin
            compression=None,
            max_size=None,
            ping_interval=None,
            open_timeout=ANSWER_SECONDS,
        )
        cursor = self.cursor if self.cursor >= 0 else None
        await self._send({"type": "hello", "cursor": cursor})

    async def _read(self) -> None:
        while True:
            try:
                async for text in self._raw or ():  # type: ignore[union-attr]  # dialled before
                    self._take(self._parsed(str(text)))
            except ConnectionClosed:
                pass
            if self._leaving:
                return
            if not self._returns:
                self.faults.append("closed")
                self._news.set()
                return
            await self._come_back()

    async def _come_back(self) -> None:
        gone = time.monotonic()
        welcomed, self.state = False, {}
        while not welcomed and not self._leaving:
            try:
                await self._dial()
                welcomed = True
            except (OSError, InvalidStatus, ConnectionClosed, TimeoutError):
                await asyncio.sleep(COME_BACK_SECONDS)
        while self._raw is not None and not self.state:
            self._take(json.loads(await self._raw.recv()))
            if self.cursor >= 0 and not self.state:
                await self._send({"type": "resync"})
        self.gaps.append(time.monotonic() - gone)

    def _parsed(self, text: str) -> Json:
        found = NUMBERS.match(text) if self._onlooker else None
        if found is None:
            message: Json = json.loads(text)
            return message
        return {"type": "events", "from": int(found[1]), "to": int(found[2]), "state": self.state}

    def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind == "events":
            if message["from"] != self.cursor + 1:
                self.faults.append(f"gap: {message['from']} after {self.cursor}")
            self.cursor, self.state = message["to"], message["state"]
            self.heard.append((self.cursor, time.perf_counter()))
        elif kind == "snapshot":
            self.state = message["state"]
            self.cursor = self.state["head"]
        elif kind in {"ack", "nack"} and message["id"] in self._answers:
            answer = self._answers[message["id"]]
            if not answer.done():
                answer.set_result(message)
        elif kind == "error":
            self.faults.append(str(message["problem"]["code"]))
        self._news.set()
        self.at_table.set()

    async def _ping(self) -> None:
        await asyncio.sleep(PING_SECONDS * (uuid.uuid4().int % 1000) / 1000)
        while True:
            await self._send({"type": "ping", "t": 1, "head": max(self.cursor, 0)})
            await asyncio.sleep(PING_SECONDS)

    async def _send(self, frame: Json) -> None:
        if self._raw is None:
            return
        try:
            await self._raw.send(json.dumps(frame))
        except ConnectionClosed:
            return  # the reader sees it too


def choice(state: Json) -> Json | None:
    """Check, draw from the stock, or throw what was drawn; None when it is not one's turn."""
    hand, legal = state.get("hand"), state.get("legal")
    if not hand or not legal or hand["phase"] in {"window", "over"}:
        return None
    kinds = {one["kind"] for one in legal}
    if "check" in kinds:
        return {"kind": "check"}
    if {"kind": "draw", "from": "stock"} in legal:
        return {"kind": "draw", "from": "stock"}
    if "discard" in kinds and hand.get("drawn"):
        return {"kind": "discard", "card": hand["drawn"]}
    return None
