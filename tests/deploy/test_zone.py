"""The house's time zone: pages show and read times in it, the API and the database keep UTC."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.http import QueryDict
from django.test import Client, override_settings
from django.utils import timezone

from deploy.zone import zone_named
from tests.tournaments.organiser import an_organiser, announced, row_of
from tests.tournaments.reader import CAPPED, got, of
from tournaments.pages.draft_form import DraftForm, moment
from wallet.limits.errors import moment_text
from wallet.pages.forms import StatementForm
from wallet.prepared import prepared_cursor

HOUSE = ZoneInfo("America/Sao_Paulo")  # three hours behind UTC
EVENING = datetime(2027, 3, 6, 1, 30, tzinfo=UTC)  # the evening of the 5th in São Paulo


@pytest.fixture
def house() -> Iterator[None]:
    """A house in São Paulo."""
    with override_settings(HOUSE_TIME_ZONE=HOUSE):
        yield


@pytest.mark.parametrize("name", ["", "Sao_Paulo", "../etc/passwd", "/etc", "America"])
def test_a_zone_that_is_none_is_refused_at_the_start(name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="IANA name"):
        zone_named(name)
    assert zone_named("America/Sao_Paulo") == HOUSE


@pytest.mark.django_db
def test_pages_are_in_the_zone_of_the_house_and_the_api_in_utc(house: None) -> None:
    olga = an_organiser()
    number = announced(olga, CAPPED, starts_at=EVENING.isoformat())
    for path in ("/tournaments/", f"/tournaments/{number}/"):
        page = got(of(olga), path)
        assert "22:30" in page
        assert "São Paulo time" in page
        assert "01:30" not in page
        assert "UTC" not in page
    assert 'datetime="2027-03-05"' in got(of(olga), "/tournaments/")  # under the day of the house
    told = Client().get(f"/api/v1/tournaments/{number}").json()
    assert datetime.fromisoformat(told["moments"]["starts_at"]).utcoffset() == timedelta(0)
    assert row_of(number).starts_at == EVENING
    assert timezone.get_current_timezone_name() == "UTC"  # nothing stays from one to the next


@pytest.mark.django_db
def test_connections_stay_in_utc_where_a_page_is_made() -> None:
    with timezone.override(HOUSE), prepared_cursor() as quick, connection.cursor() as usual:
        for cursor in (quick, usual):
            cursor.execute("SELECT now()")
            assert cursor.fetchone()[0].utcoffset() == timedelta(0)


def test_what_is_typed_is_read_in_the_zone_of_the_page() -> None:
    with timezone.override(HOUSE):
        form = DraftForm(QueryDict("starts_at=2027-03-05T22:30"))
        form.is_valid()
        assert moment(form.cleaned_data["starts_at"]) == EVENING.isoformat()
        assert str(form["starts_at"].label) == "Start (São Paulo time)"
        days = StatementForm(QueryDict("since=2027-03-05&until=2027-03-05"), {}).wanted()
        assert days.since == datetime(2027, 3, 5, 3, tzinfo=UTC)
        assert days.until == datetime(2027, 3, 6, 3, tzinfo=UTC)
        assert days.since.utcoffset() == timedelta(0)  # the API takes no other
        assert moment_text(EVENING) == "2027-03-05 22:30 São Paulo time"
    assert str(DraftForm(None)["starts_at"].label) == "Start (UTC)"
    assert moment_text(EVENING) == "2027-03-06 01:30 UTC"
