"""Bad callers over real sockets: too much, too slowly, too many. Rows 54 to 56, over HTTP."""

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from deploy import caller, doorway
from deploy.doorway import Doorway, Place
from deploy.measured import door
from tables.measures import here
from tests.house import House, open_house
from tests.tournaments.organiser import an_organiser, announced

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 60
MIB = 1 << 20
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
)
# Every door: a program's, a page's, the admin's, a form, a method without an answer's body.
DOORS = {
    "api": ("POST", "/api/v1/accounts", ""),
    "csv": ("POST", "/api/v1/tournaments/1/entrants", "Content-Type: text/csv"),
    "nowhere": ("POST", "/api/nowhere", ""),
    "page": ("POST", "/sign-in/", "Content-Type: application/x-www-form-urlencoded"),
    "upload": ("POST", "/sign-up/", "Content-Type: multipart/form-data; boundary=x"),
    "admin": ("POST", "/admin/", "Content-Type: application/x-www-form-urlencoded"),
    "head": ("HEAD", "/", ""),
    "get": ("GET", "/healthz", ""),
    "handshake": ("GET", "/ws/v1/tables/1", UPGRADE),
}


@pytest.fixture
def house() -> Iterator[House]:
    with open_house() as opened:
        yield opened


def dial(house: House) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", house.port))
    line.settimeout(PATIENCE_SECONDS)
    return line


def head(method: str, path: str, *more: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *filter(None, more)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def heard(line: socket.socket) -> bytes:
    """Whatever comes until the line ends."""
    said = b""
    with suppress(ConnectionResetError):
        while piece := line.recv(65_536):
            said += piece
    return said


def ended(line: socket.socket) -> bool:
    """Whether the house ends the line, rather than our patience."""
    try:
        heard(line)
    except TimeoutError:
        return False
    return True


def status(said: bytes) -> int:
    return int(said.split(b" ", 2)[1])


def spooled() -> list[str]:
    """Files of this process, which the house is part of, that have no name any more."""
    files = []
    for fd in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            files.append(str(fd.readlink()))
    return [name for name in files if name.endswith("(deleted)") and "/tmp" in name]  # noqa: S108 - looked for, not made


@pytest.mark.parametrize("where", DOORS)
def test_a_body_declared_too_long_is_refused_at_once(house: House, where: str) -> None:
    method, path, more = DOORS[where]
    with dial(house) as line:
        line.sendall(head(method, path, "Content-Length: 10000000000", more))
        said = heard(line)  # no byte of the body was sent
    assert status(said) == 413
    assert b"connection: close" in said
    top, _, body = said.partition(b"\r\n\r\n")
    if where == "head":
        assert body == b""
    elif path.startswith("/api/"):
        assert b"content-type: application/problem+json" in top
        told = json.loads(body)
        assert (told["code"], told["status"], told["instance"]) == ("too-large", 413, path)
    else:
        assert b"content-type: text/html" in top


@pytest.mark.parametrize("where", DOORS)
def test_a_body_in_pieces_is_refused_when_it_is_too_long(house: House, where: str) -> None:
    method, path, more = DOORS[where]
    before, sent, said = spooled(), 0, b""
    with dial(house) as line:
        line.sendall(head(method, path, "Transfer-Encoding: chunked", more))
        piece = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        with suppress(ConnectionError):
            while sent < 64 * MIB:
                line.sendall(piece)
                sent += len(piece)
        with suppress(ConnectionError):
            said = heard(line)
    assert sent < 64 * MIB  # it was ended before all was sent
    assert spooled() == before
    assert not said or status(said) == 413


def test_the_refusal_of_a_body_in_pieces_can_be_read(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("POST", "/api/v1/accounts", "Transfer-Encoding: chunked"))
        line.sendall(b"10001\r\n" + b"x" * 0x10001)
        told = json.loads(heard(line).partition(b"\r\n\r\n")[2])
    assert told["code"] == "too-large"


def test_one_byte_pieces_of_a_short_body_are_a_body(house: House) -> None:
    body = b'{"username": "zeca", "password": "quatro cavalos azuis"}'
    with dial(house) as line:
        line.sendall(
            head("POST", "/api/v1/tokens", "Transfer-Encoding: chunked", "Connection: close",
                 "Content-Type: application/json")
        )  # fmt: skip
        for byte in body:
            line.sendall(b"1\r\n%c\r\n" % byte)
        line.sendall(b"0\r\n\r\n")
        assert status(heard(line)) == 400  # it was taken; the framework wants a length


HANDSHAKES = {
    "many headers": "\r\n".join(f"X-{n}: a" for n in range(200)),
    "a long header": "Cookie: a=" + "b" * 20_000,
    "an empty body": "Content-Length: 0",
    "a body": "Content-Length: 5",
    "no key": "Sec-WebSocket-Key: ",
    "an old version": "Sec-WebSocket-Version: 8",
}


@pytest.mark.parametrize("more", HANDSHAKES)
def test_a_handshake_that_cannot_be_read_ends_the_line(house: House, more: str) -> None:
    with dial(house) as line:
        line.sendall(head("GET", "/ws/v1/tables/1", UPGRADE, HANDSHAKES[more]))
        assert ended(line)


def test_long_extensions_of_pieces_are_counted(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("POST", "/api/v1/tokens", "Transfer-Encoding: chunked"))
        with suppress(ConnectionError):
            line.sendall(b"1;" + b"a" * (4 * MIB))
        assert ended(line)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("Accept-Language: pt-BR", "Envie no máximo 64 KiB."),
        ("Accept-Language: en", "Send at most 64 KiB."),
        ("Accept-Language: fr", "64 Kio"),
        ("Cookie: django_language=de", "Sende höchstens 64 KiB."),
    ],
    ids=["pt", "en", "fr", "de"],
)
def test_it_is_said_in_the_readers_language(house: House, more: str, words: str) -> None:
    for path in ("/api/v1/accounts", "/"):
        with dial(house) as line:
            line.sendall(head("POST", path, "Content-Length: 65537", more))
            assert words in heard(line).decode()


def test_the_longest_body_is_taken(house: House) -> None:
    body = b'{"username": "' + b"x" * (caller.BODY_BYTES_MAX - 16) + b'"}'
    assert len(body) == caller.BODY_BYTES_MAX
    with dial(house) as line:
        line.sendall(
            head("POST", "/api/v1/tokens", f"Content-Length: {len(body)}", "Connection: close",
                 "Content-Type: application/json") + body
        )  # fmt: skip
        assert status(heard(line)) == 400  # read, and found to have no password


@pytest.mark.parametrize(
    "much",
    [b"X-A: " + b"a" * (4 * MIB), b"X-A: b\r\n" * (MIB // 2), b"X-A" * MIB],
    ids=["one long value", "many headers", "one long name"],
)
def test_headers_are_bounded_together(house: House, much: bytes) -> None:
    with dial(house) as line:
        line.sendall(b"GET /api/v1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with suppress(ConnectionError):
            line.sendall(much)
        said = b""
        with suppress(ConnectionError):
            said = heard(line)
    assert not said or status(said) in {400, 431}  # 400: the parser knows no such name


def test_the_refusal_of_headers_can_be_read(house: House) -> None:
    with dial(house) as line:
        cookie = "Cookie: a=" + "b" * 70_000
        line.sendall(head("GET", "/api/v1/", cookie))
        said = heard(line)
    assert status(said) == 431
    assert json.loads(said.partition(b"\r\n\r\n")[2])["code"] == "head-too-large"


def test_a_long_address_counts_as_head(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("GET", "/" + "a" * 70_000))
        said = heard(line)
    assert status(said) == 431
    assert b"text/html" in said


def test_what_is_refused_is_counted(house: House) -> None:
    named = (("door", door("/api/v1/")), ("status", "4xx"))
    before = here._added["batida_request_seconds_count", named]
    with dial(house) as line:
        line.sendall(head("POST", "/api/v1/", "Content-Length: 65537"))
        heard(line)
    assert here._added["batida_request_seconds_count", named] == before + 1


HALVES = {
    "nothing": b"",
    "empty lines": b"\r\n\r\n",
    "half a line": b"GET /heal",
    "half the headers": b"GET /healthz HTTP/1.1\r\nHost: 127",
    "half a body": head("POST", "/api/v1/tokens", "Content-Length: 100") + b"{",
    "half a piece": head("POST", "/api/v1/tokens", "Transfer-Encoding: chunked") + b"5\r\nab",
    "half a handshake": b"GET /ws/v1/tables/1 HTTP/1.1\r\nUpgrade: websocket\r\n",
    "a second half": head("GET", "/healthz") + b"GET /heal",
    "a first whole": head("GET", "/healthz"),
    "empty lines behind": head("GET", "/healthz") + b"\r\n",
}


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house of little patience."""
    monkeypatch.setattr(caller, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(caller, "BODY_SECONDS", 0.3)
    monkeypatch.setattr(caller, "LATE_SECONDS", PATIENCE_SECONDS)  # a busy machine is no excuse
    with open_house(timeout_keep_alive=0.3) as opened:
        yield opened


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_ended(brisk: House, half: str) -> None:
    with dial(brisk) as line:
        line.sendall(HALVES[half])
        assert ended(line)


def taken(line: socket.socket) -> bool:
    try:
        line.sendall(b"1")
    except ConnectionError:
        return False
    return True


@pytest.mark.parametrize("begun", ["half the headers", "half a body"])
def test_a_trickle_is_ended_as_well(brisk: House, begun: str) -> None:
    """What comes meanwhile gives no new time."""
    with dial(brisk) as line:
        line.sendall(HALVES[begun])
        assert until(lambda: not taken(line))


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether it was our turn, and no clock ran, whenever that was looked at."""
    watched, found = caller.Caller._watch, list[bool]()

    def seen(self: caller.Caller) -> None:
        watched(self)
        found.append(self._clock is None)

    monkeypatch.setattr(caller.Caller, "_watch", seen)
    return found


def test_who_waits_for_an_answer_is_not_ended(
    brisk: House, monkeypatch: pytest.MonkeyPatch, ours: list[bool]
) -> None:
    """A long poll says nothing for as long as it likes: it is our turn."""
    expired: list[caller.Caller] = []
    monkeypatch.setattr(caller.Caller, "_expired", expired.append)
    with dial(brisk) as line:
        line.sendall(head("GET", "/healthz", "Connection: close"))
        assert status(heard(line)) == 200
    assert ours[-1]  # when the request was all there, no clock ran
    assert expired == []


def test_half_the_next_request_has_time_while_an_answer_is_owed(
    brisk: House, ours: list[bool]
) -> None:
    with dial(brisk) as line:
        line.sendall(HALVES["a second half"])
        assert status(heard(line)) == 200
    # The line was new; then we owed an answer; then it was the client's turn again.
    assert ours == [False, True, False]


def test_a_standstill_of_ours_ends_nobody(brisk: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caller, "LATE_SECONDS", -1.0)  # each timer comes too late
    with dial(brisk) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        time.sleep(1)
        line.sendall(b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert status(heard(line)) == 200


def test_requests_in_a_row_are_answered_in_a_row(house: House) -> None:
    with dial(house) as line:
        line.sendall(head("GET", "/healthz") * 20 + head("GET", "/healthz", "Connection: close"))
        assert heard(line).count(b"HTTP/1.1 200") == 21


def test_no_end_of_requests_in_a_row_is_refused(house: House) -> None:
    with dial(house) as line:
        with suppress(ConnectionError):
            line.sendall(head("GET", "/healthz") * 5_000)
        assert ended(line)


@contextmanager
def narrow(most: int, of_address: int, proxies: tuple[str, ...] = ()) -> Iterator[Doorway]:
    """A doorway of so few places, until the block ends."""
    before, doorway.here = doorway.here, Doorway(most, of_address, proxies)
    try:
        yield doorway.here
    finally:
        doorway.here = before


def asked(house: House, path: str) -> int:
    with dial(house) as line:
        line.sendall(head("GET", path, "Connection: close"))
        return status(heard(line))


def until(true: Callable[[], bool]) -> bool:
    limit = time.monotonic() + PATIENCE_SECONDS
    while not true() and time.monotonic() < limit:
        time.sleep(0.01)
    return true()


def test_one_address_has_so_many_connections(house: House) -> None:
    with narrow(most=100, of_address=5) as way:
        lines = [dial(house) for _ in range(5)]
        assert until(lambda: way.count == 5)
        with dial(house) as line:
            assert status(heard(line)) == 503
        lines.pop().close()
        assert until(lambda: way.count == 4)
        assert asked(house, "/healthz") == 200
        for line in lines:
            line.close()
        assert until(lambda: way.count == 0)


def test_a_proxy_that_is_believed_has_as_many_as_there_are(house: House) -> None:
    with narrow(most=100, of_address=5, proxies=("127.0.0.1",)) as way:
        lines = [dial(house) for _ in range(20)]
        assert until(lambda: way.count == 20)
        assert asked(house, "/healthz") == 200
        for line in lines:
            line.close()


def test_a_full_house_still_says_that_it_lives(house: House) -> None:
    with narrow(most=5, of_address=5, proxies=("127.0.0.1",)) as way:
        lines = [dial(house) for _ in range(5)]
        assert until(lambda: way.count == 5)
        assert asked(house, "/healthz") == 200
        assert asked(house, "/readyz") in {200, 503}
        assert asked(house, "/") == 503
        assert asked(house, "/api/v1/") == 503
        for line in lines:
            line.close()


def test_a_socket_keeps_the_place_of_its_handshake(house: House) -> None:
    with narrow(most=100, of_address=5) as way:
        with dial(house) as line:
            origin = f"Origin: http://127.0.0.1:{house.port}"
            host = f"Host: 127.0.0.1:{house.port}"
            path = f"/ws/v1/tournaments/{announced(an_organiser())}"
            line.sendall(
                f"GET {path} HTTP/1.1\r\n{host}\r\n{origin}\r\n{UPGRADE}\r\n\r\n".encode()
            )
            assert line.recv(12) == b"HTTP/1.1 101"
            assert way.count == 1
        assert until(lambda: way.count == 0)


def test_places_are_given_back() -> None:
    way = Doorway(4, 3, ())
    assert way.of_address == 2
    assert [way.enter("a"), way.enter("a"), way.enter("a")] == [Place.FULL, Place.FULL, Place.NONE]
    assert [way.enter("b"), way.enter("b"), way.enter("c")] == [
        Place.FULL, Place.FULL, Place.PROBE,
    ]  # fmt: skip
    way.leave("a")
    assert way.enter("a", again=True) is Place.FULL
    for one in "aabbc":
        way.leave(one)
    assert way.count == 0


def test_there_are_fewer_places_than_files() -> None:
    assert 0 < doorway.places() < os.sysconf("SC_OPEN_MAX")
