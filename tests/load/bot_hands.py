"""Plays many hands of bots through the command layer, with an audit before and after.

    .venv/bin/python -m tests.load.bot_hands [--hands 1000] [--seats 4] [--processes 2]

Uses the database of DATABASE_URL (or of `var/`, if deploy/run set it up), adds one table for each
process, and does not wait for the clock: what is due later is done now. Every record is verified
except for its times, which this haste makes impossible.
"""

import argparse
import multiprocessing
import sys
import time
import uuid
from datetime import timedelta

import django


def main() -> int:
    """Play, audit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - after setup

    call_command("audit")
    share = -(-options.hands // options.processes)
    begun = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        played = pool.starmap(play, [(share, options.seats)] * options.processes)
    seconds = time.perf_counter() - begun
    hands, steps = (sum(column) for column in zip(*played, strict=True))
    print(f"\n{hands} hands, {steps} steps in {seconds:.0f} s: {steps / seconds:.0f} steps/s\n")
    call_command("audit")
    return 0


def play(hands: int, seats: int) -> tuple[int, int]:
    """Play so many hands at one table of bots; return (hands, steps of the clock)."""
    django.setup()
    from django.db.models.functions import Now  # noqa: PLC0415 - after setup

    from tables import commands  # noqa: PLC0415 - it imports models
    from tables.models import Hand, Table  # noqa: PLC0415 - as above
    from tests.house import a_player, a_table  # noqa: PLC0415 - as above

    owner = a_player(f"load-{uuid.uuid4().hex[:8]}")
    table_id = a_table(owner, name="Load", seats=seats, min_players=seats, pause_ms=200)
    for number in range(seats):
        commands.add_bot(user=owner, key=f"load-{table_id}-{number}", table_id=table_id)
    steps, mine = 0, Table.objects.filter(pk=table_id)
    while Hand.objects.filter(table_id=table_id, state=Hand.State.CLOSED).count() < hands:
        for _ in range(50):
            mine.update(due_at=Now() - timedelta(seconds=1))
            steps += commands.tick(table_id=table_id)
    return Hand.objects.filter(table_id=table_id, state=Hand.State.CLOSED).count(), steps


if __name__ == "__main__":
    sys.exit(main())
