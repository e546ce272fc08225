"""One process of pytest migrates its test database, and the others copy what it has made.

Migrating takes six seconds of a core, a copy a fifth of one.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.conf import settings
from django.db.backends.base.creation import BaseDatabaseCreation
from pytest_django import DjangoDbBlocker

Creation: TypeAlias = Any  # PostgreSQL's; what copies is in it, and in no stub


@contextmanager
def migrated_once(folder: Path, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Within the block Django copies a test database if there is one to copy, or else migrates.

    `folder` is what the processes share. Who migrates keeps a copy that nobody is connected to,
    as PostgreSQL asks of what is copied, until his block ends.
    """
    migrate = BaseDatabaseCreation.create_test_db
    mark = folder / "database-migrated"
    kept: list[tuple[Creation, str]] = []

    def create(creation: Creation, *args: Any, **how: Any) -> str:
        if how.get("keepdb"):  # `--reuse-db`: nothing is made
            return migrate(creation, *args, **how)
        name = creation._get_test_db_name()
        original = f"{name.rpartition('_')[0]}_migrated"
        with one_at_a_time(folder):
            if mark.exists():
                copy(creation, original, name)
                return connect(creation, name)
            migrate(creation, *args, **how)
            copy(creation, name, original)
            kept.append((creation, original))
            mark.touch()
        return connect(creation, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseCreation, "create_test_db", create)
        yield
    for creation, original in kept:
        with one_at_a_time(folder), blocker.unblock():
            mark.unlink()
            creation._destroy_test_db(original, verbosity=0)


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Wait until no other process is in such a block."""
    with (folder / "database.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def copy(creation: Creation, source: str, target: str) -> None:
    """Make the database `target` like `source`, which this process lets go of."""
    creation.connection.close()
    creation.connection.close_pool()
    quote = creation.connection.ops.quote_name
    with creation._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {quote(target)}")
        cursor.execute(f"CREATE DATABASE {quote(target)} TEMPLATE {quote(source)}")


def connect(creation: Creation, name: str) -> str:
    """Let this process use the database of that name from now on; return the name."""
    creation.connection.close()
    settings.DATABASES[creation.connection.alias]["NAME"] = name
    creation.connection.settings_dict["NAME"] = name
    creation.connection.ensure_connection()
    return name
