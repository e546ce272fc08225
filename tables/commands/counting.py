"""Counting what should be known of a house that runs; `tables.metrics` shows it."""

from django.db import connection


def count(name: str) -> None:
    """Add one to a counter, in the caller's transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_counter (name, value) VALUES (%s, 1)"
            " ON CONFLICT (name) DO UPDATE SET value = tables_counter.value + 1",
            [name],
        )
