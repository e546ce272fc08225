"""The time zone of the house: pages show and read times in it (BATIDA_TIME_ZONE).

The zone is that of pages alone, and not Django's TIME_ZONE: what the API, the sockets, the logs
and the workers say and read stays in UTC, and so do the database's connections.
"""

from collections.abc import Callable
from typing import Any, Final
from zoneinfo import ZoneInfo

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.utils import timezone
from django.utils.decorators import sync_and_async_middleware

API: Final = "/api/"


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of that name; ImproperlyConfigured where there is none."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        message = (
            f"BATIDA_TIME_ZONE is {name!r}, which names no time zone: "
            "it takes an IANA name, such as America/Sao_Paulo"
        )
        raise ImproperlyConfigured(message) from error


@sync_and_async_middleware
def house_zone(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Middleware: pages are made in the house's zone, answers of the API in UTC."""

    def wanted(request: HttpRequest) -> ZoneInfo | None:
        return None if request.path_info.startswith(API) else settings.HOUSE_TIME_ZONE

    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
            with timezone.override(wanted(request)):
                return await get_response(request)

        return later

    def now(request: HttpRequest) -> Any:  # noqa: ANN401 - whatever comes back
        with timezone.override(wanted(request)):
            return get_response(request)

    return now
