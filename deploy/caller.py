"""The HTTP protocol that a web process speaks: uvicorn's own, with bounds for bad clients.

Uvicorn bounds the wait between two requests and nothing else. Here head and body of a request are
counted while they come, and a line that says nothing, or half a thing, is ended. Whoever waits for
an answer of ours (a long poll) is never cut off, nor is anybody for a standstill of ours.
"""

import re
from asyncio import TimerHandle
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from deploy import doorway
from deploy.refusing import PROBES, refusal

if TYPE_CHECKING:
    from asyncio import Transport

    from uvicorn._types import (
        ASGI3Application,
        ASGIReceiveCallable,
        ASGISendCallable,
        ASGISendEvent,
        Scope,
    )

HEAD_BYTES_MAX: Final = 65_536
"""Of the first line and all headers."""
BODY_BYTES_MAX: Final = 65_536
"""No request of ours needs more: lines brought in as CSV are bounded by the same number."""
CAME_BYTES_MAX: Final = HEAD_BYTES_MAX + 8 * BODY_BYTES_MAX
"""Of one request as it comes over the wire: a body in pieces of one byte is six times as long."""
PIPELINED_MAX: Final = 64
HEAD_SECONDS: Final = 10.0
"""From the connection, or from a request's first byte, to the end of its headers."""
BODY_SECONDS: Final = 30.0
"""For the body. The longest comes in time over 18 kbit/s."""
PROBE_SECONDS: Final = 2.0
"""For a whole request when the house is full."""
PARTING_SECONDS: Final = 2.0
"""So long what still comes is thrown away, so that the refusal is read before the line ends."""
PARTING_BYTES_MAX: Final = 1 << 20
"""So much of it; then the line is cut off."""
LATE_SECONDS: Final = 0.5
"""A timer that comes so much too late tells of a standstill."""


LOOK_SECONDS: Final = 0.1
_H2C: Final = re.compile(rb"\r\nupgrade:[ \t]*h2c[ \t]*(?=\r\n)", re.IGNORECASE)


class TooMuch(HttpParserError):
    """More than is taken; raised in a callback, it ends the parser's work."""


class Caller(HttpToolsProtocol):
    """One connection."""

    _doorway = doorway.here
    _place = doorway.Place.NONE
    _half = False  # a request has begun to come, and not ended
    _headed = False  # its headers are all there
    _came = 0  # bytes of it, beyond those that came together with its first
    _head = 0
    _body = 0
    _at_work: RequestResponseCycle | None = None  # the last that the application was given
    _wrong: HTTPStatus | None = None
    _last_word: bytes | None = None
    _looked = False  # whether anything came after the time to ask again was over
    _done = False  # nothing more is read: refused, or a WebSocket now
    _clock: TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: "Transport") -> None:  # type: ignore[override]  # uvicorn's
        """Take the connection if there is a place for it, and wait for its first request."""
        super().connection_made(transport)
        self._doorway = doorway.here
        self._place = self._doorway.enter(self._address())
        if self._place is doorway.Place.NONE:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            transport.close()
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self._stop_clock()
        self._leave()
        self._done = True
        self._give_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, within bounds."""
        self._came += len(data)
        self._looked = False
        if self._done:
            self._throw_away()
            return
        super().data_received(data if self._half else _without_h2c(data))
        if self._is_over():
            return
        if self._half and self._came > (CAME_BYTES_MAX if self._headed else HEAD_BYTES_MAX):
            self._refuse(self._too_large())
        else:
            self._watch()

    def on_message_begin(self) -> None:
        """Begin to count."""
        super().on_message_begin()
        self._half, self._headed = True, False
        self._came = self._head = self._body = 0
        self._stop_clock()

    def on_url(self, url: bytes) -> None:
        """Count the address as part of the head."""
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header; what comes behind a body in pieces is one too."""
        super().on_header(name, value)
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Refuse a body that is declared too long, before any of it is taken.

        A handshake has none: whatever comes with it nobody would count. Another upgrade (HTTP/2)
        is answered as if it were not asked for (see `_without_h2c`).
        """
        self._headed = True
        self._stop_clock()
        told = dict(self.headers)
        declared = int(told.get(b"content-length", 0))
        comes = declared or b"transfer-encoding" in told
        if declared > BODY_BYTES_MAX or (comes and self._is_handshake()):
            self._too_much(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if len(self.pipeline) >= PIPELINED_MAX:
            self._too_much(HTTPStatus.TOO_MANY_REQUESTS)
        if self._place is doorway.Place.PROBE:
            if self.url.partition(b"?")[0] not in PROBES:
                self._too_much(HTTPStatus.SERVICE_UNAVAILABLE)
            super().on_headers_complete()
            self.cycle.keep_alive = False
        else:
            super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        """Give the application a request, and an end of the line that never raises.

        A write to a closed line does, and Django would then not end the request: the database
        connection of its thread would be lost to the pool. Who has not taken the answers before
        waits: an answer that has no way out would keep its connection as well.
        """
        self._at_work = cycle

        async def answered(
            scope: "Scope", receive: "ASGIReceiveCallable", send: "ASGISendCallable"
        ) -> None:
            async def to_the_living(message: "ASGISendEvent") -> None:
                cycle.disconnected = cycle.disconnected or self.transport.is_closing()
                await send(message)

            if self.flow.write_paused:
                await self.flow.drain()
            if not cycle.disconnected:
                await app(scope, receive, to_the_living)

        super()._start_asgi_task(cycle, answered)

    def on_response_complete(self) -> None:
        """Go on to the next request; half of it may have come, or it was refused."""
        super().on_response_complete()
        if self._last_word is not None and not (self._owes() or self.transport.is_closing()):
            self._part()
        elif self._half and not self._is_over():
            self._unset_keepalive_if_required()  # it is not idle: our clock counts
            self._watch()

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body, if it is not too long by now."""
        self._body += len(body)
        if self._body > BODY_BYTES_MAX:
            self._too_much(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Wait no more: it is our turn."""
        self._half = False
        self._stop_clock()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser stopped at: too much of something, or no HTTP."""
        self._refuse(self._wrong or HTTPStatus.BAD_REQUEST)

    def timeout_keep_alive_handler(self) -> None:
        """End a line that asks for nothing more, after a second look.

        What came while we were busy is read meanwhile, and stops this clock.
        """
        if self._looked:
            super().timeout_keep_alive_handler()
            return
        self._looked = True
        self.timeout_keep_alive_task = self.loop.call_later(
            LOOK_SECONDS, self.timeout_keep_alive_handler
        )

    def handle_websocket_upgrade(self) -> None:
        """Hand the line over; a `deploy.line.Line` has a place of its own.

        Not while an answer is owed: it would be written into the socket.
        """
        if self._is_answered():
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
            return
        self._stop_clock()
        self._done = True
        self._leave()
        super().handle_websocket_upgrade()

    # -- the clock -----------------------------------------------------------------------------

    def _watch(self) -> None:
        """Have a clock run exactly while it is the client's turn to say something.

        Half a head that comes before its turn has time: `on_response_complete` looks again.
        """
        waits = (self._half and self._headed) or not self._is_answered()
        if waits and self._clock is None:
            self._since = self.loop.time()
            self._clock = self.loop.call_later(self._patience(), self._expired)

    def _patience(self) -> float:
        if self._place is doorway.Place.PROBE:
            return PROBE_SECONDS
        return BODY_SECONDS if self._half and self._headed else HEAD_SECONDS

    def _expired(self) -> None:
        """End the line, but wait on if it was we who did not listen."""
        self._clock = None
        late = self.loop.time() - self._since > self._patience() + LATE_SECONDS
        if late or self.flow.read_paused:
            self._watch()
        elif not self.transport.is_closing():
            self.transport.abort()

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    # -- refusing ------------------------------------------------------------------------------

    def _count_head(self, more: int) -> None:
        self._head += more
        if self._head > HEAD_BYTES_MAX:
            self._too_much(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _too_much(self, status: HTTPStatus) -> None:
        self._wrong = status
        raise TooMuch(status.phrase)

    def _too_large(self) -> HTTPStatus:
        if self._headed:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer by a refusal, after what is owed to requests before, and end the line."""
        if self._done:
            return
        self._done, self._came = True, 0
        self._stop_clock()
        whole = not (self._half and self._headed and self.parser.get_method() == b"HEAD")
        url, headers = getattr(self, "url", b""), self.headers or []
        self._last_word = refusal(status, url, headers, whole=whole)
        self.flow.resume_reading()
        begun = self._half and self._at_work is not None and self.cycle.scope is self.scope
        if begun:  # and its body is refused
            self._take_back()
        if not (self._owes() or self.transport.is_closing()):
            self._part()

    def _take_back(self) -> None:
        """Let go of the request in progress, whether it waits its turn or is at work."""
        if self.cycle is not self._at_work:
            self.pipeline.popleft()
            return
        self._at_work = None
        self.cycle.disconnected = True
        self.cycle.message_event.set()
        if self.cycle.response_complete:
            self._last_word = b""
        elif self.cycle.response_started:
            self.transport.abort()  # no word fits into its answer

    def _owes(self) -> bool:
        """Whether a request is at work: while one waits its turn, one is."""
        return self._at_work is not None and not self._at_work.response_complete

    def _part(self) -> None:
        """Say the last word and end the line; what still comes is thrown away meanwhile."""
        self._unset_keepalive_if_required()
        self.transport.write(self._last_word or b"")
        self.transport.write_eof()
        self._last_word = None
        self._clock = self.loop.call_later(PARTING_SECONDS, self.transport.abort)

    def _give_up(self) -> None:
        """Tell the application that the client is gone, and start nothing that waits its turn.

        Uvicorn tells the newest request only, which may not be the one at work.
        """
        self.pipeline.clear()
        if self._at_work is not None:
            self._at_work.disconnected = True
            self._at_work.message_event.set()

    def _throw_away(self) -> None:
        if self._came > PARTING_BYTES_MAX and not self.transport.is_closing():
            self.transport.abort()

    def _is_over(self) -> bool:
        return self._done or self.transport.is_closing()

    def _is_answered(self) -> bool:
        """Whether a request is being worked on, or waited for by the application."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _is_handshake(self) -> bool:
        return self.parser.should_upgrade() and self._should_upgrade()

    # -- the place -----------------------------------------------------------------------------

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _leave(self) -> None:
        if self._place is not doorway.Place.NONE:
            self._place = doorway.Place.NONE
            self._doorway.leave(self._address())


def _without_h2c(data: bytes) -> bytes:
    """The beginning of a request without the wish to go on in HTTP/2 over an open line.

    The parser would take the body for that of another protocol, and the application would get
    none. A client that is not answered in HTTP/2 goes on in HTTP/1.1 (RFC 9113, 3.1).
    """
    head, end, rest = data.partition(b"\r\n\r\n")
    return _H2C.sub(b"", head + end[:2]) + end[2:] + rest if end else data
