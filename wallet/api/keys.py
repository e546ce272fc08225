"""The Idempotency-Key header: the caller names a request, so that a repeat of it is no second one."""

import re

from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request

from wallet.errors import KeyMissing

KEY = re.compile(r"[\x21-\x7e]{1,64}")  # what a UUID or a ULID needs, and no more
HEADER = "Idempotency-Key"


def idempotency_key(request: Request | HttpRequest) -> str:
    """Return the request's Idempotency-Key: 1 to 64 visible ASCII characters.

    KeyMissing when there is none or it is of another form. Surrounding quotes, which the IETF
    draft asks for and few clients send, are taken off.
    """
    key = request.headers.get(HEADER, "").strip().strip('"')
    if not KEY.fullmatch(key):
        raise KeyMissing(
            _(
                "Send an Idempotency-Key header of 1 to 64 visible characters, new for each new "
                "request and the same for each repeat of it, for example a UUID."
            )
        )
    return key
