"""What pages say of what is over: scores, rounds, prizes, winners, and when it began."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from deploy.accounts.models import User
from tests.tournaments.organiser import KNOCK_OUT, an_organiser, announced, entered, fresh, players
from tests.tournaments.reader import got, of
from tournaments import commands

pytestmark = pytest.mark.django_db


def plain(page: str) -> str:
    """The text of a page, its spaces made one."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def started(olga: User, people: list[User]) -> int:
    """A knock-out in a room, announced for five days on, that has begun today."""
    soon = (timezone.now() + timedelta(days=5)).isoformat()
    number = announced(olga, KNOCK_OUT, starts_at=soon, protest_s=600)
    entered(number, people)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return number


def ended(olga: User, number: int, match: str, *order: str) -> None:
    """Report a match that its winner has won by three to one."""
    result = {"places": [[one] for one in order], "scores": [[order[0], 3], [order[1], 1]]}
    commands.report(
        user=olga, key=fresh(), tournament_id=number, stage="main", match=match, result=result
    )
    commands.advance(number)


def test_results_have_their_score_and_round() -> None:
    olga = an_organiser()
    number = started(olga, players(4))
    ended(olga, number, "w1.1", "p1", "p4")
    console = plain(got(of(olga), f"/tournaments/{number}/console/"))
    assert "Match 1, Semi-finals player1 > player4 (3 : 1) Correct" in console
    screen = plain(got(of(None), f"/tournaments/{number}/projector/"))
    assert "Semi-finals, Match 1: player1 > player4 (3 : 1)" in screen
    live = plain(got(of(None), f"/tournaments/{number}/live/"))
    assert "Match 1: player1 > player4 (3 : 1)" in live


def test_winner_is_told_so_with_the_prize_and_named_in_the_list() -> None:
    olga = an_organiser()
    people = players(4)
    number = started(olga, people)
    for match, order in (("w1.1", ("p1", "p4")), ("w1.2", ("p2", "p3")), ("w2.1", ("p2", "p1"))):
        assert "Winner" not in plain(got(of(None), "/tournaments/"))
        ended(olga, number, match, *order)
    winner = plain(got(of(people[1]), f"/tournaments/{number}/"))
    assert "Congratulations: you won the tournament! Your prize: 280 chips." in winner
    second = plain(got(of(people[0]), f"/tournaments/{number}/"))
    assert "You finished in place 2. Your prize: 120 chips." in second
    third = plain(got(of(people[3]), f"/tournaments/{number}/"))
    assert "You finished in place 3-4." in third
    assert "Your prize" not in third
    assert "Winner: player2" in plain(got(of(None), "/tournaments/"))


def test_list_says_when_it_really_began() -> None:
    olga = an_organiser()
    started(olga, players(2))
    shown = plain(got(of(None), "/tournaments/"))
    today = date_format(timezone.localtime(), "SHORT_DATE_FORMAT")
    assert re.search(rf"Began \d\d:\d\d {re.escape(today)}", shown)
    assert "Start" not in shown
