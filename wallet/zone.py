"""The time zone in which times are shown, named in words: the house's on pages, else UTC."""

from typing import TYPE_CHECKING, Final

from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

ACCENTS: Final = {
    "Araguaina": "Araguaína",
    "Belem": "Belém",
    "Cuiaba": "Cuiabá",
    "Eirunepe": "Eirunepé",
    "Maceio": "Maceió",
    "Santarem": "Santarém",
    "Sao Paulo": "São Paulo",
}
"""Cities of Brazil as they are written: the names of zones have no accents."""


def zone_said() -> str:
    """The zone as people call it: "São Paulo time" for America/Sao_Paulo, "UTC" for UTC."""
    name = get_current_timezone_name()
    if "/" not in name:
        return name
    city = name.rpartition("/")[2].replace("_", " ")
    return _("%(city)s time") % {"city": ACCENTS.get(city, city)}


def zone(request: HttpRequest) -> dict[str, str]:
    """Context processor: TIME_ZONE as templates write it, and by its IANA name for scripts."""
    return {"TIME_ZONE": zone_said(), "TIME_ZONE_NAME": get_current_timezone_name()}


def _named(text: "StrPromise | str") -> str:
    return str(text) % {"zone": zone_said()}


_later = lazy(_named, str)


def zoned(text: "StrPromise | str") -> str:
    """`text` with `%(zone)s` as the zone's name, whenever it is shown."""
    return _later(text)
