"""A cup of six that two leave in the middle: who began, who may still win, and how it ended."""

import re
from html import unescape

import pytest
from django.test import Client

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    KNOCK_OUT,
    an_organiser,
    announced,
    entered,
    fresh,
    play_on,
    players,
    row_of,
)
from tests.tournaments.reader import got, of
from tournaments import commands, queries

pytestmark = pytest.mark.django_db


def plain(page: str) -> str:
    """The text of a page, its spaces made one."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def begun() -> tuple[User, list[User], int]:
    """Six in a room, of whom two have a bye."""
    olga, people = an_organiser(), players(6)
    number = announced(olga, KNOCK_OUT)
    entered(number, people)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, people, number


def left(olga: User, number: int) -> None:
    """One with a bye is removed, one without is disqualified."""
    commands.remove(user=olga, key=fresh(), tournament_id=number, entrant="p1", note="Ill.")
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant="p6", note="Left the room."
    )
    commands.advance(number)


def lobby(reader: Client, number: int) -> str:
    """What the lobby says to a reader."""
    return plain(got(reader, f"/tournaments/{number}/"))


def test_lobby_counts_and_plans_for_those_who_began() -> None:
    olga, _people, number = begun()
    left(olga, number)
    page = lobby(of(None), number)
    assert "Entrants 6 " in page
    assert "Planned with those who began. With 6 entrants" in page
    assert "2 matches, 2 with byes" in page
    assert "With 4 entrants" not in page
    told = queries.lobby(row_of(number))
    assert (told["counts"]["entered"], told["plan"]["entries"]) == (4, 6)


def test_at_the_end_one_has_won() -> None:
    olga, _people, number = begun()
    left(olga, number)
    assert row_of(number).remaining == 4
    play_on(olga, number, 3)
    assert queries.lobby(row_of(number))["counts"]["remaining"] == 1
    page = got(of(None), f"/tournaments/{number}/live/")
    assert "player1 withdrawn Left the tournament at Match 3" in plain(page)
    assert "still in" not in plain(page)


def test_who_is_gone_is_not_still_in() -> None:
    olga, _people, number = begun()
    commands.remove(user=olga, key=fresh(), tournament_id=number, entrant="p1", note="Ill.")
    page = got(of(None), f"/tournaments/{number}/live/")
    rows = [plain(row) for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)]
    gone = next(row for row in rows if "withdrawn" in row)
    assert "player1" in gone
    assert "still in" not in gone
    assert sum("still in" in row for row in rows) == 5


def test_a_loser_is_told_the_place_of_the_result_and_not_as_registered() -> None:
    olga, people, number = begun()
    play_on(olga, number, 5)
    page = lobby(of(people[5]), number)
    assert "You finished in place 5-6." in page
    assert "You are registered" not in page
