"""The clock's hand: a thread that looks for tables that are due and does what is due there.

Any number may run, in any process, and any may die at any moment: what is due stands in the
table's row, and `commands.tick` locks the row before it looks at the clock.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import Error, connection

from tables import commands, queries
from tables.commands.idle import SITS_OUT_MAX
from tables.outage import outages

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.1
HEARTBEAT_SECONDS = 1.0
AT_ONCE_MAX = 100
# House tables are looked at this often: bots make room for people, and come back.
HOUSE_SECONDS = 2.0
# If no door was heard of for longer than this, players could not act: they get that time back.
SILENCE_MAX = timedelta(seconds=3)
# A table at which the clock failed is left alone this long.
SICK_SECONDS = 5.0
_sick: dict[int, float] = {}
# Number of the advisory lock under which one sweeper at a time judges a silence.
_SILENCE_LOCK = 7_301


class Sweeper:
    """One thread; `start` and `stop` may be called from any other.

    A sweeper of a web process is a door: while no door is alive no player can act, so no clock
    runs either. A sweeper elsewhere only helps while some door is open.
    """

    def __init__(self, *, is_door: bool) -> None:
        """Make a sweeper that is not yet running."""
        self._is_door = is_door
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._name = f"{socket.gethostname()}:{os.getpid()}"
        self._beaten = -HEARTBEAT_SECONDS
        self._kept = -HOUSE_SECONDS

    def start(self) -> None:
        """Start the thread; a second start is nothing."""
        if self._thread is not None:
            return
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the table the thread is at; returns when it has stopped."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
            self._thread = None

    def _run(self) -> None:
        # One connection all along: to give it back between looks cost more than the looks.
        try:
            self._look_until_stopped()
        finally:
            connection.close()

    def _look_until_stopped(self) -> None:
        seen: datetime | None = None
        while not self._stopping.is_set():
            try:
                seen = self._round(seen)
            except Error as error:
                # The database is away. It may have been so for long: judge the silence again.
                outages.failed(logger, error, "sweep failed; trying again")
                seen = None
                connection.close()
                self._stopping.wait(1.0)
            self._stopping.wait(POLL_SECONDS)

    def _round(self, seen: datetime | None) -> datetime:
        """Look once, and return the database's time of it. `seen`: that of the look before.

        Between two looks this process may have been stopped, or the whole machine: the
        database's clock shows both, and nothing is done before the silence has been judged.
        """
        now = queries.clock()
        if self._is_door:
            if seen is None or now - seen > SILENCE_MAX:
                credit_silence(self._name)
        elif not queries.doors_open(SILENCE_MAX):
            return now
        sweep(self._beat)
        if time.monotonic() - self._kept >= HOUSE_SECONDS:
            keep_house()
            free_idle_seats()
            self._kept = time.monotonic()
        return now

    def _beat(self) -> None:
        if time.monotonic() - self._beaten >= HEARTBEAT_SECONDS:
            commands.beat(name=self._name, is_door=self._is_door)
            self._beaten = time.monotonic()


def sweep(beat: Callable[[], None] = lambda: None) -> int:
    """Do what is due at every table that is due; return at how many something was done.

    `beat` is called before each, so that a long sweep is not taken for silence.
    """
    done = 0
    beat()
    for table_id in queries.due_tables(AT_ONCE_MAX):
        beat()
        if _sick.get(table_id, 0.0) > time.monotonic():
            continue
        try:
            done += commands.tick(table_id=table_id)
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            # One broken table must not stop the clocks of the others, nor fill the log.
            outages.failed(logger, error, "the clock failed at table %s", table_id)
            _sick[table_id] = time.monotonic() + SICK_SECONDS
    return done


def keep_house() -> int:
    """Keep every house table as staff said; return at how many something was to do."""
    done = 0
    for house_id in queries.house_tables():
        try:
            done += commands.keep_house_table(house_id=house_id)
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            outages.failed(logger, error, "house table %s could not be kept", house_id)
    return done


def free_idle_seats() -> int:
    """Let go who has sat out for too long, at every table; return how many that were."""
    gone = 0
    for table_id in queries.tables_with_idle_seats(SITS_OUT_MAX):
        try:
            gone += commands.free_idle_seats(table_id=table_id)
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            outages.failed(logger, error, "idle seats at table %s could not be freed", table_id)
    return gone


def credit_silence(name: str) -> None:
    """Give every table back the time in which no door of the house was open.

    One sweeper does it while the others wait; if it dies half-way the next one credits again,
    which costs nobody anything.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_SILENCE_LOCK])
        try:
            silence = queries.silence()
            if silence is not None and silence > SILENCE_MAX:
                for table_id in queries.armed_tables():
                    commands.credit_outage(table_id=table_id, missing=silence)
                logger.warning("no door for %s: running deadlines were put off by it", silence)
            commands.beat(name=name, is_door=True)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_SILENCE_LOCK])
