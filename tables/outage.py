"""The database takes nobody in: it restarts, is full, or is gone. The log is told once, in a line.

Whatever waits for it fails at the same moment, a thousand sockets and every loop of a process, and
all for one reason; so many tracebacks would hide it, and fill a disk while the outage lasts.
"""

import logging
import time
from threading import Lock
from typing import Final

import psycopg
from django.db import InterfaceError, OperationalError

UNAVAILABLE: Final = (
    OperationalError,
    InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)
"""No connection, none from the pool in time (psycopg_pool.PoolTimeout), or the server took it."""
# Classes of SQLSTATE: of the connection, of the server's room, and its shutting down. Anything
# else with a state of its own, such as a statement that took too long, is a mistake of ours.
_STATES: Final = ("08", "53", "57P")
# While an outage goes on its line comes again after so many seconds, with what was not told.
AGAIN_SECONDS: Final = 30.0


def is_outage(error: BaseException) -> bool:
    """Whether an error says that the database takes nobody in, and nothing of who asked it."""
    if not isinstance(error, UNAVAILABLE):
        return False
    told = error.__cause__ if isinstance(error.__cause__, psycopg.Error) else error
    state = told.sqlstate if isinstance(told, psycopg.Error) else None
    return state is None or state.startswith(_STATES)


class Outages:
    """Tells of failures, and of an outage's once; one of it serves a process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._told_at = -AGAIN_SECONDS
        self._untold = 0

    def failed(
        self, logger: logging.Logger, error: BaseException, what: str, *about: object
    ) -> None:
        """Log that `what` failed, with `about` in it: a line for an outage, else the traceback."""
        if not is_outage(error):
            logger.error(what, *about, exc_info=error)
            return
        with self._lock:
            if time.monotonic() - self._told_at < AGAIN_SECONDS:
                self._untold += 1
                return
            self._told_at, untold, self._untold = time.monotonic(), self._untold, 0
        said = f"the database takes nobody in: {what} (%s; %d failures untold)"
        logger.warning(said, *about, " ".join(str(error).split()), untold)


outages: Final = Outages()
