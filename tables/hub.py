"""One hub a process: it hears the doorbell and brings each socket what is new at its table.

A ring says (table, newest event) and never what happened. The hub reads the table once for all
its sockets. A lost ring costs a delay only: every socket also learns the newest number from its
heartbeats, and asks again.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from tables import doorbell, queries
from tables.boards import Board, load_board
from tables.errors import NotWatchable
from tables.news import News, load_news
from tables.past import PastBoard, load_past
from tables.threads import in_thread

logger = logging.getLogger(__name__)

# While something is held back from late spectators, their table is looked at this often.
LATE_LOOK_SECONDS = 1.0


class Watcher(Protocol):
    """A socket that watches a table."""

    user_id: int
    cursor: int
    token: str

    async def bring(self, board: "Board | PastBoard", news: News) -> None:
        """Send what is new since the cursor."""

    async def shut_out(self) -> None:
        """Say goodbye because the table shows nothing to those without a seat."""

    async def restart(self) -> None:
        """Say goodbye because the server restarts."""

    async def replaced(self) -> None:
        """Say goodbye because the player sits at another socket now."""


class Hub:
    """The sockets of this process by table, and the one connection that hears the doorbell."""

    def __init__(self) -> None:
        """Make a hub that is not yet listening."""
        self._watchers: dict[int, set[Watcher]] = {}
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._rung: dict[int, set[asyncio.Event]] = {}
        self._listener: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to listen; idempotent."""
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen(), name="doorbell")

    async def stop(self) -> None:
        """Stop listening and send every socket away with 1012."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        everybody = [one for watchers in self._watchers.values() for one in watchers]
        await asyncio.gather(*(one.restart() for one in everybody), return_exceptions=True)

    def join(self, table_id: int, watcher: Watcher) -> None:
        """Bring this socket the table's news from now on."""
        self._watchers.setdefault(table_id, set()).add(watcher)

    def part(self, table_id: int, watcher: Watcher) -> None:
        """Forget a socket; it may be forgotten already."""
        watchers = self._watchers.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table_id, None)

    def ring(self, table_id: int) -> None:
        """Have a table's sockets brought up to date; many rings at once are one reading."""
        for waiting in self._rung.get(table_id, ()):
            waiting.set()
        if table_id not in self._watchers:
            return
        if table_id in self._busy:
            self._again.add(table_id)
            return
        self._busy[table_id] = asyncio.create_task(self._serve(table_id))

    @contextmanager
    def rung(self, table_id: int) -> Iterator[asyncio.Event]:
        """Give an event that is set when the doorbell rings for a table; it costs no thread."""
        waiting = asyncio.Event()
        self._rung.setdefault(table_id, set()).add(waiting)
        try:
            yield waiting
        finally:
            self._rung[table_id].discard(waiting)
            if not self._rung[table_id]:
                del self._rung[table_id]

    async def _serve(self, table_id: int) -> None:
        try:
            while True:
                self._again.discard(table_id)
                await self._bring(table_id)
                if table_id not in self._again:
                    return
        except Exception:
            # The sockets' heartbeats ask again; the ring itself must not die with one reading.
            logger.exception("table %s could not be read for its sockets", table_id)
        finally:
            self._busy.pop(table_id, None)

    async def _bring(self, table_id: int) -> None:
        watchers = list(self._watchers.get(table_id, ()))
        if not watchers:
            return
        seen = await in_thread(_read, table_id, [(one.user_id, one.cursor) for one in watchers])
        works = [
            one.shut_out() if found is None else one.bring(*found)
            for one, found in ((one, seen.of(one.user_id)) for one in watchers)
        ]
        await asyncio.gather(*works, return_exceptions=True)
        if seen.later_s is not None and table_id not in self._later:
            loop = asyncio.get_running_loop()
            self._later[table_id] = loop.call_later(seen.later_s, self._ring_later, table_id)

    def _ring_later(self, table_id: int) -> None:
        """Ring for those who see a table late: what was held back may be told by now."""
        self._later.pop(table_id, None)
        self.ring(table_id)

    async def _listen(self) -> None:
        async for payload in doorbell.listen():
            if not payload:
                # Whatever rang while nobody listened is repaired by looking once.
                for table_id in {*self._watchers, *self._rung}:
                    self.ring(table_id)
            elif payload.startswith("seat "):
                _word, table, user, token = payload.split()
                self._replace(int(table), int(user), token)
            elif payload[0].isdigit():  # others ring here too: a tournament, by its name
                self.ring(int(payload.split()[0]))

    def _replace(self, table_id: int, user_id: int, token: str) -> None:
        """Send those sockets away that a player has left for another one."""
        for one in self._watchers.get(table_id, ()):
            if one.user_id == user_id and one.token != token:
                # A task of its own: a socket that takes nothing must not hold the rings up.
                leaving = asyncio.create_task(one.replaced())
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was read of a table for its sockets: for those who see it now, and for the others."""

    board: Board
    news: News
    past: tuple[PastBoard, News] | None
    later_s: float | None

    def of(self, user_id: int) -> "tuple[Board | PastBoard, News] | None":
        """Return what a user is brought; None: nothing is shown to him."""
        return (self.board, self.news) if self.board.shows_all_to(user_id) else self.past


def _read(table_id: int, viewers: Sequence[tuple[int, int]]) -> _Seen:
    """Read a table for viewers, given as (user id, cursor)."""
    head, _now = queries.head(table_id)
    board = load_board(table_id)
    now = [cursor for user_id, cursor in viewers if board.shows_all_to(user_id)]
    late = [cursor for user_id, cursor in viewers if not board.shows_all_to(user_id)]
    # What comes in between is in the board already, and in the next news.
    news = load_news(table_id, min(now, default=head), head)
    if not late:
        return _Seen(board, news, None, None)
    try:
        past = load_past(board)
    except NotWatchable:
        return _Seen(board, news, None, None)
    held = past.head < board.table.told_seq and board.table.watch_ms
    later_s = min(held / 1000, LATE_LOOK_SECONDS) if held else None
    return _Seen(board, news, (past, load_news(table_id, min(late), past.head)), later_s)


hub = Hub()
