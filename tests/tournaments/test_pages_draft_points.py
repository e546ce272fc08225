"""A draft proposes points by the size of its tables, and refuses each field where it stands."""

import re

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser
from tests.tournaments.reader import got, of, sent
from tests.tournaments.test_pages_draft_fit import fields_of
from tournaments.models import Tournament
from tournaments.pages.draft_points import usual_points, wrong_points
from tournaments.rules.codec import from_json
from tournaments.rules.structure import Structure

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/"


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def swiss(olga: User, **own: str) -> dict[str, str]:
    """What the form of a new bracket sends when it is made a Swiss of tables of four."""
    data = fields_of(got(of(olga), NEW))
    return {**data, "name": "Mesas", "s1-kind": "swiss", "s1-size": "4", "s1-rounds": "3", **own}


def test_tables_of_four_have_points_for_four_and_are_shown_before_they_are_saved(
    olga: User,
) -> None:
    data = swiss(olga)
    assert data["s1-points"] == "2, 0"
    status, page = sent(of(olga), NEW, "save", **data)
    assert status == 200
    assert "The points have been fitted" in page
    assert not Tournament.objects.exists()
    now = fields_of(page)
    assert now["s1-points"] == "3, 2, 1, 0"
    sent(of(olga), NEW, "save", **now)
    made: Structure = from_json(Structure, Tournament.objects.get().structure)
    assert (made.stages[0].points, made.stages[0].bye_points) == ((3, 2, 1, 0), 3)


@pytest.mark.parametrize("points", ["5, 3, 1, 0", "1, 1, 1, 0", ""])
def test_points_that_were_thought_out_stay_and_none_are_the_usual(olga: User, points: str) -> None:
    sent(of(olga), NEW, "save", **swiss(olga, **{"s1-points": points}))
    made: Structure = from_json(Structure, Tournament.objects.get().structure)
    assert made.stages[0].points == tuple(map(int, (points or "3, 2, 1, 0").split(", ")))


@pytest.mark.parametrize("points", ["5, 3", "0, 1, 2, 3", "9, 8, 7, 6, 5"])
def test_points_that_do_not_fit_are_refused_at_their_field_with_what_would(
    olga: User, points: str
) -> None:
    status, page = sent(of(olga), NEW, "preview", **swiss(olga, **{"s1-points": points}))
    assert status == 422
    said = (
        "A full table has points for each of its places, the best first: 3, 2, 1, 0, for example."
    )
    error = re.search(r'id="id_s1-points_error"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert error is not None
    assert said in error[1]
    assert f'<a href="#id_s1-points">Points by place, most first</a>: {said}' in page
    assert "data-planned><" in page, "no plan of an older choice"


@pytest.mark.parametrize("size", range(2, 9))
def test_what_is_proposed_fits(size: int) -> None:
    assert wrong_points(size, usual_points(size)) == ""


@pytest.mark.parametrize(
    ("own", "field"),
    [
        ({"cap": "3", "fewest": "8"}, "cap"),
        ({"fee_part": "10"}, "prize_part"),
        ({"s1-kind": "freezeout", "rebuys": "2"}, "rebuy_level"),
    ],
)
def test_what_the_rules_refuse_stands_at_its_field(
    olga: User, own: dict[str, str], field: str
) -> None:
    data = {**fields_of(got(of(olga), NEW)), "name": "Copa", **own}
    status, page = sent(of(olga), NEW, "preview", **data)
    assert status == 422
    assert f'id="id_{field}_error"' in page
    assert f'<a href="#id_{field}">' in page
