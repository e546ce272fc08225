"""Periodic work of the tables; thin, and harmless when it runs twice or late."""

from celery import shared_task

from tables import commands, queries


@shared_task(name="tables.jobs.watchdog", ignore_result=True)
def watchdog() -> int:
    """Heal tables whose clock should be set and is not; return how many (0 is right)."""
    return sum(commands.heal(table_id=table_id) for table_id in queries.idle_tables())
