"""JSON in, with an end to it."""

import io
import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """The body is longer than any request of ours needs to be."""

    status_code = 413
    default_detail = _("Send at most 64 KiB.")
    default_code = "too-large"


class BoundedJSONParser(JSONParser):
    """JSON of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes.

    DRF reads the stream itself, past Django's own limit, so the limit is kept here.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the parsed body; TooLarge, or ParseError when it is no JSON."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge
        try:
            data = super().parse(io.BytesIO(body), media_type, parser_context)
            if b"\\u" in body:
                json.dumps(data, ensure_ascii=False).encode()
        except RecursionError as error:
            raise ParseError(_("The JSON is nested too deeply.")) from error
        except UnicodeEncodeError as error:
            # Half a surrogate pair is no character: nothing could store it or answer with it.
            raise ParseError(_("The JSON holds a text that is not Unicode.")) from error
        return data
