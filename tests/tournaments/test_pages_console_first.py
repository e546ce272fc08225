"""The console says first what is to be done now, and at the end who has won (3.11, 3.12)."""

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    play_on,
    players,
    row_of,
)
from tests.tournaments.reader import FREE, got, of
from tests.tournaments.test_claims import plain
from tournaments import commands
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db


def running(kind: str, count: int) -> tuple[User, int]:
    """A tournament in a room whose first matches can be played."""
    olga = an_organiser()
    stage = Stage("main", kind, rounds=3 if kind == "swiss" else 0)
    number = announced(olga, Structure((stage,), FREE), protest_s=600)
    entered(number, players(count))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    for _each in range(3):
        commands.advance(number)
    return olga, number


def console(olga: User, number: int) -> str:
    """The text of the organiser's console."""
    return plain(got(of(olga), f"/tournaments/{number}/console/"))


@pytest.mark.parametrize("kind", ["single-elimination", "swiss"])
def test_matches_with_their_rounds_and_byes_stand_before_what_stops_it(kind: str) -> None:
    olga, number = running(kind, 5)
    shown = console(olga, number)
    order = ["To be played", "Bye: player", "Report the result", "Pause …", "Cancel …", "Entrants"]
    places = [shown.index(one) for one in order]
    assert places == sorted(places)
    assert "Round 1, table 1" in shown or "Match 1, Quarter-finals" in shown
    byes = shown[places[1] :].split("Match 1")[0].split("Round 1")[0]
    assert byes.count("player") == (3 if kind == "single-elimination" else 1)


def test_after_the_last_result_it_names_the_winner_and_what_is_waited_for() -> None:
    olga, number = running("single-elimination", 14)
    play_on(olga, number, 12)
    assert "Champion" not in console(olga, number)
    assert "2 still in, 12 out" in console(olga, number)
    commands.report(
        user=olga, key=fresh(), tournament_id=number, stage="main",
        match="w4.1", result={"places": [["p1"], ["p2"]]},
    )  # fmt: skip
    assert row_of(number).phase == "running"
    shown = console(olga, number)
    assert "Champion player1" in shown
    assert "All is played. The final result is written down in a moment." in shown
    assert "still in" not in shown
    commands.advance(number)
    shown = console(olga, number)
    assert "Champion player1" in shown
    assert "All is played" not in shown
    assert "The prizes are paid when the time for protests is over" not in shown  # there are none


def test_start_is_the_first_thing_to_do_when_all_who_are_expected_have_entered() -> None:
    olga, two = an_organiser(), players(2)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE), expected=3)
    copy, ready = 'class="second" data-copy="c-address"', "c-start ready"
    entered(number, two)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert (copy in page, ready in page) == (False, False)
    entered(number, [an_organiser("third")])
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert (copy in page, ready in page) == (True, True)
    assert page.index(ready) < page.index("Close registration")
