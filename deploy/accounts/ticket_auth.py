"""The socket door: who is there, by cookie and origin or by a one-use ticket.

`socket_door(inner)` goes round the routing of the sockets. A handshake that offers a subprotocol
`ticket.<x>` is decided by that ticket alone: it needs no Origin header, because no browser sends
a ticket by itself. Every other handshake must come from an allowed origin and is decided by
the session cookie. The inner application finds `scope["user"]` either way (AnonymousUser when
nobody was recognised) and must echo `scope["ticket_subprotocol"]` when it accepts, because
browsers drop a socket whose offered subprotocol is not answered.

`scope["wire"]` sends a frame past the session's own wrapper, which looks at the session at each
of them although a frame carries no cookie.

While the database takes nobody in, nobody can be recognised: the socket is accepted, told to come
back, and closed with 1012, as those that were open are.
"""

import json
import logging
from typing import Any, cast

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from django.contrib.auth.models import AnonymousUser

from deploy.accounts import tickets
from tables.messages import Goodbye
from tables.outage import UNAVAILABLE, outages
from tournaments.messages import RESTART

logger = logging.getLogger(__name__)

PREFIX = "ticket."


def socket_door(inner: ASGI3Application) -> ASGI3Application:
    """Return `inner` behind the door described above."""
    by_session = AllowedHostsOriginValidator(AuthMiddlewareStack(inner))

    async def door(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        try:
            await recognise(scope, receive, send)
        except UNAVAILABLE as error:
            outages.failed(logger, error, "a socket at %s was sent back", scope.get("path"))
            await _send_back(scope, receive, send)

    async def recognise(
        scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        wired: dict[str, Any] = {**cast("dict[str, Any]", scope), "wire": send}
        offered = [name for name in wired.get("subprotocols", ()) if name.startswith(PREFIX)]
        if not offered:
            await by_session(cast("Any", wired), receive, send)
            return
        user = await database_sync_to_async(tickets.redeem)(offered[0].removeprefix(PREFIX))
        found = {"user": user or AnonymousUser(), "ticket_subprotocol": offered[0]}
        await inner(cast("Scope", wired | found), receive, send)

    return door


async def _send_back(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Say goodbye to a socket whose wish to connect nobody has answered yet."""
    await receive()  # that wish
    offered = cast("dict[str, Any]", scope).get("subprotocols", ())
    ticket = next((name for name in offered if name.startswith(PREFIX)), None)
    goodbye = Goodbye("restart", retry=True).frame()
    await send(cast("Any", {"type": "websocket.accept", "subprotocol": ticket}))
    await send(cast("Any", {"type": "websocket.send", "text": json.dumps(goodbye)}))
    closing = {"type": "websocket.close", "code": RESTART, "reason": "restart"}
    await send(cast("Any", closing))
