"""System checks of our own: what the database must be like for chips to be safe.

Registered under Django's `database` tag: they run at `migrate`, at `manage.py check --database
default` and at every start (deploy.ready), where an error keeps the house shut.
"""

from collections.abc import Sequence

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as Caution
from django.db import connections

from wallet import roles

# Without these a commit that a player was told of may be gone after a power cut.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write", "local"),
}
# What a role of the application must not be, by the codes of wallet.roles.
ROLE_FAULTS = {
    "superuser": "E020",
    "owner": "E021",
    "writes": "E022",
    "admin": "E023",
    "replica": "E024",
}


def register_all() -> None:
    """Register every check of this module."""
    register(Tags.database)(durability)
    register(Tags.database)(ledger_triggers)
    register(Tags.database)(data_checksums)
    # A developer's single role is fine for tests and by hand; deploy.ready asks for it by name.
    register(Tags.database, deploy=True)(ledger_role)


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


def data_checksums(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """The server would notice a page that the disk spoiled; without that we only warn."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT current_setting('data_checksums')")
            if cursor.fetchone() != ("on",):
                found.append(
                    Caution(
                        "The database keeps no checksums of its pages.",
                        hint="Stop it and run pg_checksums --enable, so that a bad disk shows.",
                        id="batida.W001",
                    )
                )
    return found


def ledger_role(*, databases: Sequence[str] | None = None, **_: object) -> list[CheckMessage]:
    """The house serves as a role that can read the ledger and call its functions, no more."""
    return [
        Error(
            fault.sentence,
            hint="Let DATABASE_OWNER_URL be the address of the owner, who migrates, and"
            " DATABASE_URL that of a plain role, which gets its rights at the start.",
            id=f"batida.{ROLE_FAULTS[fault.code]}",
        )
        for alias in databases or []
        for fault in roles.faults(using=alias)
    ]


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
