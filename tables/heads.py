"""The newest numbers of the tables that this process watches, for the answers to heartbeats."""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from tables import queries
from tables.errors import NoSuchTable
from tables.threads import in_thread

# A reading is good for so long. A ring that was lost is found out by a heartbeat this much later.
GOOD_SECONDS = 1.0


class Head(NamedTuple):
    """What a heartbeat is answered from: who may know the number follows from `watch`."""

    newest: int
    now: int  # the database's time, ms
    watch: str


class Heads:
    """Reads all tables in one statement, once a second at most, however many sockets beat."""

    def __init__(self, watched: Callable[[], Collection[int]]) -> None:
        """`watched`: asked for the tables before each reading."""
        self._watched = watched
        self._rung: dict[int, int] = {}
        self._asked: frozenset[int] = frozenset()
        self._begun = -GOOD_SECONDS
        self._reading: asyncio.Future[_Reading] | None = None

    def ring(self, table_id: int, newest: int) -> None:
        """Note what the doorbell said; it may be ahead of the last reading, or behind it."""
        self._rung[table_id] = max(newest, self._rung.get(table_id, 0))

    async def of(self, table_id: int) -> Head:
        """Return a table's head, `GOOD_SECONDS` old at most; `NoSuchTable` if there is none."""
        reading = self._reading
        is_old = time.monotonic() - self._begun > GOOD_SECONDS
        if reading is None or is_old or table_id not in self._asked:
            reading = self._read({*self._watched(), table_id})
        found = await asyncio.shield(reading)
        if table_id not in found.heads:
            raise NoSuchTable(facts={"table": table_id})
        newest, watch = found.heads[table_id]
        now = found.now + int((time.monotonic() - found.at) * 1000)
        return Head(max(newest, self._rung.get(table_id, 0)), now, watch)

    def _read(self, tables: set[int]) -> "asyncio.Future[_Reading]":
        self._begun, self._asked = time.monotonic(), frozenset(tables)
        self._rung = {one: newest for one, newest in self._rung.items() if one in tables}
        self._reading = asyncio.ensure_future(in_thread(_read, sorted(tables)))
        return self._reading


class _Reading(NamedTuple):
    heads: dict[int, tuple[int, str]]
    now: int
    at: float  # by our own clock


def _read(table_ids: list[int]) -> _Reading:
    heads, now = queries.heads(table_ids)
    return _Reading(heads, now, time.monotonic())
