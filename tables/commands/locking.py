"""The lock that every command takes first: the table's row."""

from datetime import datetime

from django.db import models
from django.db.models import Func

from tables.errors import NoSuchTable
from tables.models import Table


class _DatabaseClock(Func):
    """The database's clock at this very moment; the only clock that tables live by."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = models.DateTimeField()


def lock_table(table_id: int) -> tuple[Table, datetime]:
    """Lock a table and return it with the database's time; `NoSuchTable` if there is none."""
    found = _locked(Table.objects.filter(pk=table_id))
    if found is None:
        raise NoSuchTable(facts={"table": table_id})
    return found


def lock_due_table(table_id: int) -> tuple[Table, datetime] | None:
    """Lock a table whose clock is due; None when it is not, or when somebody else has the lock."""
    due = Table.objects.filter(pk=table_id, due_at__lte=_DatabaseClock())
    return _locked(due, skip_locked=True)


def _locked(
    tables: "models.QuerySet[Table]", *, skip_locked: bool = False
) -> tuple[Table, datetime] | None:
    # NO KEY: rows that refer to the table (events, seats) are inserted by others without waiting.
    # The table's hand is not joined in: after a wait for the lock, PostgreSQL would give the row
    # of the table as it is now beside the hand as it was before. `table.hand` reads it afresh.
    rows = tables.select_for_update(no_key=True, skip_locked=skip_locked)
    table = next(iter(rows.annotate(now=_DatabaseClock())), None)
    if table is None:
        return None
    return table, table.now
