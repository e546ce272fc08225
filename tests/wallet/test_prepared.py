"""Statements that are planned once: the same values, errors and transactions as by Django."""

import gc
import weakref
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import (
    DataError,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    connection,
    transaction,
)
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from wallet import prepared
from wallet.idempotency import sqlstate
from wallet.prepared import prepared_cursor

pytestmark = pytest.mark.django_db


def names() -> int:
    """How many statements the connection knows by our names."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'batida%'")
        return int(cursor.fetchone()[0])


def test_a_statement_is_planned_once_and_two_cursors_at_once_are_two() -> None:
    before = names()
    with prepared_cursor() as outer, prepared_cursor() as inner:
        for value in (1, 2, 3):
            outer.execute("SELECT %s + 40", [value])
            inner.execute("SELECT %s + 50 UNION ALL SELECT 0", [value])
            assert inner.fetchone() == (value + 50,)
            assert (outer.fetchone(), outer.fetchone()) == ((value + 40,), None)
            assert inner.fetchall() == [(0,)]
    assert names() == before + 2


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("text", "ça 'va' \\ \"x\" %s $1"),
        ("text", ""),
        ("bigint", -(2**63)),
        ("smallint", 7),
        ("boolean", False),
        ("boolean", True),
        ("bytea", bytes(range(256))),
        ("bytea", b""),
        ("timestamptz", datetime(2026, 11, 30, 1, 2, 3, 456789, tzinfo=UTC)),
        ("uuid", UUID(int=2**127 + 5)),
        ("text", None),
        ("bytea", None),
    ],
)
def test_a_value_comes_back_as_it_was(type_: str, value: object) -> None:
    with prepared_cursor() as cursor:
        cursor.execute(f"SELECT %s::{type_}", [value])
        assert cursor.fetchone() == (value,)


def test_a_text_that_libpq_would_cut_off_is_refused() -> None:
    with prepared_cursor() as cursor, pytest.raises(DataError, match="NUL"):
        cursor.execute("SELECT %s::text", ["all\0 of it"])


def test_a_value_of_another_kind_is_refused() -> None:
    with prepared_cursor() as cursor, pytest.raises(TypeError, match="takes no float"):
        cursor.execute("SELECT %s", [0.5])


def test_a_fault_is_djangos_and_the_next_statement_works() -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), prepared_cursor() as failing:
        failing.execute("SELECT no_such_column")
    with pytest.raises(IntegrityError) as broken, transaction.atomic(), prepared_cursor() as one:
        one.execute("INSERT INTO accounts_user (id) VALUES (%s)", [1])
    assert sqlstate(broken.value) == "23502"
    with prepared_cursor() as next_one:
        next_one.execute("SELECT 3")
        assert next_one.fetchone() == (3,)


def test_nothing_runs_in_a_transaction_that_is_broken() -> None:
    with transaction.atomic(), prepared_cursor() as cursor:
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            cursor.execute("SELECT 1")
        transaction.set_rollback(False)


def taken_back(sql: str, *values: object) -> None:
    """Run a statement in a transaction that is rolled back."""
    with transaction.atomic(), prepared_cursor() as cursor:
        cursor.execute(sql, values)
        transaction.set_rollback(True)


@pytest.mark.django_db(transaction=True)
def test_it_begins_the_transaction_that_django_ends() -> None:
    taken_back("CREATE TABLE prepared_once (n int)")
    with prepared_cursor() as cursor:
        cursor.execute("SELECT to_regclass('prepared_once') IS NULL")
        assert cursor.fetchone() == (True,)


@pytest.mark.django_db(transaction=True)
def test_names_outlive_a_rollback_and_a_cursor_that_logs() -> None:
    sql = "SELECT %s || 'x'"
    with prepared_cursor() as cursor:
        cursor.execute(sql, ["a"])
    with CaptureQueriesContext(connection) as told, prepared_cursor() as logged:
        for _ in range(8):
            logged.execute(sql, ["b"])
    assert [one["sql"] for one in told] == [sql] * 8
    taken_back(sql, "c")
    with prepared_cursor() as cursor:
        cursor.execute(sql, ["d"])
        assert cursor.fetchone() == ("dx",)


@pytest.mark.django_db(transaction=True)
def test_a_line_that_is_dead_is_an_operational_error_and_the_next_is_new() -> None:
    with prepared_cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        row = cursor.fetchone()
    assert row is not None
    with psycopg.connect(**_place(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", row)
    for _ in range(2):  # the first learns of it, the second knows
        with pytest.raises(OperationalError), prepared_cursor() as cursor:
            cursor.execute("SELECT 1")
    connection.close()
    with prepared_cursor() as cursor:
        cursor.execute("SELECT 2")
        assert cursor.fetchone() == (2,)


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_closed_is_not_kept() -> None:
    """What it carries refers to it; a ring of the two is no reason to keep either."""
    made = psycopg.connect(**_place(), autocommit=True)
    setattr(made, prepared._CARRIED, prepared._Kept(made))
    was = weakref.ref(made)
    made.close()
    del made
    gc.collect()
    assert was() is None


def _place() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    kept = {"dbname", "user", "password", "host", "port"} & parameters.keys()
    return {name: parameters[name] for name in kept}


def test_times_are_read_as_django_reads_them() -> None:
    with prepared_cursor() as quick, connection.cursor() as usual:
        for cursor in (quick, usual):
            cursor.execute("SELECT now()")
        (fast,), (slow,) = quick.fetchone(), usual.fetchone()
    assert fast == slow
    assert fast.utcoffset() == timedelta(0)
    assert fast.astimezone(UTC).isoformat() == slow.isoformat()
    assert timezone.is_aware(fast)
