"""What is slow on purpose is not what these tests are about: passwords, and the best seating."""

from functools import partial

import pytest
from pytest_django import Settings

from tournaments.rules import rounds
from tournaments.rules.swiss_tables import seat_round


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords fast."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a seating for a moment: who is left is the question here, not how well they sit."""
    monkeypatch.setattr(rounds, "seat_round", partial(seat_round, effort=20))
