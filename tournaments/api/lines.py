"""Lines as CSV and back: for spreadsheets, in which no cell may be taken for a formula.

In CSV `places` reads "p1 > p2 = p3", `scores` "p1:3 p2:1", `sides` and `out` "p1 p2"; a truth is
"yes" or nothing.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any, Final

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from wallet.api.csv_lines import FORMULAS, plain

Json = dict[str, Any]

ENTRANTS: Final = (
    *("entrant", "name", "account", "rating", "flight", "status", "first", "last", "prize"),
)
RESULTS: Final = ("stage", "match", "how", "places", "out", "scores")
BRACKET: Final = ("stage", "match", "sides", "status", "how", "places", "out", "scores")
YES: Final = "yes"


class CsvParser(BaseParser):
    """A text/csv body of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes, as {"rows": [...]}."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Json:
        """Return the lines by the names of the first; ParseError when it is no CSV."""
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        sent = stream.read(limit + 1)
        if len(sent) > limit:
            raise RequestDataTooBig
        try:
            text = sent.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ParseError(_("The CSV is not UTF-8.")) from error
        head = text.partition("\n")[0]
        delimiter = ";" if ";" in head and "," not in head else ","
        try:
            rows = list(
                csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
            )
        except csv.Error as error:
            raise ParseError(
                _("The CSV cannot be read: a quote is not closed, perhaps.")
            ) from error
        names = [name.strip() for name in rows[0]] if rows else []
        lines = [row for row in rows[1:] if any(row)]
        if not all(names) or len(set(names)) != len(names):
            raise ParseError(_("The first line of the CSV names each column once."))
        if any(len(row) != len(names) for row in lines):
            raise ParseError(_("Every line of the CSV has as many cells as the first."))
        return {"rows": [_read(dict(zip(names, row, strict=True))) for row in lines]}


def csv_file(columns: Sequence[str], rows: Iterable[Json], name: str) -> HttpResponse:
    """Return these lines as a file."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(name, row[name]) for name in columns] for row in rows)
    answer = HttpResponse(written.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    answer["Cache-Control"] = "no-store"
    return answer


def _cell(name: str, value: Any) -> object:  # noqa: ANN401 - JSON
    if name == "places":
        return " > ".join(" = ".join(group) for group in value)
    if name == "scores":
        return " ".join(f"{ref}:{score}" for ref, score in value)
    if isinstance(value, list):
        return " ".join(value)
    if isinstance(value, bool):
        return YES if value else ""
    return plain(value) if isinstance(value, str) else value


def _read(row: dict[str, str]) -> Json:
    """Return a line with its cells as JSON has them; what cannot be read stays a text."""
    found: Json = {}
    for name, cell in row.items():
        text = cell.strip()
        if text.startswith("'") and text[1:].startswith(FORMULAS):
            text = text[1:]
        if name == "places":
            groups = [group.split("=") for group in text.split(">")] if text else []
            found[name] = [[ref.strip() for ref in group] for group in groups]
        elif name == "scores":
            found[name] = [_score(one) for one in text.split()]
        elif name in {"sides", "out"}:
            found[name] = text.split()
        elif name == "account":
            found[name] = {YES: True, "": False}.get(text.lower(), text)
        elif name == "rating":
            found[name] = _whole(text or "0")
        else:
            found[name] = text
    return found


def _score(text: str) -> list[object]:
    ref, _colon, points = text.partition(":")
    return [ref, _whole(points)]


def _whole(text: str) -> object:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 16 else text  # noqa: PLR2004 - digits
