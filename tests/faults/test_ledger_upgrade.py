"""A house whose chips were issued before there were chains: nothing is lost on the way."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.postgres import Cluster
from tests.faults.ledger_cluster import LedgerServer

pytestmark = [pytest.mark.slow]

OLD_POST = (
    "SELECT outcome FROM ledger_post(gen_random_uuid(), %s, 'chips', %s, NULL, 'old', 'why',"
    " %s::text[], %s::bigint[], %s::bigint[], %s::bigint[], true)"
)
STATE = (
    "SELECT id, kind, user_id, table_id, balance, version, state FROM ledger_account ORDER BY id"
)


@pytest.fixture
def server() -> Iterator[LedgerServer]:
    """A server of its own."""
    folder = Path(tempfile.mkdtemp(prefix="batida-test-", dir="/tmp"))
    made = LedgerServer(Cluster(folder / "pg", folder / "log"))
    try:
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)


def test_books_of_the_first_version_are_chained_and_go_on(server: LedgerServer) -> None:
    server.manage("migrate", "--verbosity", "0", "wallet", "0004")
    server.manage("migrate", "--verbosity", "0", "accounts")
    server.ask(
        "INSERT INTO accounts_user (username, password, is_superuser, first_name, last_name,"
        " email, is_staff, is_active, date_joined, is_bot, language) SELECT 'u' || n, '', false,"
        " '', '', '', false, true, now(), false, '' FROM generate_series(1, 3) n RETURNING id"
    )
    users = [row[0] for row in server.ask("SELECT id FROM accounts_user ORDER BY id")]
    for user in users:
        for kind, kinds, tables, amounts in (
            ("grant", ["player", "issuer"], [None, None], [100, -100]),
            ("buy-in", ["seat", "player"], [4, None], [60, -60]),
        ):
            owners = [user, None if kind == "grant" else user]
            server.ask(OLD_POST, [kind, None, kinds, owners, tables, amounts])
    for hand in range(5):
        server.ask(
            OLD_POST,
            ["settlement", f"h{hand}", ["seat"] * 3, users, [4] * 3, [4, -2, -2]],
        )
    server.ask(OLD_POST, ["settlement", "void", [], [], [], []])
    before = server.ask(STATE)
    server.manage("migrate", "--verbosity", "0")
    assert before == server.ask(STATE)
    assert server.ask("SELECT count(*) FROM ledger_account WHERE lock_rank = 0") == [(0,)]
    assert server.manage("audit").splitlines()[-1] == (
        "audit: all 300 chips accounted for, 7 accounts, 12 transfers, no account negative"
    )
    assert "27 entries" in server.manage("ledger", "verify")
    go_on = server.python(
        "import django; django.setup()\n"
        "from wallet import commands\nfrom deploy.accounts.models import User\n"
        "one, two, _ = User.objects.order_by('pk').values_list('pk', flat=True)\n"
        "commands.hold_stacks(table_id=4, hand_id='n', user_ids=[one, two])\n"
        "commands.settle_hand(key='n', table_id=4, hand_id='n', deltas={one: 9, two: -10},"
        " rake=1)\n"
        "print(commands.leave(key='l', user_id=one, table_id=4), commands.seal().n)\n"
    )
    out, err = go_on.communicate(timeout=60)
    assert out == "89 1\n", err
    assert "accounted for" in server.manage("audit")
