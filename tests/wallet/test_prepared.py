"""Cursors that are kept for the next statement: never shared, never kept after a fault."""

from datetime import UTC, timedelta

import pytest
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from wallet.prepared import prepared_cursor

pytestmark = pytest.mark.django_db


def test_a_cursor_serves_again_and_two_at_once_are_two() -> None:
    with prepared_cursor() as outer:
        first = outer.cursor
        with prepared_cursor() as inner:
            assert inner.cursor is not first
            outer.execute("SELECT 1")
            inner.execute("SELECT 2")
            assert (outer.fetchone(), inner.fetchone()) == ((1,), (2,))
    with prepared_cursor() as again:
        assert again.cursor is first


def test_a_cursor_that_failed_serves_nobody() -> None:
    failing = prepared_cursor()
    failed = failing.cursor
    with pytest.raises(ProgrammingError), transaction.atomic(), failing:
        failing.execute("SELECT no_such_column")
    with prepared_cursor() as next_one:
        assert next_one.cursor is not failed
        next_one.execute("SELECT 3")
        assert next_one.fetchone() == (3,)


def test_times_are_read_as_django_reads_them() -> None:
    with prepared_cursor() as quick, connection.cursor() as usual:
        for cursor in (quick, usual):
            cursor.execute("SELECT now()")
        (fast,), (slow,) = quick.fetchone(), usual.fetchone()
    assert fast == slow
    assert fast.utcoffset() == timedelta(0)
    assert fast.astimezone(UTC).isoformat() == slow.isoformat()
    assert timezone.is_aware(fast)
