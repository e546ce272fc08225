"""Requests in a row, one of which is refused: those before it are answered first, in order."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from deploy.caller import BODY_BYTES_MAX, HEAD_BYTES_MAX, PIPELINED_MAX
from tests.deploy.test_callers import UPGRADE, dial, head, heard, until
from tests.deploy.test_gone import held_up
from tests.house import House, open_house

pytestmark = pytest.mark.django_db(transaction=True)

LONG = f"{BODY_BYTES_MAX + 1:x}\r\n".encode() + b"x" * (BODY_BYTES_MAX + 1)
# What is refused, and by which status.
REFUSED = {
    "a body declared too long": (head("POST", "/", f"Content-Length: {BODY_BYTES_MAX + 1}"), 413),
    "a body in pieces": (head("POST", "/", "Transfer-Encoding: chunked") + LONG, 413),
    "a long head": (head("GET", "/", "X: " + "y" * HEAD_BYTES_MAX), 431),
    "a long address": (head("GET", "/" + "y" * HEAD_BYTES_MAX), 431),
    "no HTTP": (b"NONSENSE\r\n\r\n", 400),
    "no text": (b"\0\r\n\r\n", 400),
    "a handshake": (head("GET", "/ws/v1/tables/1", UPGRADE), 429),
}


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


def told(said: bytes) -> list[int]:
    """The statuses of answers, in order."""
    return [int(found) for found in re.findall(rb"HTTP/1\.1 (\d+) ", said)]


@pytest.mark.parametrize("before", [1, 3])
@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_comes_after_the_answers_before_it(house: House, what: str, before: int) -> None:
    sent, status = REFUSED[what]
    with dial(house) as line:
        line.sendall(head("GET", "/healthz") * before + sent + head("GET", "/healthz"))
        said = heard(line)
    assert told(said) == [200] * before + [status]
    assert said.count(b"connection: close") == 1


def test_too_many_in_a_row_are_answered_up_to_the_one_that_is_too_many(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("GET", "/healthz") * (PIPELINED_MAX + 10))
        statuses = told(heard(line))
    assert set(statuses[:-1]) == {200}
    assert (len(statuses) > PIPELINED_MAX, statuses[-1]) == (True, 429)


def test_an_answer_that_takes_its_time_is_waited_for(house: House) -> None:
    slow = head("GET", "/integrity/", f"Cookie: sessionid={'a' * 32}")
    with dial(house) as line:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
            line.sendall(slow + REFUSED["a body in pieces"][0])
            assert until(lambda: held_up("django_session") == 1)
        assert told(heard(line)) == [200, 413]


def test_who_asked_to_end_the_line_is_told_no_more(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("GET", "/healthz", "Connection: close") + REFUSED["no HTTP"][0])
        assert told(heard(line)) == [200]
