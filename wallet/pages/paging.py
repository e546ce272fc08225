"""Lists on pages: older and newer rows are a link away, and a new row shifts none of them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict

PAGE_SIZE = 50
DIGITS_MAX = 18  # of a number that the database can hold


@dataclass(frozen=True, slots=True)
class Page:
    """Rows, the newest first, and the queries of the links to those before and after them."""

    rows: list[Any]
    newer: str
    older: str


def page_of(rows: "QuerySet[Any]", field: str, asked: QueryDict) -> Page:
    """Return a page of rows that stand in the falling order of `field`, a whole number.

    `before` and `after` in the address are such numbers; what is none is passed over. The links
    keep what else the address asks for.
    """
    before, after = _number(asked.get("before")), _number(asked.get("after"))
    if after is not None:
        found = list(rows.filter(**{f"{field}__gt": after}).order_by(field)[: PAGE_SIZE + 1])
        more_newer, more_older = len(found) > PAGE_SIZE, True
        shown = found[:PAGE_SIZE][::-1]
    else:
        if before is not None:
            rows = rows.filter(**{f"{field}__lt": before})
        found = list(rows[: PAGE_SIZE + 1])
        more_newer, more_older = before is not None, len(found) > PAGE_SIZE
        shown = found[:PAGE_SIZE]
    if not shown:
        return Page([], "", "")
    return Page(
        shown,
        _link(asked, after=getattr(shown[0], field)) if more_newer else "",
        _link(asked, before=getattr(shown[-1], field)) if more_older else "",
    )


def kept_query(asked: QueryDict) -> str:
    """Return what the address asks for besides a place in the list."""
    return _link(asked).removeprefix("?")


def _link(asked: QueryDict, **place: int) -> str:
    link = asked.copy()
    for name in ("before", "after"):
        link.pop(name, None)
    for name, number in place.items():
        link[name] = str(number)
    return f"?{link.urlencode()}"


def _number(text: str | None) -> int | None:
    if text and text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX:
        return int(text)
    return None
