"""Periodic work of the accounts."""

from celery import shared_task
from django.core.management import call_command

from deploy.accounts import commands


@shared_task(name="deploy.accounts.jobs.purge")
def purge() -> None:
    """Delete what has run out: sessions, tokens, socket tickets, emptied rate limits."""
    call_command("clearsessions")
    commands.tidy()
