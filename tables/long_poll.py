"""The long poll: an answer that waits until there is something to tell.

While it waits it holds no database connection and none of the threads that read for others: it
sleeps in the event loop until the doorbell rings for what was asked about. A ring may be lost, so
it also looks by itself now and then.
"""

import asyncio
import functools
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework import status
from rest_framework.response import Response

from tables.threads import in_thread

WAIT_MAX_S: Final = 25
# Without a ring an answer that waits looks again after so many seconds.
LOOK_S: Final = 2.5

View = Callable[..., HttpResponseBase]
Rung = Callable[[int], AbstractContextManager[asyncio.Event]]


def no_events(data: Any) -> bool:  # noqa: ANN401 - what a view answers
    """Whether an answer tells of no event."""
    return not data["events"]


def long_polled(
    view: View, rung_for: Rung, name: str, is_empty: Callable[[Any], bool] = no_events
) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """Return a view that asks `view` again until its answer is not empty, or time is up.

    `wait` in the query says for how many seconds, as the view's own serializer has checked it:
    an answer other than 200 is given at once. `rung_for` gives an event that is set when the
    doorbell rings for the thing whose number the address has as `name`.
    """

    @functools.wraps(view)
    async def waiting(request: HttpRequest, **where: int) -> HttpResponseBase:
        asked = request.GET.get("wait", "0")
        seconds = min(int(asked), WAIT_MAX_S) if asked.isdecimal() and len(asked) < 3 else 0  # noqa: PLR2004 - digits
        if not seconds:
            return await sync_to_async(_rendered)(view, request, where)
        until = time.monotonic() + seconds
        with rung_for(where[name]) as rung:
            while True:
                rung.clear()
                answer = await in_thread(_rendered, view, request, where)
                left = until - time.monotonic()
                if left <= 0 or not _waits(answer, is_empty):
                    return answer
                try:
                    await asyncio.wait_for(rung.wait(), min(left, LOOK_S))
                except TimeoutError:
                    continue

    return waiting


def _rendered(view: View, request: HttpRequest, where: dict[str, int]) -> HttpResponseBase:
    answer = view(request, **where)
    if isinstance(answer, Response):
        answer.render()
    return answer


def _waits(answer: HttpResponseBase, is_empty: Callable[[Any], bool]) -> bool:
    if not isinstance(answer, Response) or answer.status_code != status.HTTP_200_OK:
        return False
    return is_empty(answer.data)
