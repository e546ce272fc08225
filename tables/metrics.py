"""What a machine that watches the house asks for, in Prometheus' text format.

Every number here is read from the database, so it is the same whichever process is asked, and
counters outlive all of them. `tables.measures` has what each process counts of itself;
`deploy.metrics` tells both.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.backends.utils import CursorWrapper


class Metric(NamedTuple):
    """One number: its name, what kind Prometheus takes it for, and what it says."""

    name: str
    kind: str  # "gauge" or "counter"
    says: str


METRICS = (
    Metric("batida_tables_open", "gauge", "Tables that take players."),
    Metric("batida_hands_in_play", "gauge", "Hands in play."),
    Metric("batida_seats_taken", "gauge", "Seats taken by people."),
    Metric("batida_seats_of_bots", "gauge", "Seats taken by bots."),
    Metric("batida_spectators", "gauge", "People who watch a table without a seat."),
    Metric("batida_tables_overdue", "gauge", "Tables whose clock is more than 2 s late."),
    Metric("batida_hands_unarmed", "gauge", "Hands in play whose table has no clock set."),
    Metric("batida_sweeper_silence_seconds", "gauge", "Since a web process was heard of last."),
    Metric("batida_tables_healed_total", "counter", "Tables whose clock the watchdog had to set."),
    Metric("batida_events_total", "counter", "Events written at tables, by their newest number."),
)


def read(cursor: CursorWrapper) -> Sequence[float | None]:
    """Read the numbers of METRICS, in their order."""
    cursor.execute(_SQL)
    values: Sequence[float | None] = cursor.fetchone()
    return values


def told(metrics: Sequence[Metric], values: Sequence[float | None]) -> Iterator[str]:
    """Tell numbers as Prometheus reads them; one that is not known is left out."""
    for metric, value in zip(metrics, values, strict=True):
        if value is not None:
            yield f"# HELP {metric.name} {metric.says}"
            yield f"# TYPE {metric.name} {metric.kind}"
            yield f"{metric.name} {value}"


_SQL = """
SELECT
    (SELECT count(*) FROM tables_table WHERE state = 'open'),
    (SELECT count(*) FROM tables_hand WHERE state = 'open'),
    (SELECT count(*) FROM tables_seat s JOIN accounts_user u ON u.id = s.user_id
        WHERE NOT u.is_bot),
    (SELECT count(*) FROM tables_seat s JOIN accounts_user u ON u.id = s.user_id WHERE u.is_bot),
    (SELECT count(DISTINCT s.user_id) FROM tables_spectator s JOIN tables_table t
        ON t.id = s.table_id WHERE t.state = 'open'
        AND s.seen_at > clock_timestamp() - interval '40 seconds'),
    (SELECT count(*) FROM tables_table
        WHERE armed AND due_at < clock_timestamp() - interval '2 seconds'),
    (SELECT count(*) FROM tables_hand h JOIN tables_table t ON t.id = h.table_id
        WHERE h.state = 'open' AND t.hand_id = h.id AND t.due_at IS NULL),
    (SELECT round(extract(epoch FROM clock_timestamp() - max(at)), 3)::float8
        FROM tables_heartbeat WHERE is_door),
    coalesce((SELECT value FROM tables_counter WHERE name = 'tables_healed'), 0),
    (SELECT coalesce(max(id), 0) FROM tables_event)
"""
