"""The Celery app. Celery never holds the only copy of any work: the database says what is due.

Tasks are the functions in each app's `jobs.py`. A message that is lost (a killed worker, an
emptied broker) costs one period of the schedule below, never a chip.
"""

import os
import threading
from typing import Any

import structlog
from celery import Celery, bootsteps
from celery.beat import Scheduler, Service
from celery.schedules import crontab
from celery.signals import setup_logging, worker_ready, worker_shutting_down

log = structlog.get_logger(__name__)
BEAT_PAUSE_SECONDS = 5  # after beat failed, until it begins anew

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
    "seal": {
        "task": "wallet.jobs.seal",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "sweep-rake": {
        "task": "wallet.jobs.sweep_rake",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "watchdog": {
        "task": "tables.jobs.watchdog",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "tournaments": {
        "task": "tournaments.jobs.advance",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "webhooks": {
        "task": "tournaments.webhooks.jobs.deliver",
        "schedule": 1.0,
        "options": {"expires": 1},
    },
    "purge-webhooks": {
        "task": "tournaments.webhooks.jobs.purge",
        "schedule": crontab(hour=4, minute=45),
        "options": {"expires": 3600},
    },
    "purge": {
        "task": "deploy.accounts.jobs.purge",
        "schedule": crontab(hour=4, minute=30),
        "options": {"expires": 3600},
    },
    "forget-keys": {
        "task": "wallet.jobs.forget_keys",
        "schedule": crontab(hour=4, minute=40),
        "options": {"expires": 3600},
    },
}


class Beat(threading.Thread):
    """Beat in a thread of the worker, its times in memory: no file to spoil, no child process.

    (`celery worker --beat` forks a process that outlives a kill -9 of the worker.) Two workers
    beat twice, which is harmless: each task may run twice or late.
    """

    def __init__(self) -> None:
        """Make it; `start` and `stop` it with the worker."""
        super().__init__(name="beat", daemon=True)
        self.stopping = threading.Event()
        self.service: Service | None = None

    def run(self) -> None:
        """Send what is due until stopped; begin anew when something failed, as Redis may."""
        app.set_current()
        while not self.stopping.is_set():
            # remote_control: the worker answers for this process already.
            self.service = Service(app, scheduler_cls=Scheduler, remote_control=False)
            try:
                self.service.start()
            except Exception:
                log.exception("beat-failed", again_in=BEAT_PAUSE_SECONDS)
                self.stopping.wait(BEAT_PAUSE_SECONDS)

    def stop(self) -> None:
        """End it within beat_max_loop_interval, or leave it to end with the process."""
        self.stopping.set()
        if self.service:
            self.service.stop()
        if self.is_alive():
            self.join(2)


class BeatStep(bootsteps.StartStopStep):
    """Starts beat with each worker, and stops it with that worker."""

    requires = ("celery.worker.components:Pool",)

    def create(self, worker: object) -> Beat:
        """Return what is started and stopped."""
        return Beat()


app.steps["worker"].add(BeatStep)
_running: dict[str, Any] = {}  # what a worker started beside its tasks


@setup_logging.connect
def _keep_our_logging(**_facts: Any) -> None:
    """Leave logging as Django's LOGGING made it: one JSON line for each event."""


@worker_ready.connect
def _start_sweeper(**_facts: Any) -> None:
    """A worker sweeps too, so that tables go on while no web process runs."""
    from deploy import measured  # noqa: PLC0415 - it imports models; Celery sets Django up later
    from tables import runtime  # noqa: PLC0415 - as above

    runtime.start_in_thread()
    _running["sharer"] = measured.Sharer()
    _running["sharer"].start()


@worker_shutting_down.connect
def _stop_sweeper(**_facts: Any) -> None:
    from tables import runtime  # noqa: PLC0415 - as above

    runtime.stop_thread()
    if sharer := _running.pop("sharer", None):
        sharer.stop()
