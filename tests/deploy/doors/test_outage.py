"""While PostgreSQL takes nobody in, every socket is sent back, and the log says so once."""

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from deploy.accounts import tickets
from tables.outage import Outages, is_outage, outages
from tests.house import House, a_player, a_table, cookie_of, open_house
from tests.tournaments.organiser import an_organiser, announced

SECONDS = 60
GOODBYE = {"type": "goodbye", "reason": "restart", "retry": True}
LOGGER = logging.getLogger(__name__)


@pytest.fixture
def house(transactional_db: None) -> Iterator[House]:
    """The house, open; its pool waits shortly for a connection that does not come."""
    database: Any = connection  # with a pool, as PostgreSQL's has
    pool = database.pool
    patience, pool.timeout = pool.timeout, 0.2
    with open_house() as opened:
        yield opened
    pool.timeout = patience
    database.close_pool()  # some that it holds may have been ended by PostgreSQL


@contextmanager
def nobody_in() -> Iterator[None]:
    """Have PostgreSQL refuse every connection to the test's database, and end those it has."""
    asked = connection.get_connection_params()
    where = {name: asked[name] for name in ("user", "password", "host", "port") if asked.get(name)}
    name = psycopg.sql.Identifier(connection.settings_dict["NAME"])
    with psycopg.connect(**where, dbname="postgres", autocommit=True) as outside:
        outside.execute(psycopg.sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        try:
            outside.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                [connection.settings_dict["NAME"]],
            )
            yield
        finally:
            outside.execute(
                psycopg.sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name)
            )
            connection.close()


def dial(house: House, path: str, **options: Any) -> ClientConnection:
    """Open a socket as a page of ours would."""
    opened: ClientConnection = connect(
        f"ws://127.0.0.1:{house.port}/ws/v1/{path}", origin=Origin(house.url), **options
    )
    return house.stack.enter_context(opened)


def said(socket: ClientConnection) -> Any:  # noqa: ANN401 - JSON
    return json.loads(socket.recv(timeout=SECONDS))


def sent_back(socket: ClientConnection) -> None:
    """Read to the end of a socket, which must be a goodbye and 1012."""
    heard: list[Any] = []
    with pytest.raises(ConnectionClosed) as ended:
        heard.extend(iter(lambda: said(socket), None))
    assert heard[-1:] == [GOODBYE]
    assert ended.value.rcvd is not None
    assert (ended.value.rcvd.code, ended.value.rcvd.reason) == (1012, "restart")


def hello(socket: ClientConnection) -> ClientConnection:
    socket.send('{"type": "hello", "cursor": null}')
    return socket


def test_every_socket_is_sent_back_and_lets_in_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """New ones, by cookie, by ticket and without a name; and those that were open."""
    ana = a_player("ana")
    paths = [f"tables/{a_table(ana)}", f"tournaments/{announced(an_organiser())}"]
    cookie = {"Cookie": cookie_of(ana)}
    ticket = [Subprotocol(f"ticket.{tickets.issue(ana)}")]
    open_ones = [hello(dial(house, path, additional_headers=cookie)) for path in paths]
    for one in open_ones:
        assert said(one)["type"] == "welcome"
    outages.__init__()  # type: ignore[misc]  # as if the process had just begun
    caplog.clear()
    with nobody_in():
        for one in open_ones:
            one.send('{"type": "ping", "t": 1}')
        for path in paths:
            for _ in range(3):
                sent_back(dial(house, path, additional_headers=cookie))
            by_ticket = dial(house, path, subprotocols=ticket)
            assert by_ticket.subprotocol == ticket[0]
            sent_back(by_ticket)
        visitor = dial(house, paths[1])  # whom nobody needs to recognise
        visitor.send('{"type": "hello", "cursor": null}')
        sent_back(visitor)
        for one in open_ones:
            sent_back(one)
    told = [row for row in caplog.records if row.name.startswith(("tables", "tournaments", "dep"))]
    assert [row.levelname for row in told] == ["WARNING"]
    assert "the database takes nobody in" in told[0].getMessage()
    assert [row.getMessage() for row in caplog.records if row.exc_info] == []
    for path in paths:
        comes_back(house, path, cookie)


def comes_back(house: House, path: str, cookie: dict[str, str]) -> None:
    """Do what a client does: try again until there is a welcome."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        with suppress(ConnectionClosed):  # sent back once more
            if said(hello(dial(house, path, additional_headers=cookie)))["type"] == "welcome":
                return
        time.sleep(0.1)
    pytest.fail("nobody is let in again")


def test_another_site_is_refused_before_the_database_is_asked(house: House) -> None:
    with nobody_in(), pytest.raises(Exception, match="403"):
        connect(
            f"ws://127.0.0.1:{house.port}/ws/v1/tables/1",
            origin=Origin("https://elsewhere.example"),
        )


def failed_by(cause: psycopg.Error) -> OperationalError:
    """Return what Django makes of an error of psycopg's."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "outage"),
    [
        (OperationalError("connection refused"), True),
        (InterfaceError("connection already closed"), True),
        (psycopg.OperationalError("timeout"), True),
        (failed_by(psycopg.errors.TooManyConnections("full")), True),
        (failed_by(psycopg.errors.AdminShutdown("restarts")), True),
        (failed_by(psycopg.errors.CannotConnectNow("starts")), True),
        (failed_by(psycopg.errors.ConnectionFailure("cut")), True),
        (failed_by(psycopg.errors.QueryCanceled("too slow")), False),
        (failed_by(psycopg.errors.DeadlockDetected("each other")), False),
        (failed_by(psycopg.errors.LockNotAvailable("held")), False),
        (ValueError("a mistake of ours"), False),
    ],
    ids=[
        *("refused", "closed", "pool", "full", "restarts", "starts", "cut"),
        *("slow", "deadlock", "locked", "ours"),
    ],
)
def test_what_is_an_outage(error: Exception, outage: bool) -> None:  # noqa: FBT001 - of a table
    assert is_outage(error) == outage


def test_an_outage_is_told_once_and_a_mistake_each_time(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("tables.outage.time.monotonic", lambda: now)
    told = Outages()
    for number in range(500):
        told.failed(LOGGER, OperationalError("too many\nclients"), "table %s failed", number)
    told.failed(LOGGER, ValueError("ours"), "table %s failed", 7)
    now += 31
    told.failed(LOGGER, OperationalError("too many\nclients"), "table %s failed", 8)
    assert [(row.getMessage(), bool(row.exc_info)) for row in caplog.records] == [
        (
            "the database takes nobody in: table 0 failed (too many clients; 0 failures untold)",
            False,
        ),
        ("table 7 failed", True),
        (
            "the database takes nobody in: table 8 failed (too many clients; 499 failures untold)",
            False,
        ),
    ]
