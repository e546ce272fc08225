"""What pages and programs read of a tournament, in each of its phases."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    KNOCK_OUT,
    PRIZES,
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
    row_of,
)
from tournaments import commands, queries
from tournaments.errors import NoSuchStage, NoSuchTournament
from tournaments.rules.levels import Level
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db(transaction=True)

SWISS = Structure(
    (Stage("main", "swiss", rounds=2, points=(2, 0), tie_breaks=("buchholz", "wins")),), PRIZES
)
FREEZEOUT = Structure(
    (Stage("main", "freezeout", size=3, levels=(Level(10, 60), Level(20, 60)), stack=100),), PRIZES
)


def first_round_ends_as_seated(number: int, olga: User) -> None:
    """At each table of the first round they finish in the order of its list; the next is drawn."""
    for table in queries.rounds(row_of(number), "main")[0]["tables"]:
        commands.report(
            user=olga,
            key=fresh(),
            tournament_id=number,
            stage="main",
            match=table["match"],
            result={"places": [[ref] for ref in table["players"]]},
        )
    commands.advance(number)


def test_draft_is_listed_to_its_organiser_alone() -> None:
    olga, (ana,) = an_organiser(), players(1)
    number = drafted(olga)
    assert [row.pk for row in queries.tournaments(olga, mine=True)] == [number]
    assert not queries.tournaments(ana).exists()
    assert not queries.tournaments(None).exists()
    with pytest.raises(NoSuchTournament):
        queries.tournament(number, ana)
    told = queries.lobby(queries.tournament(number, olga), olga)
    assert (told["phase"], told["draw"]) == ("draft", {"commitment": "", "seed": ""})


def test_lobby_says_what_i_may_do() -> None:
    olga, (ana, bia) = an_organiser(), players(2)
    number = announced(olga)
    assert queries.lobby(row_of(number), ana)["me"]["verbs"] == ["register"]
    entered(number, [ana])
    told = queries.lobby(row_of(number), ana)
    assert (told["me"]["entrant"], told["me"]["verbs"]) == ("p1", ["withdraw"])
    assert queries.lobby(row_of(number), None)["me"] is None
    assert told["cost"]["all"] == 110
    json.dumps(told)
    entered(number, [bia])
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert queries.lobby(row_of(number), ana)["prizes"] == [200]


def test_bracket_with_its_sources_and_results() -> None:
    olga = an_organiser()
    number = announced(olga, KNOCK_OUT)
    entered(number, players(3))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    found = {one["match"]: one for one in queries.bracket(row_of(number), "main")}
    assert found["w1.1"]["status"] == "walkover"
    assert set(found["w1.2"]["sides"]) == {"p2", "p3"}
    assert found["w2.1"]["sides"][1] is None
    with pytest.raises(NoSuchStage):
        queries.bracket(row_of(number), "other")


def test_standings_say_why() -> None:
    olga = an_organiser()
    number = announced(olga, SWISS)
    entered(number, players(4))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    first_round_ends_as_seated(number, olga)
    first = queries.standings(row_of(number), "main")[0]
    assert first["points"] == "2"
    assert first["tie_breaks"][0]["name"] == "buchholz"
    assert first["tie_breaks"][0]["terms"]


def test_rounds_say_what_their_seating_could_not_avoid() -> None:
    """Eight at two tables meet again in the second round: four pairs at least."""
    olga = an_organiser()
    stage = Stage("main", "swiss", size=4, rounds=2, points=(3, 2, 1, 0))
    number = announced(olga, Structure((stage,), PRIZES))
    entered(number, players(8))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    first_round_ends_as_seated(number, olga)
    first, second = queries.rounds(row_of(number), "main")
    assert first["weak"] == {"repeats": [], "pulled_up": []}
    tables = [set(table["players"]) for table in second["tables"]]
    assert len(second["weak"]["repeats"]) == 4
    assert all(any({a, b} <= t for t in tables) for a, b, _times in second["weak"]["repeats"])
    assert second["weak"]["pulled_up"]


def test_tables_clock_and_money_of_a_freezeout() -> None:
    olga, users = an_organiser(), players(4)
    number = announced(olga, FREEZEOUT)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    row = row_of(number)
    assert [len(table["seats"]) for table in queries.tables(row)] == [2, 2]
    told = queries.clock(row)
    assert told is not None
    assert (told["level"], told["ante"], told["running"]) == (1, 10, True)
    money = queries.prizes(row)
    assert (money["paid_in"], money["fees"], money["pool"]) == (440, 40, 400)
    assert sum(money["places"]) == 400
    json.dumps([told, money, queries.stages(row), queries.deal(row), queries.names(row)])


def test_stream_of_facts_resumes_at_a_cursor() -> None:
    number = announced(an_organiser())
    entered(number, players(2))
    row = row_of(number)
    every = queries.events(row)
    assert [one["seq"] for one in every] == [1, 2, 3, 4, 5]
    assert queries.events(row, after=3) == every[3:]


def test_reading_costs_the_same_at_any_length() -> None:
    olga = an_organiser()
    number = announced(olga)
    costs = []
    for user in players(9):
        entered(number, [user])
        with CaptureQueriesContext(connection) as seen:
            queries.lobby(row_of(number), user)
        costs.append(len(seen))
    assert len(set(costs)) == 1


def proven(number: int) -> dict[str, Any]:
    """The money of a tournament, whose sums hold."""
    told = queries.prizes(row_of(number))
    inside = told["paid_in"] - told["fees"] - told["bounties_paid_in"]
    assert told["pool"] == inside + told["overlay"]
    assert sum(told["places"]) in (0, told["pool"])
    return told


def test_money_proves_itself_with_a_waiting_list_and_after_a_cancellation() -> None:
    olga, users = an_organiser(), players(5)
    number = announced(olga, replace(KNOCK_OUT, cap=3))
    entered(number, users)
    told = proven(number)
    assert (told["paid_in"], told["fees"], told["pool"]) == (330, 30, 300)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert proven(number)["places"] == [300]
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Storm.")
    told = proven(number)
    assert (told["paid_in"], told["overlay"], told["pool"]) == (0, 0, 0)
    assert (told["places"], told["awards"], told["given_back"]) == ([], None, 550)
