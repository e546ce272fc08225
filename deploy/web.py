"""The web process: uvicorn on a socket that deploy/run opened.

The socket is handed over open, so nobody is refused while a web process starts again, and a
second program cannot take the port in between.
"""

import argparse
import gc
import socket
import sys
from collections.abc import Sequence

import uvicorn

WS_FRAME_BYTES_MAX = 8192
PING_SECONDS = 10
GRACEFUL_SECONDS = 8


# Objects more than went before Python looks for garbage that refers to itself, then how many of
# such looks before a thorough one. Python's own 700 stopped every socket several times a second,
# and for a tenth of one at a time: almost all our objects are freed without it.
GARBAGE_LOOKS = (20_000, 20, 50)


class Server(uvicorn.Server):
    """Uvicorn, which closes sockets with 1012 and no word; this one lets the house speak first."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and keep what is there by then out of the search for garbage."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE_LOOKS)

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
    config = uvicorn.Config(
        "deploy.asgi:application",
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
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
    server.run(sockets=[socket.socket(fileno=options.fd)])
    return 0 if server.started else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
