"""A worker that is killed (kill -9) at every statement it sends, and begins anew each time."""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connection

from tests.tournaments.organiser import row_of
from tournaments.models import Entrant, MatchTable

KILLS_MAX = 5000


def killed_everywhere(number: int, work: Callable[[], object]) -> int:
    """Let `work` be killed before each statement of each of its steps; return how many kills.

    The first statement is where the first worker dies, the second one where the next does, and so
    on; once a worker has come a step further, its successor dies at the first statement again.
    """
    at = kills = 0
    while kills < KILLS_MAX:
        before = _progress(number)
        at += 1
        if not _dies(work, at):
            return kills
        kills += 1
        if _progress(number) != before:
            at = 0
    raise AssertionError("the work came to no end")


def _dies(work: Callable[[], object], at: int) -> bool:
    """Do the work in a child process that is killed before its statement `at`; False: it ended."""
    # The child must not inherit a connection: two would speak on one socket.
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]  # the backend's own
    pid = os.fork()
    if not pid:
        _run(work, at)
    _pid, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0, "the worker failed by itself"
    return False


def _run(work: Callable[[], object], at: int) -> None:
    sent = 0

    def step(execute: Any, *rest: Any) -> Any:  # noqa: ANN401 - Django's hook
        nonlocal sent
        sent += 1
        if sent == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*rest)

    try:
        with connection.execute_wrapper(step):
            work()
        os._exit(0)
    finally:
        os._exit(1)


def _progress(number: int) -> object:
    row = row_of(number)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM ledger_transfer), (SELECT count(*) FROM tables_event),"
            " (SELECT count(*) FROM tables_outbox WHERE done_at IS NULL)"
        )
        counts = cursor.fetchone()
    return (
        counts,
        (row.seq, row.bounty_seq, row.due_at, row.clock_from, row.trouble),
        list(MatchTable.objects.order_by("pk").values_list("state", "stopping")),
        list(Entrant.objects.order_by("pk").values_list("moving", "bust")),
    )
