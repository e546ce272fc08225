"""What the house finds outside of itself: a port, a database, a Redis, its own front door."""

import errno
import http.client
import socket
from urllib.parse import urlsplit

import psycopg
import redis
from environ import Env

from deploy.errors import CannotStart

ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound to
PROBE_SECONDS = 5
PORT_MAX = 65_535


def listen(host: str, port: int) -> socket.socket:
    """Return an open socket on the address, or say in a sentence why there is none."""
    if not 0 <= port <= PORT_MAX:
        raise CannotStart(f"--port {port} is no port: 0 to {PORT_MAX} are")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except socket.gaierror as error:
        raise CannotStart(f"--host {host} is no address of this machine") from error
    except OSError as error:
        reasons = {
            errno.EADDRINUSE: "is in use by another program: stop it, or give another --port",
            errno.EACCES: "needs rights this user has not: give a --port above 1023",
            errno.EADDRNOTAVAIL: "is not on this machine: give another --host",
        }
        reason = reasons.get(error.errno or 0, f"cannot be used ({error.strerror})")
        raise CannotStart(f"port {port} of {host} {reason}") from error
    return listener


def address(host: str, port: int) -> str:
    """Return what a person on this machine types into a browser."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not bound to
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Probe:
    """Asks the front door once; True when it said 200."""

    def __init__(self, url: str) -> None:
        self.url = urlsplit(url)

    def __call__(self) -> bool:
        """Return whether it answered within a second."""
        connection = http.client.HTTPConnection(self.url.hostname or "", self.url.port, timeout=1)
        try:
            connection.request("GET", self.url.path)
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def probe_database(url: str, name: str = "DATABASE_URL") -> None:
    """Return when the server answers SELECT 1; the sentence never shows the password."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql", "pgsql", "psql"):
        raise CannotStart(f"{name} must begin with postgres://: the ledger needs PostgreSQL")
    try:
        found = Env.db_url_config(url)  # read as the settings read it, socket folders too
        with psycopg.connect(
            host=found["HOST"] or None,
            port=found["PORT"] or None,
            user=found["USER"] or None,
            password=found["PASSWORD"] or None,
            dbname=found["NAME"],
            connect_timeout=PROBE_SECONDS,
            **found.get("OPTIONS", {}),
        ) as connection:
            connection.execute("SELECT 1")
    except (psycopg.Error, ValueError, TypeError) as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[0]
        if parts.password:
            said = said.replace(parts.password, "…")
        raise CannotStart(f"the server of {name} cannot be used: {said}") from error


def probe_redis(url: str) -> None:
    """Return when Redis says PONG."""
    try:
        client = redis.Redis.from_url(url, socket_connect_timeout=PROBE_SECONDS, socket_timeout=5)
        client.ping()
        client.close()
    except (redis.RedisError, ValueError, OSError) as error:
        raise CannotStart(f"the server of REDIS_URL cannot be used: {error}") from error
