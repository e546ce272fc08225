"""Two roles: the owner, who made the ledger and migrates it, and the application's.

The application's role can read the ledger and call its functions. It cannot write, empty or alter
a table of it, nor switch a guard off: so a fault in the application, or somebody who took it
over, can move chips only as the commands do, with an entry for each.
"""

from dataclasses import dataclass
from pathlib import Path

from django.db import connections
from psycopg import sql

RIGHTS_SQL = (Path(__file__).parent / "sql" / "rights.sql").read_text(encoding="utf-8")

_FAULTS = """
SELECT current_user, r.rolsuper,
    EXISTS (SELECT FROM pg_class c WHERE c.relname LIKE 'ledger\\_%%' AND c.relkind = 'r'
        AND pg_table_is_visible(c.oid) AND pg_has_role(current_user, c.relowner, 'MEMBER')),
    (SELECT min(c.relname) FROM pg_class c WHERE c.relkind = 'r' AND pg_table_is_visible(c.oid)
        AND c.relname IN ('ledger_unit', 'ledger_account', 'ledger_transfer', 'ledger_entry',
            'ledger_hand', 'ledger_request_key', 'ledger_seal', 'ledger_seal_line',
            'ledger_restore')
        AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')),
    EXISTS (SELECT FROM pg_roles o WHERE (o.rolsuper OR o.rolcreaterole) AND NOT r.rolsuper
        AND pg_has_role(current_user, o.oid, 'MEMBER')),
    current_setting('server_version_num')::int >= 150000
        AND has_parameter_privilege('session_replication_role', 'SET')
FROM pg_roles r WHERE r.rolname = current_user
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a role is too mighty for the application; `code` is stable."""

    code: str
    sentence: str


def let(role: str, *, using: str = "default") -> None:
    """Give the application's role its rights; `using` is the owner's connection."""
    rights = sql.SQL(RIGHTS_SQL).format(role=sql.Identifier(role))
    with connections[using].cursor() as cursor:
        cursor.execute(rights.as_string(cursor.connection))


def faults(*, using: str = "default") -> list[Fault]:
    """Return why the role of a connection could unmake the ledger; empty if it could not."""
    with connections[using].cursor() as cursor:
        cursor.execute(_FAULTS)
        role, is_super, owns, table, is_admin, may_replay = cursor.fetchone()
    if is_super:
        return [Fault("superuser", f"The database role {role} is a superuser.")]
    found = []
    if owns:
        found.append(Fault("owner", f"The database role {role} owns the ledger's tables."))
    elif table:
        found.append(Fault("writes", f"The database role {role} may write to {table} itself."))
    if is_admin:
        found.append(Fault("admin", f"The database role {role} can act as an administrator."))
    if may_replay:
        found.append(Fault("replica", f"The database role {role} can switch triggers off."))
    return found
