"""Who does not come to a match at a live table: called, then out, and brought back."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from deploy.accounts.models import User
from tables.commands.hand import AWAY_AFTER
from tables.models import Seat, Table
from tests.tables.felt import act, hurry, in_turn
from tests.tournaments.hands import deal, settle
from tests.tournaments.organiser import (
    KNOCK_OUT,
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands, queries
from tournaments.models import MatchTable, TournamentEvent
from tournaments.rules import log
from tournaments.rules.errors import Refused
from tournaments.rules.events import Announced, Warned
from tournaments.rules.levels import Level
from tournaments.rules.results import FORFEIT, Result
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES = 10
MATCHES: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}
PAIRS = Structure(KNOCK_OUT.stages, PRIZES, no_show=MINUTES)
FOURS = Structure((Stage("main", "tables", sizes=(4,)),), PRIZES, no_show=MINUTES)


def started(structure: Structure, count: int, **settings: Any) -> tuple[User, list[User], int]:
    """A tournament whose first tables are open."""
    olga, users = an_organiser(), players(count)
    number = announced(olga, structure, **(settings or MATCHES))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    gone()
    return olga, users, number


def gone() -> None:
    """Let nobody have been heard from for a long time."""
    Seat.objects.update(last_seen=None)


def here(*users: User) -> None:
    """Let these be heard from at their tables."""
    Seat.objects.filter(user__in=users).update(last_seen=Now())


def minutes_later(number: int, minutes: int) -> None:
    """Let so many minutes pass since the tables opened, and the worker look."""
    passed = timedelta(minutes=minutes)
    MatchTable.objects.update(
        opened_at=F("opened_at") - passed, empty_since=F("empty_since") - passed
    )
    commands.advance(number)


def calls(number: int) -> list[Warned]:
    """Who was called, in the order of the calls."""
    lines = TournamentEvent.objects.filter(tournament=number, kind="warned").order_by("seq")
    found = [log.read(one.line) for one in lines]
    return [one for one in found if isinstance(one, Warned)]


def results(number: int) -> dict[str, Result]:
    """The results of the only stage."""
    return state_of(number).stages["main"].results


def test_who_does_not_come_is_called_and_then_forfeits() -> None:
    _olga, users, number = started(PAIRS, 4)
    here(users[0])
    minutes_later(number, MINUTES // 2 - 1)
    assert calls(number) == []
    minutes_later(number, 1)
    assert [(one.match, set(one.entrants)) for one in calls(number)] == [
        ("w1.1", {"p4"}),
        ("w1.2", {"p2", "p3"}),
    ]
    here(users[0], users[1])
    minutes_later(number, MINUTES // 2)
    assert results(number) == {
        "w1.1": Result((("p1",),), FORFEIT, ("p4",)),
        "w1.2": Result((("p2",),), FORFEIT, ("p3",)),
    }
    assert Table.objects.filter(state="open").count() == 1
    assert len(calls(number)) == 2


def test_nobody_comes_and_it_is_a_double_walk_over() -> None:
    """Section 3, 23: both are out, and whoever would have met the winner goes on."""
    _olga, users, number = started(PAIRS, 4)
    here(users[0], users[3])
    minutes_later(number, MINUTES)
    commands.advance(number)
    here(users[0], users[3])
    minutes_later(number, 0)
    assert results(number)["w1.2"] == Result((), FORFEIT, ("p2", "p3"))


def test_whoever_has_acted_came_and_a_bot_is_always_there() -> None:
    _olga, users, number = started(PAIRS, 4)
    User.objects.filter(pk__in=[users[1].pk, users[2].pk]).update(is_bot=True)
    here(users[0], users[3])
    table_id = MatchTable.objects.get(match="w1.1").table_id
    hurry(table_id)
    first = in_turn(table_id, [users[0], users[3]])
    act(first, table_id, {"kind": "draw", "from": "stock"})
    gone()
    minutes_later(number, MINUTES // 2)
    other = "p4" if first == users[0] else "p1"
    assert [one.entrants for one in calls(number)] == [(other,)]


def test_two_who_are_there_play_on_and_the_clock_plays_for_the_others() -> None:
    _olga, users, number = started(FOURS, 4)
    here(*users[:2])
    minutes_later(number, MINUTES)
    here(*users[:2])
    minutes_later(number, MINUTES)
    assert [len(one.entrants) for one in calls(number)] == [2]
    assert results(number) == {}
    assert Table.objects.filter(state="open").count() == 1


def test_without_a_published_time_nobody_forfeits_by_the_clock() -> None:
    _olga, _users, number = started(KNOCK_OUT, 4)
    minutes_later(number, 60)
    assert (calls(number), results(number)) == ([], {})
    assert row_of(number).due_at is None


def test_minutes_stand_in_a_pause_and_begin_anew_after_it() -> None:
    olga, _users, number = started(PAIRS, 4)
    minutes_later(number, MINUTES // 2)
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Power cut.")
    minutes_later(number, MINUTES)
    assert results(number) == {}
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert set(MatchTable.objects.values_list("called", "judged")) == {(False, False)}
    minutes_later(number, MINUTES - 1)
    assert (len(calls(number)), results(number)) == (4, {})


def test_worker_looks_again_when_somebody_is_to_be_called() -> None:
    _olga, _users, number = started(PAIRS, 2)
    opened = MatchTable.objects.get().opened_at
    assert row_of(number).due_at == opened + timedelta(minutes=MINUTES / 2)


def test_organiser_brings_back_who_came_too_late() -> None:
    """The corrected result opens the match, at a table with the whole time again."""
    olga, users, number = started(PAIRS, 4)
    for _ in range(2):
        here(*users[:3])
        minutes_later(number, MINUTES // 2)
    assert results(number)["w1.1"].out == ("p4",)
    commands.correct(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        match="w1.1",
        result=None,
        rulings={},
        note="The train was late.",
    )
    commands.advance(number)
    gone()
    again = MatchTable.objects.get(match="w1.1", state="open")
    assert (again.called, again.judged) == (False, False)
    here(users[0], users[3])
    minutes_later(number, MINUTES)
    assert "w1.1" not in results(number)


def test_call_is_for_players_of_an_open_match_and_the_published_time() -> None:
    _olga, _users, number = started(PAIRS, 4)
    state = state_of(number)
    for event in (
        Warned("main", "w1.1", ("p2",), MINUTES),
        Warned("main", "w1.1", (), MINUTES),
        Warned("main", "w1.1", ("p1", "p1"), MINUTES),
        Warned("main", "w1.1", ("p1",), MINUTES + 1),
        Warned("main", "w2.1", ("p1",), MINUTES),
    ):
        with pytest.raises(Refused):
            log.apply(state, event)
    assert log.apply(state, Warned("main", "w1.1", ("p1",), MINUTES)) == state


@pytest.mark.parametrize("minutes", [-1, 121])
def test_time_to_come_is_at_most_two_hours(minutes: int) -> None:
    with pytest.raises(Refused, match="120 minutes"):
        log.opened(Announced("t", Structure(KNOCK_OUT.stages, PRIZES, no_show=minutes)))


FREEZEOUT = Structure(
    (Stage("main", "freezeout", size=3, levels=(Level(10, 600),), stack=100),),
    PRIZES,
    no_show=MINUTES,
)
CHIPS: dict[str, Any] = {"online": True, "table": {"rules": "pif-paf-aposta"}}


def test_freezeout_that_everybody_has_left_says_so_and_ends_by_the_stacks() -> None:
    _olga, users, number = started(FREEZEOUT, 5, **CHIPS)
    Seat.objects.all().update(missed=AWAY_AFTER)
    for table_id in Table.objects.values_list("pk", flat=True):
        hurry(table_id)
        commands.advance(number)
    assert [one["code"] for one in row_of(number).trouble or ()] == ["nobody-plays"]
    minutes_later(number, MINUTES - 1)
    assert row_of(number).phase == "running"
    minutes_later(number, 1)
    assert row_of(number).phase == "paid"
    assert not Table.objects.filter(state="open").exists()
    assert len(users) == 5


def test_freezeout_goes_on_when_one_is_back() -> None:
    _olga, users, number = started(FREEZEOUT, 3, **CHIPS)
    Seat.objects.all().update(missed=AWAY_AFTER)
    table_id = Table.objects.get().pk
    hurry(table_id)
    commands.advance(number)
    assert MatchTable.objects.get().empty_since is not None
    Seat.objects.filter(user=users[0]).update(missed=0)
    deal(table_id)
    settle(table_id, "p1", ["p2"])
    commands.advance(number)
    assert MatchTable.objects.get().empty_since is None
    assert row_of(number).trouble is None
    assert row_of(number).phase == "running"


def test_policy_is_published() -> None:
    _olga, _users, number = started(PAIRS, 2)
    told = {one["name"]: one["value"] for one in queries.policies(PAIRS, online=True)}
    assert told["no-show"] == "10 min"
    assert queries.policies(KNOCK_OUT, online=True)[4]["value"] == "by the organiser"
    assert row_of(number).structure["no_show"] == MINUTES
