"""Periodic work of the wallet."""

import structlog
from celery import shared_task

from wallet import queries

log = structlog.get_logger(__name__)


@shared_task(name="wallet.jobs.audit")
def audit() -> bool:
    """Prove the books and log the result: an error, loud, where they are broken."""
    report = queries.audit()
    if report.ok:
        log.info("audit", ok=True, summary=report.summary)
    else:
        log.error("audit", ok=False, summary=report.summary)
    return report.ok
