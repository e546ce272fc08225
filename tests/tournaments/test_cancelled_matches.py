"""A match of a cancelled tournament is nobody's to play, wherever it is told."""

import json
import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tables.rest import Person
from tests.tournaments.organiser import an_organiser, fresh
from tests.tournaments.reader import free, got, named, of, report
from tournaments import commands

pytestmark = pytest.mark.django_db

KINDS: dict[str, dict[str, Any]] = {
    "single-elimination": {},
    "double-elimination": {},
    "tables": {"sizes": (4, 2), "advance": (1,)},
    "swiss": {"rounds": 2},
    "round-robin": {},
}
OPEN = {"ready", "waiting"}


@pytest.fixture
def olga() -> User:
    return an_organiser()


def begun(olga: User, kind: str) -> int:
    """A tournament in which one match is played and others wait."""
    number = named(olga, free(kind, **KINDS[kind]), 8, online=False)
    first = rows(olga, number)[0]
    report(olga, number, first["match"], *[side for side in first["sides"] if side])
    return number


def rows(olga: User, number: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        Person(olga).get(f"tournaments/{number}/exports/stages/main").json["rows"]
    )
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_not_played_is_cancelled_and_what_was_stays(olga: User, kind: str) -> None:
    number = begun(olga, kind)
    before = {row["match"]: row["status"] for row in rows(olga, number)}
    assert OPEN & set(before.values())
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="No light.")
    after = {row["match"]: row["status"] for row in rows(olga, number)}
    assert after == {
        match: "cancelled" if status in OPEN else status for match, status in before.items()
    }
    visitor = Person(None)
    here = f"tournaments/{number}/stages/main"
    told = json.dumps([visitor.get(f"{here}/bracket").json, visitor.get(f"{here}/rounds").json])
    assert '"status": "ready"' not in told
    assert '"status": "waiting"' not in told
    live = got(of(None), f"/tournaments/{number}/live/")
    assert re.findall(r'class="match (?:ready|waiting)', live) == []
    if "t-bracket" in live:
        assert "was not played: " in live
    assert ">still in<" not in live.lower()
    screen = json.dumps(got(of(None), f"/tournaments/{number}/projector/"))
    assert re.findall(r"match (?:ready|waiting)", screen) == []
    assert ">still in<" not in screen.lower()
