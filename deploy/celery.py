"""The Celery app. Celery never holds the only copy of any work: the database says what is due.

Tasks are the functions in each app's `jobs.py`. A message that is lost (a killed worker, an
emptied broker) costs one period of the schedule below, never a chip.
"""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import setup_logging, worker_ready, worker_shutting_down

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("batida")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(related_name="jobs")

# `expires`: a message that waited longer than its period is dropped, so that a worker that comes
# back after an hour does not sweep 720 times.
app.conf.beat_schedule = {
    "audit": {
        "task": "wallet.jobs.audit",
        "schedule": 600.0,
        "options": {"expires": 600},
    },
    "watchdog": {
        "task": "tables.jobs.watchdog",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "purge": {
        "task": "deploy.accounts.jobs.purge",
        "schedule": crontab(hour=4, minute=30),
        "options": {"expires": 3600},
    },
}


@setup_logging.connect
def _keep_our_logging(**_facts: Any) -> None:
    """Leave logging as Django's LOGGING made it: one JSON line for each event."""


@worker_ready.connect
def _start_sweeper(**_facts: Any) -> None:
    """A worker sweeps too, so that tables go on while no web process runs."""
    from tables import runtime  # noqa: PLC0415 - it imports models; Celery sets Django up later

    runtime.start_in_thread()


@worker_shutting_down.connect
def _stop_sweeper(**_facts: Any) -> None:
    from tables import runtime  # noqa: PLC0415 - as above

    runtime.stop_thread()
