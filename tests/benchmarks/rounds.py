"""How fast rounds of Pili Pili are played and logged, in CPU time on one core.

    python -m tests.benchmarks.rounds [--rounds 7] [--hands 300]

Each round times, one after the other: a fixed loop of plain Python (the calibration); the limit, a
bare loop that moves cards at random, unchecked, and writes a line and a hash for each event; the
rounds of a match between four `calm` bots with five cards each, logged as a table logs them and
without a record; and the proof of such records.

Printed are medians, with what is asked and the ratio to it, and the ratio to the limit.
"""

import argparse
import statistics
import sys
from itertools import islice

from engine.simulate import Plan, Played, simulate
from tests.benchmarks.asked import HEADING, NOTHING, Asked, a_second
from tests.benchmarks.games import MICRO, Row, bare, measured, verifying

RULES = "pili-pili-sem-missoes"
SEATS = 4
STACK = 10**6
LOGGED = a_second(2000)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--hands", type=int, default=300)
    options = parser.parse_args()
    hands: int = options.hands
    records = [one.record for one in played(hands)]
    events = sum(record.count("\n") for record in records)
    rows: list[tuple[Row, Asked | None]] = [
        (Row("limit: bare loop", lambda: bare(hands, events // hands), hands, events), None),
        (Row("logged, four calm bots", lambda: played(hands), hands, events), LOGGED),
        (Row("the same unlogged", lambda: played(hands, logged=False), hands, events), None),
        (Row("verify them", verifying(records), hands, events), None),
    ]
    seconds, loops = measured([row for row, _ in rows], options.rounds)
    print(f"{RULES}, five cards, {events / hands:.0f} lines a round")
    print(
        f"{options.rounds} rounds; the calibration took {statistics.median(loops) * MICRO:.0f} µs"
    )
    print(f"\n{'':26}{'hands/s':>9}{HEADING}{'best':>9}{'/limit':>9}")
    for (row, asked), its in zip(rows, seconds, strict=True):
        rate = row.hands / statistics.median(its)
        to_limit = statistics.median(
            one / limit for one, limit in zip(its, seconds[0], strict=True)
        )
        beside = asked.beside(rate) if asked else NOTHING
        print(f"{row.name:26}{rate:9.0f}{beside}{row.hands / min(its):9.0f}{to_limit:9.2f}")
    return 0


def played(hands: int, *, logged: bool = True) -> list[Played]:
    """So many rounds of matches between four calm bots."""
    plan = Plan(RULES, SEATS, 3, ("calm",), stack=STACK, records=logged)
    return list(islice(simulate(plan), hands))


if __name__ == "__main__":
    sys.exit(main())
