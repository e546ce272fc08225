"""What somebody new to the pages of tournaments looks for, and has to find."""

import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
)
from tests.tournaments.reader import FREE, got, of, sent
from tournaments import commands
from tournaments.models import Tournament
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db

ONLINE: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}
FREEZEOUT_TYPED = {
    "name": "Noite longa",
    "kind": "freezeout",
    "expected": "16",
    "seats": "8",
    "prize_part": "100",
    "seeding": "drawn",
    "final": "reset",
    "bust_policy": "stacks",
    "rounding": "floor-first",
    "rules": "pife",
}


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_plan_of_the_form_the_console_and_the_lobby_is_one(olga: User) -> None:
    browser = of(olga)
    said = (
        "With 16 entrants it takes about",
        "2 tables of 8 at the start, broken one after the other",
        "levels and breaks",
        "= 1,600",
    )
    form = sent(browser, "/tournaments/new/", "preview", **FREEZEOUT_TYPED)[1]
    console = sent(browser, "/tournaments/new/", "save", **FREEZEOUT_TYPED)[1]
    for words in said:
        assert words in form, words
        assert words in console, words
    number = Tournament.objects.get().pk
    assert row_of(number).expected == 16
    assert "for as many as the organiser expects" in console
    sent(browser, f"/tournaments/{number}/console/", "announce")
    lobby = got(of(None), f"/tournaments/{number}/")
    for words in (*said[:2], "With 16 entrants; they are fixed when entries close."):
        assert words in lobby, words
    assert "who are in now" not in lobby
    entered(number, players(2))
    lobby = got(of(None), f"/tournaments/{number}/")
    assert "With the 2 who are in now" in lobby
    assert "1 table of 2" in lobby
    assert "With 16 entrants it takes about" in lobby


def test_who_plays_is_sent_to_the_table_and_others_may_watch(olga: User) -> None:
    ana, rui = players(2)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE), **ONLINE)
    entered(number, [ana, olga])
    before = got(of(ana), f"/tournaments/{number}/")
    assert "You play now" not in before
    commands.start(user=olga, key=fresh(), tournament_id=number)
    pulse = f"/tournaments/{number}/pulse"
    started = of(None).get(pulse)
    commands.advance(number)
    (table,) = row_of(number).match_tables.values_list("table_id", flat=True)
    assert of(None).get(pulse).json()["news"] != started.json()["news"]
    there = f'href="/tables/{table}/"'
    for reader, page in ((ana, ""), (ana, "live/"), (olga, "console/"), (olga, "")):
        shown = got(of(reader), f"/tournaments/{number}/{page}")
        assert re.search(f"{there}>Go to the table", shown), page
        assert f'data-news="{of(None).get(pulse).json()["news"]}"' in shown
    for other in (rui, None):
        assert "You play now" not in got(of(other), f"/tournaments/{number}/")
        shown = got(of(other), f"/tournaments/{number}/live/")
        assert re.search(f"{there}>Watch", shown)
        assert f"Match 1 <a {there}" in shown
