"""Periodic work of tournaments; thin, and harmless when it runs twice, late or on two workers."""

import structlog
from celery import shared_task

from tournaments import commands, queries
from wallet.errors import Refusal

log = structlog.get_logger(__name__)

STEPS_AT_ONCE = 200


@shared_task(name="tournaments.jobs.advance", ignore_result=True)
def advance() -> int:
    """Let every tournament do what is due in it; return how many steps were done."""
    done = 0
    for tournament_id in queries.due_tournaments():
        try:
            done += commands.advance(tournament_id, STEPS_AT_ONCE)
        except Exception as error:
            # One broken tournament must not stop the clocks of the others.
            log.exception("tournament-failed", tournament=tournament_id)
            if not (isinstance(error, Refusal) and error.transient):
                commands.put_off(tournament_id)
    return done
