"""Django's way of answering, which keeps no database connection for a caller who does not read."""

from typing import Any, Final

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http.response import HttpResponseBase

AT_ONCE: Final = 32_768
"""An answer of so many bytes goes into the line's buffer whole, where this takes it at all."""


class Answering(ASGIHandler):
    """Gives the request's connection back to the pool before a long answer is sent.

    Django ends a request when its last piece is taken: sixteen callers who asked for a long page
    and read none of it would have the whole pool.
    """

    async def send_response(self, response: HttpResponseBase, send: Any) -> None:  # noqa: ANN401 - Django's
        """Send it; what is read from the database while it is sent opens a connection anew."""
        if response.streaming or len(getattr(response, "content", b"")) > AT_ONCE:
            await sync_to_async(close_old_connections)()
        await super().send_response(response, send)
