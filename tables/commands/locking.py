"""The lock that every command takes first: the table's row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import Func

from tables.errors import NoSuchTable
from tables.models import Event, Hand, Seat, Table
from tables.raw_rows import RawRows, join
from wallet.commands.sense import is_id
from wallet.prepared import prepared_cursor

# What no action needs, and is read later by whoever does: above all times, which are slow to read.
_TABLE_ASIDE = ("name", "owner", "created_at", "invite", "watch", "watch_ms", "armed")
_HAND_ASIDE = ("started_at", "ended_at", "result")
_SEAT_ASIDE = ("out_since", "last_seen", "said_at", "taken_at", "socket")


class _DatabaseClock(Func):
    """The database's clock at this very moment; the only clock that tables live by."""

    function = "clock_timestamp"
    template = "%(function)s()"
    output_field = models.DateTimeField()


def lock_table(table_id: int) -> tuple[Table, datetime]:
    """Lock a table and return it with the database's time; `NoSuchTable` if there is none."""
    found = _locked(Table.objects.filter(pk=table_id))
    if found is None:
        raise NoSuchTable(facts={"table": table_id})
    return found


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A locked table with all that an action at it needs, read after the lock was had."""

    table: Table
    now: datetime
    seats: Mapping[int, Seat]  # by number, with their users
    done: Event | None  # what that actor has done by that action id before


def lock_to_act(table_id: int, *, actor_id: int, action_id: str) -> LockedTable:
    """Lock a table for a player's action; `NoSuchTable` if there is none."""
    found = _read_locked(_statements().lock, table_id, actor_id, action_id)
    if found is None:
        raise NoSuchTable(facts={"table": table_id})
    return found


def lock_due_table(table_id: int) -> LockedTable | None:
    """Lock a table whose clock is due; None when it is not, or when somebody else has the lock."""
    return _read_locked(_statements().lock_due, table_id)


def _locked(tables: "models.QuerySet[Table]") -> tuple[Table, datetime] | None:
    # NO KEY: rows that refer to the table (events, seats) are inserted by others without waiting.
    # The table's hand is not joined in: after a wait for the lock, PostgreSQL would give the row
    # of the table as it is now beside the hand as it was before. `table.hand` reads it afresh.
    rows = tables.select_for_update(no_key=True)
    table = next(iter(rows.annotate(now=_DatabaseClock())), None)
    if table is None:
        return None
    return table, table.now


class _Statements(NamedTuple):
    """Our own SQL for the way that every action goes, and how to read what it returns."""

    table: RawRows[Table]
    hand: RawRows[Hand]
    seat: RawRows[Seat]
    user: RawRows[Any]
    event: RawRows[Event]
    lock: str
    lock_due: str
    rest: str


@lru_cache(maxsize=1)
def _statements() -> _Statements:
    table = RawRows(Table, "t", without=_TABLE_ASIDE)
    hand = RawRows(Hand, "h", without=_HAND_ASIDE)
    seat = RawRows(Seat, "s", without=_SEAT_ASIDE)
    people = get_user_model()
    user = RawRows(people, "u", only=("id", "username", "is_bot"))
    event = RawRows(Event, "e", only=("line", "told", "body"))
    users = people._meta.db_table  # noqa: SLF001 - documented for use outside
    lock = f"SELECT {table.columns}, clock_timestamp() FROM tables_table t WHERE t.id = %s"  # noqa: S608 - our own columns
    rest = (
        f"SELECT {hand.columns}, {seat.columns}, {user.columns}, {event.columns}"  # noqa: S608 - our own columns
        " FROM tables_table t"
        " LEFT JOIN tables_hand h ON h.id = t.hand_id"
        " LEFT JOIN tables_seat s ON s.table_id = t.id"
        f" LEFT JOIN {users} u ON u.id = s.user_id"
        " LEFT JOIN tables_event e"
        " ON e.table_id = t.id AND e.actor_id = %s AND e.action_id = %s"
        " WHERE t.id = %s"
    )
    # NO KEY: see `_locked`.
    for_update = " FOR NO KEY UPDATE"
    due = f" AND t.due_at <= clock_timestamp(){for_update} SKIP LOCKED"
    return _Statements(table, hand, seat, user, event, lock + for_update, lock + due, rest)


def _read_locked(
    lock: str, table_id: int, actor_id: int | None = None, action_id: str | None = None
) -> LockedTable | None:
    """Lock, and read the rest by a second statement.

    The second sees what was committed while the first waited for the lock; one statement would
    give the table's row as it is now beside the others as they were before.
    """
    ours = _statements()
    if not is_id(table_id):
        return None
    with prepared_cursor() as cursor:
        cursor.execute(lock, [table_id])
        locked = cursor.fetchone()
        if locked is None:
            return None
        cursor.execute(ours.rest, [actor_id, action_id, table_id])
        rows = cursor.fetchall()
    *columns, now = locked
    table = ours.table.make(columns)
    assert table is not None  # noqa: S101 - it has a key
    hand_end = ours.hand.width
    seat_end = hand_end + ours.seat.width
    user_end = seat_end + ours.user.width
    join(table, "hand", ours.hand.make(rows[0][:hand_end]))
    seats: dict[int, Seat] = {}
    for row in rows:
        seat = ours.seat.make(row[hand_end:seat_end])
        user = ours.user.make(row[seat_end:user_end])
        if seat is not None and user is not None:
            join(seat, "table", table)
            join(seat, "user", user)
            seats[seat.number] = seat
    return LockedTable(table, now, seats, ours.event.make(rows[0][user_end:]))
