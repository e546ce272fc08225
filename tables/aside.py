"""Who is about a table without a seat: those who watch, who ask to play, and who left lately."""

from dataclasses import dataclass, field
from typing import Any

from tables.models import Guest


@dataclass(frozen=True, slots=True)
class Aside:
    """The people around a table."""

    watching: int = 0
    approved: dict[int, str] = field(default_factory=dict)  # user id → name, of a private table
    asking: tuple[str, ...] = ()  # names, the first to ask first
    departed: dict[int, int] = field(default_factory=dict)  # user id → chips to bring back


NOTHING_ASIDE = Aside()


def aside_of(watching: int, guests: list[Any], departed: list[Any]) -> Aside:
    """Return who is about a table, from what the queries below gave."""
    approved = {user: name for user, name, state in guests if state == Guest.State.APPROVED}
    asking = tuple(name for _user, name, state in guests if state == Guest.State.ASKED)
    return Aside(watching, approved, asking, dict(departed))


# Parts of a query of `tables_table`; the first takes `WATCHES_FOR_S`.
WATCHING = (
    "SELECT count(*) FROM tables_spectator WHERE table_id = tables_table.id"
    " AND seen_at > clock_timestamp() - make_interval(secs => %s)"
)
GUESTS = (
    "SELECT jsonb_agg(jsonb_build_array(g.user_id, u.username, g.state) ORDER BY g.asked_at, g.id)"
    " FROM tables_guest g JOIN accounts_user u ON u.id = g.user_id"
    " WHERE g.table_id = tables_table.id AND g.state <> 'refused'"
)
DEPARTED = (
    "SELECT jsonb_agg(jsonb_build_array(d.user_id, d.chips)) FROM tables_departure d"
    " WHERE d.table_id = tables_table.id"
    " AND d.at > clock_timestamp() - tables_table.return_ms * interval '1 millisecond'"
)
