"""What the rounds of a tournament cost: the time of each, and of each command and job the queries.

A round of a bracket has fewer matches the later it is, so what has to be flat in the number of
finished rounds is told for one command, and for one job.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection

SHOWN: Final = 12
GROWTH_MAX: Final = 1.25
"""Late rounds ask more than early ones when they ask so many times as much."""


@dataclass
class Round:
    """One round: its time in seconds, and (seconds, queries) of each command and each job."""

    seconds: float = 0.0
    commands: list[tuple[float, int]] = field(default_factory=list)
    jobs: list[tuple[float, int]] = field(default_factory=list)


class Rounds:
    """All rounds of a tournament, in order."""

    def __init__(self) -> None:
        """Nothing is played yet."""
        self.played: list[Round] = []

    @contextmanager
    def one(self) -> Iterator[None]:
        """Time a round."""
        self.played.append(Round())
        begun = time.perf_counter()
        yield
        self.played[-1].seconds = time.perf_counter() - begun

    @contextmanager
    def command(self) -> Iterator[None]:
        """Time a command of the round, and count its queries."""
        yield from _measured(self.played[-1].commands)

    @contextmanager
    def job(self) -> Iterator[None]:
        """Time the job after the commands of the round, and count its queries."""
        yield from _measured(self.played[-1].jobs)

    def told(self) -> None:
        """Print some of the rounds, and the early third beside the late one."""
        step = max(1, len(self.played) // SHOWN)
        for place in range(0, len(self.played), step):
            print(f"  round {place + 1}: {_told(self.played[place])}")
        for line in self.growth():
            print(f"  {line}")

    def growth(self) -> list[str]:
        """The medians of the first third of the rounds beside those of the last, in words.

        The very last round is in neither: after it the job ends the tournament and pays.
        """
        rounds = self.played[:-1]
        third = len(rounds) // 3
        if not third:
            return []
        early, late = rounds[:third], rounds[-third:]
        found = []
        for what, of in (("report", "commands"), ("job", "jobs")):
            before, after = _medians(early, of), _medians(late, of)
            flat = after[1] <= GROWTH_MAX * before[1]
            found.append(
                f"one {what}, first third of the rounds and last: {before[0]:.1f} and"
                f" {after[0]:.1f} ms, {before[1]:g} and {after[1]:g} queries:"
                f" {'flat' if flat else 'GROWS'}"
            )
        return found


def _measured(found: list[tuple[float, int]]) -> Iterator[None]:
    asked = 0

    def count(execute: Any, *about: Any) -> Any:  # noqa: ANN401 - Django's hook
        nonlocal asked
        asked += 1
        return execute(*about)

    begun = time.perf_counter()
    with connection.execute_wrapper(count):
        yield
    found.append((time.perf_counter() - begun, asked))


def _medians(rounds: Sequence[Round], of: str) -> tuple[float, float]:
    """The median time of one, in milliseconds, and of its queries."""
    all_ = [one for each in rounds for one in getattr(each, of)]
    if not all_:
        return 0.0, 0.0
    return 1000 * statistics.median(s for s, _n in all_), statistics.median(n for _s, n in all_)


def _told(one: Round) -> str:
    report, job = _medians([one], "commands"), _medians([one], "jobs")
    return (
        f"{one.seconds:.3f} s, {len(one.commands)} reports of {report[0]:.1f} ms and"
        f" {report[1]:g} queries, the job {job[0]:.1f} ms and {job[1]:g} queries"
    )
