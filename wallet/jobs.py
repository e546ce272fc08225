"""Periodic work of the wallet."""

from functools import partial

import structlog
from celery import shared_task

from wallet import commands, queries
from wallet.idempotency import forget, outermost

log = structlog.get_logger(__name__)
KEYS_AT_ONCE = 1_000


@shared_task(name="wallet.jobs.audit")
def audit() -> bool:
    """Prove the books and log the result: an error, loud, where they are broken."""
    report = queries.audit()
    if report.ok:
        log.info("audit", ok=True, summary=report.summary)
    else:
        log.error("audit", ok=False, summary=report.summary)
    return report.ok


@shared_task(name="wallet.jobs.seal")
def seal() -> int:
    """Seal what moved and publish the seal in the log, outside the database; 0 if nothing did.

    Whoever keeps the log can prove later that nothing before this seal was altered
    (`manage.py ledger verify --seals FILE` reads these lines as they are).
    """
    made = outermost(commands.seal)
    if made is None:
        return 0
    after = {"restored": True} if made.restored else {}
    told = {"hash": bytes(made.hash).hex(), "at": made.created_at.isoformat()}
    log.info("seal", n=made.n, accounts=made.accounts, **told, **after)
    return made.n


@shared_task(name="wallet.jobs.forget_keys")
def forget_keys() -> int:
    """Forget the answers to old requests: refusals after 7 days, others after 180; how many.

    In many small transactions, so that nobody waits for it and a killed one loses little.
    """
    forgotten = 0
    while gone := outermost(partial(forget, most=KEYS_AT_ONCE)):
        forgotten += gone
    log.info("forget-keys", forgotten=forgotten)
    return forgotten


@shared_task(name="wallet.jobs.sweep_rake")
def sweep_rake() -> int:
    """Collect the rake of every table that has any; return the chips collected."""
    swept = 0
    for table_id, version in queries.tables_with_rake():
        # A table's rake at one version is swept once, also by two workers at the same time.
        key = f"{table_id}/{version}"
        swept += outermost(partial(commands.sweep_rake, key=key, table_id=table_id))
    return swept
