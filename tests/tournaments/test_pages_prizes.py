"""Prizes by places: who shares places shares the prizes, before and after the last match."""

import pytest

from tests.tournaments.organiser import an_organiser, announced, entered, fresh, play_on, players
from tests.tournaments.reader import got, of
from tournaments import commands
from tournaments.pages.prizes_told import Share, shared, shared_places
from tournaments.rules.structure import DOUBLE, SINGLE, SWISS, PrizeRules, Stage, Structure


@pytest.mark.parametrize(
    ("spec", "entrants", "places"),
    [
        (Stage("main", SINGLE), 16, [(2, 2), (3, 4), (5, 8), (9, 16)]),
        (Stage("main", SINGLE), 13, [(2, 2), (3, 4), (5, 8), (9, 13)]),
        (Stage("main", SINGLE), 3, [(2, 2), (3, 3)]),
        (Stage("main", SINGLE, third_place=True), 8, [(2, 2), (4, 4), (5, 8)]),
        (Stage("main", SWISS, rounds=3), 16, []),
        (Stage("main", SINGLE), 0, []),
    ],
)
def test_losers_of_a_round_share_its_places(
    spec: Stage, entrants: int, places: list[tuple[int, int]]
) -> None:
    assert shared_places(spec, entrants) == places


def test_places_of_a_double_elimination_are_shared_from_the_fifth_on() -> None:
    found = shared_places(Stage("main", DOUBLE), 16)
    assert next(one for one in found if one[0] != one[1]) == (5, 6)


def test_prizes_of_shared_places_are_pooled_and_split() -> None:
    places = [(2, 2), (3, 4), (5, 8)]
    assert shared((800, 480, 320), places) == [
        Share(1, 1, 800, 800),
        Share(2, 2, 480, 480),
        Share(3, 4, 160, 160),
    ]
    assert shared((5, 4, 3, 2, 1), places)[2:] == [Share(3, 4, 2, 3), Share(5, 8, 0, 1)]
    assert [one.places for one in shared((5, 4, 3), places)] == ["1", "2", "3–4"]


@pytest.mark.django_db
def test_screen_and_result_say_what_each_of_two_thirds_gets() -> None:
    olga, users = an_organiser(), players(8)
    rules = PrizeRules(prize_part=200, weights=(5000, 3000, 2000))
    number = announced(olga, Structure((Stage("main", SINGLE),), rules, cap=8))
    entered(number, users)
    before = got(of(None), f"/tournaments/{number}/projector/")
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    running = got(of(None), f"/tournaments/{number}/projector/")
    play_on(olga, number, 7)
    over = got(of(None), f"/tournaments/{number}/projector/")
    for page in (before, running, over):
        assert "<dt>Places 3–4, each</dt><dd>160</dd>" in page
        assert "<dt>Place 1</dt><dd>800</dd>" in page
        assert "Place 3<" not in page
    assert "p-champion" not in running
    assert "<span>Champion</span>" in over
    proof = got(of(None), f"/tournaments/{number}/result/")
    assert "<li>3-4: 320 / 2 → 160</li>" in proof
