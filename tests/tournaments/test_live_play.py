"""Tournaments at live tables: matches, and a freezeout, played by bots to the last chip."""

from typing import Any

import pytest
from django.db import connection

from deploy.accounts.models import User
from tables.models import Seat, Table
from tests.deals import known_deals
from tests.tables.felt import hurry
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands, jobs, queries
from tournaments.models import Entrant, MatchTable, TournamentEvent
from tournaments.rules.due import audit
from tournaments.rules.files import read_file
from tournaments.rules.levels import Level
from tournaments.rules.log import replay
from tournaments.rules.outcome import final_groups
from tournaments.rules.structure import Stage, Structure
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS_MAX = 5000
QUICK = {"pause_ms": 200, "window_ms": 200, "action_ms": 1000, "reserve_ms": 0}
ONE_HAND: dict[str, Any] = {"online": True, "table": {"rules": "pife", **QUICK}}


def as_bots(users: list[User]) -> None:
    """Let the clock play for these."""
    User.objects.filter(pk__in=[user.pk for user in users]).update(is_bot=True)


def clocks_on(number: int) -> int:
    """Let every clock of the tournament's tables do its next thing at once."""
    due = Table.objects.filter(tournament_id=number, due_at__isnull=False)
    ids = list(due.values_list("pk", flat=True))
    for table_id in ids:
        hurry(table_id)
    return len(ids)


def play_on(number: int, wanted: str = "paid") -> None:
    """Let worker and clocks work until the tournament has come so far."""
    for _ in range(ROUNDS_MAX):
        if number in queries.due_tournaments():
            commands.advance(number)
        if row_of(number).phase == wanted:
            return
        clocks_on(number)
    raise AssertionError(row_of(number).phase, row_of(number).trouble)


def places() -> list[int]:
    """Everybody's final place, the best first."""
    return sorted(one.place_first or 0 for one in Entrant.objects.all())


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["pife", "pili-pili"])
def test_knock_out_at_live_tables_from_nothing_to_the_payout(rules: str) -> None:
    """At Pili Pili the fewest win; where equals are first another match is played."""
    olga, three = an_organiser(), players(3)
    number = announced(olga, online=True, table={"rules": rules, **QUICK})
    entered(number, three)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    as_bots(three)
    play_on(number)
    assert places() == [1, 2, 3]
    assert not Seat.objects.filter(table__tournament_id=number).exists()
    assert set(MatchTable.objects.values_list("state", flat=True)) <= {"done", "dropped"}
    assert not Table.objects.filter(tournament_id=number, state="open").exists()
    assert sum(chips.balance(user.pk) for user in three) == 3 * 890 + 300
    assert chips.audit().ok


FREEZEOUT = Structure(
    (
        Stage(
            "main",
            "freezeout",
            size=3,
            levels=(Level(100, 600), Level(200, 600)),
            stack=200,
            seeding="drawn",
        ),
    ),
    PRIZES,
)
CHIPS: dict[str, Any] = {"online": True, "table": {"rules": "pif-paf-aposta", **QUICK}}


ALL_IN = Structure(
    (
        Stage(
            "main",
            "freezeout",
            size=4,
            levels=(Level(2400, 600),),
            stack=200,
            seeding="drawn",
        ),
    ),
    PRIZES,
)


# Over after a few turns: three of four players, and one of three.
FOUR_SHORT = (40, 4, 20, 28)


def test_twelve_at_three_tables_play_to_the_last_chip_by_the_job_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Everybody is all in with the ante: four hands, two breaks, the final table, the payout."""
    known_deals(monkeypatch, FOUR_SHORT)
    olga, twelve = an_organiser(), players(12)
    number = announced(olga, ALL_IN, **CHIPS)
    entered(number, twelve)
    as_bots(twelve)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    jobs.advance()
    assert Table.objects.filter(state="open").count() == 3
    for _ in range(ROUNDS_MAX):
        jobs.advance()
        if row_of(number).phase == "paid":
            break
        clocks_on(number)
    row = row_of(number)
    assert (row.phase, row.trouble, places()[0]) == ("paid", None, 1)
    log = list(read_file(queries.log_text(row)).events)
    assert replay(log) == state_of(number)
    assert audit(log, bytes.fromhex(state_of(number).seed)) == ()
    ranked = [ref for group in final_groups(state_of(number)) for ref in group]
    assert sorted(ranked) == sorted(state_of(number).entrants)
    assert not Seat.objects.filter(table__tournament_id=number).exists()
    assert not Table.objects.filter(tournament_id=number, state="open").exists()
    assert sum(chips.balance(user.pk) for user in twelve) == 12 * 890 + 1200
    assert chips.audit().ok


@pytest.mark.slow
def test_freezeout_at_live_tables_from_nothing_to_the_payout() -> None:
    olga, four = an_organiser(), players(4)
    number = announced(olga, FREEZEOUT, **CHIPS)
    entered(number, four)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    as_bots(four)
    play_on(number)
    assert places()[:2] == [1, 2]
    # Two tables of two: whoever is out first, the three who are left fit at the final table.
    drawn = TournamentEvent.objects.filter(kind="seated", line__contains='"final-table"').get()
    assert drawn.tournament_id == number
    assert state_of(number).phase == "paid"
    assert not Table.objects.filter(tournament_id=number, state="open").exists()
    assert sum(chips.balance(user.pk) for user in four) == 4 * 890 + 400
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(abs(a.balance)) FROM ledger_account a JOIN ledger_unit u ON u.id ="
            " a.unit_id WHERE u.code = %s",
            [f"tournament-{number}"],
        )
        assert cursor.fetchone()[0] == 0
    assert chips.audit().ok
