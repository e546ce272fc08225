"""Time that has passed, for tests: rows are moved into the past behind the guards' backs."""

from django.db import connection


def let_pass(**time: int) -> None:
    """Make everything that limits know of so much older, e.g. hours=25; also every transfer."""
    ((unit, amount),) = time.items()
    ago = f"interval '{amount} {unit}'"
    columns = {
        "limits_limitchange": ("asked_at", "holds_from", "cancelled_at"),
        "limits_exclusion": ("begun_at", "ends_at"),
        "limits_freeze": ("at",),
        "limits_spell": ("begun_at", "ended_at"),
        "ledger_transfer": ("created_at",),
    }
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        for table, names in columns.items():
            moved = ", ".join(f"{name} = {name} - {ago}" for name in names)
            cursor.execute(f"UPDATE {table} SET {moved}")
        cursor.execute("SET session_replication_role = origin")
