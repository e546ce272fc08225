"""The socket door to a tournament: a cursor in, and from then on every event, in order."""

import asyncio
import json
import logging
import time
from contextlib import suppress
from typing import Any, cast

from channels.generic.websocket import AsyncWebsocketConsumer

from tables.errors import BadRequest
from tables.messages import Message, read
from tables.outage import outages
from tables.threads import in_thread
from tables.welcome import Guest, door
from tournaments import messages, queries
from tournaments.errors import NoSuchTournament
from tournaments.hub import hub
from wallet.errors import Refusal

logger = logging.getLogger(__name__)

FRAME_BYTES_MAX = 8_192
HELLO_SECONDS = 10.0
# Without a ring a socket looks again after so many seconds.
LOOK_SECONDS = 10.0
# A bucket of this many frames, refilled at so many a second.
FRAMES_BURST = 40
FRAMES_A_SECOND = 4.0
# So often an account's socket asks whether the account may still be here.
WELCOME_SECONDS = 5.0
GOODBYE_SECONDS = 1.0


class TournamentConsumer(AsyncWebsocketConsumer):
    """One socket at one tournament; visitors may listen, as they may read.

    One that an account opened ends with its session: what it shows was chosen for that account.
    """

    _telling: "asyncio.Task[None] | None" = None
    _late: asyncio.TimerHandle | None = None
    _guest: Guest | None = None
    _tournament_id: int = 0
    _whose: str = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's
        """Serve the socket; whatever ends it, it is forgotten."""
        try:
            await super().__call__(scope, receive, send)
        except OSError:
            logger.debug("a socket was cut off", exc_info=True)
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            # Such as a database that went away: the client comes back, with its cursor.
            outages.failed(logger, error, "a socket at tournament %s failed", self._tournament_id)
            await self._send_back()
        finally:
            self._forget()

    async def connect(self) -> None:
        """Accept, so that a refusal can carry its code; then wait for `hello`."""
        self._tournament_id = int(self.scope["url_route"]["kwargs"]["tournament_id"])
        self._tokens, self._filled_at = float(FRAMES_BURST), time.monotonic()
        self._cursor = 0
        user, session = self.scope.get("user"), self.scope.get("session")
        account = user.pk if user is not None and user.is_authenticated else None
        whose = f"user {account}" if account else f"address {_address(self.scope)}"
        if not hub.admit(whose, known=account is not None):
            await self.accept(subprotocol=cast("str | None", self.scope.get("ticket_subprotocol")))
            await self._leave(messages.FLOOD, "too-many-sockets", retry=False)
            return
        self._whose = whose
        if account is not None:
            # The scope's own session is what it was when the socket opened: its key is used.
            self._guest = Guest(account, session.session_key if session else None)
            door.enter(self._guest)
        await self.accept(subprotocol=cast("str | None", self.scope.get("ticket_subprotocol")))
        self._late = asyncio.get_running_loop().call_later(
            HELLO_SECONDS, lambda: asyncio.ensure_future(self._too_late())
        )

    async def disconnect(self, code: int) -> None:
        """Stop telling."""
        self._forget()

    def _forget(self) -> None:
        """Leave what runs or counts for this socket; it may have been done."""
        if self._late is not None:
            self._late.cancel()
        if self._telling is not None:
            self._telling.cancel()
        if self._whose:
            hub.dismiss(self._whose)
            self._whose = ""
        if self._guest is not None:
            door.leave(self._guest)
            self._guest = None

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read one client frame and answer it."""
        if not self._whose:
            return
        if not self._take_token():
            await self._leave(messages.FLOOD, "flood", retry=True)
            return
        frame = _parsed(text_data)
        if frame is None:
            await self._leave(messages.BAD_FRAME, "bad-frame", retry=False)
            return
        if not await self._is_still_welcome():
            return
        try:
            said = read(frame, messages.FROM_CLIENT)
            if isinstance(said, messages.Hello):
                await self._hello(said)
            elif self._telling is None:
                raise BadRequest('say hello first: {"type": "hello", "cursor": null}')
            elif isinstance(said, messages.Ping):
                await self._ping(said)
        except NoSuchTournament:
            await self._leave(messages.NO_TOURNAMENT, "no-such-tournament", retry=False)
        except Refusal as refusal:
            await self._send(messages.Error(refusal.problem()))

    async def _hello(self, hello: messages.Hello) -> None:
        if hello.cursor is not None and hello.cursor < 0:
            raise BadRequest("cursor is the number of the last event you have, or null")
        if self._telling is not None:
            raise BadRequest("hello is said once")
        head = await self._head()
        if self._late is not None:
            self._late.cancel()
        self._cursor = head if hello.cursor is None else min(hello.cursor, head)
        await self._send(messages.Welcome(head, self._cursor, _now_ms()))
        self._telling = asyncio.create_task(self._tell())

    async def _ping(self, ping: messages.Ping) -> None:
        head = await self._head()
        await self._send(messages.Pong(ping.t, head, _now_ms()))
        if head > self._cursor:
            hub.ring(self._tournament_id)  # a ring was lost

    async def _head(self) -> int:
        reader: Any = self.scope.get("user")  # an account, or a visitor
        return await in_thread(queries.head_for, self._tournament_id, reader)

    async def _tell(self) -> None:
        """Tell what happens; a socket that cannot be told any more comes back with its cursor."""
        try:
            await self._tell_on()
        except OSError:  # the client left, which is said next
            logger.debug("a socket was cut off", exc_info=True)
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            # Such as a database that went away: the client comes back, with its cursor.
            outages.failed(logger, error, "a socket at tournament %s failed", self._tournament_id)
            await self._send_back()

    async def _send_back(self) -> None:
        """Have the client come again: to a deaf socket it would look as if nothing happened."""
        with suppress(Exception):
            goodbye = self._leave(messages.RESTART, "restart", retry=True)
            await asyncio.wait_for(goodbye, GOODBYE_SECONDS)

    async def _tell_on(self) -> None:
        """Tell what happens after the cursor, whenever the doorbell rings."""
        with hub.rung(self._tournament_id) as rung:
            while not hub.closing:
                rung.clear()
                if not await self._is_still_welcome():
                    return
                news = await hub.news(self._tournament_id, self._cursor)
                if news["events"]:
                    first, self._cursor = self._cursor + 1, news["to"]
                    await self._send(
                        messages.Events(first, self._cursor, news["events"], news["brief"])
                    )
                    continue
                try:
                    await asyncio.wait_for(rung.wait(), LOOK_SECONDS)
                except TimeoutError:
                    continue
        await self._leave(messages.RESTART, "restart", retry=True)

    async def _is_still_welcome(self) -> bool:
        """Whether the account may still be here, by the database every few seconds; else leave."""
        if self._guest is None or await door.lets_stay(self._guest, WELCOME_SECONDS):
            return True
        await self._leave(messages.NO_SESSION, "no-session", retry=False)
        return False

    async def _too_late(self) -> None:
        await self._leave(messages.HELLO_LATE, "hello-late", retry=False)

    async def _leave(self, code: int, reason: str, *, retry: bool) -> None:
        await self._send(messages.Goodbye(reason, retry))
        await self.close(code=code, reason=reason)

    async def _send(self, message: Message) -> None:
        await self.send(text_data=json.dumps(message.frame()))

    def _take_token(self) -> bool:
        now = time.monotonic()
        filled = self._tokens + (now - self._filled_at) * FRAMES_A_SECOND
        self._tokens, self._filled_at = min(FRAMES_BURST, filled), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


def _address(scope: Any) -> str:  # noqa: ANN401 - ASGI's
    client = scope.get("client")
    return client[0] if client else ""


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which Python reads and JSON does not have."""
    message = f"{name} is no JSON"
    raise ValueError(message)


def _parsed(text: str | None) -> dict[str, Any] | None:
    """Return the client's JSON object, or None if the frame is none (or too long, or binary)."""
    if text is None or len(text) > FRAME_BYTES_MAX:
        return None
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
