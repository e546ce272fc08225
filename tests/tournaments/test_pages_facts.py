"""What pages say of a tournament's course is true: who is in, who won and why, what is over."""

import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    KNOCK_OUT,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
)
from tests.tournaments.reader import FREEZEOUT, free, got, named, of, report, sent
from tournaments import commands
from tournaments.pages.bracket_drawing import elimination
from tournaments.pages.bracket_told import HEAD_HEIGHT, HEAD_UP
from tournaments.states import state_of

pytestmark = pytest.mark.django_db

PAID = "The prizes are paid: results cannot be corrected any more."
NUMBER_HEIGHT = 14


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def cup(olga: User, **settings: Any) -> int:
    """A knock-out of four with prizes whose first semi-final was corrected, and that is over."""
    number = announced(olga, KNOCK_OUT, **settings)
    entered(number, players(4))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    report(olga, number, "w1.1", "p4", "p1")
    correction = f"/tournaments/{number}/correct/main/w1.1/"
    sent(of(olga), correction, "correct", winner="p1", note="Misread")
    report(olga, number, "w1.2", "p2", "p3")
    report(olga, number, "w2.1", "p1", "p2")
    return number


def facts(number: int, page: str = "live/") -> str:
    """A page's text without marks, as a reader sees it."""
    text = re.sub(r"<[^>]+>", " ", got(of(None), f"/tournaments/{number}/{page}"))
    return re.sub(r"\s+", " ", text)


def test_no_correction_is_offered_once_prizes_are_paid(olga: User) -> None:
    waits = cup(olga, protest_s=300)
    console = got(of(olga), f"/tournaments/{waits}/console/")
    assert (row_of(waits).phase, 'value="undo"' in console, PAID in console) == (
        "finished",
        True,
        False,
    )
    assert f"/tournaments/{waits}/correct/main/w2.1/" in console
    row = row_of(waits)
    row.protest_s = 0
    row.save()
    commands.advance(waits)

    console = got(of(olga), f"/tournaments/{waits}/console/")
    assert row_of(waits).phase == "paid"
    assert PAID in console
    assert 'value="undo"' not in console
    assert "/correct/main/" not in console
    page = got(of(olga), f"/tournaments/{waits}/correct/main/w2.1/")
    assert PAID in page
    assert 'value="correct"' not in page


def test_form_leaves_five_minutes_for_corrections(olga: User) -> None:
    page = got(of(olga), "/tournaments/new/")
    assert re.search(r'name="protest_minutes" value="5"', page)


def test_nobody_is_still_in_when_it_is_over(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    assert "Still in 4 of 4" in facts(number)
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant="p4", note="Not fair"
    )
    commands.advance(number)
    assert "Still in 3 of 4" in facts(number)
    report(olga, number, "w1.2", "p2", "p3")
    report(olga, number, "w2.1", "p1", "p2")
    over = facts(number)
    assert "Players 4" in over
    assert "Still in" not in over
    assert "Won the final" in over


def test_without_prizes_none_were_paid(olga: User) -> None:
    number = named(olga, free("single-elimination"), 2)
    report(olga, number, "w1.1", "p1", "p2")
    assert row_of(number).phase == "paid"
    over = facts(number)
    assert "Closed: there were no prizes" in over
    assert "paid" not in over.casefold()
    assert "Paid out" not in got(of(None), "/tournaments/")


def test_equal_stacks_are_called_equal(olga: User) -> None:
    number = named(olga, FREEZEOUT, 4)
    commands.report_stacks(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stacks={"p1": 500, "p2": 500, "p3": 500, "p4": 500},
    )
    page = facts(number)
    assert "As many chips as" in page
    assert "Fewest chips" not in page


def test_number_of_the_first_match_is_clear_of_the_heading(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    drawn = elimination(state_of(row_of(number)).stages["main"])
    first = next(box for box in drawn.boxes if box.number == 1)
    bottom = drawn.headings[0].y - HEAD_UP + HEAD_HEIGHT
    assert first.y - NUMBER_HEIGHT >= bottom


def test_start_is_offered_when_enough_have_entered(olga: User) -> None:
    number = announced(olga)
    path = f"/tournaments/{number}/console/"
    page = got(of(olga), path)
    assert "It can start when 2 more have entered." in page
    assert 'value="start"' not in page
    entered(number, players(2))
    page = got(of(olga), path)
    assert 'value="start"' in page
    assert "It can start when" not in page
