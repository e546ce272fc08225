"""People at a table, and clocks that do not keep a test waiting."""

import pytest
from pytest_django import Settings

from deploy.accounts.models import User
from tables.commands import hand
from tests.house import a_player, sit
from tests.tables.felt import quick_table


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords fast: what is slow on purpose is not what these tests are about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def quick_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think, and the absent are played for, at once; no grace for slow packets."""
    monkeypatch.setattr(hand, "GRACE_MS", 0)
    monkeypatch.setattr(hand, "BOT_THINKS_MS", 0)
    monkeypatch.setattr(hand, "AWAY_ACTS_MS", 0)


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    """Three people with a thousand chips each."""
    return [a_player(name) for name in ("ana", "bia", "caio")]


@pytest.fixture
def stranger(transactional_db: None) -> User:
    """Somebody with a thousand chips and no seat."""
    return a_player("zeca")


@pytest.fixture
def table_id(players: list[User], quick_clock: None) -> int:
    """Their quick table: ante 5, six seats; each sits down with 500 chips; a deal is due."""
    opened = quick_table(players[0])
    for player in players:
        sit(player, opened)
    return opened
