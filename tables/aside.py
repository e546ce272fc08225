"""Who is about a table without a seat: those who watch, who ask to play, and who left lately."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import DateTimeField, IntegerField, JSONField
from django.db.models.expressions import RawSQL

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


def aside_columns() -> dict[str, RawSQL]:
    """Return what a query of tables reads beside a table's row, for `aside_of`."""
    return {
        "now": RawSQL("clock_timestamp()", (), output_field=DateTimeField()),
        "around_watching": RawSQL(_WATCHING, (WATCHES_FOR_S,), output_field=IntegerField()),  # noqa: S611 - a constant
        "around_guests": RawSQL(_GUESTS, (), output_field=JSONField()),  # noqa: S611 - a constant
        "around_departed": RawSQL(_DEPARTED, (), output_field=JSONField()),  # noqa: S611 - a constant
    }


def aside_of(table: Any) -> tuple[datetime, Aside]:  # noqa: ANN401 - a Table with those columns
    """Return the database's time and who is about a table, from what was read beside it."""
    guests = table.around_guests or []
    approved = {user: name for user, name, state in guests if state == Guest.State.APPROVED}
    asking = tuple(name for _user, name, state in guests if state == Guest.State.ASKED)
    return table.now, Aside(
        table.around_watching, approved, asking, dict(table.around_departed or [])
    )


_WATCHING = (
    "SELECT count(*) FROM tables_spectator WHERE table_id = tables_table.id"
    " AND seen_at > clock_timestamp() - make_interval(secs => %s)"
)
_GUESTS = (
    "SELECT jsonb_agg(jsonb_build_array(g.user_id, u.username, g.state) ORDER BY g.asked_at, g.id)"
    " FROM tables_guest g JOIN accounts_user u ON u.id = g.user_id"
    " WHERE g.table_id = tables_table.id AND g.state <> 'refused'"
)
_DEPARTED = (
    "SELECT jsonb_agg(jsonb_build_array(d.user_id, d.chips)) FROM tables_departure d"
    " WHERE d.table_id = tables_table.id"
    " AND d.at > clock_timestamp() - tables_table.return_ms * interval '1 millisecond'"
)
