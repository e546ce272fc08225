"""What runs in a process besides answering requests: the sweeper, and in web processes the hub.

`deploy.asgi` starts and stops this with the server, the Celery worker with itself.
"""

import asyncio

from tables.hub import hub
from tables.sweeper import Sweeper

_sweeper = Sweeper(is_door=True)
_helper = Sweeper(is_door=False)


async def start() -> None:
    """Start the hub and the sweeper of a web process."""
    await hub.start()
    _sweeper.start()


async def say_goodbye() -> None:
    """Tell every socket to come back soon, before the server closes them without a word."""
    await hub.say_goodbye()


async def stop() -> None:
    """Tell every socket to come back soon (1012), then stop."""
    await hub.stop()
    await asyncio.to_thread(_sweeper.stop)


def start_in_thread() -> None:
    """Start the sweeper of a process without an event loop (a Celery worker)."""
    _helper.start()


def stop_thread() -> None:
    """Stop that sweeper and wait for the table it is at."""
    _helper.stop()
