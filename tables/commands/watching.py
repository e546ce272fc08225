"""Watching a table without a seat: counted, as long as somebody is heard from."""

from django.db import connection

# Rows older than this count for nothing; the next spectator of the table sweeps them away.
WATCHES_FOR_S = 40


def mark_watching(*, user_id: int, table_id: int) -> None:
    """Count somebody among those who watch a table, for `WATCHES_FOR_S` from now on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM tables_spectator WHERE table_id = %s"
            " AND seen_at < clock_timestamp() - make_interval(secs => %s);"
            " INSERT INTO tables_spectator (table_id, user_id, seen_at)"
            " VALUES (%s, %s, clock_timestamp())"
            " ON CONFLICT (table_id, user_id) DO UPDATE SET seen_at = excluded.seen_at",
            [table_id, WATCHES_FOR_S, table_id, user_id],
        )
