"""Requests a second through the bounded protocol of `deploy.caller`, beside uvicorn's own.

    DATABASE_URL=… python -m tests.benchmarks.callers

The application says three bytes and nothing else, so only the protocols differ: two servers, each
a process of its own, asked in turn by eight lines at once, over kept lines and over a new line for
each request. Printed are medians of the rounds and their ratio: of a protocol alone, which takes
some twenty microseconds of a page's millisecond or more.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import MutableMapping
from typing import Any, Final

import uvicorn

LINES: Final = 8
ROUNDS: Final = 5
SECONDS: Final = 3.0
ASKED: Final = b"GET / HTTP/1.1\r\nHost: here\r\n%s\r\n"
PROTOCOLS: Final = ("httptools", "deploy.caller:Caller")
Message = MutableMapping[str, Any]


async def application(scope: Message, _receive: object, send: Any) -> None:  # noqa: ANN401 - ASGI's
    """Answer with three bytes."""
    if scope["type"] == "http":
        headers = [(b"content-length", b"3")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"yes"})


def serve(protocol: str, port: int) -> None:
    """Be a server until killed."""
    if protocol != PROTOCOLS[0]:
        import django  # noqa: PLC0415 - the other server has no need of it

        django.setup()
    told: dict[str, Any] = {
        "access_log": False,
        "log_level": "error",
        "lifespan": "off",
        "loop": "uvloop",
    }
    http: Any = protocol
    if ":" in protocol:
        from deploy.caller import Caller  # noqa: PLC0415 - see above

        http = Caller
    uvicorn.run(application, host="127.0.0.1", port=port, http=http, **told)


async def asked(port: int, until: float, *, kept: bool) -> int:
    """Ask one request after the other; how many were answered."""
    count, line = 0, None
    request = ASKED % (b"" if kept else b"Connection: close\r\n")
    while time.perf_counter() < until:
        if line is None:
            line = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = line
        writer.write(request)
        if kept:
            await reader.readuntil(b"yes")
        else:
            assert (await reader.read()).endswith(b"yes")
            writer.close()
            line = None
        count += 1
    return count


async def rate(port: int, *, kept: bool) -> float:
    """Requests a second."""
    until = time.perf_counter() + SECONDS
    return (
        sum(await asyncio.gather(*(asked(port, until, kept=kept) for _ in range(LINES)))) / SECONDS
    )


def main() -> None:
    """Ask both in turn, and print the table."""
    ports = (8991, 8992)
    servers = [
        subprocess.Popen([sys.executable, "-m", "tests.benchmarks.callers", protocol, str(port)])
        for protocol, port in zip(PROTOCOLS, ports, strict=True)
    ]
    time.sleep(4)
    try:
        print(f"{'':<22} {'uvicorn':>9} {'bounded':>9} {'ratio':>6}   requests/s")
        for kept in (True, False):
            rounds = [
                [asyncio.run(rate(port, kept=kept)) for port in ports] for _ in range(ROUNDS)
            ]
            own, bounded = (statistics.median(each) for each in zip(*rounds, strict=True))
            name = "kept lines" if kept else "a new line each"
            print(f"{name:<22} {own:>9,.0f} {bounded:>9,.0f} {bounded / own:>6.2f}")
    finally:
        for server in servers:
            server.kill()
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, client included")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        serve(sys.argv[1], int(sys.argv[2]))
    else:
        main()
