"""Statements as CSV, for spreadsheets: line by line, however long they are."""

import csv
import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from wallet.models import Entry

COLUMNS = ("n", "at", "kind", "amount", "balance_after", "table", "reason", "transfer")
LINES_AT_ONCE = 1000
# A spreadsheet takes text that begins so for a formula, the wide signs of East Asia too.
FORMULAS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t", "\r", "\n")


class CsvRenderer(BaseRenderer):
    """What `?format=csv` and `Accept: text/csv` ask for; the view itself writes the lines."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: object,
        accepted_media_type: str | None = None,
        renderer_context: Any = None,  # noqa: ANN401 - DRF's
    ) -> bytes:
        """Give what is not lines (a problem, say) as text on one line."""
        return str(data).encode()


def plain(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def csv_response(request: Request, lines: QuerySet[Entry], name: str) -> StreamingHttpResponse:
    """Return all these lines (newest first) as a file; read a thousand at a time as it is sent."""
    chunks: Any = _chunks(lines)
    if isinstance(request._request, ASGIRequest):  # noqa: SLF001 - DRF has no public name for it
        chunks = _flowing(chunks)
    response = StreamingHttpResponse(chunks, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response["Cache-Control"] = "no-store"
    return response


def _chunks(lines: QuerySet[Entry]) -> Iterator[str]:
    yield _written([COLUMNS])
    before = None
    while True:
        page = lines if before is None else lines.filter(version__lt=before)
        read = list(page[:LINES_AT_ONCE])
        if read:
            yield _written([_row(entry) for entry in read])
            before = read[-1].version
        if len(read) < LINES_AT_ONCE:
            return


async def _flowing(chunks: Iterator[str]) -> AsyncIterator[str]:
    while chunk := await sync_to_async(_next_of)(chunks):
        yield chunk


def _next_of(chunks: Iterator[str]) -> str:
    """Read on, and keep no connection while what was read is on its way."""
    try:
        return next(chunks, "")
    finally:
        close_old_connections()


def _row(entry: Any) -> list[object]:  # noqa: ANN401 - an Entry with `at_table`
    transfer = entry.transfer
    return [
        entry.version,
        transfer.created_at.isoformat(),
        transfer.kind,
        entry.amount,
        entry.balance_after,
        entry.at_table or "",
        plain(transfer.reason),
        transfer.pk,
    ]


def _written(rows: Any) -> str:  # noqa: ANN401 - rows of cells
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows(rows)
    return written.getvalue()
