"""A list of names as it was typed or taken from a spreadsheet, read line by line."""

import csv
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

NAME, RATING, FLIGHT, ACCOUNT = "name", "rating", "flight", "account"
PLAIN: Final = (NAME, RATING)
YES: Final = "yes"


def entries_read(text: str) -> list[dict[str, Any]]:
    """The lines as entries: "Ana; 1850", or CSV, with the heads of an export or without.

    Raises ValidationError with what would be right for a line that is neither.
    """
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    heads: Sequence[str] = PLAIN
    if lines and NAME in (first := [one.casefold() for one in _cells(lines[0])]):
        heads, lines = first, lines[1:]
    return [_entry(line, heads) for line in lines]


def _cells(line: str) -> list[str]:
    """The cells of a line: a semicolon parts them where there is one, else a comma."""
    try:
        found = next(csv.reader([line], delimiter=";" if ";" in line else ",", strict=True))
    except csv.Error as error:
        words = _("%(line)s: a quote is not closed.")
        raise forms.ValidationError(words % {"line": line.strip()}) from error
    return [cell.strip() for cell in found]


def _entry(line: str, heads: Sequence[str]) -> dict[str, Any]:
    cells = _cells(line)
    told = dict(zip(heads, cells, strict=False))
    rating = told.get(RATING, "") or "0"
    if len(cells) > len(heads) or not told.get(NAME):
        words = _("%(line)s: a line is a name, and a rating if you like: Ana Almeida; 1850")
        raise forms.ValidationError(words % {"line": line.strip()})
    if not rating.removeprefix("-").isdecimal():
        words = _(
            "%(line)s: the rating is a whole number."
            ' A name with a comma stands in quotes: "Almeida, Ana"; 1850'
        )
        raise forms.ValidationError(words % {"line": line.strip()})
    found = {"name": told[NAME], "rating": int(rating)}
    if told.get(FLIGHT):
        found["flight"] = told[FLIGHT]
    return found | ({"account": True} if told.get(ACCOUNT) == YES else {})
