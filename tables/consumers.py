"""The socket door to a table.

Client frames are JSON objects with a `type` of our own list; none of their keys ever reaches a
channel layer. Who acts is the session's user. Every answer to an `act` is sent after COMMIT.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from channels.auth import get_user
from channels.generic.websocket import AsyncWebsocketConsumer

from tables import commands, queries
from tables.boards import Board, load_board
from tables.errors import BadRequest, NoSuchTable
from tables.hub import hub
from tables.news import News, load_news
from tables.threads import in_thread
from wallet.errors import Refusal

if TYPE_CHECKING:
    from deploy.accounts.models import User

Json = dict[str, Any]

FRAME_BYTES_MAX = 8_192
HELLO_SECONDS = 10.0
# A bucket of this many frames, refilled at so many a second: a ping each 2.5 s leaves plenty.
FRAMES_BURST = 40
FRAMES_A_SECOND = 4.0
# A cursor further behind than this gets a fresh snapshot instead of old news.
CATCH_UP_MAX = 200
SEEN_SECONDS = 15.0
WELCOME_SECONDS = 5.0

BAD_FRAME, NO_SESSION, NO_TABLE, HELLO_LATE = 4400, 4401, 4404, 4408
REPLACED, FLOOD, RESTART = 4409, 4429, 1012


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table; to the hub it is a `Watcher`."""

    user_id: int = 0
    cursor: int = 0
    token: str = ""

    async def connect(self) -> None:
        """Accept, so that a refusal can carry its code; then wait for `hello`."""
        self._greeted = False
        self.token = secrets.token_hex(8)
        self._table_id = int(self.scope["url_route"]["kwargs"]["table_id"])
        self._tokens, self._filled_at = float(FRAMES_BURST), time.monotonic()
        self._seen_at = 0.0
        self._asked_at = time.monotonic()
        self._sending = asyncio.Lock()
        await self.accept(subprotocol=cast("str | None", self.scope.get("ticket_subprotocol")))
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self._leave(NO_SESSION, "no-session", retry=False)
            return
        self._user = cast("User", user)
        self.user_id = self._user.pk
        self._late = asyncio.get_running_loop().call_later(
            HELLO_SECONDS, lambda: asyncio.ensure_future(self._too_late())
        )

    async def disconnect(self, code: int) -> None:
        """Forget the socket. The seat stays with the account."""
        if self.user_id:
            self._late.cancel()
            hub.part(self._table_id, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read one client frame and answer it."""
        if not self.user_id:
            return
        if not self._take_token():
            await self._leave(FLOOD, "flood", retry=True)
            return
        message = _parsed(text_data)
        if message is None:
            await self._leave(BAD_FRAME, "bad-frame", retry=False)
            return
        if not await self._is_still_welcome():
            await self._leave(NO_SESSION, "no-session", retry=False)
            return
        handle = self._HANDLERS.get(str(message.get("type")))
        try:
            if handle is None:
                raise BadRequest(f"type is one of {', '.join(self._HANDLERS)}")
            if not self._greeted and handle is not TableConsumer._hello:
                raise BadRequest('say hello first: {"type": "hello", "cursor": null}')
            await handle(self, message)
        except Refusal as refusal:
            await self._send(type="error", problem=refusal.problem())

    async def bring(self, board: Board, news: News) -> None:
        """Send what is new since the cursor, with the state after it."""
        if not self._greeted or not news.rows:
            return
        newest = news.rows[-1].told or 0
        if newest <= self.cursor:
            return
        before, self.cursor = self.cursor, newest
        await self._send(
            type="events",
            **{"from": before + 1, "to": newest},
            events=news.told_to(self.user_id, before),
            state=board.snapshot(self.user_id),
        )

    async def restart(self) -> None:
        """Say goodbye because the server restarts; the client comes back by itself."""
        await self._leave(RESTART, "restart", retry=True)

    async def replaced(self) -> None:
        """Say goodbye for good: the player sits at another socket now, in another tab perhaps."""
        await self._leave(REPLACED, "replaced", retry=False)

    async def _hello(self, message: Json) -> None:
        cursor = message.get("cursor")
        if cursor is not None and (type(cursor) is not int or cursor < 0):
            raise BadRequest("cursor is the number of the last event you have, or null")
        self._late.cancel()
        try:
            board = await in_thread(load_board, self._table_id)
        except NoSuchTable:
            await self._leave(NO_TABLE, "no-such-table", retry=False)
            return
        snapshot = board.snapshot(self.user_id)
        await self._send(
            type="welcome", head=snapshot["head"], now=snapshot["now"], you=snapshot["you"]
        )
        self._greeted = True
        self.cursor = snapshot["head"] if cursor is None else cursor
        behind = snapshot["head"] - self.cursor
        if cursor is None or not 0 <= behind <= CATCH_UP_MAX:
            self.cursor = snapshot["head"]
            await self._send(type="snapshot", state=snapshot)
        hub.join(self._table_id, self)
        if snapshot["you"] is not None:
            await in_thread(
                commands.take_over,
                user_id=self.user_id,
                table_id=self._table_id,
                token=self.token,
            )
        # Whatever happened between the reading and the joining, and what the client missed.
        await self._catch_up()
        await self._mark_present()

    async def _act(self, message: Json) -> None:
        action_id = message.get("id")
        try:
            done = await in_thread(
                commands.act,
                user=self._user,
                table_id=self._table_id,
                action_id=action_id,
                expected_seq=message.get("seq"),
                action=message.get("action"),
                hand_id=message.get("hand"),
            )
        except Refusal as refusal:
            await self._send(type="nack", id=action_id, problem=refusal.problem())
        else:
            await self._send(type="ack", id=action_id, **done)
            if done["secret"]:
                await self._resync(message)  # no event will come of it

    async def _ping(self, message: Json) -> None:
        head, now = await in_thread(queries.head, self._table_id)
        await self._send(type="pong", t=message.get("t"), head=head, now=now)
        if head > self.cursor:
            await self._catch_up()  # a ring was lost
        if time.monotonic() - self._seen_at > SEEN_SECONDS:
            await self._mark_present()

    async def _resync(self, _message: Json) -> None:
        board = await in_thread(load_board, self._table_id)
        snapshot = board.snapshot(self.user_id)
        self.cursor = snapshot["head"]
        await self._send(type="snapshot", state=snapshot)

    _HANDLERS: ClassVar[dict[str, Callable[["TableConsumer", Json], Awaitable[None]]]] = {
        "hello": _hello,
        "act": _act,
        "ping": _ping,
        "resync": _resync,
    }

    async def _catch_up(self) -> None:
        news = await in_thread(load_news, self._table_id, self.cursor)
        if news.rows:
            await self.bring(await in_thread(load_board, self._table_id), news)

    async def _mark_present(self) -> None:
        self._seen_at = time.monotonic()
        at_seat = await in_thread(
            commands.mark_present,
            user_id=self.user_id,
            table_id=self._table_id,
            token=self.token,
        )
        if not at_seat:
            await self.replaced()  # the ring that said so was lost

    async def _is_still_welcome(self) -> bool:
        """Whether the account may still be here; asked of the database every few seconds.

        A socket must not outlive its session: signed out, password changed, account closed.
        """
        if time.monotonic() - self._asked_at > WELCOME_SECONDS:
            self._asked_at = time.monotonic()
            if "session" in self.scope:
                user = await get_user(self.scope)
                return bool(user.is_authenticated and user.pk == self.user_id)
            return await in_thread(queries.is_active, self.user_id)
        return True

    async def _too_late(self) -> None:
        if not self._greeted:
            await self._leave(HELLO_LATE, "hello-late", retry=False)

    async def _leave(self, code: int, reason: str, *, retry: bool) -> None:
        await self._send(type="goodbye", reason=reason, retry=retry)
        await self.close(code=code, reason=reason)

    def _take_token(self) -> bool:
        now = time.monotonic()
        self._tokens = min(FRAMES_BURST, self._tokens + (now - self._filled_at) * FRAMES_A_SECOND)
        self._filled_at = now
        self._tokens -= 1
        return self._tokens >= 0

    async def _send(self, **message: Any) -> None:
        async with self._sending:
            await self.send(text_data=json.dumps(message, separators=(",", ":")))


def _refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which Python reads and JSON does not have."""
    message = f"{name} is no JSON"
    raise ValueError(message)


def _parsed(text: str | None) -> Json | None:
    """Return the client's JSON object, or None if the frame is none (or too long, or binary)."""
    if text is None or len(text) > FRAME_BYTES_MAX:
        return None
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
