"""The organiser fills a free tournament with bots up to the last place, as strong as chosen."""

from typing import Any

import pytest

from deploy.accounts.models import User
from tables.models import Seat
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
    row_of,
)
from tests.tournaments.reader import FREE, got, of, sent
from tests.tournaments.test_claims import plain
from tournaments import commands
from tournaments.models import Entrant
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

PAIR = Stage("main", "single-elimination")
CHIPS = Stage("main", "freezeout", size=4, levels=generated(10, 500, players=9), stack=500)
LIVE: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def strengths(number: int) -> set[str]:
    """How the bots at the live tables of a tournament play."""
    found = Seat.objects.filter(table__tournament_id=number, user__is_bot=True)
    return set(found.values_list("plays", flat=True))


@pytest.mark.parametrize("stage", [PAIR, CHIPS], ids=["matches", "freezeout"])
def test_free_places_are_filled_and_they_play_as_was_chosen(olga: User, stage: Stage) -> None:
    number = announced(olga, Structure((stage,), FREE, cap=12), **LIVE)
    entered(number, players(1))
    path = f"/tournaments/{number}/console/"
    shown = got(of(olga), path)
    assert "11 places are free." in shown
    assert 'name="count" value="11"' in shown
    assert sent(of(olga), path, "bots", count="12", plays="sharp")[0] == 422
    assert sent(of(olga), path, "bots", count="11", plays="sharp")[0] == 200
    row = row_of(number)
    assert row.entered == 12
    assert Entrant.objects.filter(tournament=row, user__is_bot=True, plays="sharp").count() == 11
    assert "Enter bots" not in plain(got(of(olga), path)), "no place is left"
    commands.start(user=olga, key=fresh(), tournament_id=number)
    for _each in range(4):
        commands.advance(number)
    assert strengths(number) == {"sharp"}


def test_a_repeat_enters_nobody_twice_and_there_are_always_enough(olga: User) -> None:
    number = announced(olga, Structure((PAIR,), FREE), **LIVE)
    key = fresh()
    told = [
        commands.enter_bots(user=olga, key=key, tournament_id=number, count=20) for _ in range(2)
    ]
    assert told[0] == told[1]
    assert row_of(number).entered == 20
    commands.enter_bots(user=olga, key=fresh(), tournament_id=number, count=20, plays="calm")
    assert row_of(number).entered == 40


@pytest.mark.parametrize(
    ("structure", "options", "count", "plays"),
    [
        (Structure((PAIR,), PrizeRules(prize_part=10)), LIVE, 1, "steady"),
        (Structure((PAIR,), FREE), {"online": False}, 1, "steady"),
        (Structure((PAIR,), FREE, cap=4), LIVE, 5, "steady"),
        (Structure((PAIR,), FREE), LIVE, 0, "steady"),
        (Structure((PAIR,), FREE), LIVE, 65, "steady"),
        (Structure((PAIR,), FREE), LIVE, 2, "perfect"),
    ],
    ids=["paid", "room", "above-the-cap", "none", "too-many", "no-strength"],
)
def test_what_cannot_be_is_refused_and_enters_nobody(
    olga: User, structure: Structure, options: dict[str, Any], count: int, plays: str
) -> None:
    number = announced(olga, structure, **options)
    with pytest.raises(Refusal):
        commands.enter_bots(user=olga, key=fresh(), tournament_id=number, count=count, plays=plays)
    assert row_of(number).entered == 0


def test_a_draft_says_who_takes_bots_before_it_is_announced(olga: User) -> None:
    for part, said in (
        (0, "The organiser may fill free places with bots"),
        (10, "None: an entry costs chips, and everybody pays for their own"),
    ):
        number = drafted(olga, Structure((PAIR,), PrizeRules(prize_part=part)), **LIVE)
        assert said in got(of(olga), f"/tournaments/{number}/console/")


def test_the_door_of_the_api_is_the_organisers(olga: User) -> None:
    number = announced(olga, Structure((PAIR,), FREE, cap=4), **LIVE)
    (ana,) = players(1)
    path = f"tournaments/{number}/bots"
    assert_problem(Person(ana).post(path, {"count": 2}), 403, "not-organiser")
    answer = Person(olga).post(path, {"count": 2, "plays": "calm"})
    assert (answer.status, answer.json) == (200, {"entrants": ["p1", "p2"]})
