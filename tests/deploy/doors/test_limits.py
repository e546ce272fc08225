"""Limits on tries: exact under concurrency, and a success is no offence."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings
from rest_framework.test import APIClient

from deploy.accounts.models import User
from tests.deploy.doors.conftest import PASSWORD
from wallet import rate_limits
from wallet.errors import TooManyRequests
from wallet.models import Allowance


@pytest.mark.django_db(transaction=True)
def test_row_38_of_two_hundred_at_once_exactly_the_burst_is_let_in(settings: Settings) -> None:
    """Threat 38: a counter that reads first and writes later would let more in."""
    settings.RATE_LIMITS = {"door": (17, 3600.0)}

    def attempt(_number: int) -> bool:
        try:
            rate_limits.take("door", "203.0.113.9")
        except TooManyRequests:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(12) as pool:
        assert sum(pool.map(attempt, range(200))) == 17


@pytest.mark.django_db
def test_the_refusal_says_how_long_to_wait(settings: Settings) -> None:
    settings.RATE_LIMITS = {"door": (2, 3600.0)}
    rate_limits.take("door", "a")
    rate_limits.take("door", "a")
    rate_limits.take("door", "b")
    with pytest.raises(TooManyRequests) as refusal:
        rate_limits.take("door", "a")
    assert 3500 <= refusal.value.facts["retry_after"] <= 3600


@pytest.mark.django_db
def test_an_allowance_comes_back_with_time(settings: Settings) -> None:
    settings.RATE_LIMITS = {"door": (1, 30.0)}
    rate_limits.take("door", "a")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_allowance SET used_until = now() - interval '1 second'")
    rate_limits.take("door", "a")
    assert Allowance.objects.count() == 1


@pytest.mark.django_db
def test_sign_in_is_limited_at_both_doors(
    settings: Settings, api: APIClient, make_user: Callable[..., User]
) -> None:
    """The right password does not help while the limit holds, and the answer says when it ends."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign-in": (2, 60.0)}
    make_user("ana")
    for _ in range(2):
        api.post("/api/v1/tokens", {"username": "ana", "password": "no"})
    answer = api.post("/api/v1/tokens", {"username": "ANA", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-requests")
    assert int(answer["Retry-After"]) == answer.json()["retry_after"]
    page = Client().post("/sign-in/", {"username": "ana", "password": PASSWORD})
    assert page.status_code == 429


@pytest.mark.django_db
def test_another_spelling_of_a_name_is_no_further_try(
    settings: Settings, api: APIClient, make_user: Callable[..., User]
) -> None:
    """Tries are counted for the account that is meant, however its name is written."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign-in-name": (3, 60.0)}
    make_user("nina")
    for name in ("nina", "N1NA", "ni\u0301\u0300na "):
        answer = api.post("/api/v1/tokens", {"username": name, "password": "no"})
        assert answer.json()["code"] == "sign-in-failed"
    answer = api.post("/api/v1/tokens", {"username": "\uff2eina", "password": PASSWORD})
    assert answer.json()["code"] == "too-many-requests"


@pytest.mark.django_db
def test_a_success_clears_the_tries(
    settings: Settings, api: APIClient, make_user: Callable[..., User]
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign-in": (2, 60.0)}
    make_user("ana")
    for _ in range(4):
        answer = api.post("/api/v1/tokens", {"username": "ana", "password": PASSWORD})
        assert answer.status_code == 201


@pytest.mark.django_db
def test_sign_up_is_limited_by_address(settings: Settings, api: APIClient) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign-up": (1, 60.0)}
    for number, status in enumerate((201, 429)):
        body = {"username": f"player{number}", "password": PASSWORD}
        key = {"Idempotency-Key": f"k{number}"}
        assert api.post("/api/v1/accounts", body, headers=key).status_code == status
