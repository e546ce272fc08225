"""The ledger under kill -9: of the application between every two steps, and of PostgreSQL."""

import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from deploy.postgres import Cluster
from deploy.processes import wait_until
from tests.faults.ledger_cluster import LedgerServer

pytestmark = [pytest.mark.slow]

WRITERS, KILLS, ANSWERS_BEFORE_A_KILL = 8, 3, 200
SET_UP = """
import django; django.setup()
from deploy.accounts.models import User
from wallet import commands
for number in range(40):
    user = User.objects.create(username=f"w{number}")
    commands.grant(key=f"g{number}", actor="t", user_id=user.pk, amount=500, reason="first")
    commands.buy_in(key="b", user_id=user.pk, table_id=number // 4 + 1, amount=250)
"""
# One request through `once`: it dies (kill -9) just before or after its n-th step. A step is a
# statement, BEGIN or COMMIT.
ONE_REQUEST = """
import json, os, signal, sys
import django; django.setup()
from django.db import connection
from deploy.accounts.models import User
from wallet import commands
from wallet.idempotency import once
key, stop_at, when = sys.argv[1], int(sys.argv[2]), sys.argv[3]
user = User.objects.get(username="w0")
done = 0
def step(run):
    global done
    done += 1
    if done == stop_at and when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    answer = run()
    if done == stop_at and when == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    return answer
connection.ensure_connection()
raw = connection._commit
connection._commit = lambda: step(raw)
def work():
    receipt = commands.buy_in(key=key, user_id=user.pk, table_id=1, amount=1)
    return {"transfer": receipt.transfer_id}
with connection.execute_wrapper(lambda run, *args: step(lambda: run(*args))):
    answer = once(actor="w0", key=key, content={"n": 1}, work=work)
print(json.dumps({"answer": answer, "steps": done}))
"""
# Writes as fast as it can, and tells each request before it is sent and after it was answered.
WRITER = """
import json, random, sys, uuid
import django; django.setup()
from django.db import DatabaseError, connection
from deploy.accounts.models import User
from wallet import commands
from wallet.errors import Refusal
chance = random.Random(sys.argv[1])
try:
    users = list(User.objects.order_by("pk").values_list("pk", flat=True))
except DatabaseError:
    sys.exit()
while True:
    table = chance.randrange(10) + 1
    four = users[(table - 1) * 4 : table * 4]
    key = uuid.uuid4().hex
    kind = chance.choice(["buy-in", "hand", "hand", "leave"])
    print(json.dumps(["sent", kind, key]), flush=True)
    try:
        if kind == "buy-in":
            done = commands.buy_in(key=key, user_id=four[0], table_id=table, amount=3).transfer_id
        elif kind == "leave":
            done = commands.leave(key=key, user_id=four[1], table_id=table)
            commands.buy_in(key=key + "b", user_id=four[1], table_id=table, amount=max(done, 1))
        else:
            deltas = {user: -1 for user in four} | {four[2]: 2}
            done = commands.settle_hand(
                key=key, table_id=table, hand_id=key, deltas=deltas, rake=1).transfer_id
        print(json.dumps(["done", kind, key, done]), flush=True)
    except Refusal:
        print(json.dumps(["refused", kind, key]), flush=True)
    except DatabaseError:
        break
"""

# Reads a balance, forgets to lock, and writes it back changed: between the same two seats.
CARELESS = """
import django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(
        "SELECT id FROM ledger_account WHERE kind = 'seat' ORDER BY balance DESC, id LIMIT 2")
    seats = [row[0] for row in cursor.fetchall()]
    for _ in range(100):
        for seat, delta in zip(seats, (1, -1)):
            cursor.execute("SELECT balance FROM ledger_account WHERE id = %s", [seat])
            (balance,) = cursor.fetchone()
            cursor.execute(
                "UPDATE ledger_account SET balance = %s, version = version + 1 WHERE id = %s",
                [balance + delta, seat])
"""


@pytest.fixture
def server() -> Iterator[LedgerServer]:
    """A private PostgreSQL with forty players and their seats.

    One for each test: the one without guards leaves broken books behind, as it should.
    """
    folder = Path(tempfile.mkdtemp(prefix="batida-test-", dir="/tmp"))
    made = LedgerServer(Cluster(folder / "pg", folder / "log"))
    try:
        made.start()
        made.manage("migrate", "--verbosity", "0")
        process = made.python(SET_UP)
        said = process.communicate(timeout=120)
        assert process.returncode == 0, said
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def request(server: LedgerServer, key: str, stop_at: int, when: str) -> dict[str, object] | None:
    """Make one request in a process of its own; None if it was killed on the way."""
    process = server.python(ONE_REQUEST, key, str(stop_at), when)
    out, err = process.communicate(timeout=60)
    if process.returncode == -signal.SIGKILL:
        return None
    assert process.returncode == 0, err
    found: dict[str, object] = json.loads(out)
    return found


def entries(server: LedgerServer) -> int:
    return int(server.ask("SELECT count(*) FROM ledger_entry")[0][0])


def test_kill_between_every_two_steps(server: LedgerServer) -> None:
    """Wherever it dies, the same key settles it: once, with the same answer from then on."""
    whole = request(server, "whole", 0, "never")
    assert whole
    steps = int(str(whole["steps"]))
    assert steps >= 4, "claim, post, answer and commit are steps"
    for stop_at in range(1, steps + 1):
        for when in ("before", "after"):
            before, key = entries(server), f"{stop_at}-{when}"
            assert request(server, key, stop_at, when) is None
            first = request(server, key, 0, "never")
            assert first
            assert entries(server) == before + 2, key
            again = request(server, key, 0, "never")
            assert again
            assert first["answer"] == again["answer"]
            assert entries(server) == before + 2, key
    table = server.manage("audit")
    sys.stdout.write(table)  # what the crashes left: `pytest -s` shows it
    assert "accounted for" in table.splitlines()[-1]


def test_kill_of_postgresql_under_eight_writers(server: LedgerServer, tmp_path: Path) -> None:
    """What was answered is there; what was not is whole or absent; the books hold each time."""
    lines: list[list[str]] = []
    for turn in range(KILLS):
        said = [tmp_path / f"{turn}-{n}" for n in range(WRITERS)]
        writers = []
        for file in said:
            with file.open("w") as output:
                writers.append(server.python(WRITER, file.name, output=output))
        assert wait_until(partial(_answered, said, ANSWERS_BEFORE_A_KILL), 120)
        server.kill()
        for writer in writers:
            _out, err = writer.communicate(timeout=60)
            assert writer.returncode == 0, err
        lines += [json.loads(line) for file in said for line in file.read_text().splitlines()]
        server.start()
        table = server.manage("audit")
        sys.stdout.write(table)
        last = table.splitlines()[-1]
        assert "accounted for" in last, last
        server.manage("ledger", "verify")
        server.ask("SELECT ledger_seal_now()")
    _compare(server, lines)


def _answered(said: list[Path], wanted: int) -> bool:
    return sum(file.read_text().count('["done"') for file in said) >= wanted


def _compare(server: LedgerServer, lines: list[list[str]]) -> None:
    kept = {str(ref): id_ for ref, id_ in server.ask(
        "SELECT ref, id FROM ledger_transfer WHERE kind = 'settlement'"
    )}  # fmt: skip
    answered = {line[2]: line[3] for line in lines if line[:2] == ["done", "hand"]}
    assert answered, "the writers wrote"
    assert answered.items() <= kept.items()
    sent = {line[2] for line in lines if line[:2] == ["sent", "hand"]}
    assert set(kept) <= sent


def test_checker_finds_what_happens_without_the_guards(server: LedgerServer) -> None:
    """With locks forgotten and the net below them gone, chips are minted, and the audit tells."""
    for statement in (
        "ALTER TABLE ledger_account DISABLE TRIGGER ledger_account_guard",
        "ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey",
    ):
        server.ask(statement)
    writers = [server.python(CARELESS) for _ in range(WRITERS)]
    for writer in writers:
        _out, err = writer.communicate(timeout=120)
        assert writer.returncode == 0, err
    report = server.python(
        "import django; django.setup()\nfrom wallet.queries import audit\nprint(audit().summary)"
    )
    out, _err = report.communicate(timeout=60)
    assert "BROKEN" in out
    checks = server.python(
        "import django; django.setup()\nfrom django.core.checks import run_checks\n"
        "print([m.id for m in run_checks(databases=['default'])])"
    )
    assert "batida.E010" in checks.communicate(timeout=60)[0]
