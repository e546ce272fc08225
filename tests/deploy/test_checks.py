"""Start-up checks, on a real database made unsafe for a moment."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import connection

from deploy import checks
from deploy.errors import CannotStart
from deploy.ready import run_checks as run_start_checks

pytestmark = pytest.mark.django_db


def ids() -> list[str | None]:
    return [found.id for found in run_checks(tags=["database"], databases=["default"])]


def test_good_database_passes() -> None:
    assert ids() == []
    call_command("check", "--database", "default")


def test_commit_that_is_not_on_disk_keeps_the_house_shut() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert ["batida.E003"] == ids()
    with pytest.raises(CannotStart, match=r"batida\.E003.*synchronous_commit is off"):
        run_start_checks()


def test_ledger_trigger_that_is_off_keeps_the_house_shut() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
            " WHERE NOT t.tgisinternal AND c.relname LIKE 'ledger%' ORDER BY 1, 2 LIMIT 1"
        )
        table, trigger = cursor.fetchone() or ("", "")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
    assert ["batida.E010"] == ids()
    (found,) = checks.ledger_triggers(databases=["default"])
    assert found.msg == f"The trigger {trigger} on {table} is switched off."


def test_no_database_no_question() -> None:
    assert checks.durability(databases=None) == []
    assert checks.ledger_triggers(databases=None) == []
