"""Statements that PostgreSQL plans once for a connection, for the few that run all the time."""

from types import TracebackType
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper

_TIMESTAMPTZ: Final = psycopg.adapters.types["timestamptz"].oid


class _LoggingCursor(CursorDebugWrapper):
    """Logs a statement as it was given: psycopg keeps no text of one that was planned before."""

    def execute(self, sql: Any, params: Any = None) -> None:  # noqa: ANN401 - as Django's own
        with self.debug_sql(sql, params):
            CursorWrapper.execute(self, sql, params)


class _KeptCursor(CursorWrapper):
    """A cursor that is laid by when its block ends well, for the next who asks."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            _spare[self.cursor.connection] = self.cursor
        else:
            self.cursor.close()


# One by connection. A new cursor looks up anew how each type of value is written and read, which
# cost as much as the statement. Whoever uses it takes it out, so two never have the same.
_spare: Final[WeakKeyDictionary[Any, Any]] = WeakKeyDictionary()


def prepared_cursor() -> CursorWrapper:
    """Return a cursor whose statements PostgreSQL plans once for a connection, not each time.

    For the few statements that every action or transfer runs (`prepare_threshold` is in the
    settings): to plan them cost more than to execute them. Use it in a `with` block; Django's own
    cursors write the values into the statement, anew each time.
    """
    ours = connections[DEFAULT_DB_ALIAS]
    ours.ensure_connection()
    bound = _spare.pop(ours.connection, None)
    if bound is None:
        bound = _new_cursor(ours.connection)
    return _LoggingCursor(bound, ours) if ours.queries_logged else _KeptCursor(bound, ours)


def _new_cursor(connection: Any) -> Any:  # noqa: ANN401 - psycopg's, which Django's stubs hide
    bind: Any = ServerBindingCursor  # the stubs have Django's cursors without their arguments
    bound = bind(connection)
    # Django reads times by a loader written in Python, to give them the time zone that psycopg's
    # own, which is compiled, gives them anyhow: the session's, UTC.
    quick = psycopg.adapters.get_loader(_TIMESTAMPTZ, psycopg.pq.Format.TEXT)
    assert quick is not None  # noqa: S101 - psycopg reads every type that it knows
    bound.adapters.register_loader(_TIMESTAMPTZ, quick)
    return bound
