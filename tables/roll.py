"""Who is here: all sockets of a process that were heard from are noted at once.

A socket is noted every few seconds; by itself each of them cost a job and a transaction.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from tables import commands
from tables.commands import Socket
from tables.eager import begin
from tables.outage import outages
from tables.threads import in_thread

logger = logging.getLogger(__name__)

GATHER_SECONDS = 0.5


class Roll:
    """Gathers sockets for a moment and notes them; one of it serves a process."""

    def __init__(self) -> None:
        self._heard: dict[Socket, Callable[[], Coroutine[Any, Any, None]]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._job: asyncio.Task[None] | None = None

    def note(self, one: Socket, replaced: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have it noted soon that a socket was heard from.

        `replaced` is begun if its seat is played from another one: the ring that said so was
        lost.
        """
        self._heard[one] = replaced
        if self._job is None or self._job.done():
            self._job = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._heard:
            await asyncio.sleep(GATHER_SECONDS)
            heard, self._heard = self._heard, {}
            try:
                staying = await in_thread(commands.mark_present, list(heard))
            except Exception as error:  # noqa: BLE001 - whatever it was is told
                # Nothing is lost: each is heard from again within seconds.
                outages.failed(logger, error, "who was heard from could not be noted")
                continue
            for one, replaced in heard.items():
                if one not in staying:
                    self._send_away(replaced)

    def _send_away(self, replaced: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have a socket leave; one that takes no goodbye holds up nobody."""
        try:
            task = begin(replaced())
        except Exception:
            logger.debug("a socket could not be sent away", exc_info=True)
            return
        if task is not None:
            self._leaving.add(task)
            task.add_done_callback(self._left)

    def _left(self, task: "asyncio.Task[None]") -> None:
        self._leaving.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.debug("a socket could not be sent away", exc_info=task.exception())


roll = Roll()
