"""A cursor is text that anyone may make up: each list takes its own and refuses the rest."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from deploy.accounts.models import User
from deploy.urls import urlpatterns
from tests.deploy.doors.test_problems import problem
from wallet.api.pages import Pages, moment, number

pytestmark = pytest.mark.django_db
LISTS: dict[str, Callable[[str], object]] = {
    "/api/v1/hands": moment,
    "/api/v1/me/hands": moment,
    "/api/v1/me/wallet/statement": number,
    "/api/v1/ledger/accounts": number,
    "/api/v1/ledger/transfers": number,
    "/api/v1/ledger/requests": number,
    "/api/v1/ledger/freezes": number,
    "/api/v1/ledger/seals": number,
    "/api/v1/tournaments": number,
}
# Pages of one thing each: an account's lines, a tournament's entrants, and the deliveries of a
# tournament's webhook and of an organiser's.
INSIDE = 4
MADE_UP = (
    *("cD1hYmM=", "cD0lMDA=", "cD1hYmM", "x", "=", "\0", "é", "\ud83c", "%00", "9" * 5000),
    *("cj14", "bz0tMQ==", "bz14", "bz05OTk5OQ==", "/w=="),  # r=x, o=-1, o=x, o=99999, no text
)
PLACES = (
    *("abc", "\0", "", " ", "7 ", "+7", "-7", "1_0", "07", "1.5", "1e3", "\u0667", "9" * 19),
    *("9" * 5000, "None", "2026-13-01", "2026-01-01 00:00:00", "0001-01-01 00:00:00+14:00"),
    *("9999-12-31 23:59:59-14:00", "2026-01-01T00:00:00+00:00", "12:00", "infinity", "now"),
)
OURS: dict[Callable[[str], object], tuple[str, ...]] = {
    number: ("1", "7", "9" * 18),
    moment: (
        *("2026-01-01 10:00:00+00:00", "2026-01-01 10:00:00.000001+00:00"),
        *("0001-01-01 00:00:00+00:00", "9999-12-31 23:59:59.999999+00:00"),
    ),
}


def cursor(place: str, **more: str) -> str:
    """A cursor in the form of ours."""
    return b64encode(urlencode({**more, "p": place}).encode()).decode()


@pytest.fixture
def reader(make_user: Callable[..., User]) -> Client:
    """Somebody who may read every list; what crashes is answered as it would be outside."""
    client = Client(raise_request_exception=False)
    client.force_login(make_user("ana", "auditor"))
    return client


@pytest.mark.parametrize("address", LISTS)
def test_a_cursor_that_is_none_of_ours_is_refused(reader: Client, address: str) -> None:
    for text in (*MADE_UP, *(cursor(place) for place in PLACES)):
        sent = urlencode({"cursor": text}, errors="surrogatepass")
        answer = reader.get(f"{address}?{sent}")
        assert answer["Content-Type"] == "application/problem+json", text
        body = answer.json()
        assert answer.status_code == body["status"] == 400, text
        # The others: no text at all, and an address with a NUL in it.
        assert body["code"] in {"bad-cursor", "invalid-request", "bad-request"}
        assert body["detail"]


@pytest.mark.parametrize(("address", "kind"), LISTS.items())
def test_a_cursor_of_ours_is_taken(
    reader: Client, address: str, kind: Callable[[str], object]
) -> None:
    for place in OURS[kind]:
        for more in ({}, {"r": "1"}, {"o": "3"}, {"o": "3", "r": "1"}):
            answer = reader.get(address, {"cursor": cursor(place, **more)})
            assert answer.status_code == 200, place


def test_a_cursor_of_another_list_is_refused(reader: Client) -> None:
    for address, kind in LISTS.items():
        for other in set(OURS) - {kind}:
            sent = {"cursor": cursor(OURS[other][0])}
            problem(reader.get(address, sent), 400, "bad-cursor")


def test_every_list_that_has_pages_has_ours() -> None:
    paged = [getattr(view, "pagination_class", None) for view in views(urlpatterns)]
    kinds = [kind for kind in paged if kind]
    assert len(kinds) == len(LISTS) + INSIDE
    assert all(issubclass(kind, Pages) for kind in kinds)


def views(patterns: list[URLPattern | URLResolver]) -> Iterator[type]:
    """Every class of views under these addresses."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif kind := getattr(pattern.callback, "cls", None):
            yield kind
