"""A tournament from before stages had plain ids: every page and door of it has an address."""

import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tables.rest import Person
from tests.tournaments.organiser import an_organiser, fresh
from tests.tournaments.reader import FREE, got, named, of
from tournaments import commands
from tournaments.rules import structure_checks
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import Stage, Structure
from tournaments.stage_addresses import StageConverter

pytestmark = pytest.mark.django_db

NAMES = ("fase/1", "..", "a!b", "50% off?#1")


@pytest.fixture
def olga(monkeypatch: pytest.MonkeyPatch) -> User:
    """An organiser of the time when any id was taken."""
    monkeypatch.setattr(structure_checks, "STAGE_ID", re.compile(".+"))
    return an_organiser()


@pytest.mark.parametrize("name", [*NAMES, "main", "flight-a", "é"])
def test_an_id_comes_back_from_its_address_as_it_was(name: str) -> None:
    told = StageConverter().to_url(name)
    assert "/" not in told
    assert told not in (".", "..")
    assert re.fullmatch(StageConverter.regex, told)
    assert StageConverter().to_python(told) == name


def test_a_plain_id_is_its_own_address() -> None:
    assert StageConverter().to_url("flight-a_1") == "flight-a_1"


@pytest.mark.parametrize("name", NAMES)
def test_a_bracket_with_such_an_id_is_shown_corrected_and_exported(olga: User, name: str) -> None:
    number = named(olga, Structure((Stage(name, "single-elimination"),), FREE), 4)
    for match, order in (("w1.1", ("p1", "p4")), ("w1.2", ("p2", "p3"))):
        result = {"places": [[one] for one in order]}
        commands.report(
            user=olga, key=fresh(), tournament_id=number, stage=name, match=match, result=result
        )
    for page in ("", "live/", "console/", "projector/"):
        shown = got(of(olga), f"/tournaments/{number}/{page}")
        for link in re.findall(rf'href="(/[^"]*tournaments/{number}/[^"#]*)', shown):
            assert of(olga).get(link.replace("&amp;", "&")).status_code == 200, link
        assert page != "console/" or f"/tournaments/{number}/correct/" in shown
    address = StageConverter().to_url(name)
    browser = Person(olga)
    for door in (f"stages/{address}/bracket", f"exports/stages/{address}"):
        assert browser.get(f"tournaments/{number}/{door}").status == 200
    told: dict[str, Any] = {"result": {"places": [["p1"], ["p2"]]}}
    door = f"tournaments/{number}/stages/{address}/matches/w2.1/report"
    assert browser.post(door, told).status == 200


def test_a_freezeout_with_such_an_id_has_its_order_corrected(olga: User) -> None:
    stage = Stage("fase/1", "freezeout", size=4, levels=generated(10, 500, players=9), stack=500)
    number = named(olga, Structure((stage,), FREE, BuyingRules(500)), 4)
    for ref in ("p4", "p3"):
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="fase/1",
            busts=[{"entrant": ref, "stack": 20}], dealers={},
        )  # fmt: skip
    shown = got(of(olga), f"/tournaments/{number}/console/")
    assert (link := re.search(r'href="([^"]*/correct/[^"]*)"', shown))
    assert "Order of those who are out" in got(of(olga), link[1])
