"""One hub a process: it hears the doorbell, and wakes who waits for news of a tournament.

A ring says (tournament, newest event) and never what happened. Sockets that wake together and
stand at the same event are told by one reading. A lost ring is a delay: who waits also looks by
itself now and then.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from tables import doorbell
from tables.threads import in_thread
from tournaments import queries

Json = dict[str, Any]


class Hub:
    """Who waits, by tournament, and the one connection that hears the doorbell for them."""

    def __init__(self) -> None:
        """Make a hub that is not yet listening."""
        self._rung: dict[int, set[asyncio.Event]] = {}
        self._reading: dict[tuple[int, int, int], asyncio.Task[Json]] = {}
        self._rings = 0
        self._sockets: Counter[str] = Counter()
        self._listener: asyncio.Task[None] | None = None
        self.closing = False

    async def start(self) -> None:
        """Start to listen; idempotent."""
        self.closing = False
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen(), name="tournaments' doorbell")

    async def stop(self) -> None:
        """Stop listening, and wake everybody: sockets say goodbye."""
        self.closing = True
        for tournament_id in tuple(self._rung):
            self.ring(tournament_id)
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
            self._listener = None

    def admit(self, whose: str, *, known: bool) -> bool:
        """Count a socket of an account, or of a visitor's address; False, uncounted, when enough.

        Many visitors share an address: a club's room does.
        """
        most = settings.SOCKETS_PER_ACCOUNT if known else settings.SOCKETS_PER_ADDRESS
        if self._sockets[whose] >= most:
            return False
        self._sockets[whose] += 1
        return True

    def dismiss(self, whose: str) -> None:
        """Count a socket no more."""
        self._sockets[whose] -= 1
        if self._sockets[whose] <= 0:
            del self._sockets[whose]

    @contextmanager
    def rung(self, tournament_id: int) -> Iterator[asyncio.Event]:
        """Give an event that is set when the doorbell rings for a tournament."""
        waiting = asyncio.Event()
        self._rung.setdefault(tournament_id, set()).add(waiting)
        try:
            yield waiting
        finally:
            self._rung[tournament_id].discard(waiting)
            if not self._rung[tournament_id]:
                del self._rung[tournament_id]

    def ring(self, tournament_id: int) -> None:
        """Wake who waits for that tournament."""
        self._rings += 1
        for waiting in self._rung.get(tournament_id, ()):
            waiting.set()

    async def news(self, tournament_id: int, after: int) -> Json:
        """Return `queries.news`; those who ask for the same at the same time share one reading.

        A reading that began before the newest ring is nobody's who was woken by it.
        """
        wanted = (tournament_id, after, self._rings)
        if wanted not in self._reading:
            task = asyncio.create_task(in_thread(queries.news, tournament_id, after))
            self._reading[wanted] = task
            task.add_done_callback(lambda _done: self._reading.pop(wanted, None))
        return await asyncio.shield(self._reading[wanted])

    async def _listen(self) -> None:
        async for payload in doorbell.listen(doorbell.TOURNAMENTS):
            if not payload:
                # Whatever rang while nobody listened is repaired by looking once.
                for tournament_id in tuple(self._rung):
                    self.ring(tournament_id)
            else:
                self.ring(int(payload.split()[1]))


hub = Hub()
