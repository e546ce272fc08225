"""Tests write, and empty what they wrote: only ever in the database that was made for them.

Django keeps a process's pool by the alias of its database. One that was opened before the test
database was made, by whatever asked for `connection.pool` (to look at it is enough), stays with
the database of DATABASE_URL, and every test would then stand on that one.
"""

from typing import Any

from django.db import connection

Wrapper = Any  # PostgreSQL's connection, as no stub knows it


class NotTheTestDatabase(RuntimeError):
    """The connection leads to another database than the one that was made for tests."""

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__(
            f"the tests stand on the database {found!r}, and not on {wanted!r}, which was made for"
            " them: nothing is tested, and nothing emptied"
        )


def forget_pool(wrapper: Wrapper = connection) -> None:
    """Close the pool that was opened already, if one was: the next leads to where settings say."""
    wrapper.close()
    pool = wrapper._connection_pools.pop(wrapper.alias, None)
    if pool is not None:
        pool.close()


def check_may_be_made(settings: dict[str, Any]) -> None:
    """Refuse to make a test database of the name that the house's own has."""
    if settings["TEST"]["NAME"] == settings["NAME"]:
        raise NotTheTestDatabase(settings["NAME"], "a database with a name of its own (TEST_DB)")


def check_stands(wrapper: Wrapper = connection) -> None:
    """Refuse to go on unless PostgreSQL itself says that this is the test database."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        found = cursor.fetchone()[0]
    if found != (wanted := wrapper.creation._get_test_db_name()):
        raise NotTheTestDatabase(found, wanted)
