"""What Django answers when something went wrong: a page, or under /api a problem object."""

import sys
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _

from deploy.api.problems import RETRY_SECONDS, crash_problem, django_problem, unknown_address
from tables.outage import UNAVAILABLE

FOR_PROGRAMS = {"/healthz", "/readyz", "/metrics"}
"""What `deploy.health` answers, at the addresses of `deploy.urls`."""
P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def _gives_back(page: Page[P]) -> Page[P]:
    """Return the page, which gives its database connection back when it is made.

    Who is signed in is asked of the database. Django makes these pages in a thread of the event
    loop that no end of a request is told to: the connection would be kept there for ever. One
    in a transaction is somebody else's.
    """

    @wraps(page)
    def made(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:
                    connection.close_if_unusable_or_obsolete()

    return made


def _wants_problem(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


@_gives_back
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a request that makes no sense, such as one with a foreign Host header."""
    detail = _("Something in the request has a form that nobody here can read.")
    if _wants_problem(request):
        return django_problem(request, "bad-request", HTTPStatus.BAD_REQUEST, detail)
    return render(request, "400.html", status=400)


@_gives_back
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: known, but not allowed."""
    if _wants_problem(request):
        detail = _("Your role does not allow this.")
        return django_problem(request, "forbidden", HTTPStatus.FORBIDDEN, detail)
    return render(request, "403.html", status=403)


@_gives_back
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing at this address."""
    if _wants_problem(request):
        return unknown_address(request)
    return render(request, "404.html", status=404)


@_gives_back
def server_error(request: HttpRequest) -> HttpResponse:
    """500: our mistake; or 503 while the database is gone, and when to come back.

    A page, a problem under /api, plain text where programs look. The pages ask nothing of the
    database. Their language is that of the request, wherever on the way to the view or back from
    it something went wrong.
    """
    error = sys.exc_info()[1]
    with override(get_language_from_request(request)):
        if _wants_problem(request):
            return crash_problem(request, error)
        if isinstance(error, UNAVAILABLE):
            answer = _said(request, HTTPStatus.SERVICE_UNAVAILABLE)
            answer["Retry-After"] = str(RETRY_SECONDS)
            answer["Cache-Control"] = "no-store"
            return answer
        return _said(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def _said(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """The page of a status, or a line of plain text where programs look and nobody reads."""
    if request.path in FOR_PROGRAMS:
        return HttpResponse(f"{status.phrase.lower()}\n", "text/plain", status)
    return HttpResponse(render_to_string(f"{status.value}.html"), status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without the token of its page, mostly a page left open over a sign-in."""
    if _wants_problem(request):
        detail = _(
            "The request did not carry the page's own token. Load the page again and repeat it."
        )
        return django_problem(request, "csrf-failed", HTTPStatus.FORBIDDEN, detail)
    return render(request, "403_csrf.html", status=403)
