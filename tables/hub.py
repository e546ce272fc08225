"""One hub a process: it hears the doorbell and brings each socket what is new at its table.

A ring says (table, newest event) and never what happened. The hub reads the table once for all
its sockets. A lost ring costs a delay only: every socket also learns the newest number from its
heartbeats, and asks again.
"""

import asyncio
import logging
from typing import Protocol

from tables import doorbell
from tables.boards import Board, load_board
from tables.news import News, load_news
from tables.threads import in_thread

logger = logging.getLogger(__name__)


class Watcher(Protocol):
    """A socket that watches a table."""

    user_id: int
    cursor: int
    token: str

    async def bring(self, board: Board, news: News) -> None:
        """Send what is new since the cursor."""

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
        if table_id not in self._watchers:
            return
        if table_id in self._busy:
            self._again.add(table_id)
            return
        self._busy[table_id] = asyncio.create_task(self._serve(table_id))

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
        oldest = min(watcher.cursor for watcher in watchers)
        board, news = await in_thread(_read, table_id, oldest)
        await asyncio.gather(
            *(watcher.bring(board, news) for watcher in watchers), return_exceptions=True
        )

    async def _listen(self) -> None:
        async for payload in doorbell.listen():
            if not payload:
                # Whatever rang while nobody listened is repaired by looking once.
                for table_id in list(self._watchers):
                    self.ring(table_id)
            elif payload.startswith("seat "):
                _word, table, user, token = payload.split()
                self._replace(int(table), int(user), token)
            else:
                self.ring(int(payload.split()[0]))

    def _replace(self, table_id: int, user_id: int, token: str) -> None:
        """Send those sockets away that a player has left for another one."""
        for one in self._watchers.get(table_id, ()):
            if one.user_id == user_id and one.token != token:
                # A task of its own: a socket that takes nothing must not hold the rings up.
                leaving = asyncio.create_task(one.replaced())
                self._leaving.add(leaving)
                leaving.add_done_callback(self._leaving.discard)


def _read(table_id: int, after: int) -> tuple[Board, News]:
    # News first: an event that comes in between is then in the board, and in the next news.
    news = load_news(table_id, after)
    return load_board(table_id), news


hub = Hub()
