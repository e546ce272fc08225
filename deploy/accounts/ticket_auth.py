"""The socket door: who is there, by cookie and origin or by a one-use ticket.

`socket_door(inner)` goes round the routing of the sockets. A handshake that offers a subprotocol
`ticket.<x>` is decided by that ticket alone: it needs no Origin header, because no browser sends
a ticket by itself. Every other handshake must come from an allowed origin and is decided by
the session cookie. The inner application finds `scope["user"]` either way (AnonymousUser when
nobody was recognised) and must echo `scope["ticket_subprotocol"]` when it accepts, because
browsers drop a socket whose offered subprotocol is not answered.

`scope["wire"]` sends a frame past the session's own wrapper, which looks at the session at each
of them although a frame carries no cookie.
"""

from typing import Any, cast

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from django.contrib.auth.models import AnonymousUser

from deploy.accounts import tickets

PREFIX = "ticket."


def socket_door(inner: ASGI3Application) -> ASGI3Application:
    """Return `inner` behind the door described above."""
    by_session = AllowedHostsOriginValidator(AuthMiddlewareStack(inner))

    async def door(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        wired: dict[str, Any] = {**cast("dict[str, Any]", scope), "wire": send}
        offered = [name for name in wired.get("subprotocols", ()) if name.startswith(PREFIX)]
        if not offered:
            await by_session(cast("Any", wired), receive, send)
            return
        user = await database_sync_to_async(tickets.redeem)(offered[0].removeprefix(PREFIX))
        found = {"user": user or AnonymousUser(), "ticket_subprotocol": offered[0]}
        await inner(cast("Scope", wired | found), receive, send)

    return door
