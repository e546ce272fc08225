"""Writing a table's log: what one transaction on a locked table has to say, in order."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import connection

from engine import record
from tables.models import Event, Hand, Table

# The channel of the doorbell; a ring says "table, newest event" and never what happened.
DOORBELL = "batida_table"


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

    def tell(self, kind: str, **body: object) -> int:
        """Append an event of the table, such as `sat`; return its number."""
        return self._append(Event(type=kind, body=body))

    def line(
        self,
        hand: Hand,
        event: Mapping[str, object],
        *,
        body: Mapping[str, object] | None = None,
        actor_id: int | None = None,
        action_id: str | None = None,
    ) -> int:
        """Append a line of a hand record, linked to the one before; return the event's number.

        `event` comes from a builder of `engine.record` and already carries hand, seq and time.
        `body` is what we keep beside the line; it is no part of the record.
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
            )
        )

    def due(self, what: Table.Due | None, in_ms: int = 0) -> None:
        """Set the table's clock to do `what` after so many milliseconds, or nothing."""
        self.table.due_what = what
        self.table.due_at = None if what is None else self.now + timedelta(milliseconds=in_ms)

    def write(self) -> None:
        """Store events, hands and table, and ring; nothing after this may fail but COMMIT."""
        self.table.touched_at = self.now
        Event.objects.bulk_create(self._events)
        for hand in self._hands.values():
            hand.save(update_fields=["seq", "head", "state", "ended_at", "result"])
        self.table.save(update_fields=list(_TABLE_FIELDS))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_notify(%s, %s)", [DOORBELL, f"{self.table.pk} {self.table.seq}"]
            )

    def _append(self, event: Event) -> int:
        self.table.seq += 1
        event.table, event.seq, event.at = self.table, self.table.seq, self.now
        self._events.append(event)
        return event.seq


_TABLE_FIELDS = (
    "seq",
    "touched_at",
    "hand",
    "hand_no",
    "next_dealer",
    "due_at",
    "due_what",
    "state",
)
