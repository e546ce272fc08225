"""Celery: what it may do and what beat asks of it."""

import threading

import pytest
from celery.beat import Service
from django.conf import settings

from deploy import celery
from deploy.accounts.jobs import purge
from deploy.celery import Beat, BeatStep, app
from deploy.processes import wait_until
from deploy.start import WORKER


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}
    wallet = {f"wallet.jobs.{name}" for name in ("audit", "forget_keys", "seal", "sweep_rake")}
    others = {
        "tables.jobs.watchdog",
        "deploy.accounts.jobs.purge",
        "tournaments.jobs.advance",
        "tournaments.webhooks.jobs.deliver",
        "tournaments.webhooks.jobs.purge",
    }
    assert wallet | others == tasks
    assert tasks <= app.tasks.keys()


def test_messages_are_json_and_late() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_ignore_result


def test_no_message_outlives_its_period() -> None:
    assert all(entry["options"]["expires"] for entry in app.conf.beat_schedule.values())


def test_broker_lies_in_var_when_no_redis_is_named() -> None:
    if settings.REDIS_URL:
        pytest.skip("this run has a Redis")
    assert app.conf.broker_url == "filesystem://"
    assert app.conf.broker_transport == "deploy.broker:Transport"
    assert str(settings.VAR_DIR) in app.conf.broker_transport_options["data_folder_in"]


@pytest.mark.django_db
def test_purge_runs_on_an_empty_house_and_twice() -> None:
    purge()
    purge()


def test_beat_is_a_thread_of_every_worker() -> None:
    """A process of its own (`--beat`) would outlive a kill -9 of the worker."""
    assert BeatStep in app.steps["worker"]
    assert not {"--beat", "-B"} & set(WORKER)


def test_beat_begins_anew_after_a_failure_and_ends_when_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Redis may be gone for longer than beat tries by itself."""
    begun: list[str] = []
    told = threading.Event()

    def start(_service: Service) -> None:
        begun.append(threading.current_thread().name)
        if len(begun) == 1:
            raise OSError("gone")
        told.wait(60)

    monkeypatch.setattr(Service, "start", start)
    monkeypatch.setattr(Service, "stop", lambda _service: told.set())
    monkeypatch.setattr(celery, "BEAT_PAUSE_SECONDS", 0.01)
    beat = Beat()
    beat.stop()  # of a worker that never came so far
    beat = Beat()
    beat.start()
    assert wait_until(lambda: len(begun) > 1, 60)
    beat.stop()
    assert not beat.is_alive()
    assert set(begun) == {"beat"}
