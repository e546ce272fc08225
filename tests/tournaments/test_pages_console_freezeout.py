"""The console of a freezeout: its clock, who is left, and lists that are folded."""

import re
from dataclasses import replace

import pytest

from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    state_of,
)
from tests.tournaments.reader import FREE, got, named, of
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db

LEVELS = generated(10, 500, players=24)
FREEZEOUT = Structure(
    (Stage("main", "freezeout", size=8, levels=LEVELS, stack=500),), FREE, BuyingRules(500)
)


def test_console_of_a_freezeout_has_its_clock_and_leads_to_the_projector() -> None:
    olga = an_organiser()
    number = named(olga, FREEZEOUT, 4)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert '<dl class="t-clock' in page
    assert "Level 1" in page
    assert f'href="/tournaments/{number}/projector/"' in page


def test_who_is_out_is_marked_and_stands_after_the_living() -> None:
    olga = an_organiser()
    number = named(olga, FREEZEOUT, 4)
    commands.report_busts(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        busts=[{"entrant": "p1", "stack": 100}],
    )
    for path in ("console/", ""):
        page = got(of(olga), f"/tournaments/{number}/{path}")
        entrants = page[page.index('<ol class="t-entrants">') :]
        listed = re.findall(r'<span class="t-who">(Ana \d)', entrants)
        assert listed == ["Ana 2", "Ana 3", "Ana 4", "Ana 1"], path
        assert re.search(r'class="[^"]*out[^"]*".*?Ana 1</span> <span class="soft">out', entrants)


def test_long_lists_of_a_console_are_folded() -> None:
    olga = an_organiser()
    number = named(olga, FREEZEOUT, 24)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert "All entrants" in page
    seated = state_of(number).stages["main"].tables()
    assert len(seated) == 3
    busts = page[page.index('id="busts"') : page.index("Show who is out")]
    folds = re.findall(r'data-about=" \d"( open)?><summary>Table (\d) ', busts)
    assert folds == [("", "1"), ("", "2"), ("", "3")]
    assert "Earlier" in page


def test_address_to_send_stands_in_the_console_as_long_as_somebody_may_enter() -> None:
    olga = an_organiser()
    late = replace(FREEZEOUT, prizes=PRIZES, buying=BuyingRules(500, late_until=1))
    number = announced(olga, late)
    entered(number, players(4))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert "the address above" in page
    assert page.index('id="c-address"') < page.index("the address above")
