"""The door of a house for one page: a server that lets whichever house is open now answer.

Real requests cost Chromium, Playwright and this process a third of what it costs to hold each one
up, ask here and go on; and a page asks for fifty files.
"""

import contextlib
import threading
from collections.abc import Mapping
from email.message import Message
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

# To the page it is this address, which browsers trust as they do https; Chromium is told where
# that is (see `chromium_argument`).
ORIGIN = "http://localhost"


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    query: str
    headers: Message
    body: bytes


class Answer(NamedTuple):
    """What is sent back."""

    status: int = 200
    body: bytes = b""
    kind: str = "text/plain"
    headers: Mapping[str, str] = {}  # never changed


class Answering(Protocol):
    """Who is asked."""

    def answer(self, asked: Asked) -> Answer:
        """Return the answer to a request."""


class Door(ThreadingHTTPServer):
    """Stays open as long as this process; its house changes from test to test."""

    daemon_threads = True
    house: Answering | None = None


class _Visit(BaseHTTPRequestHandler):
    """One connection of the browser."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave in one piece
    server: Door

    def handle(self) -> None:
        """Answer until the browser goes away, which it may at any time."""
        with contextlib.suppress(ConnectionError):
            super().handle()

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, query = urlsplit(self.path)[2:4]
        house = self.server.house
        asked = Asked(self.command, path, query, self.headers, body)
        answer = house.answer(asked) if house else Answer(404)
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", answer.kind)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - names of the base

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Say nothing."""


@cache
def door() -> Door:
    """Return this process's door, open."""
    opened = Door(("127.0.0.1", 0), _Visit)
    threading.Thread(target=opened.serve_forever, daemon=True).start()
    return opened


def chromium_argument() -> str:
    """Return what tells Chromium to go through the door for `ORIGIN`."""
    return f"--host-resolver-rules=MAP localhost:80 127.0.0.1:{door().server_port}"
