"""Celery: what it may do and what beat asks of it."""

import pytest
from django.conf import settings

from deploy.accounts.jobs import purge
from deploy.celery import app


def test_every_scheduled_task_exists() -> None:
    app.loader.import_default_modules()
    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert {"wallet.jobs.audit", "tables.jobs.watchdog", "deploy.accounts.jobs.purge"} == tasks
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
    assert str(settings.VAR_DIR) in app.conf.broker_transport_options["data_folder_in"]


@pytest.mark.django_db
def test_purge_runs_on_an_empty_house_and_twice() -> None:
    purge()
    purge()
