"""What players of a room say of their match is seen by those whom it concerns (2.2)."""

import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players, row_of
from tests.tournaments.reader import FREE, got, of, report, sent
from tournaments import commands, queries
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db

DISPUTE = "the players contradict each other"


def opened(kind: str = "single-elimination") -> tuple[User, list[User], int]:
    """A tournament for two in a room, with its one match open: organiser, players, number."""
    olga, two = an_organiser(), players(2)
    stage = Stage("main", kind, rounds=1 if kind == "swiss" else 0)
    number = announced(olga, Structure((stage,), FREE))
    entered(number, two)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, two, number


def plain(page: str) -> str:
    """The text of a page, its spaces made one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_claim_is_told_with_whose_word_is_waited_for() -> None:
    olga, (one, two), number = opened()
    before = of(None).get(f"/tournaments/{number}/pulse").json()["news"]
    sent(
        of(one), f"/tournaments/{number}/live/", "report", stage="main", match="w1.1", winner="p1"
    )
    for reader, page in ((one, "live/"), (two, "live/"), (two, ""), (olga, "console/")):
        shown = plain(got(of(reader), f"/tournaments/{number}/{page}"))
        assert "player1 says player1 won" in shown, page
        assert "Waiting for player2." in shown, page
        assert DISPUTE not in shown
    assert of(None).get(f"/tournaments/{number}/pulse").json()["news"] != before


@pytest.mark.parametrize(("kind", "match"), [("single-elimination", "w1.1"), ("swiss", "r1.1")])
def test_contradiction_is_a_dispute_until_the_organiser_decides(kind: str, match: str) -> None:
    olga, (one, two), number = opened(kind)
    about = {"stage": "main", "match": match}
    live = f"/tournaments/{number}/live/"
    sent(of(one), live, "report", **about, winner="p1", **{"score-p1": "3", "score-p2": "1"})
    sent(of(two), live, "report", **about, winner="p2")
    for reader, page in ((one, "live/"), (two, "live/"), (one, ""), (olga, "console/")):
        shown = plain(got(of(reader), f"/tournaments/{number}/{page}"))
        assert DISPUTE in shown, page
        assert "player1 says player1 won (3 : 1)" in shown
        assert "player2 says player2 won" in shown
        assert ("Decide it: report the result." in shown) == (page == "console/")
    told = _match(number, kind)
    assert told["disputed"]
    assert [(one["entrant"], one["places"]) for one in told["claims"]] == [
        ("p1", [["p1"], ["p2"]]),
        ("p2", [["p2"], ["p1"]]),
    ]
    report(olga, number, match, "p2", "p1")
    assert DISPUTE not in got(of(olga), f"/tournaments/{number}/console/")
    decided = _match(number, kind)
    assert (decided["claims"], decided["disputed"]) == ([], False)


def _match(number: int, kind: str) -> dict[str, Any]:
    """The one match as the reading doors show it."""
    row = row_of(number)
    if kind == "swiss":
        found: dict[str, Any] = queries.rounds(row, "main")[0]["tables"][0]
        return found
    return queries.bracket(row, "main")[0]
