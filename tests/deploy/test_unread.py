"""Callers who ask and do not read the answer: they hold no database connection, and no copies."""

import gzip
import json
import socket
from collections.abc import Iterator

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.db import connection, transaction
from django.test import Client

from deploy.accounts.models import User
from deploy.api import schema
from tests.deploy.test_callers import asked, dial, head, until
from tests.deploy.test_gone import held_up
from tests.house import House, in_use_elsewhere, open_house

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 8 << 20
"""More than the kernel keeps for a line."""
DOCUMENT = head("GET", "/api/v1/schema")
SESSION = head("GET", "/integrity/", f"Cookie: sessionid={'a' * 32}")


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


def taken(line: socket.socket, count: int) -> int:
    """Read so many bytes, or to the end; how many came."""
    came = 0
    while came < count and (piece := line.recv(1 << 20)):
        came += len(piece)
    return came


def test_a_long_answer_keeps_no_database_connection(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long(*_about: object, packed: bool) -> bytes:
        assert not User.objects.filter(username="nobody", is_active=packed).exists()
        return b"x" * LONG

    monkeypatch.setattr(schema, "written", long)
    lines = [dial(house) for _ in range(3)]
    for line in lines:
        line.sendall(DOCUMENT)
        assert line.recv(15) == b"HTTP/1.1 200 OK"
    house.wait_for_threads(but=1)
    for line in lines:
        assert taken(line, LONG) >= LONG
        line.close()


def test_who_has_not_taken_the_answer_before_waits_with_the_next_request(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the old order it was worked on, and then kept its connection until it could be sent."""
    monkeypatch.setattr(schema, "written", lambda *_about, packed: b"x" * (LONG + packed))
    monkeypatch.setattr(ASGIHandler, "chunk_size", 2 * LONG)  # the line has all of it at once
    with dial(house) as unread, dial(house) as other:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
            unread.sendall(DOCUMENT + SESSION)
            assert unread.recv(15) == b"HTTP/1.1 200 OK"
            other.sendall(SESSION)
            assert until(lambda: held_up("django_session") == 1)
            assert asked(house, "/healthz") == 200
            assert held_up("django_session") == 1  # the other's
            taken(unread, LONG)
            assert until(lambda: held_up("django_session") == 2)
        assert unread.recv(15) == other.recv(15) == b"HTTP/1.1 200 OK"


def test_who_goes_away_before_taking_it_is_not_worked_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "written", lambda *_about, packed: b"x" * (LONG + packed))
    monkeypatch.setattr(ASGIHandler, "chunk_size", 2 * LONG)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
        for _ in range(3):
            with dial(house) as line:
                line.sendall(DOCUMENT + SESSION)
                assert line.recv(15) == b"HTTP/1.1 200 OK"
        assert asked(house, "/healthz") == 200
        assert held_up("django_session") == 0
    house.wait_for_threads(but=1)
    assert in_use_elsewhere() <= house.held_before + 1


def test_all_who_ask_share_one_copy_of_the_document(client: Client) -> None:
    plain = client.get("/api/v1/schema", headers={"accept-encoding": "identity"})
    packed = client.get("/api/v1/schema", headers={"accept-encoding": "br, gzip"})
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in packed["Vary"]
    assert json.loads(plain.content)["info"]["title"] == "Batida"
    for answer in (plain, packed):
        again = client.get(
            "/api/v1/schema",
            headers={"accept-encoding": answer.get("Content-Encoding", "identity")},
        )
        assert again.content is answer.content
