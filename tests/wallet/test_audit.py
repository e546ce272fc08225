"""The audit proves sound books and finds each kind of damage, planted with all guards off."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import structlog
from django.core.management import call_command
from django.db import connection

from wallet import commands, jobs, queries

pytestmark = pytest.mark.django_db

Player = Callable[..., int]


@pytest.fixture
def hand(seated: Player) -> tuple[int, int]:
    """Two who played a hand at table 4, a bot that the house staked, and a void hand."""
    one, two = seated(4, 100), seated(4, 100)
    commands.fund_house(key="f", actor="a", amount=500, reason="first chips")
    commands.stake_bot(key="s", user_id=two, amount=50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 30, two: -30})
    commands.settle_hand(key="v", table_id=4, hand_id="v", deltas={})
    return one, two


@pytest.fixture
def unguarded(hand: tuple[int, int]) -> Iterator[Callable[[str], None]]:
    """Do damage that the database would refuse; the test's transaction is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for law in (
            "account_never_below_floor",
            "account_closed_is_empty",
            "transfer_two_entries_or_void_hand",
        ):
            table = f"ledger_{law.split('_')[0]}"
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT ledger_{law}")
        yield cursor.execute


def run() -> tuple[int, list[str]]:
    """Run `manage.py audit`: (exit code, lines)."""
    out = io.StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit as stop:
        return int(str(stop.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_sound_books(hand: tuple[int, int]) -> None:
    report = queries.audit()
    assert report.ok
    held = {holding.what: (holding.accounts, holding.chips) for holding in report.holdings}
    assert held == {
        "issued": (None, 700),
        "burned": (None, 0),
        "house": (1, 450),
        "player": (2, 50),
        "seat": (2, 200),
        "in all": (5, 700),
    }
    assert report.summary == (
        "audit: all 700 chips accounted for, 6 accounts, 8 transfers, no account negative"
    )


@pytest.mark.parametrize(
    ("others", "said"), [(0, "700 chips accounted"), (1, "1 other unit "), (2, "2 other units ")]
)
def test_other_units_are_counted_in_words(hand: tuple[int, int], others: int, said: str) -> None:
    report = queries.audit()
    more = [queries.Holding(f"unit {n}", "in all", 1, 5) for n in range(others)]
    assert said in replace(report, holdings=(*report.holdings, *more)).summary


def test_empty_books_are_sound() -> None:
    assert queries.audit().summary == (
        "audit: all 0 chips accounted for, 0 accounts, 0 transfers, no account negative"
    )


def test_command_prints_one_table_and_one_last_line(hand: tuple[int, int]) -> None:
    code, lines = run()
    assert code == 0
    assert lines[0].split() == ["what", "counted", "chips", "verdict"]
    assert lines[-1] == queries.audit().summary
    assert max(map(len, lines[:-1])) <= 79
    assert all(line.endswith("holds") for line in lines if line.startswith("a "))


def test_command_as_json(hand: tuple[int, int]) -> None:
    out = io.StringIO()
    call_command("audit", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["ok"]
    assert report["accounts"] == 6


SEAT = "(SELECT min(id) FROM ledger_account WHERE kind = 'seat')"
TRANSFER = "(SELECT min(id) FROM ledger_transfer WHERE kind = 'settlement')"
OTHER_UNIT = (
    "WITH cup AS (INSERT INTO ledger_unit (code) VALUES ('cup') RETURNING id)"
    f" UPDATE ledger_account a SET unit_id = cup.id FROM cup WHERE a.id = {SEAT}"
)


@pytest.mark.parametrize(
    ("law", "damage"),
    [
        (
            "all accounts of a unit sum to zero",
            f"UPDATE ledger_account SET balance = balance + 1 WHERE id = {SEAT}",
        ),
        (
            "a balance is the sum of its entries",
            f"UPDATE ledger_account SET balance = balance + 1 WHERE id = {SEAT}",
        ),
        (
            "a balance is what the newest entry left",
            f"UPDATE ledger_account SET balance = balance + 1 WHERE id = {SEAT}",
        ),
        (
            "the issuer is minus what was issued and not burned",
            "UPDATE ledger_account SET balance = balance - 1 WHERE kind = 'issuer'",
        ),
        (
            "chips are issued or burned only as such",
            "UPDATE ledger_transfer SET kind = 'leave' WHERE kind = 'fund'",
        ),
        (
            "a transfer sums to zero",
            f"UPDATE ledger_entry SET amount = 99 WHERE account_id = {SEAT} AND version = 2",
        ),
        (
            "each entry goes on from the one before",
            f"UPDATE ledger_entry SET balance_after = 7 WHERE account_id = {SEAT} AND version = 1",
        ),
        (
            "a transfer has all its entries, in one unit",
            f"DELETE FROM ledger_entry WHERE transfer_id = {TRANSFER}",
        ),
        (
            "a transfer has all its entries, in one unit",
            f"UPDATE ledger_transfer SET n_entries = 3 WHERE id = {TRANSFER}",
        ),
        (
            "a transfer has all its entries, in one unit",
            "UPDATE ledger_transfer SET kind = 'leave' WHERE n_entries = 0",
        ),
        (
            "a transfer has all its entries, in one unit",
            OTHER_UNIT,
        ),
        (
            "entries are numbered without a gap",
            f"UPDATE ledger_entry SET version = 7 WHERE account_id = {SEAT} AND version = 2",
        ),
        (
            "entries are numbered without a gap",
            f"UPDATE ledger_account SET version = version + 1 WHERE id = {SEAT}",
        ),
        (
            "entries are numbered without a gap",
            f"DELETE FROM ledger_entry WHERE account_id = {SEAT} AND version = 2",
        ),
        (
            "no account was ever below its floor",
            f"UPDATE ledger_entry SET balance_after = -1 WHERE account_id = {SEAT}",
        ),
        (
            "no account was ever below its floor",
            f"UPDATE ledger_account SET balance = -1 WHERE id = {SEAT}",
        ),
        (
            "no account was ever below its floor",
            f"UPDATE ledger_account SET floor = -100 WHERE id = {SEAT}",
        ),
        (
            "no account was ever below its floor",
            f"UPDATE ledger_account SET floor = NULL WHERE id = {SEAT}",
        ),
        (
            "a request has its answer",
            "INSERT INTO ledger_request_key (actor, key, fingerprint) VALUES ('a', 'k', '')",
        ),
    ],
)
def test_damage_is_found(law: str, damage: str, unguarded: Callable[[str], None]) -> None:
    unguarded("SELECT 1")
    assert queries.audit().ok
    unguarded(damage)
    report = queries.audit()
    assert law in [broken.what for broken in report.broken]
    code, lines = run()
    assert code == 1
    assert lines[-1].startswith("audit: BROKEN: ")
    assert law in lines[-1]
    assert all(broken.example for broken in report.broken)


def test_chips_moved_between_two_accounts_behind_the_books(
    unguarded: Callable[[str], None],
) -> None:
    """The total is right and every balance lies: only the entries tell."""
    unguarded(
        f"UPDATE ledger_account SET balance = balance + CASE WHEN id = {SEAT} THEN 9 ELSE -9 END"
        " WHERE kind = 'seat'"
    )
    broken = [law.what for law in queries.audit().broken]
    assert "all accounts of a unit sum to zero" not in broken
    assert "a balance is the sum of its entries" in broken


@pytest.mark.django_db(transaction=True)
def test_audit_reads_one_snapshot_and_can_write_nothing() -> None:
    with queries._snapshot(), connection.cursor() as cursor:
        cursor.execute("SHOW transaction_isolation")
        assert cursor.fetchone() == ("repeatable read",)
        cursor.execute("SHOW transaction_read_only")
        assert cursor.fetchone() == ("on",)
    assert queries.audit().ok


def test_job_logs_the_proof(hand: tuple[int, int]) -> None:
    with structlog.testing.capture_logs() as logs:
        assert jobs.audit() is True
    assert [(line["log_level"], line["ok"]) for line in logs] == [("info", True)]


def test_job_is_loud_about_broken_books(unguarded: Callable[[str], None]) -> None:
    unguarded(f"UPDATE ledger_account SET balance = 1 WHERE id = {SEAT}")
    with structlog.testing.capture_logs() as logs:
        assert jobs.audit() is False
    assert [(line["log_level"], line["ok"]) for line in logs] == [("error", False)]
