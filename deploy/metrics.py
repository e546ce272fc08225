"""/metrics: what tables, tournaments and ledger are like, and what the processes have counted.

Each number is one that an index answers, or a count that stops at `COUNTED_MAX`; the statement
may take a second and no more, so that whoever watches does no harm to what is watched.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db import connection, transaction

from deploy import measured
from tables import measures, metrics
from tables.metrics import Metric

STATEMENT_MS_MAX = 1000
COUNTED_MAX = 10_000

METRICS = (
    Metric(
        "batida_tables_overdue_seconds", "gauge", "How late the table's clock is that is latest."
    ),
    Metric("batida_tournaments_overdue_seconds", "gauge", "The same of tournaments."),
    Metric("batida_worker_silence_seconds", "gauge", "Since a worker was heard of last."),
    Metric(
        "batida_outbox_waiting",
        "gauge",
        f"What tables have told tournaments and is not yet read, to {COUNTED_MAX}.",
    ),
    Metric(
        "batida_webhook_deliveries_waiting",
        "gauge",
        f"Deliveries still to be made, to {COUNTED_MAX}.",
    ),
    Metric(
        "batida_webhook_deliveries_failed",
        "gauge",
        f"Deliveries of the last day that were given up, to {COUNTED_MAX}.",
    ),
    Metric("batida_webhooks_disabled", "gauge", "Webhooks that failed too often."),
    Metric("batida_seal_age_seconds", "gauge", "Since the ledger was sealed; idle books are not."),
)


def exposition() -> str:
    """Return all numbers as Prometheus reads them; one that is not known is left out."""
    measured.look_at_pool()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {STATEMENT_MS_MAX}")
        told = [*metrics.told(metrics.METRICS, metrics.read(cursor))]
        cursor.execute(_SQL, {"most": COUNTED_MAX})
        values: Sequence[float | None] = cursor.fetchone()
    told += metrics.told(METRICS, values)
    total = measures.together(settings.VAR_DIR / measured.FOLDER)
    return "\n".join([*told, *measures.lines(measured.FAMILIES, total)]) + "\n"


_SQL = """
SELECT
    (SELECT round(greatest(0, extract(epoch FROM clock_timestamp() - min(due_at))), 3)::float8
        FROM tables_table WHERE armed),
    (SELECT round(greatest(0, extract(epoch FROM clock_timestamp() - min(due_at))), 3)::float8
        FROM tournaments_tournament WHERE due_at IS NOT NULL),
    (SELECT round(extract(epoch FROM clock_timestamp() - max(at)), 3)::float8
        FROM tables_heartbeat WHERE NOT is_door),
    (SELECT count(*) FROM
        (SELECT FROM tables_outbox WHERE done_at IS NULL LIMIT %(most)s) AS few),
    (SELECT count(*) FROM
        (SELECT FROM webhooks_delivery WHERE state = 'pending' LIMIT %(most)s) AS few),
    (SELECT count(*) FROM
        (SELECT FROM webhooks_delivery WHERE state = 'failed'
            AND created_at > clock_timestamp() - interval '1 day' LIMIT %(most)s) AS few),
    (SELECT count(*) FROM webhooks_webhook WHERE disabled <> '' AND NOT removed),
    (SELECT round(extract(epoch FROM clock_timestamp() - created_at), 3)::float8
        FROM ledger_seal ORDER BY n DESC LIMIT 1)
"""
