"""Coroutines that are begun at once: only what really waits becomes a task."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from tables.eager import begin

Work = Coroutine[Any, Any, None]


def test_work_that_waits_for_nothing_is_done_at_once_and_has_no_task() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("done")

    async def run() -> None:
        assert begin(work()) is None
        assert done == ["done"]

    asyncio.run(run())


def test_work_goes_on_after_each_wait_in_its_order() -> None:
    done: list[str] = []

    async def work(first: "asyncio.Future[str]", lock: asyncio.Lock) -> None:
        done.append(await first)
        async with lock:
            done.append("held")
        await asyncio.sleep(0)
        done.append("slept")

    async def run() -> None:
        first: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        lock = asyncio.Lock()
        await lock.acquire()
        task = begin(work(first, lock))
        assert task is not None
        assert not done
        first.set_result("first")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == ["first"]
        lock.release()
        await task
        assert done == ["first", "held", "slept"]

    asyncio.run(run())


def test_a_fault_is_raised_at_once_before_the_first_wait_and_by_the_task_after_it() -> None:
    async def at_once() -> None:
        raise OSError("at once")

    async def later(first: "asyncio.Future[None]") -> None:
        await first

    async def run() -> None:
        with pytest.raises(OSError, match="at once"):
            begin(at_once())
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = begin(later(first))
        assert task is not None
        first.set_exception(OSError("later"))
        with pytest.raises(OSError, match="later"):
            await task

    asyncio.run(run())


def test_a_cancelled_task_ends_the_work_where_it_waits() -> None:
    done: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0)  # it may wait while it ends
            done.append("ended")
            raise

    async def run() -> None:
        task = begin(work())
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert done == ["ended"]

    asyncio.run(run())
