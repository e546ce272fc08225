"""System checks of our own: what the database must be like for chips to be safe.

Registered under Django's `database` tag: they run at `migrate`, at `manage.py check --database
default` and at every start (deploy.ready), where an error keeps the house shut.
"""

from collections.abc import Sequence

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

# Without these a commit that a player was told of may be gone after a power cut.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write", "local"),
}


def register_all() -> None:
    """Register every check of this module."""
    register(Tags.database)(durability)
    register(Tags.database)(ledger_triggers)


def durability(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """The server writes a commit to disk before it says so."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        with connections[alias].cursor() as cursor:
            for number, (name, good) in enumerate(DURABLE.items(), start=1):
                cursor.execute("SELECT current_setting(%s)", [name])
                (value,) = cursor.fetchone() or ("",)
                if value not in good:
                    found.append(
                        Error(
                            f"The database's {name} is {value}.",
                            hint=f"Set {name} = on: a chip that moved must survive a power cut.",
                            id=f"batida.E00{number}",
                        )
                    )
    return found


def ledger_triggers(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """The ledger's laws stand in the database and none is switched off."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        with connections[alias].cursor() as cursor:
            cursor.execute(
                "SELECT c.relname, t.tgname, t.tgenabled FROM pg_class c"
                " LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal"
                " WHERE c.relkind = 'r' AND c.relname LIKE 'ledger\\_%%'"
                " AND pg_table_is_visible(c.oid) ORDER BY 1, 2"
            )
            rows = cursor.fetchall()
        found += _off(rows)
        tables = {table for table, _, _ in rows}
        if tables and not any(name for _, name, _ in rows):
            found.append(
                Error(
                    "No trigger guards the ledger's tables.",
                    hint="Restore the wallet's migrations: the laws of money live there.",
                    id="batida.E011",
                )
            )
    return found


def _off(rows: Sequence[tuple[str, str | None, str | None]]) -> list[CheckMessage]:
    return [
        Error(
            f"The trigger {trigger} on {table} is switched off.",
            hint=f"ALTER TABLE {table} ENABLE TRIGGER {trigger}; then run manage.py audit.",
            id="batida.E010",
        )
        for table, trigger, enabled in rows
        if trigger and enabled not in ("O", "A")
    ]
