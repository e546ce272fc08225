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
                commands.put_off(tournament_id, _reason(error))
    return done


def _reason(error: Exception) -> str:
    """What the organiser is told of it: a refusal's sentence, else what whoever runs it looks for.

    No more than the name: the text of an error of a program may hold anything.
    """
    return error.detail if isinstance(error, Refusal) else type(error).__name__
