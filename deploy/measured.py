"""What the processes of this house count of themselves: answers, sockets, tasks, connections.

The web process counts in `measured`, which goes round the whole application; the worker by
Celery's signals. `Sharer` writes both to `var/metrics/`, and `deploy.metrics` adds them up.
"""

import contextlib
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from celery.signals import task_postrun, task_prerun
from django.conf import settings
from django.db import connections

from tables import measures
from tables.measures import Family, here

FAMILIES = (
    Family("batida_request_seconds", "histogram", "Answers over HTTP, by door and status class."),
    Family("batida_sockets_open", "gauge", "WebSockets open, by what they watch."),
    Family("batida_sockets_total", "counter", "WebSockets that were opened."),
    Family("batida_action_seconds", "histogram", "Actions of players, from call to COMMIT."),
    Family("batida_task_runs_total", "counter", "Tasks of the worker, by outcome."),
    Family("batida_task_seconds_total", "counter", "Time that tasks took."),
    Family(
        "batida_task_last_success_timestamp_seconds",
        "moment",
        "When a task last ended well; wallet.jobs.audit: the books were right.",
    ),
    Family("batida_webhook_tries_total", "counter", "Tries to deliver to webhooks, by outcome."),
    Family("batida_db_pool_connections", "gauge", "Database connections, by state."),
    Family("batida_db_pool_connections_max", "gauge", "Connections that the pools may have."),
    Family("batida_db_pool_requests_waiting", "gauge", "Threads that wait for a connection."),
    Family("batida_processes", "gauge", "Processes of the house that count, this machine's."),
)
FOLDER = "metrics"
SHARE_SECONDS = 2.0
# The first word of a path, and what it is called; every other address is a page.
DOORS = {"api": "api", "static": "static", "admin": "admin"} | dict.fromkeys(
    ("healthz", "readyz", "metrics"), "probe"
)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


def measured(inner: App) -> App:
    """Return `inner`, counting its answers and its sockets.

    A request that may wait for news (`wait=`) has a door of its own, "poll": its time says how
    quiet a table is and nothing about the house.
    """

    async def counted(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await _answer(inner, scope, receive, send)
        elif scope["type"] == "websocket":
            await _socket(inner, scope, receive, send)
        else:
            await inner(scope, receive, send)

    return counted


async def _answer(inner: App, scope: Message, receive: Receive, send: Send) -> None:
    begun, status = time.perf_counter(), "none"  # nobody was there any more to be answered

    async def seen(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = f"{message['status'] // 100}xx"
        await send(message)

    try:
        await inner(scope, receive, seen)
    finally:
        seconds = time.perf_counter() - begun
        here.time("batida_request_seconds", seconds, door=_door(scope), status=status)


def _door(scope: Message) -> str:
    which = door(scope["path"])
    waits = which == "api" and b"wait=" in scope.get("query_string", b"")
    return "poll" if waits else which


def door(path: str) -> str:
    """Return what the first word of a path is called."""
    return DOORS.get(path.lstrip("/").partition("/")[0], "page")


async def _socket(inner: App, scope: Message, receive: Receive, send: Send) -> None:
    what = "tournament" if "/tournaments/" in scope["path"] else "table"
    is_open = False

    async def seen(message: Message) -> None:
        nonlocal is_open
        if message["type"] == "websocket.accept":
            is_open = True
            here.hold("batida_sockets_open", 1, what=what)
            here.add("batida_sockets_total", what=what)
        await send(message)

    try:
        await inner(scope, receive, seen)
    finally:
        if is_open:
            here.hold("batida_sockets_open", -1, what=what)


class Sharer(threading.Thread):
    """Writes this process's numbers to `var/metrics/` every `SHARE_SECONDS`, until stopped."""

    def __init__(self) -> None:
        """Make it; `start` and `stop` it with the server or the worker."""
        super().__init__(name="sharer", daemon=True)
        self._stopping = threading.Event()

    def run(self) -> None:
        """Write until stopped, and once more then. A full disk costs numbers, nothing else."""
        here.set("batida_processes", 1)
        while True:
            last = self._stopping.wait(SHARE_SECONDS)
            look_at_pool()
            with contextlib.suppress(OSError):
                measures.share(settings.VAR_DIR / FOLDER)
                measures.gather(settings.VAR_DIR / FOLDER)
            if last:
                return

    def stop(self) -> None:
        """Write for the last time; returns when that is done."""
        self._stopping.set()
        if self.is_alive():
            self.join(SHARE_SECONDS)


def look_at_pool() -> None:
    """Note how many connections this process's pool has, uses, and lets threads wait for.

    Only of a pool that there is: to ask the connection for its pool would make one.
    """
    pools: dict[str, Any] = getattr(connections["default"], "_connection_pools", {})
    if (pool := pools.get("default")) is None:
        return
    stats = pool.get_stats()
    size, idle = stats.get("pool_size", 0), stats.get("pool_available", 0)
    here.set("batida_db_pool_connections", size - idle, state="in_use")
    here.set("batida_db_pool_connections", idle, state="idle")
    here.set("batida_db_pool_connections_max", stats.get("pool_max", 0))
    here.set("batida_db_pool_requests_waiting", stats.get("requests_waiting", 0))


_begun = threading.local()


def _task_begins(**_facts: Any) -> None:
    _begun.at = time.perf_counter()


def _task_ended(
    task: Any = None,  # noqa: ANN401 - Celery's
    state: str | None = None,
    retval: object = None,
    **_facts: Any,
) -> None:
    """Count a task; one that returns False (the audit) found something wrong."""
    name, well = str(getattr(task, "name", "")), state == "SUCCESS" and retval is not False
    here.add("batida_task_runs_total", task=name, outcome="ok" if well else "failed")
    seconds = time.perf_counter() - getattr(_begun, "at", time.perf_counter())
    here.add("batida_task_seconds_total", seconds, task=name)
    if well:
        here.note("batida_task_last_success_timestamp_seconds", task=name)


task_prerun.connect(_task_begins)
task_postrun.connect(_task_ended)
