"""The places that are told as shared are those that a played bracket shares."""

from collections.abc import Callable

import pytest

from tests.tournaments.house import play
from tournaments.rules.bracket import Bracket, double_elimination, single_elimination
from tournaments.rules.shared_places import shared_places
from tournaments.rules.structure import DOUBLE, SINGLE, SWISS, Stage


@pytest.mark.parametrize("entrants", range(4, 34))
@pytest.mark.parametrize(
    ("stage", "bracket"),
    [
        (Stage("main", SINGLE), single_elimination),
        (
            Stage("main", SINGLE, third_place=True),
            lambda n: single_elimination(n, third_place=True),
        ),
        (Stage("main", DOUBLE), double_elimination),
    ],
    ids=["single", "third place", "double"],
)
def test_shared_places_are_those_of_a_played_bracket(
    stage: Stage, bracket: Callable[[int], Bracket], entrants: int
) -> None:
    board, _results = play(bracket(entrants))
    found, place = [], 1
    for group in board.groups():
        if len(group) > 1:
            found.append((place, place + len(group) - 1))
        place += len(group)
    assert shared_places(stage, entrants) == tuple(found)


def test_points_share_no_places_beforehand() -> None:
    assert shared_places(Stage("main", SWISS, rounds=3), 8) == ()
