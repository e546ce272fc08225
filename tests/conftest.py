"""What every test of the house shares: a database whose ledger refuses to be emptied.

The ledger's guards refuse TRUNCATE and DELETE, and TRUNCATE is how Django cleans up after a test
that commits (`django_db(transaction=True)`, live servers, sockets). Here that cleaning is done
with triggers off, by the tests' own superuser, and the rows that migrations made (units, groups,
permissions) are put back. Nothing needs to be asked for: it holds wherever a test has a database.
"""

import gc
import hashlib
import os
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker
from whitenoise.base import WhiteNoise

from deploy.web import GARBAGE_LOOKS
from tests.migrated_once import migrated_once
from tests.stood_on import check_may_be_made, check_stands, forget_pool

# How long an example takes says something about the machine, and nothing about a law.
settings.register_profile(
    "house", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# Once a browser test has run, Playwright's event loop lives in this thread, and Django would
# refuse every query in it. The queries of tests are plain ones all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


# Files that take a process the longest, the longest first: begun last, they would leave the others
# idle.
LONG = (
    "test_run.py", "test_sockets.py", "test_permissions.py", "test_api_play.py",
    "test_pifpaf_laws.py",
)  # fmt: skip
LONG_BROWSER = (
    "test_tournament_pages.py", "test_table_rules.py", "test_projector_sizes.py",
    "test_rule_sets_played.py", "test_pili_page.py", "test_two_players.py",
    "test_table_looks.py", "test_table_page.py", "test_house_page.py", "test_table_hand.py",
    "test_wallet_pages.py",
)  # fmt: skip


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last, for the same reason: no async test could run after one of them.

    Before and among them the longest files come first. Otherwise the order stays random.
    """
    items.sort(key=place_in_line)


def pytest_collection_finish() -> None:
    """Look for garbage as the house does: thousands of tests that were found are none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_LOOKS)


def place_in_line(item: pytest.Item) -> tuple[int, bool]:
    """Return which part of the run a test belongs to: a long file is one of its own.

    And whether it ends what the others of that file share.
    """
    in_browser = item.get_closest_marker("browser") is not None
    long = LONG_BROWSER if in_browser else LONG
    place = long.index(item.path.name) if item.path.name in long else len(long)
    return place + (len(LONG) + 1) * in_browser, item.get_closest_marker("last") is not None


@pytest.fixture(scope="session", autouse=True)
def static_files_are_walked_once() -> Iterator[None]:
    """Let the first client's WhiteNoise look at each static file, and the others know of them.

    Each test client has the whole stack of middleware of its own, and there are hundreds of files.
    """
    found: dict[tuple[str, str], dict[str, object]] = {}
    walk = WhiteNoise.update_files_dictionary

    def walk_once(noise: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            walk(noise, root, prefix)
            found[root, prefix] = dict(noise.files)
        noise.files.update(found[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", walk_once)
        yield


@pytest.fixture(scope="session")
def one_migration(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Let one of several processes migrate for all of them, each on its test database."""
    check_may_be_made(connection.settings_dict)
    forget_pool()
    if worker_id == "master":
        yield
        return
    with migrated_once(tmp_path_factory.getbasetemp().parent, django_db_blocker):
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    one_migration: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Make the test database as pytest-django does, and teach Django how to clean it."""
    with django_db_blocker.unblock():
        check_stands()
        seeds = rows_by_table()
    look = look_for_changes(seeds)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: restore(seeds, look))
        yield


def rows_by_table() -> dict[str, list[str]]:
    """Return every row of every model's table, as PostgreSQL writes a row as text."""
    models = [m._meta for m in apps.get_models(include_auto_created=True) if m._meta.managed]
    tables = {connection.ops.quote_name(meta.db_table) for meta in models if not meta.proxy}
    with connection.cursor() as cursor:
        rows = {}
        for table in sorted(tables):
            cursor.execute(f"SELECT {table}::text FROM {table}")
            rows[table] = [row for (row,) in cursor.fetchall()]
        return rows


def look_for_changes(seeds: dict[str, list[str]]) -> str:
    """Return the query that names the tables that have other rows now: most tests write to few."""
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})"
        if not rows
        else f"SELECT '{table}' WHERE '{digest(rows)}' IS DISTINCT FROM (SELECT"
        " encode(sha256(convert_to(string_agg(row::text, '' ORDER BY row::text COLLATE \"C\"),"
        f" 'UTF8')), 'hex') FROM {table} AS row)"
        for table, rows in seeds.items()
    )


def digest(rows: list[str]) -> str:
    """Return what the rows of a table come to, in whatever order they lie."""
    return hashlib.sha256("".join(sorted(rows)).encode()).hexdigest()


def restore(seeds: dict[str, list[str]], look: str) -> None:
    """Bring every table back to the rows it had, whatever a test did and whoever guards it."""
    check_stands()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(look)
        tables = [table for (table,) in cursor.fetchall()]
        if tables:
            cursor.execute("SET LOCAL session_replication_role = replica")  # no trigger, no key
        for table in tables:
            rows = seeds[table]
            cursor.execute(f"DELETE FROM {table} WHERE {table}::text <> ALL (%s)", [rows])
            if rows:
                cursor.execute(
                    f"INSERT INTO {table} SELECT (seed::{table}).* FROM unnest(%s::text[])"
                    f" AS seed WHERE seed <> ALL (SELECT {table}::text FROM {table})",
                    [rows],
                )


@pytest.fixture(autouse=True)
def language_of_the_house() -> None:
    """Begin in the house's own language: a page leaves that of its reader behind in the thread."""
    translation.deactivate()
