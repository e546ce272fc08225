"""A freezeout whose hands are really played: bots at live tables, sweepers, the tournament's job.

Two processes sweep the tables as every worker does, but that bots do not think. This process is
the worker that Celery would call each second: it runs the very job, `tournaments.jobs.advance`,
which takes note of what tables have told, puts out, balances, breaks, redraws and pays. Levels
double each `LEVEL_SECONDS`, so it ends while one watches.
"""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from engine.verify import verify
from tables.commands import hand as hands
from tables.models import Hand, Outbox, Seat, Table
from tables.queries import record_text
from tables.sweeper import sweep
from tournaments import jobs
from tournaments.models import MatchTable, Tournament, TournamentEvent
from tournaments.rules import log
from tournaments.rules.events import Seated
from tournaments.rules.levels import Level

SWEEPERS = 2
STACK = 1_000
LEVEL_SECONDS = 60
LEVELS = tuple(Level(100 * 2**step, LEVEL_SECONDS) for step in range(20))
TABLE = {"rules": "pif-paf-aposta", "pause_ms": 200, "window_ms": 200, "reserve_ms": 0}
REST_SECONDS = 0.05
TOLD_SECONDS = 30
SEEN_SECONDS = 1
PARTS_SHOWN = 12
RECORDS_VERIFIED = 50


@dataclass
class Jobs:
    """What each run of the job did: its steps, its seconds, its queries."""

    steps: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)

    def told(self) -> None:
        """Print them, in so many parts of the tournament."""
        size = max(1, -(-len(self.steps) // PARTS_SHOWN))
        for begin in range(0, len(self.steps), size):
            part = slice(begin, begin + size)
            steps, seconds = sum(self.steps[part]), self.seconds[part]
            print(
                f"  jobs {begin + 1}–{begin + len(seconds)}: {steps} steps,"
                f" {1000 * sum(seconds) / steps:.1f} ms and"
                f" {sum(self.queries[part]) / steps:.1f} queries a step;"
                f" the longest job {max(seconds):.2f} s, {max(self.queries[part])} queries"
            )


def play(number: int, see: Callable[[int], None] | None = None) -> None:
    """Let sweepers and the job work until the prizes are paid, and print what was measured.

    `see` looks at the tournament each second, while all works, and raises when it is not well.
    """
    with _sweepers():
        begun = time.perf_counter()
        done = _advance(number, see)
    print(f"  {_dealt(number)} hands in {time.perf_counter() - begun:.0f} s")
    done.told()
    told(number)


def told(number: int) -> None:
    """Print what is left behind, and whether the hands prove themselves."""
    for name, value in _found(number).items():
        print(f"  {name}: {value}")


def sweep_on() -> None:
    """Sweep until this process is ended. Bots do not think: everything else takes its time."""
    hands.BOT_THINKS_MS = 0
    while True:
        if not sweep():
            time.sleep(0.01)


@contextmanager
def _sweepers() -> Iterator[None]:
    connection.close()
    fresh = multiprocessing.get_context("spawn")
    working = [fresh.Process(target=sweep_on, daemon=True) for _ in range(SWEEPERS)]
    for one in working:
        one.start()
    try:
        yield
    finally:
        for one in working:
            one.terminate()
            one.join()


def _advance(number: int, see: Callable[[int], None] | None) -> Jobs:
    found, told_at, seen_at = Jobs(), time.monotonic(), 0.0
    while _phase(number) != Tournament.Phase.PAID:
        asked = 0

        def count(execute: Any, *rest: Any) -> Any:  # noqa: ANN401 - Django's hook
            nonlocal asked
            asked += 1
            return execute(*rest)

        begun = time.perf_counter()
        with connection.execute_wrapper(count):
            steps = jobs.advance()
        if steps:
            found.steps.append(steps)
            found.seconds.append(time.perf_counter() - begun)
            found.queries.append(asked)
        time.sleep(REST_SECONDS)
        if see is not None and time.monotonic() - seen_at > SEEN_SECONDS:
            see(number)
            seen_at = time.monotonic()
        if time.monotonic() - told_at > TOLD_SECONDS:
            told_at = time.monotonic()
            _tell(number)
    return found


def _tell(number: int) -> None:
    row = Tournament.objects.get(pk=number)
    open_ = MatchTable.objects.filter(tournament=row, state="open").count()
    waits = Outbox.objects.filter(tournament_id=number, done_at__isnull=True).count()
    print(
        f"  {row.remaining} left at {open_} tables, level {_level(number)}, event {row.seq},"
        f" {_dealt(number)} hands, {waits} in the outbox, trouble {row.trouble}",
        flush=True,
    )


def _level(number: int) -> int:
    begun = TournamentEvent.objects.filter(tournament=number, kind="level-began")
    return 1 + begun.count()


def _dealt(number: int) -> int:
    return Hand.objects.filter(table__tournament_id=number).count()


def _phase(number: int) -> str:
    return Tournament.objects.values_list("phase", flat=True).get(pk=number)


def _found(number: int) -> dict[str, object]:
    closed = Hand.objects.filter(table__tournament_id=number, state="closed").order_by("pk")
    verdicts = Counter(
        verify(record_text(hand)).reason or "good" for hand in closed[:RECORDS_VERIFIED]
    )
    seated = TournamentEvent.objects.filter(tournament=number, kind="seated")
    whys = Counter(
        event.why
        for event in map(log.read, seated.values_list("line", flat=True))
        if isinstance(event, Seated)
        for _ in event.seats
    )
    tables = Table.objects.filter(tournament_id=number)
    return {
        "tables left open": tables.filter(state="open").count(),
        "tables with a clock": tables.filter(due_at__isnull=False).count(),
        "seats left": Seat.objects.filter(table__tournament_id=number).count(),
        "hands left open": Hand.objects.filter(table__tournament_id=number, state="open").count(),
        "untold": Outbox.objects.filter(tournament_id=number, done_at__isnull=True).count(),
        "tournament chips left": _chips_left(number),
        "seats given": dict(whys),
        "records": dict(verdicts),
    }


def _chips_left(number: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(abs(a.balance)), 0) FROM ledger_account a"
            " JOIN ledger_unit u ON u.id = a.unit_id WHERE u.code = %s",
            [f"tournament-{number}"],
        )
        return int(cursor.fetchone()[0])
