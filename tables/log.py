"""Writing a table's log: what one transaction on a locked table has to say, in order."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from engine import record
from tables import doorbell
from tables.models import Event, Hand, Table
from wallet.prepared import prepared_cursor


def milliseconds(moment: datetime) -> int:
    """Return a moment as whole milliseconds since 1970, as records and clients count."""
    return int(moment.timestamp() * 1000)


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
        self._events: list[Event] = []
        self._hands: dict[str, Hand] = {}

    @property
    def newest(self) -> Event:
        """The event appended last."""
        return self._events[-1]

    def key(self) -> str:
        """Return the key of a transfer that goes with the event to be told next.

        Nothing that a caller sends can be such a key: theirs have no spaces.
        """
        return f"table {self.table.pk} event {self.table.seq + 1}"

    def tell(self, kind: str, **body: object) -> int:
        """Append an event of the table, such as `sat`; return its number for viewers."""
        return self._append(Event(type=kind, body=body))

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
        self._hands[str(hand.pk)] = hand
        return self._append(
            Event(
                type=str(event["type"]),
                hand=hand,
                hand_seq=hand.seq,
                line=text,
                head=hand.head,
                body=body,
                actor_id=actor_id,
                action_id=action_id,
            ),
            secret=secret,
        )

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
        parts = [_INSERT + ",".join([_ROW] * len(self._events))] if self._events else []
        values: list[Any] = [value for event in self._events for value in _values(event)]
        first: tuple[str, list[Any]] | None = None
        if any(hand.state == Hand.State.CLOSED for hand in self._hands.values()):
            first, values = (parts.pop(), values), []
        for hand in self._hands.values():
            parts.append(_UPDATE_HAND)
            result = None if hand.result is None else json.dumps(hand.result)
            values += [hand.seq, hand.head, hand.state, hand.ended_at, result, hand.pk]
        parts.append(_UPDATE_TABLE)
        values += [getattr(self.table, name) for name in _TABLE_COLUMNS] + [self.table.pk]
        ring, more = doorbell.ring(f"{self.table.pk} {self.table.told_seq}")
        written = ", ".join(f"part{number} AS ({part})" for number, part in enumerate(parts))
        with prepared_cursor() as cursor:
            if first is not None:
                cursor.execute(*first)
            cursor.execute(f"WITH {written} {ring}", values + more)

    def _append(self, event: Event, *, secret: bool = False) -> int:
        self.table.seq += 1
        if not secret:
            self.table.told_seq += 1
            event.told = self.table.told_seq
        if event.action_id is not None:
            # What the player was answered, for a repeat.
            event.body = {**(event.body or {}), "event": self.table.told_seq}
        event.table, event.seq, event.at = self.table, self.table.seq, self.now
        self._events.append(event)
        return self.table.told_seq


def _values(event: Event) -> list[Any]:
    body = None if event.body is None else json.dumps(event.body)
    return [
        event.table_id,
        event.seq,
        event.told,
        event.at,
        event.type,
        event.hand_id,
        event.hand_seq,
        event.line,
        event.head,
        body,
        event.actor_id,
        event.action_id,
    ]


_INSERT = (
    "INSERT INTO tables_event"
    " (table_id, seq, told, at, type, hand_id, hand_seq, line, head, body, actor_id, action_id)"
    " VALUES "
)
_ROW = "(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s::jsonb, %s, %s)"
_UPDATE_HAND = (
    "UPDATE tables_hand SET seq = %s, head = %s, state = %s, ended_at = %s, result = %s::jsonb"
    " WHERE id = %s"
)
_TABLE_COLUMNS = (
    "seq",
    "told_seq",
    "touched_at",
    "hand_id",
    "hand_no",
    "match_id",
    "match_no",
    "next_dealer",
    "due_at",
    "due_what",
    "state",
    "held",
)
_SETTERS = ", ".join(f"{name} = %s" for name in _TABLE_COLUMNS)
_UPDATE_TABLE = f"UPDATE tables_table SET {_SETTERS} WHERE id = %s"  # noqa: S608 - our own column names
