"""A line to the house that can be lost.

It is a TCP proxy, because Chromium's own offline mode leaves live sockets as they are.
"""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class BadLine:
    """Carries bytes between a browser and the house until it is told not to."""

    def __init__(self, port: int) -> None:
        """`port`: where the house listens."""
        self._house_port = port
        self._carries = threading.Event()
        self._carries.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self.port = 0

    def lose(self) -> None:
        """Carry nothing any more, and tell nobody: what a train does in a tunnel."""
        self._carries.clear()

    def mend(self) -> None:
        """Carry again; what was connected before the loss is dead."""
        self._loop.call_soon_threadsafe(self._drop_all)
        self._carries.set()

    def run(self, ready: threading.Event) -> None:
        """Serve until `stop`; in a thread of its own."""
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = int(server.sockets[0].getsockname()[1])
        ready.set()
        self._loop.run_forever()
        server.close()
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.close()

    def stop(self) -> None:
        """End it all."""
        self._loop.call_soon_threadsafe(self._drop_all)
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _drop_all(self) -> None:
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()

    async def _accept(self, near: asyncio.StreamReader, near_end: asyncio.StreamWriter) -> None:
        if not self._carries.is_set():
            self._ends.add(near_end)  # nobody answers in a tunnel
            return
        far, far_end = await asyncio.open_connection("127.0.0.1", self._house_port)
        self._ends |= {near_end, far_end}
        for source, sink in ((near, far_end), (far, near_end)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65_536):
                if self._carries.is_set():
                    sink.write(data)
                    await sink.drain()
        if self._carries.is_set():  # the end of a connection is a byte too
            sink.close()
            self._ends.discard(sink)


@contextmanager
def bad_line(port: int) -> Iterator[BadLine]:
    """Run a line to the house's port."""
    line, ready = BadLine(port), threading.Event()
    thread = threading.Thread(target=line.run, args=(ready,), daemon=True)
    thread.start()
    assert ready.wait(30)
    try:
        yield line
    finally:
        line.stop()
        thread.join(30)
