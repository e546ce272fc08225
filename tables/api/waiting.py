"""The long poll: an answer that waits until there is something to tell.

While it waits it holds no database connection and none of the threads that read for others: it
sleeps in the event loop until the doorbell rings for its table. A ring may be lost, so it also
looks by itself now and then.
"""

import asyncio
import functools
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework import status
from rest_framework.response import Response

from tables.hub import hub
from tables.models import Guest
from tables.threads import in_thread

WAIT_MAX_S: Final = 25
# Without a ring an answer that waits looks again after so many seconds.
LOOK_S: Final = 2.5


def no_events(data: Any) -> bool:  # noqa: ANN401 - what a view answers
    """Whether an answer tells nothing new of a table."""
    return not data["events"]


def unanswered(data: Any) -> bool:  # noqa: ANN401 - as above
    """Whether a guest still waits for the owner of a private table."""
    return bool(data["state"] == Guest.State.ASKED)


def long_polled(
    view: Callable[..., HttpResponseBase], is_empty: Callable[[Any], bool] = no_events
) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """Return a view that asks `view` again until its answer is not empty, or time is up.

    `wait` in the query says for how many seconds, as the view's own serializer has checked it:
    an answer other than 200 is given at once.
    """

    @functools.wraps(view)
    async def waiting(request: HttpRequest, table_id: int, **more: object) -> HttpResponseBase:
        asked = request.GET.get("wait", "0")
        seconds = min(int(asked), WAIT_MAX_S) if asked.isdecimal() and len(asked) < 3 else 0  # noqa: PLR2004 - digits
        if not seconds:
            return await sync_to_async(_rendered)(view, request, table_id, more)
        until = time.monotonic() + seconds
        with hub.rung(table_id) as rung:
            while True:
                rung.clear()
                answer = await in_thread(_rendered, view, request, table_id, more)
                left = until - time.monotonic()
                if left <= 0 or not _waits(answer, is_empty):
                    return answer
                try:
                    await asyncio.wait_for(rung.wait(), min(left, LOOK_S))
                except TimeoutError:
                    continue

    return waiting


def _rendered(
    view: Callable[..., HttpResponseBase],
    request: HttpRequest,
    table_id: int,
    more: Any,  # noqa: ANN401 - a view's own arguments
) -> HttpResponseBase:
    answer = view(request, table_id=table_id, **more)
    if isinstance(answer, Response):
        answer.render()
    return answer


def _waits(answer: HttpResponseBase, is_empty: Callable[[Any], bool]) -> bool:
    if not isinstance(answer, Response) or answer.status_code != status.HTTP_200_OK:
        return False
    return is_empty(answer.data)
