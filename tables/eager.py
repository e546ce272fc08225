"""To begin coroutines at once, and have a task only for those that really wait.

A table's news is taken by almost every socket without any waiting. A task for each of them, and
the loop's bookkeeping of it, cost as much as half of their reading. (From Python 3.12 on
asyncio has eager tasks of its own.)
"""

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None] | None":
    """Run a coroutine as far as it goes; return a task for the rest, None if there is no rest.

    Raises what the coroutine raises before it first waits.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return asyncio.ensure_future(_rest(work, waits_for))


@types.coroutine
def _rest(work: Coroutine[Any, Any, None], waits_for: object) -> Generator[Any, Any, None]:
    """Wait for what a coroutine that was begun waits for, then go on with it."""
    step: Callable[[], Any]
    while True:
        try:
            yield waits_for
        except BaseException as error:  # noqa: BLE001 - a cancellation, say: it is the coroutine's
            step = partial(work.throw, error)
        else:
            step = partial(work.send, None)
        try:
            waits_for = step()
        except StopIteration:
            return
