"""Shapes go along with the number that is expected, until the organiser sets them."""

import re
from html import unescape
from typing import Final

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser
from tests.tournaments.reader import got, of, sent
from tournaments.models import Tournament
from tournaments.pages.draft_fit import fitted
from tournaments.pages.draft_initial import SHAPES
from tournaments.pages.plan_told import told
from tournaments.rules.codec import from_json
from tournaments.rules.structure import Structure

NEW: Final = "/tournaments/new/?shape=groups"
ALL_GO_ON: Final = "nobody is eliminated in this stage"


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send of the draft's form as it stands, but for its boxes."""
    form = page[page.index('<form method="post" class="form c-draft"') :]
    found = {}
    for tag in re.findall(r"<input [^>]*>", form):
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        left_out = given.get("type") == "radio" and " checked" not in tag
        if given.get("type") != "checkbox" and "name" in given and not left_out:
            found[given["name"]] = unescape(given.get("value", ""))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = unescape(chosen[1]) if chosen else ""
    return found


@pytest.mark.parametrize("name", SHAPES)
def test_preset_number_has_the_shape_as_it_is(name: str) -> None:
    _words, expected, stages = SHAPES[name]
    assert fitted(name, expected) == Structure(stages)


@pytest.mark.parametrize("name", ["groups", "swiss", "second-chance"])
@pytest.mark.parametrize("expected", [5, 8, 9, 12, 15, 16, 24, 31, 64, 100])
def test_fitted_shape_can_be_played_and_puts_somebody_out(name: str, expected: int) -> None:
    shown = told(fitted(name, expected), expected)
    assert shown.refused == ""
    assert [stage["id"] for stage in shown.stages if stage["all_go_on"]] == []


@pytest.mark.django_db
def test_changed_number_alone_fits_the_shape_to_it(olga: User) -> None:
    browser = of(olga)
    data = fields_of(got(browser, NEW))
    assert (data["s1-groups"], data["s2-t0-last"]) == ("4", "8")
    page = sent(browser, NEW, "preview", **{**data, "expected": "8"})[1]
    now = fields_of(page)
    assert (now["s1-groups"], now["s2-t0-last"], now["fitted"]) == ("2", "4", "8")
    assert ALL_GO_ON not in page
    sent(browser, NEW, "save", **{**now, "name": "Copa"})
    made: Structure = from_json(Structure, Tournament.objects.get().structure)
    assert (made.stages[0].groups, made.stages[1].takes[0].last) == (2, 4)


@pytest.mark.django_db
def test_plan_that_was_fitted_is_shown_before_it_is_saved(olga: User) -> None:
    browser = of(olga)
    data = {**fields_of(got(browser, NEW)), "name": "Copa", "expected": "8"}
    page = sent(browser, NEW, "save", **data)[1]
    assert "fitted to 8 entrants" in page
    assert not Tournament.objects.exists()
    sent(browser, NEW, "save", **fields_of(page))
    made: Structure = from_json(Structure, Tournament.objects.get().structure)
    assert (made.stages[0].groups, made.stages[1].takes[0].last) == (2, 4)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "own", [{"s1-groups": "3"}, {"s2-t0-last": "6"}, {"s2-kind": "double-elimination"}]
)
def test_what_the_organiser_set_stays_with_another_number(olga: User, own: dict[str, str]) -> None:
    browser = of(olga)
    data = fields_of(got(browser, NEW))
    now = fields_of(sent(browser, NEW, "preview", **{**data, **own, "expected": "12"})[1])
    changed = {name: now[name] for name in ("s1-groups", "s2-t0-last", "s2-kind")}
    assert changed == {"s1-groups": "4", "s2-t0-last": "8", "s2-kind": data["s2-kind"]} | own


@pytest.mark.django_db
def test_plan_warns_where_everybody_goes_on(olga: User) -> None:
    browser = of(olga)
    data = fields_of(got(browser, NEW))
    fit = fields_of(sent(browser, NEW, "preview", **{**data, "expected": "8"})[1])
    page = sent(browser, NEW, "preview", **{**fit, "s1-groups": "4", "s2-t0-last": "8"})[1]
    assert ALL_GO_ON in page
    assert fields_of(page)["s1-groups"] == "4"  # it was asked for
