"""A redis-server that a test may flush, kill and start again."""

import socket
import subprocess
import time
from pathlib import Path

import redis

REDIS_SERVER = Path("/usr/bin/redis-server")
STARTUP_SECONDS = 60


class OwnRedis:
    """One server on a port of its own; nothing of it is kept on disk."""

    def __init__(self, folder: Path) -> None:
        """Choose a port."""
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = int(free.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, if it is not running, and wait until it answers."""
        if self._server is not None:
            return
        words = ["--port", str(self._port), "--bind", "127.0.0.1", "--save", "", "--dir", "."]
        self._server = subprocess.Popen(
            [REDIS_SERVER, *words, "--appendonly", "no"],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
        )
        until = time.monotonic() + STARTUP_SECONDS
        while not self._answers():
            assert time.monotonic() < until, "redis-server did not start"
            time.sleep(0.02)

    def flush(self) -> None:
        """Make it forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def stop(self) -> None:
        """Kill it, without a word to anybody."""
        if self._server is not None:
            self._server.kill()
            self._server.wait(60)
            self._server = None

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False
