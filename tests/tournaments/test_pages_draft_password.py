"""A draft's password: kept as a hash, so nobody could give it again when the draft is edited."""

import pytest
from django.contrib.auth.hashers import check_password

from tests.tables.rest import Person
from tests.tournaments.organiser import KNOCK_OUT, an_organiser, drafted, fresh, row_of
from tests.tournaments.reader import got, of
from tests.tournaments.test_pages_draft_fit import fields_of
from tournaments.rules.codec import to_json

pytestmark = pytest.mark.django_db


class TestForm:
    """What the form of a saved draft does to its password."""

    def saved(self, **typed: str) -> tuple[int, str, bool]:
        """Save a draft with a password again; the answer, and whether it is kept."""
        self.olga = an_organiser()
        self.number = drafted(self.olga, name="Copa", password="jaca")
        path = f"/tournaments/{self.number}/edit/"
        page = got(of(self.olga), path)
        assert "jaca" not in page
        assert 'name="no_password"' in page
        answer = of(self.olga).post(path, {**fields_of(page), **typed, "do": "save"}, follow=True)
        kept = check_password("jaca", row_of(self.number).password)
        return answer.status_code, answer.content.decode(), kept

    def test_it_stays_when_nothing_is_typed(self) -> None:
        assert self.saved()[::2] == (200, True)

    def test_another_one_takes_its_place(self) -> None:
        assert self.saved(password="manga")[::2] == (200, False)
        assert check_password("manga", row_of(self.number).password)

    def test_it_is_taken_away_when_that_is_said(self) -> None:
        assert self.saved(no_password="on")[::2] == (200, False)
        assert row_of(self.number).password == ""
        assert 'name="no_password"' not in got(of(self.olga), f"/tournaments/{self.number}/edit/")

    def test_both_at_once_are_refused(self) -> None:
        status, page, kept = self.saved(password="manga", no_password="on")
        assert (status, "Either a new password or none." in page, kept) == (422, True, True)


def test_over_rest_left_out_it_stays_and_empty_it_goes() -> None:
    olga = Person(an_organiser())
    settings = {"name": "Copa", "online": False, "structure": to_json(KNOCK_OUT)}
    number = olga.post("tournaments", {**settings, "password": "jaca"}).json["id"]
    for more, kept in (({}, True), ({"password": ""}, False)):
        answer = olga.client.put(
            f"/api/v1/tournaments/{number}",
            {**settings, **more},
            headers={"Idempotency-Key": fresh()},
        )
        assert answer.status_code == 200
        assert check_password("jaca", row_of(number).password) is kept
    assert row_of(number).password == ""
