"""How the database does it: by index and under locks, whatever the ledger's size."""

from collections.abc import Callable

import pytest
from django.db import connection

from wallet import commands
from wallet.errors import InsufficientChips

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
LEDGER = ("ledger_account", "ledger_entry", "ledger_transfer")


def scans() -> dict[str, int]:
    """How often this transaction read each table from end to end, so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_stat_get_xact_numscans(oid) FROM pg_class"
            " WHERE relname = ANY (%s)",
            [list(LEDGER)],
        )
        return {name: int(count) for name, count in cursor.fetchall()}


def own_scans(work: Callable[[], object]) -> dict[str, int]:
    """Whole reads by one work."""
    before = scans()
    work()
    after = scans()
    return {name: after[name] - before[name] for name in LEDGER}


@pytest.fixture
def as_if_large() -> None:
    """Plan the commands' own queries as for a table of millions, and forget older plans."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("DISCARD PLANS")


@pytest.mark.usefixtures("as_if_large")
def test_no_post_reads_a_table_from_end_to_end(seated: Player, player: Player) -> None:
    one, two, rich = seated(4, 500), seated(4, 500), player(500)
    entry = commands.enter(key="e", user_id=rich, tournament_id=9, buy_in=10, fee=1, bounty=2)
    works: list[Callable[[], object]] = [
        lambda: commands.hold_stacks(table_id=4, hand_id="h", user_ids=[one, two]),
        lambda: commands.settle_hand(
            key="h", table_id=4, hand_id="h", deltas={one: 9, two: -10}, rake=1
        ),
        lambda: commands.settle_hand(key="v", table_id=4, hand_id="v", deltas={}),
        lambda: commands.buy_in(key="b", user_id=rich, table_id=4, amount=10),
        lambda: commands.top_up(key="t", user_id=rich, table_id=4, amount=10),
        lambda: commands.leave(key="l", user_id=rich, table_id=4),
        lambda: commands.refund(key="r", entry_id=entry.transfer_id),
        lambda: commands.sweep_rake(key="s", table_id=4),
    ]
    for work in works:
        assert own_scans(work) == dict.fromkeys(LEDGER, 0)


def test_accounts_are_locked_by_the_database() -> None:
    """The function's text: the hand's lock, then the accounts' in order, then what is written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'ledger_post'")
        (text,) = cursor.fetchone() or ("",)
    lines = " ".join(text.split())
    lock = (
        "FROM ledger_account a WHERE a.id = ANY (v_accounts || v_held)"
        " ORDER BY a.lock_rank, a.id FOR NO KEY UPDATE"
    )
    hand = "v_hand_table := ledger_hand_table(p_ref)"  # locks it
    assert lines.count("FOR NO KEY UPDATE") == 1
    assert lock in lines
    assert lines.index(hand) < lines.index(lock)
    assert lines.index(lock) < lines.index("INSERT INTO ledger_transfer")


def test_a_post_takes_row_locks_and_no_other(
    player: Player, django_assert_num_queries: Callable[..., object]
) -> None:
    """Rows are locked, which the transaction keeps; no advisory lock and no lock of a table."""
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=10)
    with pytest.raises(InsufficientChips):
        commands.buy_in(key="c", user_id=user, table_id=4, amount=1000)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT locktype FROM pg_locks WHERE pid = pg_backend_pid()"
            " AND mode IN ('ExclusiveLock', 'AccessExclusiveLock', 'ShareRowExclusiveLock')"
            " AND locktype NOT IN ('transactionid', 'virtualxid')"
        )
        assert cursor.fetchall() == []
