"""People for the tests of the doors."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from pytest_django import Settings
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


@pytest.fixture
def people(make_user: Callable[..., User]) -> dict[str, Client]:
    """Return a signed-in browser for each role, and one for a visitor."""
    clients = {"anonymous": Client()}
    for role in PEOPLE[1:]:
        clients[role] = Client()
        clients[role].force_login(make_user(f"the.{role}", role))
    return clients


@pytest.fixture
def api() -> APIClient:
    """Return a client without cookie or token, which checks CSRF."""
    return APIClient(enforce_csrf_checks=True)
