"""Callers who go away while they are answered, or ask for what we do not speak."""

import re
import threading
import time
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from deploy import caller
from tests.deploy.test_callers import (
    PATIENCE_SECONDS,
    UPGRADE,
    asked,
    dial,
    head,
    heard,
    narrow,
    status,
    until,
)
from tests.house import House, open_house

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


@pytest.mark.parametrize(
    ("body", "missing"),
    [(b"", [b"username", b"password"]), (b'{"username": "ana"}', [b"password"]), (b"x" * 44, [])],
    ids=["no body", "a body", "no JSON"],
)
def test_another_upgrade_is_as_good_as_not_asked_for(
    house: House, body: bytes, missing: list[bytes]
) -> None:
    """Java's own client asks for HTTP/2 by each first request of a line."""
    asks = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA"
    with dial(house) as line:
        length = f"Content-Length: {len(body)}"
        line.sendall(
            head("POST", "/api/v1/tokens", asks, length, "Content-Type: application/json") + body
        )
        first = line.recv(65_536)
        assert status(first) == 400
        assert re.findall(rb'"field":"(\w+)"', first) == missing  # what the body did not say
        line.sendall(head("GET", "/healthz", "Connection: close"))
        assert b"HTTP/1.1 200" in heard(line)


def held_up(table: str) -> int:
    """How many wait for a lock of this table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [table]
        )
        return int(cursor.fetchone()[0])


GOING = {
    "goes": b"",
    "sends too much": head("POST", "/", "Content-Length: 65537"),
    "sends no HTTP": b"\0\r\n\r\n",
    "wants a socket": head("GET", "/ws/v1/tables/1", UPGRADE),
}


@pytest.mark.parametrize("how", GOING)
def test_who_is_gone_keeps_no_database_connection(house: House, how: str) -> None:
    """Of requests in a row the one at work ends well, and those behind it are not begun."""
    session = head("GET", "/integrity/", f"Cookie: sessionid={'a' * 32}")
    with narrow(most=100, of_address=50) as way:
        for _ in range(3):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
                lines = [dial(house) for _ in range(4)]
                for line in lines:
                    line.sendall(session * 3)
                assert until(lambda: held_up("django_session") == 4)
                for line in lines:
                    line.sendall(GOING[how])
                    line.close()
                assert until(lambda: way.count == 0)
            house.wait_for_threads(but=1)
        assert asked(house, "/integrity/") == 200


def test_a_line_that_asks_at_the_last_moment_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What came when the time was over, and was not read yet, is looked for first."""
    looked = caller.Caller.timeout_keep_alive_handler
    ended = threading.Event()

    def late(self: caller.Caller) -> None:
        if not self._looked:
            ended.set()
            time.sleep(0.2)  # the house is busy, and a request comes meanwhile
        looked(self)

    monkeypatch.setattr(caller.Caller, "timeout_keep_alive_handler", late)
    with open_house(timeout_keep_alive=0.3) as house, dial(house) as line:
        line.sendall(head("GET", "/healthz"))
        assert status(line.recv(65_536)) == 200
        assert ended.wait(PATIENCE_SECONDS)
        line.sendall(head("GET", "/healthz"))
        assert status(line.recv(65_536)) == 200
