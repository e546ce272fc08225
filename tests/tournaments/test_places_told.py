"""The reason beside each place of a bracket names the match that decided it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from tests.tournaments.organiser import an_organiser, fresh, row_of, state_of
from tests.tournaments.reader import free, named, report
from tournaments import commands
from tournaments.pages.reading import Seen
from tournaments.pages.standings_told import standings
from tournaments.queries import entrants, structure_of
from tournaments.rules.standings import board

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Whatever language the page of another test was in."""
    with translation.override("en"):
        yield


def _reasons(number: int) -> dict[str, list[str]]:
    """By ref, the reasons of the stage's standings."""
    row = row_of(number)
    rows = {one.ref: one for one in entrants(row)}
    state = state_of(number)
    here = Seen(row, None, structure_of(row), state, rows)
    return {one["ref"]: one["why"] for one in standings(here, state.stages["main"])["rows"]}


def _played(kind: str, *, upset: bool = False, **settings: Any) -> int:
    """A tournament of four to its end, the better seed winning; `upset`: not the first final."""
    number = named(olga := an_organiser(), free(kind, **settings), 4)
    while ready := board(state_of(number).stages["main"]).ready():
        sides = sorted(str(side) for side in ready[0].sides)
        wrong = upset and ready[0].match.id == "gf1"
        report(olga, number, ready[0].match.id, *(reversed(sides) if wrong else sides))
    return number


def test_final_and_third_place() -> None:
    assert _reasons(_played("single-elimination", third_place=True)) == {
        "p1": ["Won the final"],
        "p2": ["Lost the final to Ana 1"],
        "p3": ["Won the match for third place"],
        "p4": ["Lost the match for third place to Ana 3"],
    }


def test_third_place_is_told_while_the_final_is_open() -> None:
    number = named(olga := an_organiser(), free("single-elimination", third_place=True), 4)
    for match, order in (("w1.1", ("p1", "p4")), ("w1.2", ("p2", "p3")), ("third", ("p4", "p3"))):
        report(olga, number, match, *order)
    reasons = _reasons(number)
    assert reasons["p4"] == ["Won the match for third place"]
    assert reasons["p1"] == reasons["p2"] == []


@pytest.mark.parametrize("upset", [False, True])
def test_final_of_two_lives(*, upset: bool) -> None:
    reasons = _reasons(_played("double-elimination", upset=upset))
    assert reasons["p1"] == ["Won the final"]
    assert reasons["p2"] == ["Lost the final to Ana 1"]
    assert reasons["p3"] == ["Lost to Ana 2 in Match 5"]


def test_two_brackets_without_a_final() -> None:
    reasons = _reasons(_played("double-elimination", final="none"))
    assert reasons["p1"] == ["Won the winners' bracket"]
    assert reasons["p2"] == ["Won the losers' bracket"]


def test_final_to_which_nobody_else_came() -> None:
    number = named(olga := an_organiser(), free("single-elimination"), 4)
    report(olga, number, "w1.1", "p1", "p4")
    commands.forfeit(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        match="w1.2",
        absent=["p2", "p3"],
        note="Neither came",
    )
    commands.advance(number)
    assert _reasons(number)["p1"] == ["Won the final without a match"]
