"""A list of names as it was typed or taken from a spreadsheet, read line by line."""

import csv
from collections.abc import Collection, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from tournaments.commands.entering import NAME_CHARS_MAX, RATING_MAX
from tournaments.texts import one_line

NAME, RATING, FLIGHT, ACCOUNT = "name", "rating", "flight", "account"
PLAIN: Final = (NAME, RATING)
YES: Final = "yes"
WRONG_MAX: Final = 10
"""So many wrong lines are told at once: more are the same mistake."""


def entries_read(text: str) -> list[dict[str, Any]]:
    """The lines as entries: "Ana; 1850", a spreadsheet's columns (tabs), or CSV.

    With the heads of an export or without. Raises ValidationError with what would be right for a
    line that is none of them, or that names nobody who could be entered.
    """
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line.strip()]
    heads: Sequence[str] = PLAIN
    if lines and NAME in (first := [one.casefold() for one in _cells(lines[0])]):
        heads, lines = first, lines[1:]
    return [_entry(line, heads) for line in lines]


def _cells(line: str) -> list[str]:
    """The cells of a line: semicolons part them where there are any, else tabs, else commas.

    A tab beside a semicolon is a space like any other.
    """
    mark = next((one for one in ";\t" if one in line.strip()), ",")
    try:
        found = next(csv.reader([line.strip()], delimiter=mark, strict=True))
    except csv.Error as error:
        words = _("%(line)s: a quote is not closed.")
        raise forms.ValidationError(words % {"line": line.strip()}) from error
    return [one_line(cell) for cell in found]


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
    if len(told[NAME]) > NAME_CHARS_MAX or not told[NAME].isprintable():
        words = _("%(line)s: a name has 1 to %(most)s characters, all of which can be seen.")
        raise forms.ValidationError(words % {"line": line.strip(), "most": NAME_CHARS_MAX})
    if abs(int(rating)) > RATING_MAX:
        words = _("%(line)s: a rating is at most %(most)s in size.")
        raise forms.ValidationError(words % {"line": line.strip(), "most": RATING_MAX})
    found = {"name": told[NAME], "rating": int(rating)}
    if told.get(FLIGHT):
        found["flight"] = told[FLIGHT]
    return found | ({"account": True} if told.get(ACCOUNT) == YES else {})


def check_flights(entries: Sequence[dict[str, Any]], known: Sequence[str]) -> None:
    """Refuse entries of flights that nobody plays, or of none where each plays in one.

    `known`: the flights, none where everybody plays in the same stage. Each wrong line is named.
    """
    wrong = [one for one in entries if known and one.get(FLIGHT, "") not in known]
    words = _('%(name)s: there is no flight "%(flight)s"; it is one of: %(known)s.')
    words_none = _(
        "%(name)s: the flight is missing; it is one of: %(known)s. It stands in a third cell,"
        " below a first line with the heads: name; rating; flight"
    )
    about = {"known": ", ".join(known)}
    told = [
        (words if one.get(FLIGHT) else words_none)
        % {**about, "name": one[NAME], "flight": one.get(FLIGHT, "")}
        for one in wrong
    ]
    if told:
        raise forms.ValidationError(told[:WRONG_MAX])


def parted(
    entries: Sequence[dict[str, Any]], entered: Collection[str]
) -> tuple[list[dict[str, Any]], list[tuple[str, str]]]:
    """The entries whose names are new, and the others by name, each with why it is left out."""
    new: list[dict[str, Any]] = []
    again: list[tuple[str, str]] = []
    known = {name.casefold(): _("is entered already") for name in entered}
    for one in entries:
        name = one[NAME]
        why = known.setdefault(name.casefold(), "")
        if why:
            again.append((name, why))
        else:
            new.append(one)
            known[name.casefold()] = _("stands above already")
    return new, again
