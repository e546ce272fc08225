"""People at a table, and clocks that do not keep a test waiting."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from deploy.accounts.models import User
from tables import doorbell
from tables.commands import hand
from tests.deals import SHORT, known_deals
from tests.house import a_player, sit
from tests.tables.felt import quick_table
from tests.tables.own_redis import REDIS_SERVER, OwnRedis


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
def short_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of three steady players are over after a few turns."""
    known_deals(monkeypatch, SHORT)


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


@pytest.fixture(scope="session")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    """A Redis of the tests' own, on a free port, that keeps nothing."""
    if not REDIS_SERVER.exists():
        pytest.skip("redis-server is not installed here")
    server = OwnRedis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_rings(own_redis: OwnRedis, settings: Settings) -> Iterator[OwnRedis]:
    """Rings go through that Redis."""
    own_redis.start()
    settings.REDIS_URL = own_redis.url
    doorbell.rest_no_more()
    yield own_redis
    doorbell.rest_no_more()


@pytest.fixture(params=["notify", "redis"])
def either_doorbell(request: pytest.FixtureRequest) -> str:
    """The test runs twice: rings by PostgreSQL, and by Redis."""
    if request.param == "redis":
        request.getfixturevalue("redis_rings")
    return str(request.param)
