"""A live freezeout whose real Celery workers are killed with -9 all the time.

    python -m tests.load.soak 12

One web process, two workers, a Redis of our own as their broker, bots at their usual pace. Every
few seconds one of the workers, in turn, is killed and another started; nothing here touches the
tournament. It has to come to its end by itself, and its audit to be sound. It runs on the database
of DATABASE_URL.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import django

from deploy.start import WORKER
from tests.load.asked import PLAYERS, some_players
from tests.load.house import open_web
from tests.tables.own_redis import OwnRedis

KILL_SECONDS = 8
END_SECONDS = 1800
TOLD_SECONDS = 30


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Read how many play (None: from the command line); 2 and a sentence if it makes no sense."""
    parser = argparse.ArgumentParser(prog="tests.load.soak", description=__doc__.splitlines()[0])
    parser.add_argument("players", type=some_players, help=PLAYERS)
    return parser.parse_args(given)


def main() -> None:
    """Play, kill, and print what is found in the end."""
    count = arguments().players
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        redis = OwnRedis(folder)
        redis.start()
        # Read by Django's settings, here and in every process that is started.
        os.environ["REDIS_URL"] = redis.url
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        django.setup()
        try:
            with open_web(1, folder / "web.log"):
                _soak(count, folder)
        finally:
            redis.stop()


def _soak(count: int, folder: Path) -> None:
    from tests.load import live_freezeout as live  # noqa: PLC0415 - after Django's set-up
    from tests.load.field import (  # noqa: PLC0415 - as above
        PRIZES,
        announced,
        fresh,
        people,
        prove,
        row_of,
    )
    from tournaments import commands  # noqa: PLC0415 - as above
    from tournaments.rules.structure import Stage, Structure  # noqa: PLC0415 - as above

    stage = Stage("main", "freezeout", size=4, levels=live.LEVELS, stack=200)
    olga, users = people(count)
    number = announced(
        olga, Structure((stage,), PRIZES), f"soak {count}", online=True, table=live.TABLE
    )
    for user in users:
        commands.register(user=user, key=fresh(), tournament_id=number)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    log = folder / "worker.log"
    workers = [_worker(log), _worker(log)]
    kills, begun, said = 0, time.monotonic(), 0.0
    try:
        while row_of(number).phase != "paid":
            time.sleep(KILL_SECONDS)
            victim = kills % len(workers)
            workers[victim].kill()
            workers[victim].wait()
            workers[victim] = _worker(log)
            kills += 1
            if time.monotonic() - said > TOLD_SECONDS:
                said = time.monotonic()
                print(f"  {row_of(number).remaining} left after {kills} kills", flush=True)
            if time.monotonic() - begun > END_SECONDS:
                raise SystemExit(f"it came to no end: {row_of(number).trouble}")
        time.sleep(KILL_SECONDS)
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    print(f"{kills} kills in {time.monotonic() - begun:.0f} s")
    faults = log.read_text(errors="replace").count('"level": "error"')
    print(f"  errors in the workers' log: {faults}")
    if faults:
        print(log.read_text(errors="replace")[-4000:])
    live.told(number)
    prove(number, users)


def _worker(log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "celery", *WORKER],
            stdout=out,
            stderr=out,
            start_new_session=True,
        )


if __name__ == "__main__":
    main()
