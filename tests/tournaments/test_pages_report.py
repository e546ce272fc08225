"""The form by which a match is reported: nothing chosen beforehand, a line each, no odd places."""

import re

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import row_of, state_of
from tests.tournaments.reader import got, of, sent
from tests.tournaments.test_claims import opened, plain
from tests.tournaments.test_claims_all import TABLE, four, told

pytestmark = pytest.mark.django_db

ABOUT = {"stage": "main", "match": TABLE}


def places(**given: int | str) -> dict[str, str]:
    """The places as the form sends them."""
    return {f"place-{ref}": str(place) for ref, place in given.items()}


def report(user: User, number: int, **given: int | str) -> tuple[int, str]:
    """The organiser reports these places."""
    path = f"/tournaments/{number}/console/"
    return sent(of(user), path, "report", **ABOUT, **places(**given))


def test_opening_the_form_of_a_table_and_pressing_makes_no_result() -> None:
    olga, _by, number = four()
    shown = got(of(olga), f"/tournaments/{number}/console/")
    form = re.search(r'class="form t-verb t-report".*?</form>', shown, re.DOTALL)
    assert form is not None
    assert "selected" not in form[0].replace('value="" selected', "")
    assert "checked" not in form[0]
    status, page = report(olga, number, p1="", p2="", p3="", p4="")
    assert status == 422
    assert page.count("Choose a place.") == 4
    assert not state_of(number).stages["main"].results


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ((4, 2, 3, 4), {"p1": 3, "p2": 1, "p3": 2, "p4": 3}),
        ((1, 1, 2, 3), {"p3": 3, "p4": 4}),
        ((2, 3, 4, 4), {"p1": 1, "p2": 2, "p3": 3, "p4": 3}),
    ],
)
def test_places_that_nobody_can_hold_are_refused_where_they_stand(
    given: tuple[int, ...], right: dict[str, int]
) -> None:
    olga, _by, number = four()
    sent_places = dict(zip(("p1", "p2", "p3", "p4"), given, strict=True))
    status, page = report(olga, number, **sent_places)
    assert status == 422
    assert not state_of(number).stages["main"].results
    said = re.findall(r'id="[^"]*place-(p\d)_error".*?it would be (\d)', page)
    assert {ref: int(place) for ref, place in said} == right
    for ref, place in sent_places.items():  # what was chosen stands there still
        chosen = re.search(rf'name="place-{ref}".*?</select>', page, re.DOTALL)
        assert chosen is not None
        assert re.search(rf'value="{place}" selected', chosen[0])


@pytest.mark.parametrize(
    ("given", "groups"),
    [
        ((4, 2, 3, 1), (("p4",), ("p2",), ("p3",), ("p1",))),
        ((1, 1, 3, 4), (("p1", "p2"), ("p3",), ("p4",))),
        ((1, 2, 2, 2), (("p1",), ("p2", "p3", "p4"))),
    ],
)
def test_an_order_and_shared_places_are_the_result(
    given: tuple[int, ...], groups: tuple[tuple[str, ...], ...]
) -> None:
    olga, _by, number = four()
    status, _page = report(olga, number, **dict(zip(("p1", "p2", "p3", "p4"), given, strict=True)))
    assert status == 200
    held = state_of(number).stages["main"].results[TABLE].places
    assert [set(group) for group in held] == [set(group) for group in groups]


def test_of_two_one_press_says_who_won_and_enter_in_a_field_says_nothing() -> None:
    olga, (one, _two), number = opened()
    about = {"stage": "main", "match": "w1.1"}
    for user, page in ((one, "live/"), (olga, "console/")):
        shown = got(of(user), f"/tournaments/{number}/{page}")
        form = re.search(r'class="form t-verb t-report".*?</form>', shown, re.DOTALL)
        assert form is not None
        buttons = re.findall(r"<button[^>]*>", form[0])
        assert buttons[0] == '<button type="submit" disabled hidden>'
        assert [re.search(r'name="winner" value="(p\d)"', b)[1] for b in buttons[1:]] == [  # type: ignore[index]  # found, or it fails
            "p1",
            "p2",
        ]
    path = f"/tournaments/{number}/console/"
    status, page = sent(of(olga), path, "report", **about, **{"score-p1": "3"})
    assert (status, "Say who won." in page) == (422, True)
    assert 'name="score-p1" value="3"' in page
    sent(of(olga), path, "report", **about, winner="p1", **{"score-p1": "3", "score-p2": "0"})
    assert state_of(number).stages["main"].results["w1.1"].scores == (("p1", 3), ("p2", 0))


def test_a_correction_begins_with_what_stands_equals_and_points_too() -> None:
    olga, _by, number = four()
    scores = {f"score-p{n}": str(9 - n) for n in (1, 3, 4)} | {"score-p2": "8"}
    path = f"/tournaments/{number}/console/"
    sent(of(olga), path, "report", **ABOUT, **places(p1=1, p2=1, p3=3, p4=4), **scores)
    path = f"/tournaments/{number}/correct/main/{TABLE}/"
    shown = got(of(olga), path)
    assert re.search(
        r"On record: player[12] = player[12] &gt; player3 &gt; player4 \(8 : 8 : 6 : 5\)", shown
    )
    for ref, place in (("p1", 1), ("p2", 1), ("p3", 3), ("p4", 4)):
        chosen = re.search(rf'name="place-{ref}".*?</select>', shown, re.DOTALL)
        assert chosen is not None
        assert re.search(rf'value="{place}" selected', chosen[0])
    right = {**places(p1=1, p2=2, p3=3, p4=4), **scores}
    status, page = sent(of(olga), path, "preview", **right, note="Misread")
    assert status == 200
    assert "the next one is drawn by the new points" in plain(page)
    status, page = sent(of(olga), path, "preview", **{**right, "place-p4": "2"}, note="Misread")
    assert status == 422
    assert row_of(number).corrections.count() == 0


def test_a_player_says_the_order_of_a_table_and_reads_it_when_changing_it() -> None:
    _olga, by, number = four()
    told(by["p2"], number, "p3", "p2", "p1", "p4")
    shown = got(of(by["p2"]), f"/tournaments/{number}/live/")
    for place, ref in enumerate(("p3", "p2", "p1", "p4"), start=1):
        chosen = re.search(rf'name="place-{ref}".*?</select>', shown, re.DOTALL)
        assert chosen is not None
        assert re.search(rf'value="{place}" selected', chosen[0])
