"""One hub a process: it hears the doorbell and brings each socket what is new at its table.

A ring says (table, newest event) and never what happened. The hub reads the table once for all
its sockets. A lost ring costs a delay only: every socket also learns the newest number from its
heartbeats, and asks again.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

from django.conf import settings

from tables import doorbell, queries
from tables.boards import Board
from tables.eager import begin
from tables.heads import Heads
from tables.models import Table
from tables.news import News
from tables.outage import outages
from tables.past import PastBoard, head_for
from tables.seen import Seen, read
from tables.threads import in_thread

logger = logging.getLogger(__name__)

# A socket that does not take its news within this time is left to take them alone.
PATIENCE_SECONDS = 1.0
# So long a closing house waits for its sockets to take their goodbye.
GOODBYE_SECONDS = 2.0


class Watcher(Protocol):
    """A socket that watches a table."""

    user_id: int
    cursor: int
    token: str

    async def bring(self, board: "Board | PastBoard", news: News) -> None:
        """Send what is new since the cursor."""

    async def tell_presence(self, seats: dict[str, bool]) -> None:
        """Say who is here; it is for those who see the table as it is now."""

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
        self._tasks: set[asyncio.Task[None]] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._looking: dict[int, bool] = {}  # who is here is being told; whether to look again
        self._sockets: Counter[int] = Counter()
        self._stuck: set[Watcher] = set()
        self._rung: dict[int, set[asyncio.Event]] = {}
        self._acting: Counter[int] = Counter()  # actions under way here, by table
        self._held: dict[int, int] = {}  # rings of these tables: the newest number, 0: look anyhow
        self._told: dict[int, int] = {}  # what was told without a ring, which is still to come
        self._heads = Heads(self._watchers.keys)
        self._listener: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start to listen; idempotent."""
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen(), name="doorbell")

    async def stop(self) -> None:
        """Stop listening, send every socket away with 1012, and know of none any more.

        A socket that is cut off with the server takes no leave itself.
        """
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None
        await self.say_goodbye()
        for ringing in self._later.values():
            ringing.cancel()
        self._later.clear()
        self._watchers.clear()
        self._sockets.clear()
        self._stuck.clear()
        self._told.clear()
        self._heads = Heads(self._watchers.keys)

    async def say_goodbye(self) -> None:
        """Send every socket away to come back soon; one that takes nothing is left behind."""
        everybody = [one for watchers in self._watchers.values() for one in watchers]
        tasks = [asyncio.create_task(one.restart()) for one in everybody]
        for task in tasks:
            task.add_done_callback(_forget_fault)
        if tasks:
            await asyncio.wait(tasks, timeout=GOODBYE_SECONDS)

    def admit(self, user_id: int) -> bool:
        """Count a socket of an account; False, and not counted, when it has enough of them."""
        if self._sockets[user_id] >= settings.SOCKETS_PER_ACCOUNT:
            return False
        self._sockets[user_id] += 1
        return True

    def dismiss(self, user_id: int) -> None:
        """Count a socket of an account no more."""
        self._sockets[user_id] -= 1
        if self._sockets[user_id] <= 0:
            del self._sockets[user_id]

    def join(self, table_id: int, watcher: Watcher) -> None:
        """Bring this socket the table's news from now on."""
        self._watchers.setdefault(table_id, set()).add(watcher)

    def part(self, table_id: int, watcher: Watcher) -> None:
        """Forget a socket; it may be forgotten already."""
        watchers = self._watchers.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table_id, None)
            self._told.pop(table_id, None)

    def ring(self, table_id: int, newest: int = 0) -> None:
        """Have a table's sockets brought up to date; many rings at once are one reading.

        `newest`: the number of its newest event, if the doorbell said it.
        """
        for waiting in self._rung.get(table_id, ()):
            waiting.set()
        if table_id not in self._watchers:
            return
        self._heads.ring(table_id, newest)
        if table_id in self._acting:
            held = self._held.get(table_id, newest)
            self._held[table_id] = max(newest, held) if newest and held else 0
            return
        if newest and self._told.get(table_id) == newest:
            del self._told[table_id]  # it is the ring of what was told by `tell`
            return
        if table_id in self._busy:
            self._again.add(table_id)
            return
        self._busy[table_id] = asyncio.create_task(self._serve(table_id))

    async def head(self, table_id: int, user_id: int) -> tuple[int, int]:
        """Return the number of the newest event that a user may know, and the time (ms).

        It is what heartbeats are answered. Where all see all at once, one reading answers those
        of all tables; else it is read for this user.
        """
        head = await self._heads.of(table_id)
        if head.watch == Table.Watch.LIVE:
            return head.newest, head.now
        return await in_thread(head_for, table_id, user_id), head.now

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
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            # The sockets' heartbeats ask again; the ring itself must not die with one reading.
            outages.failed(logger, error, "table %s could not be read for its sockets", table_id)
        finally:
            self._busy.pop(table_id, None)

    def watchers(self, table_id: int) -> list[Watcher]:
        """Return the sockets that may be brought news of a table now."""
        return [one for one in self._watchers.get(table_id, ()) if one not in self._stuck]

    @contextmanager
    def acting(self, table_id: int) -> Iterator[list[Watcher]]:
        """Hold a table's rings back while one job acts and reads there; give who is to be told.

        The ring of an action mostly comes before its reading, and had the table read twice.
        """
        self._acting[table_id] += 1
        try:
            yield self.watchers(table_id)
        finally:
            self._acting[table_id] -= 1
            if not self._acting[table_id]:
                del self._acting[table_id]
                held = self._held.pop(table_id, None)
                if held is not None:
                    self.ring(table_id, held)

    def tell(self, table_id: int, watchers: Sequence[Watcher], seen: Seen) -> None:
        """Bring sockets what was read for them by their own job; see `acting`."""
        try:
            task = begin(self._hand_out_all(table_id, watchers, seen))
        except Exception:
            logger.exception("table %s could not be told of an action: its ring will", table_id)
            return
        if set(watchers) >= set(self.watchers(table_id)):  # nobody joined meanwhile
            self._told[table_id] = seen.board.table.told_seq
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _bring(self, table_id: int) -> None:
        watchers = self.watchers(table_id)
        if watchers:
            seen = await in_thread(read, table_id, viewers(watchers))
            await self._hand_out_all(table_id, watchers, seen)

    async def _hand_out_all(self, table_id: int, watchers: Sequence[Watcher], seen: Seen) -> None:
        # Players first: they do not wait for those who look on.
        ordered = sorted(watchers, key=lambda one: not seen.board.seats_user(one.user_id))
        finds = [(one, seen.of(one.user_id)) for one in ordered]
        works = [
            (one, one.shut_out() if found is None else one.bring(*found)) for one, found in finds
        ]
        await self._hand_out(table_id, works)
        if seen.later_s is not None and table_id not in self._later:
            loop = asyncio.get_running_loop()
            self._later[table_id] = loop.call_later(seen.later_s, self._ring_later, table_id)

    async def _hand_out(
        self, table_id: int, works: Sequence[tuple[Watcher, Coroutine[Any, Any, None]]]
    ) -> None:
        """Give each socket its news. One that does not take them in time holds up nobody.

        It gets nothing more until it has taken those, so no more than one message waits for it;
        then the table is read for it again. A line that is dead ends by pings, or by the kernel.
        """
        tasks: dict[asyncio.Task[None], Watcher] = {}
        for one, work in works:
            task = _begun(work)
            if task is not None:
                tasks[task] = one
        if not tasks:
            return
        _taken, late = await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
        for task in late:
            self._stuck.add(tasks[task])
            self._tasks.add(task)
            task.add_done_callback(partial(self._free, table_id, tasks[task]))

    def _free(self, table_id: int, one: Watcher, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._stuck.discard(one)
        self.ring(table_id)

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
                    self._look_who_is_here(table_id)
            elif payload.startswith("seat "):
                _word, table, user, token = payload.split()
                self._replace(int(table), int(user), token)
            elif payload.startswith("here "):
                self._look_who_is_here(int(payload.split()[1]))
            else:
                table, newest = payload.split()
                self.ring(int(table), int(newest))

    def _look_who_is_here(self, table_id: int) -> None:
        if table_id not in self._watchers:
            return
        if table_id in self._looking:
            self._looking[table_id] = True
            return
        self._looking[table_id] = False
        self._aside(self._tell_presence(table_id))

    async def _tell_presence(self, table_id: int) -> None:
        """Tell who is here: one reading after the other, so that the newest is told last."""
        try:
            again = True
            while again:
                self._looking[table_id] = False
                seats = await in_thread(queries.presence, table_id)
                watchers = self._watchers.get(table_id, set()) - self._stuck
                tasks = [asyncio.create_task(one.tell_presence(seats)) for one in watchers]
                for task in tasks:
                    task.add_done_callback(_forget_fault)
                if tasks:
                    await asyncio.wait(tasks, timeout=PATIENCE_SECONDS)
                again = self._looking[table_id]
        finally:
            self._looking.pop(table_id, None)

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do it in a task of its own: a socket that takes nothing must not hold the rings up."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_forget_fault)

    def _replace(self, table_id: int, user_id: int, token: str) -> None:
        """Send those sockets away that a player has left for a newer one."""
        for one in self._watchers.get(table_id, ()):
            if one.user_id == user_id and one.token < token:
                self._aside(one.replaced())


def viewers(watchers: Sequence[Watcher]) -> list[tuple[int, int]]:
    """Return (user id, cursor) of each socket, for `tables.seen.read`."""
    return [(one.user_id, one.cursor) for one in watchers]


def _begun(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None] | None":
    try:
        task = begin(work)
    except Exception:
        logger.debug("a socket could not be brought the news", exc_info=True)
        return None
    if task is not None:
        task.add_done_callback(_forget_fault)
    return task


def _forget_fault(task: "asyncio.Task[None]") -> None:
    """Take note of a socket's fault, as of one that closed just now: the others go on."""
    if not task.cancelled() and task.exception() is not None:
        logger.debug("a socket could not be brought the news", exc_info=task.exception())


hub = Hub()
