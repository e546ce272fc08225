"""Writing a table's log: what one transaction on a locked table has to say, in order."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from engine import record
from tables import doorbell
from tables.models import Hand, Table
from wallet.prepared import prepared_cursor


def milliseconds(moment: datetime) -> int:
    """Return a moment as whole milliseconds since 1970, as records and clients count."""
    return int(moment.timestamp() * 1000)


@dataclass(slots=True)
class Entry:
    """A row of `tables_event` that is about to be written; the fields are `models.Event`'s.

    No model's instance: to make one of those took as long as to write it.
    """

    table_id: int
    seq: int
    told: int | None
    at: datetime
    type: str
    hand_id: uuid.UUID | None = None
    hand_seq: int | None = None
    line: str | None = None
    head: bytes | None = None
    body: str | None = None
    actor_id: int | None = None
    action_id: str | None = None


class Log:
    """Collects the events of one command; `write` stores them and rings the doorbell.

    The caller holds the lock on the table's row. Times never go back within a table, even if the
    database's clock does.
    """

    def __init__(self, table: Table, now: datetime) -> None:
        """Start at the table's newest event."""
        self.table = table
        self.now = max(now, table.touched_at or now)
        self.at = milliseconds(self.now)
        self._entries: list[Entry] = []
        self._hands: dict[str, Hand] = {}
        self._seldom = _seldom(table)

    @property
    def newest(self) -> Entry:
        """The event appended last."""
        return self._entries[-1]

    def key(self) -> str:
        """Return the key of a transfer that goes with the event to be told next.

        Nothing that a caller sends can be such a key: theirs have no spaces.
        """
        return f"table {self.table.pk} event {self.table.seq + 1}"

    def tell(self, kind: str, **body: object) -> int:
        """Append an event of the table, such as `sat`; return its number for viewers."""
        self._append(kind, json.dumps(body))
        return self.table.told_seq

    def line(
        self,
        hand: Hand,
        event: Mapping[str, object],
        *,
        body: Mapping[str, object] | None = None,
        secret: bool = False,
        actor_id: int | None = None,
        action_id: str | None = None,
    ) -> int:
        """Append a line of a hand record, linked to the one before; return the newest told number.

        `event` comes from a builder of `engine.record` and already carries hand, seq and time.
        `body` is what we keep beside the line; it is no part of the record. A `secret` event has
        no number among those that viewers are told, so that no gap betrays it: that somebody
        claims is nobody else's business before the window closes.
        """
        text = record.canonical(event)
        hand.head = record.link(bytes(hand.head), text)
        hand.seq = int(str(event["seq"]))
        self._hands[str(event["hand"])] = hand
        entry = self._append(str(event["type"]), secret=secret)
        entry.hand_id, entry.hand_seq, entry.line, entry.head = hand.pk, hand.seq, text, hand.head
        entry.actor_id, entry.action_id = actor_id, action_id
        told = self.table.told_seq
        if action_id is not None:
            body = {**(body or {}), "event": told}  # what the player was answered, for a repeat
        entry.body = None if body is None else json.dumps(body)
        return told

    def due(self, what: Table.Due | None, in_ms: int = 0) -> None:
        """Set the table's clock to do `what` after so many milliseconds, or nothing."""
        self.table.due_what = what
        self.table.due_at = None if what is None else self.now + timedelta(milliseconds=in_ms)

    def write(self) -> None:
        """Store events, hands and table, and ring; nothing after this may fail but COMMIT.

        One statement, one round trip: this is what every action at every table waits for, and by
        the ORM it took five times as long. Only the last lines of a hand that is over go first,
        by a statement of their own: the database adds none to a closed hand.
        """
        self.table.touched_at = self.now
        parts = [_INSERT + ",".join([_ROW] * len(self._entries))] if self._entries else []
        values: list[Any] = [value for entry in self._entries for value in _columns(entry)]
        first: tuple[str, list[Any]] | None = None
        if any(hand.state == Hand.State.CLOSED for hand in self._hands.values()):
            first, values = (parts.pop(), values), []
        for hand in self._hands.values():
            part, more = _hand_update(hand)
            parts.append(part)
            values += more
        part, more = self._table_update()
        parts.append(part)
        values += more
        ring, more = doorbell.ring(f"{self.table.pk} {self.table.told_seq}")
        written = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(parts))
        with prepared_cursor() as cursor:
            if first is not None:
                cursor.execute(*first)
            cursor.execute(f"WITH {written} {ring}", values + more)

    def _table_update(self) -> tuple[str, list[Any]]:
        table = self.table
        # A plain text: psycopg looks long for how to write an Enum.
        what = None if table.due_what is None else str(table.due_what)
        often = [table.seq, table.told_seq, table.touched_at, table.due_at, what]
        seldom = _seldom(table)
        if seldom == self._seldom:
            return _UPDATE_TABLE, [*often, table.pk]
        return _UPDATE_TABLE_WHOLE, [*often, *seldom, table.pk]

    def _append(self, kind: str, body: str | None = None, *, secret: bool = False) -> Entry:
        table = self.table
        table.seq += 1
        table.told_seq += not secret
        told = None if secret else table.told_seq
        entry = Entry(table.pk, table.seq, told, self.now, kind, body=body)
        self._entries.append(entry)
        return entry


def _hand_update(hand: Hand) -> tuple[str, list[Any]]:
    if hand.state != Hand.State.CLOSED:
        return _UPDATE_HAND, [hand.seq, hand.head, hand.pk]
    result = json.dumps(hand.result)
    return _CLOSE_HAND, [hand.seq, hand.head, str(hand.state), hand.ended_at, result, hand.pk]


def _seldom(table: Table) -> list[Any]:
    return [getattr(table, name) for name in _SELDOM]


_NAMES = [field.name for field in fields(Entry)]
_columns = attrgetter(*_NAMES)
_INSERT = f"INSERT INTO tables_event ({', '.join(_NAMES)}) VALUES "  # noqa: S608 - our own column names
_ROW = f"({', '.join('%s::jsonb' if name == 'body' else '%s' for name in _NAMES)})"
_UPDATE_HAND = "UPDATE tables_hand SET seq = %s, head = %s WHERE id = %s"
_CLOSE_HAND = (
    "UPDATE tables_hand SET seq = %s, head = %s, state = %s, ended_at = %s, result = %s::jsonb"
    " WHERE id = %s"
)
# Columns of the table that most commands leave as they are.
_SELDOM = ("hand_id", "hand_no", "match_id", "match_no", "next_dealer", "state", "held")
_OFTEN = "seq = %s, told_seq = %s, touched_at = %s, due_at = %s, due_what = %s"
_UPDATE_TABLE = f"UPDATE tables_table SET {_OFTEN} WHERE id = %s"  # noqa: S608 - our own column names
_SETTERS = ", ".join(f"{name} = %s" for name in _SELDOM)
_UPDATE_TABLE_WHOLE = f"UPDATE tables_table SET {_OFTEN}, {_SETTERS} WHERE id = %s"  # noqa: S608 - our own column names
