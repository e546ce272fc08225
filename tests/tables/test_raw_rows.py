"""Rows of our own SQL: the model's instances, whose other fields are read when asked for."""

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from tables.models import Table
from tables.raw_rows import RawRows
from tests.house import a_player, a_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_was_left_out_is_read_when_somebody_asks(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    number = a_table(a_player("ana"))
    rows = RawRows(Table, "t", without=("name", "created_at"))
    assert '"name"' not in rows.columns
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {rows.columns} FROM tables_table t WHERE id = %s", [number])
        made = rows.make(cursor.fetchone())
    assert made is not None
    assert (made.pk, made.options) == (number, Table.objects.get(pk=number).options)
    name = Table.objects.get(pk=number).name
    with django_assert_num_queries(1):
        assert made.name == name


def test_no_row_of_an_outer_join_is_none() -> None:
    rows = RawRows(Table, "t", only=("seats",))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {rows.columns} FROM (SELECT 1) o LEFT JOIN tables_table t ON false"
        )
        assert rows.make(cursor.fetchone()) is None


def test_a_field_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"Table has no fields \['nmae'\]"):
        RawRows(Table, "t", without=("nmae",))
