"""Lists that are read page by page, for every door of ours that has one."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs, urlsplit

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from wallet.errors import BadCursor

if TYPE_CHECKING:
    from collections.abc import Callable

    from rest_framework.pagination import Cursor


class Pages(CursorPagination):
    """Pages from a place on, so that a new line shifts none of them.

    A cursor is text that anyone may make up, and what it says of the place goes into a query.
    So a subclass names, besides the ordering, the type of its first field: `place` builds it from
    text (ValueError for what is none). Only what reads back as the same text is a cursor of ours;
    everything else is BadCursor.
    """

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    place: "ClassVar[Callable[[str], object]]"

    def get_page_size(self, request: Request) -> int:
        """Return how many lines a page has; ValidationError, by name, for what is no such number.

        Another number than the one asked for would be taken for the end of the list.
        """
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        if asked.isascii() and asked.isdecimal() and 1 <= int(asked[:9]) <= self.max_page_size:
            return int(asked)
        message = _("Ask for 1 to %(most)s lines a page.") % {"most": self.max_page_size}
        raise ValidationError({self.page_size_query_param: [message]})

    def decode_cursor(self, request: Request) -> "Cursor | None":
        """Return the request's cursor, None where it has none; BadCursor if it is not ours."""
        try:
            cursor = super().decode_cursor(request)
            if cursor and not self._is_ours(cursor, request):
                raise BadCursor
        except (NotFound, ValueError) as error:
            raise BadCursor from error
        return cursor

    def _is_ours(self, cursor: "Cursor", request: Request) -> bool:
        """Tell whether we would write the same text; ValueError where its place is none."""
        link = urlsplit(self.encode_cursor(cursor))
        (written,) = parse_qs(link.query, keep_blank_values=True)[self.cursor_query_param]
        place: str | None = cursor.position  # type: ignore[assignment]  # text, not a number
        return written == request.query_params[self.cursor_query_param] and (
            place is None or str(type(self).place(place)) == place
        )


def number(text: str) -> int:
    """Return a line's number: from 1 to what the database can hold."""
    if not (text.isascii() and text.isdigit() and len(text) < len(str(2**63))):
        raise ValueError("not a number of a line")
    return int(text)


def moment(text: str) -> datetime:
    """Return a time in UTC, as the database has it."""
    read = datetime.fromisoformat(text)
    if read.utcoffset() != UTC.utcoffset(None):
        raise ValueError("not in UTC")
    return read
