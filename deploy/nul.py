"""No NUL in an address: no text of ours has one, and PostgreSQL takes none.

Bodies and forms refuse it by themselves; a path or a query would go to the database as it is.
"""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.decorators import sync_and_async_middleware

NUL, ESCAPED = "\0", "%00"


@sync_and_async_middleware
def no_nul(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware: answer 400 where the path or the query holds a NUL."""

    def check(request: HttpRequest) -> None:
        asked = request.META.get("QUERY_STRING", "")
        if NUL in request.path_info or NUL in asked or ESCAPED in asked:
            raise BadRequest("a NUL in the address")

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
            check(request)
            return await get_response(request)

        return later

    def now(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
        check(request)
        return get_response(request)

    return now
