"""What probes are told."""

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from tables import commands


async def test_healthz_needs_no_database(async_client: AsyncClient) -> None:
    answer = await async_client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer["X-Request-ID"]


@pytest.mark.django_db
def test_readyz_waits_for_a_sweeper(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "ready": False,
        "database": True,
        "migrations": True,
        "sweeper_silent_seconds": None,
    }
    commands.beat(name="a test", is_door=True)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["sweeper_silent_seconds"] < 10


@pytest.mark.django_db
def test_request_id_of_a_proxy_is_kept_if_it_looks_like_one(client: Client) -> None:
    given = "0123456789abcdef"
    for get in (client.get, async_to_sync(AsyncClient().get)):
        assert given == get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
        bad = get("/healthz", headers={"X-Request-ID": "no\x0bid"})["X-Request-ID"]
        assert "no" not in bad
