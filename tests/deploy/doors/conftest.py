"""People for the tests of the doors."""

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import Group
from django.test import Client, TransactionTestCase
from pytest_django import DjangoDbBlocker, Settings
from rest_framework.test import APIClient

from deploy.accounts.models import User
from tests.deploy.permission_table import PEOPLE

PASSWORD = "mesa verde 9"


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords fast: what is slow on purpose is not what these tests are about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def make_user(db: None) -> Callable[..., User]:
    """Return a maker of users with a role and the password above."""

    def make(name: str = "ana", role: str = "player") -> User:
        user = User.objects.create_user(name, password=PASSWORD, is_staff=role == "staff")
        user.groups.add(Group.objects.get(name=role))
        return user

    return make


@pytest.fixture(scope="module")
def sessions(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, str]]:
    """Return the key of a signed-in session for each role.

    They outlive the tests of a file, which roll back whatever they do to them.
    """
    with django_db_blocker.unblock():
        keys = {}
        for role in PEOPLE[1:]:
            user = User.objects.create(username=f"the.{role}", is_staff=role == "staff")
            user.groups.add(Group.objects.get(name=role))
            client = Client()
            client.force_login(user)
            keys[role] = client.cookies["sessionid"].value
    yield keys
    with django_db_blocker.unblock():
        TransactionTestCase._fixture_teardown(None)  # type: ignore[attr-defined] # of tests/conftest


@pytest.fixture
def people(db: None, sessions: dict[str, str]) -> dict[str, Client]:
    """Return a signed-in browser for each role, and one for a visitor."""
    clients = {"anonymous": Client()}
    for role, key in sessions.items():
        clients[role] = Client()
        clients[role].cookies["sessionid"] = key
    return clients


@pytest.fixture
def api() -> APIClient:
    """Return a client without cookie or token, which checks CSRF."""
    return APIClient(enforce_csrf_checks=True)
