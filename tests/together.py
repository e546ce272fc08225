"""Things that happen at one moment, each in a thread with a database connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

THREADS_MAX = 12  # the pool of connections has 16


def together(works: Sequence[Callable[[], Any]], threads: int = THREADS_MAX) -> list[Any]:
    """Run functions at once, so many at a time; return what each returned or raised, in order."""
    threads = min(len(works), threads)
    start = Barrier(threads)

    def one(number: int) -> object:
        if number < threads:
            start.wait(60)
        try:
            return works[number]()
        except Exception as error:  # noqa: BLE001 - handed to the test, which looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(len(works))))
