"""What a web process asks of the machine."""

import errno
import socket
import time

import pytest

from deploy import web

PATIENCE_SECONDS = 60


@pytest.fixture
def listening() -> socket.socket:
    """A socket that listens, with hardly any room for what a client does not take."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    made.bind(("127.0.0.1", 0))
    made.listen()
    return made


def fill(line: socket.socket) -> None:
    """Send until the kernel says that the line is no more; where it takes nothing, go on."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            line.send(b"x" * 4096)
        except TimeoutError as error:
            if error.errno is not None:
                raise


def test_a_line_that_takes_nothing_is_ended(
    listening: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "DEAD_LINE_MS", 300)
    web.end_dead_lines(listening)
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    client.connect(listening.getsockname())
    line, _address = listening.accept()
    line.settimeout(0.05)
    with pytest.raises(OSError, match="timed out") as ended:
        fill(line)
    assert ended.value.errno == errno.ETIMEDOUT  # the kernel's word, not the wait's
    for one in (line, client, listening):
        one.close()
