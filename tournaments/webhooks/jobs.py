"""Periodic work of webhooks; harmless when it runs twice, late or on two workers."""

from celery import shared_task

from tournaments.webhooks import delivering


@shared_task(name="tournaments.webhooks.jobs.deliver", ignore_result=True)
def deliver() -> int:
    """Send what is due; return how many deliveries were tried."""
    return delivering.deliver()


@shared_task(name="tournaments.webhooks.jobs.purge", ignore_result=True)
def purge() -> int:
    """Forget old deliveries; return how many."""
    return delivering.purge()
