"""Every error under /api as RFC 9457 `application/problem+json`.

`type` is a stable address, /problems/<code>, with a page that explains the code; `code` is for
programs; `title` and `detail` are sentences in the reader's language; `errors` lists what is
wrong field by field; further members are the facts of a refusal.
"""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler as framework_handler

from deploy.api.catalogue import title
from deploy.api.parsers import TooLarge
from tables.outage import UNAVAILABLE
from wallet.api.problem import problem_of, problem_type
from wallet.errors import Refusal

log = structlog.get_logger(__name__)

CONTENT_TYPE = "application/problem+json"
RETRY_SECONDS = 2
CODES: dict[type[exceptions.APIException], str] = {
    exceptions.ValidationError: "invalid-request",
    exceptions.ParseError: "malformed-request",
    exceptions.NotAuthenticated: "not-authenticated",
    exceptions.AuthenticationFailed: "authentication-failed",
    exceptions.PermissionDenied: "forbidden",
    exceptions.NotFound: "not-found",
    exceptions.MethodNotAllowed: "method-not-allowed",
    exceptions.NotAcceptable: "not-acceptable",
    exceptions.UnsupportedMediaType: "unsupported-media-type",
    exceptions.Throttled: "too-many-requests",
}


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Answer what a REST view raised; None (so Django's 500) for what nobody foresaw.

    A problem is JSON whatever else was asked for: a view that also writes CSV has none for it.
    """
    request = context["request"]
    path = request.path
    request.accepted_renderer = JSONRenderer()
    request.accepted_media_type = JSONRenderer.media_type
    if isinstance(error, Refusal):
        body = {**problem_of(error), "instance": path}
        wait = error.facts.get("retry_after")
        headers = {"Retry-After": str(wait)} if wait else None
        return Response(body, status=error.status, headers=headers, content_type=CONTENT_TYPE)
    if isinstance(error, UNAVAILABLE):  # it did nothing, or is answered again by its key
        log.warning("database-unavailable", error=type(error.__cause__ or error).__name__)
        headers = {"Retry-After": str(RETRY_SECONDS)}
        body = _unavailable(path)
        return Response(body, status=503, headers=headers, content_type=CONTENT_TYPE)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, RequestDataTooBig):
        error = TooLarge()
    response = framework_handler(error, dict(context))
    if response is None or not isinstance(error, exceptions.APIException):
        return None
    response.data = _framework_problem(error, path)
    response.content_type = CONTENT_TYPE
    return response


def _unavailable(path: str) -> dict[str, object]:
    detail = _("The house is catching its breath: send the same request again in a moment.")
    return problem("unavailable", HTTPStatus.SERVICE_UNAVAILABLE, detail, path)


def _framework_problem(error: exceptions.APIException, path: str) -> dict[str, object]:
    code = CODES.get(type(error), "") or str(error.default_code).replace("_", "-")
    if isinstance(error, exceptions.ValidationError):
        errors = list(field_errors(error.get_full_details()))
        detail = " ".join(f"{row['field']}: {row['detail']}".removeprefix(": ") for row in errors)
        return problem(code, error.status_code, detail, path, errors=errors)
    return problem(code, error.status_code, str(error.detail), path)


def field_errors(details: object, field: str = "") -> Iterator[dict[str, str]]:
    """Flatten DRF's nested details into {field, code, detail} rows; `a.0.b` names a place."""
    if isinstance(details, Mapping) and set(details) == {"message", "code"}:
        code = str(details["code"]).replace("_", "-")
        yield {"field": field, "code": code, "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for name, inner in details.items():
            name = "" if name == "non_field_errors" else str(name)  # noqa: PLW2901 - its public form
            yield from field_errors(inner, f"{field}.{name}".strip("."))
    elif isinstance(details, list):
        for index, inner in enumerate(details):
            leaf = isinstance(inner, Mapping) and set(inner) == {"message", "code"}
            yield from field_errors(inner, field if leaf else f"{field}.{index}".strip("."))


def problem(code: str, status: int, detail: str, path: str, **more: object) -> dict[str, object]:
    """Return a problem object."""
    return {
        "type": problem_type(code),
        "title": title(code),
        "status": status,
        "detail": detail,
        "instance": path,
        "code": code,
        **more,
    }


def too_much(code: str, status: int, path: str) -> dict[str, object]:
    """Return the problem of a request whose body, or head, is longer than any of ours."""
    said = {
        "too-large": TooLarge.default_detail,
        "head-too-large": _("Send at most 64 KiB of headers, the address among them."),
    }
    return problem(code, status, str(said[code]), path)


def django_problem(
    request: HttpRequest, code: str, status: HTTPStatus, detail: str
) -> HttpResponse:
    """Answer outside the REST framework: unknown addresses, crashes, refused cookies."""
    body = problem(code, status, detail, request.path)
    return JsonResponse(body, status=status, content_type=CONTENT_TYPE)


def crash_problem(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Answer for an error that reached Django: 503 if the database is gone, else our mistake."""
    if isinstance(error, UNAVAILABLE):
        return JsonResponse(
            _unavailable(request.path),
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            content_type=CONTENT_TYPE,
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
    detail = _("The house made a mistake, and it is in our log. Send it again in a moment.")
    return django_problem(request, "internal-error", HTTPStatus.INTERNAL_SERVER_ERROR, detail)


@csrf_exempt
def unknown_address(request: HttpRequest, *_args: object, **_kwargs: object) -> HttpResponse:
    """Answer for any address under /api that is none of ours, whoever asks."""
    detail = _("There is nothing at this address. GET /api/v1/ lists what there is.")
    return django_problem(request, "not-found", HTTPStatus.NOT_FOUND, detail)
