"""Watching a table without a seat: counted, as long as somebody is heard from."""

from collections.abc import Sequence

from django.db import connection

# Rows older than this count for nothing; the next spectator of the table sweeps them away.
WATCHES_FOR_S = 40


def mark_watching(watchers: Sequence[tuple[int, int]]) -> None:
    """Count these, (user id, table id) each, as watching for `WATCHES_FOR_S` from now on."""
    if not watchers:
        return
    # In one order, so that two processes that note the same people wait for each other in turn.
    users, tables = zip(*sorted(set(watchers)), strict=True)
    with connection.cursor() as cursor:
        cursor.execute(_WATCHING, [list(tables), WATCHES_FOR_S, list(users), list(tables)])


_WATCHING = """
DELETE FROM tables_spectator WHERE id IN (
    SELECT id FROM tables_spectator WHERE table_id = ANY(%s::bigint[])
    AND seen_at < clock_timestamp() - make_interval(secs => %s) FOR UPDATE SKIP LOCKED
);
INSERT INTO tables_spectator (table_id, user_id, seen_at)
SELECT table_id, user_id, clock_timestamp()
FROM unnest(%s::bigint[], %s::bigint[]) AS one (user_id, table_id)
ON CONFLICT (table_id, user_id) DO UPDATE SET seen_at = excluded.seen_at
"""
