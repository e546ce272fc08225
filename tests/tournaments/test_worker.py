"""What the clock's hand promises: once, in order, whoever runs it and whenever it dies."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from deploy.accounts.models import User
from tables.models import Outbox, Seat, Table
from tests.tournaments.killed import killed_everywhere
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
from tournaments import commands, jobs, queries, states
from tournaments.book import chained
from tournaments.models import Entrant, MatchTable, Tournament, TournamentEvent
from tournaments.rules.buying import BuyingRules
from tournaments.rules.files import read_file
from tournaments.rules.levels import Level
from tournaments.rules.log import replay
from tournaments.rules.structure import Stage, Structure
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = (Level(10, 60), Level(20, 60), Level(0, 60), Level(40, 60))
FREEZEOUT = Structure((Stage("main", "freezeout", size=3, levels=LEVELS, stack=100),), PRIZES)
ONLINE: dict[str, Any] = {"online": True, "table": {"rules": "pif-paf-aposta"}}
MATCHES: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}


def started(count: int, structure: Structure, **settings: Any) -> tuple[User, list[User], int]:
    """A tournament that has begun and gone on as far as it can without anybody playing."""
    olga, users = an_organiser(), players(count)
    number = announced(olga, structure, **settings)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, users, number


def later(number: int, seconds: int) -> None:
    """Let so many seconds pass on the tournament's clock, and the worker look."""
    Tournament.objects.filter(pk=number).update(
        clock_from=F("clock_from") - timedelta(seconds=seconds)
    )
    commands.advance(number)


def see_that_all_is_well(number: int) -> None:
    """The log is chained and makes the state; live seats are the log's; the ledger is sound."""
    row = row_of(number)
    assert chained(row)
    assert replay(read_file(queries.log_text(row)).events) == states.state_of(row)
    for place in MatchTable.objects.filter(tournament=row, state="open"):
        stage = states.state_of(row).stages[place.stage]
        if stage.spec.kind != "freezeout":
            continue
        wanted = stage.tables()[int(place.match)]
        sitting = Seat.objects.filter(table_id=place.table_id).values_list("number", "user_id")
        refs = dict(Entrant.objects.filter(tournament=row).values_list("user_id", "ref"))
        assert {seat + 1: refs[user] for seat, user in sitting} == wanted
    assert chips.audit().ok


def disqualify(olga: User, number: int, ref: str) -> None:
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant=ref, note="Shown cards."
    )


def at_table(number: int, table: int) -> list[str]:
    """Who sits at a table of the freezeout."""
    return list(state_of(number).stages["main"].tables()[table].values())


def test_worker_has_nothing_to_do_twice() -> None:
    _olga, _users, number = started(4, KNOCK_OUT, **MATCHES)
    assert MatchTable.objects.count() == 2
    before = row_of(number).seq
    assert commands.advance(number) == 0
    assert (row_of(number).seq, MatchTable.objects.count()) == (before, 2)


def test_two_workers_at_once_open_each_table_once() -> None:
    olga, users = an_organiser(), players(8)
    number = announced(olga, KNOCK_OUT, **MATCHES)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)

    def work() -> int:
        try:
            return commands.advance(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda _worker: work(), range(2)))
    assert sum(done) >= 1
    assert MatchTable.objects.count() == 4
    assert TournamentEvent.objects.filter(kind="entries-closed").count() == 1
    see_that_all_is_well(number)


def test_two_results_at_once_are_both_in_and_two_for_one_match_are_one() -> None:
    """Section 3, 67 and 68: one lock for a bracket, and one result for a match."""
    olga, _users, number = started(4, KNOCK_OUT)

    def say(match: str, winner: str, loser: str) -> str:
        try:
            commands.report(
                user=olga,
                key=fresh(),
                tournament_id=number,
                stage="main",
                match=match,
                result={"places": [[winner], [loser]]},
            )
        except Refusal as refused:
            return refused.code
        finally:
            connection.close()
        return "recorded"

    told = (("w1.1", "p1", "p4"), ("w1.2", "p2", "p3"), ("w1.1", "p4", "p1"))
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda one: say(*one), told))
    assert sorted(answers) == ["not-ready", "recorded", "recorded"]
    assert set(state_of(number).stages["main"].results) == {"w1.1", "w1.2"}
    see_that_all_is_well(number)


def test_everybody_leaves_and_it_ends() -> None:
    """Section 3, 26: nobody is paired with nobody for ever."""
    _olga, users, number = started(4, FREEZEOUT, **ONLINE)
    for user in users:
        commands.withdraw(user=user, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert not Table.objects.filter(state="open").exists()
    assert chips.audit().ok


def test_forfeit_closes_the_live_table_of_its_match() -> None:
    olga, _users, number = started(4, KNOCK_OUT, **MATCHES)
    commands.forfeit(
        user=olga,
        key=fresh(),
        tournament_id=number,
        stage="main",
        match="w1.1",
        absent=["p4"],
        note="Did not come.",
    )
    commands.advance(number)
    place = MatchTable.objects.get(match="w1.1")
    assert place.state == "dropped"
    assert Table.objects.get(pk=place.table_id).state == "closed"
    assert not Seat.objects.filter(table_id=place.table_id).exists()


def test_levels_go_up_at_the_tables_and_a_break_stops_them() -> None:
    _olga, _users, number = started(5, FREEZEOUT, **ONLINE)
    assert set(Table.objects.values_list("ante", "held")) == {(10, False)}
    later(number, 61)
    assert set(Table.objects.values_list("ante", "held")) == {(20, False)}
    later(number, 60)
    assert state_of(number).stages["main"].level == 2
    # The ante is that of the hand after the break: none is dealt before.
    told = Table.objects.values_list("ante", "held", "due_at")
    assert set(told) == {(40, True, None)}
    later(number, 60)
    assert set(Table.objects.values_list("ante", "held")) == {(40, False)}
    see_that_all_is_well(number)


def test_pause_stops_clock_and_tables() -> None:
    olga, _users, number = started(5, FREEZEOUT, **ONLINE)
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Power cut.")
    commands.advance(number)
    assert set(Table.objects.values_list("held", flat=True)) == {True}
    assert row_of(number).clock_from is None
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert set(Table.objects.values_list("held", flat=True)) == {False}
    assert row_of(number).clock_from is not None


def test_matches_pause_too() -> None:
    olga, _users, number = started(4, KNOCK_OUT, **MATCHES)
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Power cut.")
    commands.advance(number)
    assert set(Table.objects.values_list("held", flat=True)) == {True}
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert set(Table.objects.values_list("held", flat=True)) == {False}


def test_tables_are_balanced_with_their_chips() -> None:
    olga, _users, number = started(5, FREEZEOUT, **ONLINE)
    disqualify(olga, number, at_table(number, 2)[0])
    commands.advance(number)
    counts = sorted(len(seats) for seats in state_of(number).stages["main"].tables().values())
    assert counts == [2, 2]
    see_that_all_is_well(number)


def test_table_breaks_when_all_fit_at_fewer() -> None:
    olga, _users, number = started(4, FREEZEOUT, **ONLINE)
    disqualify(olga, number, at_table(number, 2)[0])
    commands.advance(number)
    assert list(state_of(number).stages["main"].tables()) == [1]
    assert sorted(Table.objects.values_list("state", flat=True)) == ["closed", "open"]
    see_that_all_is_well(number)


def test_late_entrant_sits_down_at_a_live_table() -> None:
    open_late = Structure(FREEZEOUT.stages, PRIZES, BuyingRules(100, late_until=0))
    _olga, _users, number = started(5, open_late, **ONLINE)
    late = an_organiser("late")
    commands.register(user=late, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert Seat.objects.filter(user=late, table__tournament_id=number).exists()
    see_that_all_is_well(number)


def test_late_entrant_opens_a_table_where_all_are_full() -> None:
    open_late = Structure(FREEZEOUT.stages, PRIZES, BuyingRules(100, late_until=0))
    _olga, _users, number = started(6, open_late, **ONLINE)
    commands.register(user=an_organiser("late"), key=fresh(), tournament_id=number)
    commands.advance(number)
    counts = sorted(len(seats) for seats in state_of(number).stages["main"].tables().values())
    assert counts == [2, 2, 3]
    see_that_all_is_well(number)


def test_job_goes_on_when_one_tournament_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    olga, users = an_organiser(), players(4)
    numbers = [announced(olga, KNOCK_OUT), announced(olga, KNOCK_OUT)]
    for number in numbers:
        entered(number, users)
        commands.start(user=olga, key=fresh(), tournament_id=number)
    real = commands.advance

    def advance(tournament_id: int, steps: int) -> int:
        if tournament_id == numbers[0]:
            raise RuntimeError
        return real(tournament_id, steps)

    monkeypatch.setattr(commands, "advance", advance)
    assert jobs.advance() > 0
    told = (row_of(numbers[0]).trouble or [{}])[0]
    assert (told["where"], told["code"], told["reason"]) == ("step", "step-failed", "RuntimeError")
    assert row_of(numbers[1]).trouble is None
    assert state_of(numbers[1]).prizes is not None
    assert state_of(numbers[0]).prizes is None
    monkeypatch.undo()
    assert numbers[0] not in queries.due_tournaments()
    Tournament.objects.filter(pk=numbers[0]).update(put_off_until=timezone.now())
    jobs.advance()
    assert state_of(numbers[0]).prizes is not None
    assert (row_of(numbers[0]).put_off_until, row_of(numbers[0]).trouble) == (None, None)
    assert jobs.advance() == 0


def test_broken_tournament_is_put_off_though_its_tables_tell_it_something() -> None:
    """What fails is often what a table told; no other clock has to wait for it each second."""
    olga, _users, number = started(2, KNOCK_OUT, **MATCHES)
    table_id = MatchTable.objects.get(tournament=number).table_id
    Outbox.objects.create(
        tournament_id=number, table_id=table_id, kind="match-over", body={}, at=timezone.now()
    )
    assert row_of(number).due_at is None
    assert number in queries.due_tournaments()
    jobs.advance()
    assert number not in queries.due_tournaments()
    until = row_of(number).put_off_until
    assert until is not None
    assert until > timezone.now()
    Tournament.objects.filter(pk=number).update(put_off_until=timezone.now())
    assert number in queries.due_tournaments()
    # What somebody does in it, and it works, ends that at once.
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Looking into it.")
    assert row_of(number).put_off_until is None
    assert number in queries.due_tournaments()


@pytest.mark.parametrize(("idle_s", "least", "most"), [(0, 1, 5), (20, 19, 30), (9000, 59, 61)])
def test_broken_tournament_is_put_off_the_longer_it_is_broken(
    idle_s: int, least: int, most: int
) -> None:
    _olga, _users, number = started(2, KNOCK_OUT)
    now = timezone.now()
    row = Tournament.objects.filter(pk=number)
    row.update(due_at=now, touched_at=now - timedelta(seconds=idle_s))
    commands.put_off(number, "RuntimeError")
    found = row_of(number).put_off_until
    assert found is not None
    assert now + timedelta(seconds=least) <= found <= timezone.now() + timedelta(seconds=most)


def test_hour_of_the_start_comes() -> None:
    olga = an_organiser()
    number = announced(olga, KNOCK_OUT, starts_at="2099-01-01T20:00:00+00:00")
    entered(number, players(2))
    assert number not in queries.due_tournaments()
    Tournament.objects.filter(pk=number).update(starts_at="2020-01-01T20:00:00+00:00", due_at=None)
    commands.advance(number)
    assert row_of(number).phase == "running"


def test_sit_and_go_starts_when_it_is_full() -> None:
    capped = Structure(KNOCK_OUT.stages, PRIZES, cap=3)
    number, three = announced(an_organiser(), capped, starts_full=True), players(3)
    entered(number, three[:2])
    assert number not in queries.due_tournaments()
    entered(number, three[2:])
    assert number in queries.due_tournaments()
    commands.advance(number)
    assert row_of(number).phase == "running"


def test_start_that_cannot_be_says_why_and_waits() -> None:
    number = announced(an_organiser(), KNOCK_OUT, starts_at="2099-01-01T20:00:00+00:00")
    entered(number, players(1))
    Tournament.objects.filter(pk=number).update(starts_at="2020-01-01T20:00:00+00:00")
    commands.advance(number)
    row = row_of(number)
    assert row.phase == "registering"
    assert [one["code"] for one in row.trouble or ()] == ["too-few"]
    assert row.due_at is not None


@pytest.mark.slow
def test_worker_is_killed_at_every_step_of_rounds_and_payout() -> None:
    olga, users, number = started(3, KNOCK_OUT)
    for match, winner, loser in (("w1.2", "p2", "p3"), ("w2.1", "p1", "p2")):
        commands.report(
            user=olga,
            key=fresh(),
            tournament_id=number,
            stage="main",
            match=match,
            result={"places": [[winner], [loser]]},
        )
        kills = killed_everywhere(number, partial(commands.advance, number))
    assert kills > 20
    assert row_of(number).phase == "paid"
    assert sum(chips.balance(user.pk) for user in users) == 3 * 990
    see_that_all_is_well(number)


@pytest.mark.slow
def test_worker_is_killed_at_every_step_of_seating_balancing_and_breaking() -> None:
    olga, users = an_organiser(), players(5)
    number = announced(olga, FREEZEOUT, **ONLINE)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    assert killed_everywhere(number, partial(commands.advance, number)) > 20
    for table in (2, 2):
        disqualify(olga, number, at_table(number, table)[0])
        assert killed_everywhere(number, partial(commands.advance, number)) > 20
        see_that_all_is_well(number)
    assert len(state_of(number).stages["main"].tables()) == 1
