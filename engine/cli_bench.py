"""`python3 -m engine bench`: how fast the engine is here, in CPU time beside a fixed loop.

A machine may be busy, so every row is timed between two runs of a fixed piece of plain Python, and
told as so many times that loop. Printed are medians over the rounds; the microseconds are the
median ratio times the median loop, so that a round on a busy machine counts like one on a quiet
one.
"""

import json
import statistics
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.bench.rows import Row, game_rows, solver_rows
from engine.cli_progress import Progress
from engine.cli_setup import whole

MICRO: Final = 1e6
_HANDS_MAX: Final = 1_000_000
_ROUNDS_MAX: Final = 1_000


@dataclass(frozen=True, slots=True)
class Measured:
    """One row's medians: CPU seconds for one subject, and the same in calibration loops."""

    row: Row
    seconds: float
    loops: float

    @property
    def rate(self) -> float:
        """Subjects a second."""
        return 1 / self.seconds if self.seconds else 0.0


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = __doc__.partition("\n\n")[2]
    parser.add_argument("--rounds", type=whole(1, _ROUNDS_MAX), default=5, metavar="N", help="(5)")
    parser.add_argument(
        "--hands",
        type=whole(4, _HANDS_MAX),
        default=400,
        metavar="N",
        help="hands for each of the solver's questions (400)",
    )
    parser.add_argument(
        "--games", type=whole(1, _HANDS_MAX), default=20, metavar="N", help="hands played (20)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    """Measure and print."""
    rows = [*solver_rows(options.hands), *game_rows(options.games)]
    with Progress("measured", len(rows) * options.rounds) as progress:
        loop, found = measured(rows, options.rounds, progress.step)
    if options.json:
        print(json.dumps(_as_json(options.rounds, loop, found)))
        return 0
    for line in told(options.rounds, loop, found):
        print(line)
    return 0


def measured(
    rows: Sequence[Row], rounds: int, step: Callable[[], None] = lambda: None
) -> tuple[float, list[Measured]]:
    """The median calibration loop in CPU seconds, and each row's medians over the rounds."""
    for row in rows:
        _seconds(row)  # tables fill
    ratios: list[list[float]] = [[] for _ in rows]
    loops = []
    for _ in range(rounds):
        for row, known in zip(rows, ratios, strict=True):
            before = calibration()
            seconds = _seconds(row)
            loop = (before + calibration()) / 2
            loops.append(loop)
            known.append(seconds / loop)
            step()
    usual = statistics.median(loops)
    medians = [statistics.median(known) for known in ratios]
    return usual, [
        Measured(row, ratio * usual, ratio) for row, ratio in zip(rows, medians, strict=True)
    ]


def calibration() -> float:
    """CPU seconds for a fixed piece of plain Python."""
    table = {number: number + 1 for number in range(256)}
    began = time.process_time()
    at = 0
    for number in range(20_000):
        at = table[at & 255] + (number >> 3)
    return time.process_time() - began


def told(rounds: int, loop: float, found: Sequence[Measured]) -> list[str]:
    """The table for a person."""
    version = ".".join(map(str, sys.version_info[:3]))
    width = max(len(one.row.name) for one in found)
    return [
        f"Python {version}, {rounds} rounds, medians of CPU time",
        f"the calibration loop took {loop * MICRO:.0f} µs",
        "",
        f"{'measured':{width}} {'µs each':>10} {'per second':>12} {'in loops':>9}",
        *(
            f"{one.row.name:{width}} {one.seconds * MICRO:10.2f} {one.rate:12.0f} {one.loops:9.4f}"
            for one in found
        ),
    ]


def _seconds(row: Row) -> float:
    """CPU seconds for one subject."""
    ask = row.ask
    began = time.process_time()
    for subject in row.subjects:
        ask(subject)
    return (time.process_time() - began) / len(row.subjects)


def _as_json(rounds: int, loop: float, found: Sequence[Measured]) -> dict[str, object]:
    return {
        "python": sys.version.split()[0],
        "rounds": rounds,
        "loop_micros": round(loop * MICRO, 2),
        "rows": [
            {
                "name": one.row.name,
                "one": one.row.one,
                "count": len(one.row.subjects),
                "micros": round(one.seconds * MICRO, 3),
                "per_second": round(one.rate, 1),
                "loops": round(one.loops, 6),
            }
            for one in found
        ],
    }
