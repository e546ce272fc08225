"""The words of the pages in the languages of the house: stages, sums, one word for one thing."""

import re

import pytest
from django.utils.translation import override

from tests.tournaments.organiser import KNOCK_OUT, an_organiser, announced, entered, fresh, players
from tests.tournaments.reader import got, of, report
from tournaments import commands
from tournaments.pages.draft_initial import SHAPES
from tournaments.pages.policies_told import policies
from tournaments.pages.words import stage_said
from tournaments.rules.structure import Structure


@pytest.mark.parametrize(
    ("language", "groups", "flight"),
    [
        ("pt-br", "Grupos", "Turno A"),
        ("fr", "Groupes", "Jour de qualification A"),
        ("de", "Gruppen", "Flight A"),
        ("en", "Groups", "Flight A"),
    ],
)
def test_stages_of_the_shapes_have_names_in_each_language(
    language: str, groups: str, flight: str
) -> None:
    with override(language):
        assert (stage_said("groups"), stage_said("flight-a")) == (groups, flight)
        assert stage_said("noite-dois") == "Noite dois"
        cards = policies(Structure(SHAPES["groups"][2]), online=False)
        titles = " ".join(title for title, _words in cards)
        assert groups in titles
        assert language == "en" or "bracket" not in titles.casefold()


def test_every_stage_of_a_shape_is_named_in_german() -> None:
    ids = {stage.id for _words, _n, stages in SHAPES.values() for stage in stages}
    with override("de"):
        same = {one for one in ids if stage_said(one) == one.replace("-", " ").capitalize()}
    assert same <= {"flight-a", "flight-b"}


@pytest.mark.django_db
def test_sum_of_the_prizes_is_told_in_the_readers_language() -> None:
    olga = an_organiser()
    number = announced(olga, KNOCK_OUT)
    entered(number, players(2))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    report(olga, number, "w1.1", "p1", "p2")
    browser = of(None)
    browser.cookies["django_language"] = "pt-br"
    page = got(browser, f"/tournaments/{number}/result/")
    assert "= 200 = bolo de 200" in page
    assert "= pool" not in page


@pytest.mark.django_db
def test_no_show_is_asked_for_with_a_label() -> None:
    page = got(of(an_organiser()), "/tournaments/new/")
    assert "Minutes until a no-show forfeits (live matches)" in page
    assert "Who does not come" not in page


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "pt-br", "fr", "de"])
def test_no_two_facts_of_a_tournament_have_one_name(language: str) -> None:
    """The game and where it is played were both "Jogo"."""
    number = announced(an_organiser(), KNOCK_OUT, online=True, table={"rules": "pili-pili"})
    browser = of(None)
    browser.cookies["django_language"] = language
    page = got(browser, f"/tournaments/{number}/")
    lists = re.findall(r"<dl.*?</dl>", page, re.DOTALL)
    assert len(lists) > 1
    for names in (re.findall(r"<dt>(.*?)</dt>", one) for one in lists):
        assert len(names) == len(set(names)), names
