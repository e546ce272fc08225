"""The WebSocket protocol that a web process speaks: uvicorn's own, with bounds for bad clients.

Uvicorn answers each ping at once, whether the client takes the answers or not, and keeps whatever
pieces of a message come. What a client sends beside its messages is counted here, and not answered
before it takes what it was sent. Nobody is cut off for a standstill of ours, or for a slow line.
"""

import time
from asyncio.transports import BaseTransport
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from deploy import doorway
from deploy.refusing import refusal

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent
    from websockets.frames import Frame

# A bucket of this many pings and pongs, refilled at so many a second. A browser sends a pong each
# ten seconds, a program perhaps a ping each second.
CONTROLS_BURST: Final = 60
CONTROLS_A_SECOND: Final = 4.0
# Pieces of one message. The longest message has 8 KiB; some programs cut it up finely.
PIECES_MAX: Final = 256
POLICY: Final = 1008
# A timer that comes so much too late tells of a standstill.
LATE_SECONDS: Final = 0.5


class Line(WebSocketsSansIOProtocol):
    """One connection."""

    _doorway = doorway.here
    _address = ""
    _controls: float = CONTROLS_BURST
    _filled_at: float = 0.0
    _heard_at: float = 0.0
    _waits_since: float = 0.0
    _owed: Sequence[bytes] = ()  # the answer to the newest ping

    def connection_made(self, transport: BaseTransport) -> None:
        """Take the place that the connection had as a caller's."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._doorway = doorway.here
        self._doorway.enter(self._address, again=True)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._doorway.leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note when the client was last heard, whatever it said."""
        self._heard_at = self.loop.time()
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            # It comes whole, from `deploy.caller`, and nothing follows one that is not understood.
            self.transport.write(refusal(HTTPStatus.BAD_REQUEST, b"", ()))
            self.transport.close()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is there."""
        super().send_keepalive_ping()
        self._waits_since = self.loop.time()

    def keepalive_timeout(self) -> None:
        """End a line that is silent; but wait on if it is not, or if it was we who did not listen.

        While a message is worked on nothing more is read, and after a standstill this may come
        before what was said meanwhile: a busy machine would send its players away at once.
        """
        now, timeout = self.loop.time(), self.ping_timeout
        assert timeout is not None  # noqa: S101 - nothing else sets this timer
        late = now - self._waits_since > timeout + LATE_SECONDS
        if late or self.read_paused or self._heard_at > self._waits_since:
            self._waits_since = now
            self.pong_timer = self.loop.call_later(timeout, self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many; while what was sent is not taken, later.

        A slow line that is sent a long message pings meanwhile: that is no flood. Only the newest
        ping is owed an answer (RFC 6455, 5.5.3), so that none pile up.
        """
        if not self._may_go_on():
            return
        if self.writable.is_set():
            super().handle_ping()
        else:
            self._owed = self.conn.data_to_send()[-1:] or self._owed

    def resume_writing(self) -> None:
        """Go on: what was sent is taken."""
        super().resume_writing()
        owed, self._owed = self._owed, ()
        if owed and not self.transport.is_closing():
            self.transport.write(b"".join(owed))

    def handle_pong(self, event: "Frame") -> None:
        """Take an answer to a ping of ours; anything else counts all the same."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        """Take one more piece of a message."""
        if len(self.frames) < PIECES_MAX:
            super().handle_cont(event)
        else:
            self._cut_off()

    async def send(self, message: "ASGISendEvent") -> None:
        """Send for the application, to which a line that was cut off here is a client gone."""
        if self.handshake_complete and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)

    def _may_go_on(self) -> bool:
        """Count a ping or a pong; False, and the line is cut off, when it is too much."""
        if self.transport.is_closing():
            return False
        now = time.monotonic()
        filled = self._controls + (now - self._filled_at) * CONTROLS_A_SECOND
        self._controls, self._filled_at = min(float(CONTROLS_BURST), filled) - 1, now
        if self._controls >= 0:
            return True
        self._cut_off()
        return False

    def _cut_off(self) -> None:
        """Say why if that is taken at once, and end the line: a flood is not waited for."""
        if self.transport.is_closing():
            return
        if self.writable.is_set() and not self.close_sent:
            self.conn.fail(POLICY, "flood")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.frames = []
        self.transport.abort()
