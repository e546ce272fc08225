"""The socket door to a table.

Both directions speak the messages of `tables.messages`; nothing of a client's frame ever reaches
a channel layer. Who acts is the session's user. Every answer to an `act` is sent after COMMIT.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from tables import commands, messages
from tables.boards import Board
from tables.errors import BadRequest, NoSuchTable, NotWatchable
from tables.frames import text_of, told
from tables.hub import hub, viewers
from tables.news import News, load_news
from tables.past import PastBoard, load_seen
from tables.roll import roll
from tables.seen import Seen, read
from tables.threads import in_thread
from tables.welcome import Guest, door
from wallet.errors import Refusal

if TYPE_CHECKING:
    from deploy.accounts.models import User
from tables.outage import outages

logger = logging.getLogger(__name__)

Json = dict[str, Any]
Send = Callable[[Json], Awaitable[None]]

FRAME_BYTES_MAX = 8_192
HELLO_SECONDS = 10.0
# A bucket of this many frames, refilled at so many a second: a ping each 2.5 s leaves plenty.
FRAMES_BURST = 40
FRAMES_A_SECOND = 4.0
# A cursor further behind than this gets a fresh snapshot instead of old news.
CATCH_UP_MAX = 200
SEEN_SECONDS = 15.0
WELCOME_SECONDS = 5.0
GOODBYE_SECONDS = 1.0

BAD_FRAME, NO_SESSION, NOT_ALLOWED, NO_TABLE, HELLO_LATE = 4400, 4401, 4403, 4404, 4408
REPLACED, FLOOD, RESTART = 4409, 4429, 1012

# Messages that carry an id; a refusal of them is a nack.
_ASKING = frozenset({"act", "preact", "order", "use_reserve", "say"})


class TableConsumer(AsyncWebsocketConsumer):
    """One socket at one table; to the hub it is a `Watcher`."""

    user_id: int = 0
    cursor: int = 0
    token: str = ""
    _table_id: int = 0
    _counted: bool = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI's
        """Hand what the server says to the methods below, until the socket is closed.

        Channels would make a task for each frame, to hear its layer beside it, and close old
        connections of the database by a thread: no layer is used here, and all work with the
        database is done `in_thread`. Whatever ends a socket, it is forgotten.
        """
        self.scope, self.base_send, self.groups = scope, send, []
        try:
            while True:
                message = await receive()
                try:
                    await getattr(self, get_handler_name(message))(message)
                except OSError:  # the client left while it was answered, and that is said next
                    logger.debug("a socket at table %s was cut off", self._table_id, exc_info=True)
        except StopConsumer:
            return
        except Exception as error:  # noqa: BLE001 - whatever it was is told
            # Such as a database that went away: the client comes back, with its cursor.
            outages.failed(logger, error, "a socket at table %s failed", self._table_id)
            with suppress(Exception):
                await asyncio.wait_for(self.restart(), GOODBYE_SECONDS)
        finally:
            self._forget()

    async def connect(self) -> None:
        """Accept, so that a refusal can carry its code; then wait for `hello`."""
        self._greeted = self._seated = self._live = self._gone = False
        self._table_id = int(self.scope["url_route"]["kwargs"]["table_id"])
        self._tokens, self._filled_at = float(FRAMES_BURST), time.monotonic()
        self._seen_at = 0.0
        self._sending = asyncio.Lock()
        self._wire = cast("Send", self.scope.get("wire", self.base_send))
        await self.accept(subprotocol=cast("str | None", self.scope.get("ticket_subprotocol")))
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self._leave(NO_SESSION, "no-session", retry=False)
            return
        if not hub.admit(user.pk):
            await self._leave(FLOOD, "too-many-sockets", retry=False)
            return
        self._user = cast("User", user)
        self.user_id = self._user.pk
        # The scope's own session is what it was when the socket opened: only its key is used.
        session = self.scope.get("session")
        self._guest = Guest(self.user_id, session.session_key if session else None)
        door.enter(self._guest)
        self._counted = True
        self._name_anew()
        self._late = asyncio.get_running_loop().call_later(
            HELLO_SECONDS, lambda: asyncio.ensure_future(self._too_late())
        )

    async def disconnect(self, code: int) -> None:
        """Forget the socket. The seat stays with the account."""
        self._forget()
        if self._greeted:
            await in_thread(
                commands.mark_gone,
                user_id=self.user_id,
                table_id=self._table_id,
                token=self.token,
            )

    def _forget(self) -> None:
        """Leave everybody's lists; it may have been done."""
        self._gone = True
        if not self._counted:
            return
        self._counted = False
        self._late.cancel()
        hub.part(self._table_id, self)
        hub.dismiss(self.user_id)
        door.leave(self._guest)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read one client frame and answer it."""
        if not self.user_id or self._gone:
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
        try:
            said = messages.read(message)
            if not self._greeted and not isinstance(said, messages.Hello):
                raise BadRequest('say hello first: {"type": "hello", "cursor": null}')
            await self._HANDLERS[type(said)](self, said)
        except NotWatchable:
            await self.shut_out()
        except Refusal as refusal:
            problem = refusal.problem()
            kind = message.get("type")
            asked = isinstance(kind, str) and kind in _ASKING and self._greeted
            await self._send(
                messages.Nack(message.get("id"), problem) if asked else messages.Error(problem)
            )

    async def bring(self, board: Board | PastBoard, news: News) -> None:
        """Send what is new since the cursor, with the state after it."""
        if not self._greeted or not news.rows:
            return
        newest = news.rows[-1].told or 0
        if newest > self.cursor and not await self._is_still_welcome():
            await self._leave(NO_SESSION, "no-session", retry=False)
            return
        # From here to the new cursor nothing waits: another bringing may have come first.
        if newest <= self.cursor:
            return
        self._live = isinstance(board, Board)
        before, self.cursor = self.cursor, newest
        if board.concerns(self.user_id) or news.mutes(self.user_id):
            await self._send_text(told(board, news, self.user_id, before))
            return
        text = news.frames.get(before)
        if text is None:
            text = news.frames[before] = told(board, news, None, before)
        await self._send_text(text)

    async def tell_presence(self, seats: dict[str, bool]) -> None:
        """Tell who is here now, unless this socket sees the table late."""
        if not self._live:
            return
        if await self._is_still_welcome():
            await self._send(messages.Presence(seats))
        else:
            await self._leave(NO_SESSION, "no-session", retry=False)

    async def shut_out(self) -> None:
        """Say goodbye because the table shows nothing to those without a seat."""
        await self._leave(NOT_ALLOWED, "not-watchable", retry=False)

    async def restart(self) -> None:
        """Say goodbye because the server restarts; the client comes back by itself."""
        await self._leave(RESTART, "restart", retry=True)

    async def replaced(self) -> None:
        """Say goodbye for good: the player sits at another socket now, in another tab perhaps."""
        await self._leave(REPLACED, "replaced", retry=False)

    async def _hello(self, hello: messages.Hello) -> None:
        cursor = hello.cursor
        if cursor is not None and cursor < 0:
            raise BadRequest("cursor is the number of the last event you have, or null")
        self._late.cancel()
        try:
            board = await in_thread(load_seen, self._table_id, self.user_id)
        except NoSuchTable:
            await self._leave(NO_TABLE, "no-such-table", retry=False)
            return
        except NotWatchable:
            await self.shut_out()
            return
        self._live = isinstance(board, Board)
        snapshot = board.snapshot(self.user_id)
        self._seated = snapshot["you"] is not None
        await self._send(messages.Welcome(snapshot["head"], snapshot["now"], snapshot["you"]))
        self._greeted = True
        self.cursor = snapshot["head"] if cursor is None else cursor
        behind = snapshot["head"] - self.cursor
        if cursor is None or not 0 <= behind <= CATCH_UP_MAX:
            self.cursor = snapshot["head"]
            await self._send(messages.Snapshot(snapshot))
        hub.join(self._table_id, self)
        if self._seated:
            await self._take_over()
        # Whatever happened between the reading and the joining, and what the client missed.
        await self._catch_up()
        self._seen_at = time.monotonic()
        if self._socket not in await in_thread(commands.mark_present, [self._socket]):
            await self.replaced()  # the ring that said so was lost

    async def _act(self, act: messages.Act) -> None:
        with hub.acting(self._table_id) as watchers:
            done, seen = await in_thread(
                _act_and_read,
                viewers(watchers),
                user=self._user,
                table_id=self._table_id,
                action_id=act.id,
                expected_seq=act.seq,
                action=act.action,
                hand_id=act.hand,
            )
            if seen is not None:
                hub.tell(self._table_id, watchers, seen)
        # Only now: whoever takes no answer holds nothing up.
        await self._send(messages.Ack(act.id, **done))
        if done["secret"]:
            await self._resync(act)  # no event will come of it

    async def _preact(self, asked: messages.Preact) -> None:
        what = {"kind": asked.kind, "card": asked.card, "number": asked.number}
        await self._do(asked.id, commands.preact, **what)

    async def _order(self, asked: messages.Order) -> None:
        await self._do(asked.id, commands.arrange, cards=asked.cards)

    async def _use_reserve(self, asked: messages.UseReserve) -> None:
        await self._do(asked.id, commands.use_reserve, key=asked.id)

    async def _say(self, asked: messages.Say) -> None:
        await self._do(asked.id, commands.say, key=asked.id, phrase=asked.phrase)

    async def _do(self, name: str, command: Callable[..., Json], **asked: object) -> None:
        done = await in_thread(command, user=self._user, table_id=self._table_id, **asked)
        await self._send(messages.Done(name, done))

    async def _ping(self, ping: messages.Ping) -> None:
        head, now = await hub.head(self._table_id, self.user_id)
        await self._send(messages.Pong(ping.t, head, now))
        if head > self.cursor:
            await self._catch_up()  # a ring was lost
        if time.monotonic() - self._seen_at > SEEN_SECONDS:
            self._seen_at = time.monotonic()
            roll.note(self._socket, partial(self._replaced_as, self._socket))

    async def _resync(self, _asked: messages.Message) -> None:
        board = await in_thread(load_seen, self._table_id, self.user_id)
        snapshot = board.snapshot(self.user_id)
        self.cursor = snapshot["head"]
        await self._send(messages.Snapshot(snapshot))
        before, self._seated = self._seated, snapshot["you"] is not None
        if self._seated and not before:
            # Who sat down looks anew from where that was done: the seat is played from there.
            self._name_anew()
            await self._take_over()

    async def _replaced_as(self, socket: commands.Socket) -> None:
        """Say goodbye unless this has become a newer socket since it was heard from."""
        if socket == self._socket:
            await self.replaced()

    async def _take_over(self) -> None:
        await in_thread(
            commands.take_over,
            user_id=self.user_id,
            table_id=self._table_id,
            token=self.token,
        )

    def _name_anew(self) -> None:
        """Be the newest socket: the newest has the greatest token."""
        self.token = f"{time.time_ns():016x}"
        self._socket = commands.Socket(self.user_id, self._table_id, self.token)

    _HANDLERS: ClassVar[
        dict[type[messages.Message], Callable[["TableConsumer", Any], Awaitable[None]]]
    ] = {
        messages.Hello: _hello,
        messages.Act: _act,
        messages.Preact: _preact,
        messages.Order: _order,
        messages.UseReserve: _use_reserve,
        messages.Say: _say,
        messages.Ping: _ping,
        messages.Resync: _resync,
    }

    async def _catch_up(self) -> None:
        await self.bring(*await in_thread(_missed, self._table_id, self.user_id, self.cursor))

    async def _is_still_welcome(self) -> bool:
        """Whether the account may still be here; asked of the database every few seconds.

        A socket must not outlive its session: signed out, password changed, account closed.
        """
        return await door.lets_stay(self._guest, WELCOME_SECONDS)

    async def _too_late(self) -> None:
        if not self._greeted:
            await self._leave(HELLO_LATE, "hello-late", retry=False)

    async def _leave(self, code: int, reason: str, *, retry: bool) -> None:
        await self._send(messages.Goodbye(reason, retry))
        if not self._gone:
            self._gone = True
            await self.close(code=code, reason=reason)

    def _take_token(self) -> bool:
        now = time.monotonic()
        self._tokens = min(FRAMES_BURST, self._tokens + (now - self._filled_at) * FRAMES_A_SECOND)
        self._filled_at = now
        self._tokens -= 1
        return self._tokens >= 0

    async def _send(self, message: messages.Message) -> None:
        await self._send_text(text_of(message))

    async def _send_text(self, text: str) -> None:
        async with self._sending:
            if not self._gone:  # after the closing frame there is nothing to say
                await self._wire({"type": "websocket.send", "text": text})


def _missed(table_id: int, user_id: int, after: int) -> tuple[Board | PastBoard, News]:
    """Read what a user may know of a table above a number, and the table after that."""
    board = load_seen(table_id, user_id)
    if isinstance(board, PastBoard):
        return board, load_news(table_id, after, board.head)
    return board, load_news(table_id, after, board.table.told_seq, board.players)


def _act_and_read(
    told_to: Sequence[tuple[int, int]], *, table_id: int, **asked: Any
) -> tuple[Json, Seen | None]:
    """Act, and read the table for those who are to be told, by one job.

    What is done is done: if the reading fails, they are told by the ring.
    """
    done = commands.act(table_id=table_id, **asked)
    if done["secret"]:
        return done, None
    try:
        return done, read(table_id, told_to)
    except Exception as error:  # noqa: BLE001 - whatever it was is told
        outages.failed(logger, error, "table %s could not be read after an action", table_id)
        return done, None


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
