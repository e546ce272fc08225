"""Who is about a table without a seat: those who watch, who ask to play, and who left lately."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection

from tables.commands.watching import WATCHES_FOR_S
from tables.models import Guest


@dataclass(frozen=True, slots=True)
class Aside:
    """The people around a table."""

    watching: int = 0
    approved: dict[int, str] = field(default_factory=dict)  # user id → name, of a private table
    asking: tuple[str, ...] = ()  # names, the first to ask first
    departed: dict[int, int] = field(default_factory=dict)  # user id → chips to bring back


NOTHING_ASIDE = Aside()


def load_aside(table_id: int) -> tuple[datetime, Aside]:
    """Return the database's time and who is about a table, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_SQL, {"table": table_id, "watches": WATCHES_FOR_S})
        now, watching, guests, departed = cursor.fetchone()
    approved = {user: name for user, name, state in guests if state == Guest.State.APPROVED}
    asking = tuple(name for _user, name, state in guests if state == Guest.State.ASKED)
    return now, Aside(watching, approved, asking, dict(departed))


_SQL = """
SELECT clock_timestamp(),
    (SELECT count(*) FROM tables_spectator WHERE table_id = %(table)s
        AND seen_at > clock_timestamp() - make_interval(secs => %(watches)s)),
    (SELECT coalesce(json_agg(json_build_array(g.user_id, u.username, g.state)
            ORDER BY g.asked_at, g.id), '[]')
        FROM tables_guest g JOIN accounts_user u ON u.id = g.user_id
        WHERE g.table_id = %(table)s AND g.state <> 'refused'),
    (SELECT coalesce(json_agg(json_build_array(d.user_id, d.chips)), '[]')
        FROM tables_departure d JOIN tables_table t ON t.id = d.table_id
        WHERE d.table_id = %(table)s
        AND d.at > clock_timestamp() - t.return_ms * interval '1 millisecond')
"""
