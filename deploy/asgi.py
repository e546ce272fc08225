"""The ASGI entry: HTTP by Django, sockets by Channels, and what runs beside them by lifespan."""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup(set_prefix=False)  # what follows imports models

from deploy.accounts.ticket_auth import socket_door  # noqa: E402 - see the line above
from deploy.answering import Answering  # noqa: E402 - see above
from deploy.measured import Sharer, measured  # noqa: E402 - see above
from tables import routing as tables_routing  # noqa: E402 - see above
from tables import runtime  # noqa: E402 - see above
from tournaments import routing as tournaments_routing  # noqa: E402 - see above
from tournaments import runtime as tournaments_runtime  # noqa: E402 - see above

logger = logging.getLogger(__name__)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def lifespan(scope: Message, receive: Receive, send: Send) -> None:
    """Start the hubs, the sweeper and the sharer with the server, and stop them with it."""
    sharer = Sharer()
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await runtime.start()
                await tournaments_runtime.start()
                sharer.start()
            except Exception:
                logger.exception("the hub and the sweeper did not start")
                await send({"type": "lifespan.startup.failed", "message": "see the log"})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await tournaments_runtime.stop()
            await runtime.stop()
            await asyncio.to_thread(sharer.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return


async def no_such_socket(scope: Message, receive: Receive, send: Send) -> None:
    """Answer 404 to a socket at an address where there is none."""
    await receive()  # the client's wish to connect
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        start = {"type": "websocket.http.response.start", "status": 404, "headers": headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": b"No socket is here.\n"})
    else:
        await send({"type": "websocket.close", "code": 4404})


_sockets = tables_routing.websocket_urlpatterns + tournaments_routing.websocket_urlpatterns
# Channels' types want patterns of its own, and applications that are views; Django's do.
_nowhere: Any = no_such_socket
_routes: Any = [*_sockets, re_path("", _nowhere)]
# The door is outermost: it refuses a page of another site before the cookie is looked at.
_doors: Any = ProtocolTypeRouter(
    {
        "http": Answering(),
        "websocket": socket_door(URLRouter(_routes)),
        "lifespan": lifespan,
    }
)
application = measured(_doors)
