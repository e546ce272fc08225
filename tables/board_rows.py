"""What a board is made of, read by two statements of our own."""

import json
from datetime import datetime
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model

from tables.aside import DEPARTED, GUESTS, WATCHING, Aside, aside_of
from tables.commands.watching import WATCHES_FOR_S
from tables.errors import NoSuchTable
from tables.models import Hand, Seat, Table, TableMatch
from tables.raw_rows import RawRows, join
from wallet.commands.sense import is_id
from wallet.prepared import prepared_cursor
from wallet.queries import STACK

_IN_HAND = (
    "SELECT jsonb_agg(jsonb_build_array(user_id, seat, arranged))"
    " FROM tables_handseat WHERE hand_id = tables_table.hand_id"
)


def read_table(table_id: int) -> tuple[Table, datetime, Aside, list[tuple[int, int, Any]]]:
    """Return a table, the time, who is about it, and who plays its newest hand: one statement.

    Who plays is given as (user id, seat, arranged cards).
    """
    rows, found = _rows(), None
    if is_id(table_id):
        with prepared_cursor() as cursor:
            cursor.execute(rows.tables, [WATCHES_FOR_S, table_id])
            found = cursor.fetchone()
    if found is None:
        raise NoSuchTable(facts={"table": table_id})
    ends = list(accumulate(one.width for one in (rows.table, rows.hand, rows.match, rows.owner)))
    table = rows.table.make(found[: ends[0]])
    assert table is not None  # noqa: S101 - it has a key
    join(table, "hand", rows.hand.make(found[ends[0] : ends[1]]))
    join(table, "match", rows.match.make(found[ends[1] : ends[2]]))
    join(table, "owner", rows.owner.make(found[ends[2] : ends[3]]))
    now, watching, guests, departed, in_hand = found[ends[3] :]
    around = aside_of(watching, _json(guests), _json(departed))
    return table, now, around, _json(in_hand)


def seats_of(table_id: int, unit: str) -> tuple[tuple[Seat, ...], dict[int, int]]:
    """Return the seats that are taken, in their order, with their users; and stacks by user id."""
    rows = _rows()
    seats, stacks = [], {}
    with prepared_cursor() as cursor:
        cursor.execute(rows.seats, [unit, table_id])
        for found in cursor.fetchall():
            seat, user = (
                rows.seat.make(found[: rows.seat.width]),
                rows.user.make(found[rows.seat.width : -1]),
            )
            if seat is not None and user is not None:
                join(seat, "user", user)
                seats.append(seat)
                stacks[seat.user_id] = found[-1]
    return tuple(seats), stacks


def _json(text: str | None) -> list[Any]:
    """Read what the database put together, which psycopg hands over as text here."""
    return [] if text is None else list(json.loads(text))


class _Rows(NamedTuple):
    """Our own SQL of a board, and how to read what it returns."""

    table: RawRows[Table]
    hand: RawRows[Hand]
    match: RawRows[TableMatch]
    owner: RawRows[Any]
    seat: RawRows[Seat]
    user: RawRows[Any]
    tables: str
    seats: str


@lru_cache(maxsize=1)
def _rows() -> _Rows:
    people = get_user_model()
    users = people._meta.db_table  # noqa: SLF001 - documented for use outside
    # Without what no board shows, above all times, which are slow to read.
    table = RawRows(Table, "tables_table", without=("created_at", "touched_at", "armed"))
    hand = RawRows(Hand, "h", without=("started_at", "ended_at"))
    match = RawRows(TableMatch, "m", without=("started_at", "ended_at"))
    seat = RawRows(Seat, "s", without=("out_since", "said_at", "taken_at"))
    owner, user = (RawRows(people, "u", only=("id", "username", "is_bot")) for _ in range(2))
    tables = (
        f"SELECT {table.columns}, {hand.columns}, {match.columns}, {owner.columns},"  # noqa: S608 - our own columns
        f" clock_timestamp(), ({WATCHING}), ({GUESTS}), ({DEPARTED}), ({_IN_HAND})"
        " FROM tables_table"
        f" JOIN {users} u ON u.id = tables_table.owner_id"
        " LEFT JOIN tables_hand h ON h.id = tables_table.hand_id"
        " LEFT JOIN tables_tablematch m ON m.id = tables_table.match_id"
        " WHERE tables_table.id = %s"
    )
    seats = (
        f"SELECT {seat.columns}, {user.columns}, {STACK} FROM tables_seat s"  # noqa: S608 - our own columns
        f" JOIN {users} u ON u.id = s.user_id WHERE s.table_id = %s ORDER BY s.number"
    )
    return _Rows(table, hand, match, owner, seat, user, tables, seats)
