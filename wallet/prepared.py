"""Statements that PostgreSQL plans once for a connection, for the few that run all the time.

Every action and every transfer runs them. By Django's cursors, or psycopg's, half of what such a
statement costs is the way to it; so they go to libpq by `psycopg.pq`, which psycopg documents for
this: one call, during which other threads have Python to themselves.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from types import TracebackType
from typing import Any, Final, Self
from uuid import UUID

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper
from psycopg import pq
from psycopg.adapt import Transformer

Row = tuple[Any, ...]

_TIMESTAMPTZ: Final = psycopg.adapters.types["timestamptz"].oid
_GOOD: Final = frozenset({pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK})
# More different statements than this on one connection are a fault of ours: they stay planned.
STATEMENTS_MAX = 500


class PreparedCursor:
    """What `prepared_cursor` gives: a cursor for one statement after another, in a `with` block.

    A value is None, a bool, an int, a text, bytes, a time or a UUID; its type is the one that the
    statement wants there. Errors are those of Django's cursors.
    """

    def __init__(self, ours: Any, kept: "_Kept") -> None:  # noqa: ANN401 - Django's connection
        self._ours, self._kept = ours, kept
        self._rows: list[Row] = []
        self._next = 0

    def __enter__(self) -> Self:
        """Nothing is opened: see `__exit__`."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Forget the rows."""
        self._rows = []

    def execute(self, sql: str, params: Sequence[object] = ()) -> None:
        """Run a statement, whose values stand where it says %s."""
        self._ours.validate_no_broken_transaction()
        with self._ours.wrap_database_errors:
            self._rows, self._next = self._kept.run(sql, params), 0

    def fetchone(self) -> Row | None:
        """Return the next row; None after the last."""
        if self._next >= len(self._rows):
            return None
        self._next += 1
        return self._rows[self._next - 1]

    def fetchall(self) -> list[Row]:
        """Return the rows that are left."""
        left, self._next = self._rows[self._next :], len(self._rows)
        return left


class _Kept:
    """The statements that one connection knows by a name, and how it reads their rows."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection
        self._names: dict[str, bytes] = {}
        self._reader = Transformer(_new_cursor(connection))

    def run(self, sql: str, params: Sequence[object]) -> list[Row]:
        pgconn = self._connection.pgconn
        if (
            not self._connection.autocommit
            and pgconn.transaction_status == pq.TransactionStatus.IDLE
        ):
            self._checked(lambda: pgconn.exec_(b"BEGIN"))
        name = self._names.get(sql)
        if name is None:
            name = self._prepare(sql)
        # Its types say that no value may be None; it takes None for NULL, as libpq does.
        values: Any = [None if value is None else _as_text(value) for value in params]
        result = self._checked(lambda: pgconn.exec_prepared(name, values))
        if not result.ntuples:
            return []
        self._reader.set_pgresult(result)
        return self._reader.load_rows(0, result.ntuples, tuple)

    def _prepare(self, sql: str) -> bytes:
        if len(self._names) >= STATEMENTS_MAX:
            message = f"more than {STATEMENTS_MAX} statements are kept: {sql[:80]}"
            raise ValueError(message)
        name = f"batida_{len(self._names)}".encode()
        text = _numbered(sql).encode()
        self._checked(lambda: self._connection.pgconn.prepare(name, text))
        self._names[sql] = name
        return name

    def _checked(self, call: Callable[[], Any]) -> Any:  # noqa: ANN401 - psycopg's result
        try:
            result = call()
        except MemoryError as error:  # libpq gives no result at all on a line that is dead
            said = self._connection.pgconn.get_error_message()
            raise psycopg.OperationalError(said) from error
        if result.status in _GOOD:
            return result
        fault = psycopg.errors.error_from_result(result)
        if self._connection.pgconn.status != pq.ConnStatus.OK:
            raise psycopg.OperationalError(str(fault)) from fault
        raise fault


class _LoggingCursor(CursorDebugWrapper):
    """Logs a statement as it was given."""

    def execute(self, sql: Any, params: Any = None) -> None:  # noqa: ANN401 - as Django's own
        with self.debug_sql(sql, params):
            CursorWrapper.execute(self, sql, params)


# Where a connection carries what it keeps. A table of connections would keep them for ever: what
# reads a connection's rows refers to it.
_CARRIED: Final = "batida_kept"


def prepared_cursor() -> Any:  # noqa: ANN401 - Django's stubs know no cursor that is not theirs
    """Return a cursor whose statements PostgreSQL plans once for a connection, not each time.

    For the few statements that every action or transfer runs: to plan them cost more than to
    execute them. Use it in a `with` block; it is a `PreparedCursor`. Where statements are counted
    or logged, it is one of Django's cursors, which tells of them.
    """
    ours = connections[DEFAULT_DB_ALIAS]
    ours.ensure_connection()
    if ours.queries_logged or ours.execute_wrappers:
        return _LoggingCursor(_new_cursor(ours.connection), ours)
    kept = getattr(ours.connection, _CARRIED, None)
    if kept is None:
        kept = _Kept(ours.connection)
        setattr(ours.connection, _CARRIED, kept)
    return PreparedCursor(ours, kept)


def _new_cursor(connection: Any) -> Any:  # noqa: ANN401 - psycopg's, which Django's stubs hide
    bind: Any = ServerBindingCursor  # the stubs have Django's cursors without their arguments
    bound = bind(connection)
    # Django reads times by a loader written in Python, to give them the time zone that psycopg's
    # own, which is compiled, gives them anyhow: the session's, UTC.
    quick = psycopg.adapters.get_loader(_TIMESTAMPTZ, psycopg.pq.Format.TEXT)
    assert quick is not None  # noqa: S101 - psycopg reads every type that it knows
    bound.adapters.register_loader(_TIMESTAMPTZ, quick)
    return bound


@lru_cache(maxsize=STATEMENTS_MAX)
def _numbered(sql: str) -> str:
    """Return a statement with its places numbered, as the server wants them."""
    first, *rest = sql.split("%s")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))


def _as_text(value: object) -> bytes:
    """Return a value as the server reads it, whatever type it has to be there."""
    if isinstance(value, str):
        text = value.encode()
        if b"\0" in text:
            # Libpq would end the text there, without a word.
            raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
        return text
    if isinstance(value, bool):
        return b"t" if value else b"f"
    if isinstance(value, int):
        return b"%d" % value
    if isinstance(value, bytes | memoryview):
        return b"\\x" + bytes(value).hex().encode()
    if isinstance(value, datetime):
        return value.isoformat().encode()
    if isinstance(value, UUID):
        return str(value).encode()
    message = f"a prepared statement takes no {type(value).__name__}"
    raise TypeError(message)
