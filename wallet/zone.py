"""The time zone in which times are shown, named in words: the house's on pages, else UTC."""

from typing import TYPE_CHECKING

from django.utils.functional import lazy
from django.utils.timezone import get_current_timezone_name

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def _named(text: "StrPromise | str") -> str:
    return str(text) % {"zone": get_current_timezone_name()}


_later = lazy(_named, str)


def zoned(text: "StrPromise | str") -> str:
    """`text` with `%(zone)s` as the zone's name, whenever it is shown."""
    return _later(text)
