"""Answers that no view makes: the request never came to one, and no middleware sees them.

Under /api they are problems, elsewhere pages, and plain text where programs look, in the reader's
language. Nothing is asked of the database.
"""

import json
from collections.abc import Iterable
from http import HTTPStatus
from typing import Final

PROBES: Final = (b"/healthz", b"/readyz")
CLOSING: Final = (
    b"connection: close\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n"
    b"content-security-policy: default-src 'self'; frame-ancestors 'none'\r\n"
)
RETRY_SECONDS: Final = 5
RETRIED: Final = {HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS}
CODES: Final = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "head-too-large",
}

Headers = Iterable[tuple[bytes, bytes]]


def refusal(status: HTTPStatus, url: bytes, headers: Headers, *, whole: bool = True) -> bytes:
    """Return a whole HTTP answer, after which the line ends; without a body if not `whole`.

    `url` and `headers` are those of the request as far as they came.
    """
    path = url.partition(b"?")[0].decode("latin-1")
    kind, body = _said(status, path, headers)
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode(),
        CLOSING,
        b"content-type: %s\r\ncontent-length: %d\r\n" % (kind.encode(), len(body)),
    ]
    if status in RETRIED:
        lines.append(b"retry-after: %d\r\n" % RETRY_SECONDS)
    return b"".join([*lines, b"\r\n", body if whole else b""])


def _said(status: HTTPStatus, path: str, headers: Headers) -> tuple[str, bytes]:
    if status not in CODES:  # said to a crowd: as cheap as can be
        return "text/plain; charset=utf-8", f"{status.phrase.lower()}\n".encode()
    # Django is set up by the time that anybody calls, and not yet when this is imported.
    from django.template.loader import render_to_string  # noqa: PLC0415 - see above
    from django.utils.translation import override  # noqa: PLC0415 - see above

    from deploy.api.problems import CONTENT_TYPE, too_much  # noqa: PLC0415 - see above

    _count(path, status)
    with override(_language(headers)):
        if path.startswith("/api/"):
            problem = too_much(CODES[status], status, path)
            return CONTENT_TYPE, json.dumps(problem, ensure_ascii=False).encode()
        page = render_to_string(f"{status.value}.html")
        return "text/html; charset=utf-8", page.encode()


def _language(headers: Headers) -> str:
    from django.http import HttpRequest, parse_cookie  # noqa: PLC0415 - see above
    from django.utils.translation import get_language_from_request  # noqa: PLC0415 - see above

    told = {name: value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = told.get(b"accept-language", "")
    request.COOKIES = parse_cookie(told.get(b"cookie", ""))
    return get_language_from_request(request)


def _count(path: str, status: HTTPStatus) -> None:
    from deploy.measured import door  # noqa: PLC0415 - see above
    from tables.measures import here  # noqa: PLC0415 - see above

    here.time("batida_request_seconds", 0.0, door=door(path), status=f"{status // 100}xx")
