"""Database work for sockets: in a bounded pool of threads, never in the event loop.

Channels' own `database_sync_to_async` runs everything in one thread unless told otherwise; one
slow table would then hold up all others. It also does more at each call than a table's news cost.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

THREADS_MAX = 8
_executor = ThreadPoolExecutor(THREADS_MAX, thread_name_prefix="socket-db")


async def in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work and give its connection back to the pool afterwards.

    It sees the caller's context, above all the language, and changes nothing of it.
    """
    job = partial(copy_context().run, _with_connection, partial(work, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_executor, job)


def _with_connection(work: Callable[[], T]) -> T:
    try:
        return work()
    finally:
        close_old_connections()
