"""The web process: uvicorn on a socket that deploy/run opened.

The socket is handed over open, so nobody is refused while a web process starts again, and a
second program cannot take the port in between.
"""

import argparse
import ctypes
import gc
import socket
import sys
from collections.abc import Sequence
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts

from deploy import doorway
from deploy.caller import Caller
from deploy.line import Line

WS_FRAME_BYTES_MAX = 8192
PING_SECONDS = 10
GRACEFUL_SECONDS = 8
# Programs and pages ask again each few seconds, most after a round number of them: a line that
# ends just then takes a request with it, which nobody knows whether it was done.
KEEP_ALIVE_SECONDS = 17
DEAD_LINE_MS = 20_000


# Objects more than went before Python looks for garbage that refers to itself, then how many of
# such looks before a thorough one. Python's own 700 stopped every socket several times a second,
# and for a tenth of one at a time: almost all our objects are freed without it.
GARBAGE_LOOKS = (20_000, 20, 50)


# A thread that has its answer from the database waits this long for Python at most, while another
# thread computes. An action is half a dozen such answers, and Python's own 5 ms add up.
SWITCH_SECONDS = 0.0005


# Pools of memory that the C library keeps. By itself it makes one for each of a dozen threads that
# take turns, and each grows to the largest reading that ever ran there: a fifth of a quiet house.
ARENAS_MAX = 2
_M_ARENA_MAX = -8  # its number in glibc's malloc.h


class Server(uvicorn.Server):
    """Uvicorn, which closes sockets with 1012 and no word; this one lets the house speak first."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and set Python up for many sockets: what is there by now is no garbage."""
        self._count_callers()
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE_LOOKS)
        sys.setswitchinterval(SWITCH_SECONDS)

    def _count_callers(self) -> None:
        from django.conf import settings  # noqa: PLC0415 - the application has set Django up

        proxies: Any = _TrustedHosts(
            self.config.forwarded_allow_ips
        )  # a Container in all but name
        doorway.here = doorway.Doorway(doorway.places(), settings.CONNECTIONS_PER_ADDRESS, proxies)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to every socket, then stop."""
        from tables import runtime  # noqa: PLC0415 - the application has set Django up by now

        await runtime.say_goodbye()
        await super().shutdown(sockets)


def main(arguments: Sequence[str]) -> int:
    """Serve until SIGTERM: sockets are closed at once with 1012, requests get GRACEFUL_SECONDS."""
    parser = argparse.ArgumentParser(prog="deploy.web")
    parser.add_argument("--fd", type=int, required=True, help="an open, listening socket")
    options = parser.parse_args(arguments)
    share_memory()
    config = uvicorn.Config(
        "deploy.asgi:application",
        loop="uvloop",
        http=Caller,
        ws=Line,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        ws_max_size=WS_FRAME_BYTES_MAX,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # a small frame must not unpack to a large one
        lifespan="on",
        timeout_graceful_shutdown=GRACEFUL_SECONDS,
        server_header=False,
        log_config=None,  # Django's LOGGING has uvicorn's loggers too
    )
    server = Server(config)
    listening = socket.socket(fileno=options.fd)
    end_dead_lines(listening)
    server.run(sockets=[listening])
    return 0 if server.started else 1


def end_dead_lines(listening: socket.socket) -> None:
    """Have the kernel end whatever connection takes nothing for `DEAD_LINE_MS`.

    A client may open no window and answer the kernel's probes for ever. Uvicorn's pings only ask
    the line to close, which it does when all is sent: never, there.
    """
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections have it too
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_LINE_MS)


def share_memory() -> None:
    """Have all threads share a few pools of memory, where the C library is one that can."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, ARENAS_MAX)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
