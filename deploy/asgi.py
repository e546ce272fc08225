"""The ASGI entry: HTTP by Django, sockets by Channels, and what runs beside them by lifespan."""

import logging
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
_http = get_asgi_application()  # sets Django up: what follows imports models

from deploy.accounts.ticket_auth import socket_door  # noqa: E402 - see the line above
from tables import routing as tables_routing  # noqa: E402 - see above
from tables import runtime  # noqa: E402 - see above
from tournaments import routing as tournaments_routing  # noqa: E402 - see above
from tournaments import runtime as tournaments_runtime  # noqa: E402 - see above

logger = logging.getLogger(__name__)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def lifespan(scope: Message, receive: Receive, send: Send) -> None:
    """Start the hubs and the sweeper with the server, and stop them with it."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await runtime.start()
                await tournaments_runtime.start()
            except Exception:
                logger.exception("the hub and the sweeper did not start")
                await send({"type": "lifespan.startup.failed", "message": "see the log"})
                return
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await tournaments_runtime.stop()
            await runtime.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return


_sockets = tables_routing.websocket_urlpatterns + tournaments_routing.websocket_urlpatterns
_routes: Any = _sockets  # Channels' types want patterns of its own; Django's do
# The door is outermost: it refuses a page of another site before the cookie is looked at.
application = ProtocolTypeRouter(
    {
        "http": _http,
        "websocket": socket_door(URLRouter(_routes)),
        "lifespan": lifespan,
    }
)
