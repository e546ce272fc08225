"""Answers that a caller may keep: what each says of itself, whole or as "you have it already"."""

from collections.abc import Callable

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

READERS = ("Authorization", "Cookie")
"""What tells who asks: a copy made for one reader is no answer to another."""


def tagged(
    request: Request,
    told: Callable[[], object],
    *,
    etag: str,
    cache: str,
    vary: tuple[str, ...] = (),
) -> HttpResponseBase:
    """Answer with what `told` returns, or by 304, unasked, to somebody who has just that.

    Both carry the same ETag, Cache-Control and Vary (RFC 9110, 15.4.5); `vary` adds headers on
    which the answer depends besides the reader.
    """
    headers = {"ETag": etag, "Cache-Control": cache, "Vary": ", ".join((*READERS, *vary))}
    whole = HttpResponse(headers=headers)
    answer = get_conditional_response(request._request, etag=etag, response=whole)  # noqa: SLF001 - DRF has no public name for it
    if answer is None or answer is whole:
        return Response(told(), headers=headers)
    return answer
