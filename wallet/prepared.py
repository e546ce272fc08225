"""Statements that PostgreSQL plans once for a connection, for the few that run all the time."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorDebugWrapper, CursorWrapper


class _LoggingCursor(CursorDebugWrapper):
    """Logs a statement as it was given: psycopg keeps no text of one that was planned before."""

    def execute(self, sql: Any, params: Any = None) -> None:  # noqa: ANN401 - as Django's own
        with self.debug_sql(sql, params):
            CursorWrapper.execute(self, sql, params)


def prepared_cursor() -> CursorWrapper:
    """Return a cursor whose statements PostgreSQL plans once for a connection, not each time.

    For the few statements that every action or transfer runs (`prepare_threshold` is in the
    settings): to plan them cost more than to execute them. Close it; Django's own cursors write
    the values into the statement, anew each time.
    """
    ours = connections[DEFAULT_DB_ALIAS]
    ours.ensure_connection()
    bind: Any = ServerBindingCursor  # the stubs have Django's cursors without their arguments
    bound = bind(ours.connection)
    return _LoggingCursor(bound, ours) if ours.queries_logged else CursorWrapper(bound, ours)
