"""The Idempotency-Key header: the caller names a request, so a repeat of it is no second one."""

import re

from django.http import HttpRequest
from rest_framework.request import Request

from wallet.errors import BadKey, KeyMissing

KEY = re.compile(r"[\x21-\x7e]{1,100}")
HEADER = "Idempotency-Key"


def idempotency_key(request: Request | HttpRequest) -> str:
    """Return the request's Idempotency-Key: 1 to 100 visible ASCII characters.

    KeyMissing when there is none, BadKey when it has another form. Surrounding quotes, which the
    IETF draft asks for and few clients send, are taken off.
    """
    key = request.headers.get(HEADER, "").strip().strip('"')
    if not key:
        raise KeyMissing
    if not KEY.fullmatch(key):
        raise BadKey
    return key
