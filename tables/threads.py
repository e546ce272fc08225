"""Database work for sockets: in a bounded pool of threads, never in the event loop.

Channels' own `database_sync_to_async` runs everything in one thread unless told otherwise; one
slow table would then hold up all others.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
T = TypeVar("T")

THREADS_MAX = 8
_executor = ThreadPoolExecutor(THREADS_MAX, thread_name_prefix="socket-db")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work and give its connection back to the pool afterwards."""
    run = DatabaseSyncToAsync(work, thread_sensitive=False, executor=_executor)
    result: T = await run(*args, **kwargs)
    return result
