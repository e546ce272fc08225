"""Posting one delivery: signed, to the address that was checked, with an end to everything.

The standard library's client is enough and fits: it follows no redirect, and lets us choose the
address it connects to while TLS still asks for the name.

A receiver checks: HMAC-SHA256 with the secret over "<Batida-Timestamp>.<body>" is, in hex, what
`Batida-Signature` says after "v1="; and the timestamp is not older than some minutes.
"""

import contextlib
import hmac
import http.client
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tournaments.webhooks.addresses import Target, Unfit, resolved, target_of

CONNECT_S: Final = 3.0
ANSWER_S: Final = 5.0
WHOLE_S: Final = 10.0
READ_MAX: Final = 4096
_GOOD: Final = range(200, 300)


@dataclass(frozen=True, slots=True)
class Parcel:
    """What is sent where."""

    url: str
    secret: bytes
    name: str
    kind: str
    body: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a try ended; `status` None: no answer."""

    status: int | None
    error: str
    ms: int

    @property
    def taken(self) -> bool:
        """Whether the receiver took it."""
        return self.status is not None and self.status in _GOOD


def signature(secret: bytes, timestamp: str, body: bytes) -> str:
    """Return what the header of that name says."""
    return f"v1={hmac.new(secret, timestamp.encode() + b'.' + body, sha256).hexdigest()}"


def send(parcel: Parcel) -> Outcome:
    """Post it once. Never raises for what a receiver or the network does."""
    began = time.monotonic()

    def outcome(status: int | None, error: str = "") -> Outcome:
        return Outcome(status, error, round((time.monotonic() - began) * 1000))

    try:
        target = target_of(parcel.url)
        status = _posted(target, resolved(target), parcel)
    except Unfit as unfit:
        return outcome(None, str(unfit))
    except ssl.SSLError:
        return outcome(None, "The certificate is not good for that name.")
    except TimeoutError:
        return outcome(None, "No answer in time.")
    except (OSError, http.client.HTTPException, ValueError):
        return outcome(None, "No connection, or no HTTP.")
    if status in _GOOD:
        return outcome(status)
    redirected = status in range(300, 400)
    return outcome(status, "Redirects are not followed." if redirected else "Not taken.")


class _Pinned(http.client.HTTPConnection):
    """A connection to the address that was checked, whatever the name says by now."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_S)
        self._target, self._address = target, address

    def connect(self) -> None:
        """Connect there; TLS asks for the name."""
        raw = socket.create_connection((self._address, self.port), CONNECT_S)
        if self._target.https:
            context = ssl.create_default_context()
            raw = context.wrap_socket(
                raw, server_hostname=self._target.host, do_handshake_on_connect=False
            )
        raw.settimeout(ANSWER_S)
        self.sock = raw
        if isinstance(raw, ssl.SSLSocket):
            raw.do_handshake()

    def cut(self) -> None:
        """End it from another thread: whoever drips byte by byte keeps within every timeout."""
        if self.sock is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


def _posted(target: Target, address: str, parcel: Parcel) -> int:
    body, timestamp = parcel.body.encode(), str(int(time.time()))
    headers = {
        "Host": target.named,
        "Content-Type": "application/json",
        "User-Agent": "Batida-Webhooks/1",
        "Batida-Delivery": parcel.name,
        "Batida-Event": parcel.kind,
        "Batida-Timestamp": timestamp,
        "Batida-Signature": signature(parcel.secret, timestamp, body),
        "Connection": "close",
    }
    connection = _Pinned(target, address)
    end = threading.Timer(WHOLE_S, connection.cut)
    end.start()
    try:
        connection.request("POST", target.path, body, headers)
        answer = connection.getresponse()
        answer.read(READ_MAX)
        return answer.status
    finally:
        end.cancel()
        connection.close()
