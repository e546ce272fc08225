"""A live freezeout that feeds another one: the second day, flights with their final."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

import pytest
from django.db.models import F
from django.test import Client
from django.utils.translation import override

from deploy.accounts.models import User
from tables.models import Table
from tests.tournaments.freezeout import ONLINE
from tests.tournaments.hands import deal, is_dealing, settle
from tests.tournaments.killed import killed_everywhere
from tests.tournaments.live_chips import held, see_exact
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands, jobs, queries
from tournaments.commands import freezeouts
from tournaments.models import Entrant, MatchTable, Tournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.state import StageState
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = (Level(10, 600), Level(20, 600), Level(40, 600), Level(80, 600))
PRIZES = PrizeRules(prize_part=100, addon_price=40, weights=(5, 3))
ADD_ON = BuyingRules(100, addon_at=0, addon_chips=80)


def a_day(name: str, size: int = 3, stack: int = 100, ends_at: int = 1, *takes: Take) -> Stage:
    """A freezeout of a tournament that has several."""
    return Stage(
        name, "freezeout", size=size, levels=LEVELS, stack=stack, ends_at=ends_at,
        takes=takes or (Take(),),
    )  # fmt: skip


def begun(stages: Sequence[Stage], count: int) -> tuple[User, dict[str, User], int]:
    """A live tournament of these that has gone on as far as nobody plays; users by ref."""
    olga, users = an_organiser(), players(count)
    number = announced(olga, Structure(tuple(stages), PRIZES, ADD_ON), **ONLINE)
    refs = {}
    for place, user in enumerate(users):
        flight = "AB"[place % 2] if len(stages) > 2 else ""
        told = commands.register(user=user, key=fresh(), tournament_id=number, flight=flight)
        refs[str(told["entrant"])] = user
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, refs, number


def stage(number: int, name: str) -> StageState:
    """One of its stages now."""
    return state_of(number).stages[name]


def live(number: int, name: str, no: int = 1) -> int:
    """The live table of a table of a stage."""
    return MatchTable.objects.get(
        tournament=number, stage=name, match=str(no), state="open"
    ).table_id


def lose(number: int, name: str, winner: str, *losers: str) -> None:
    """Play a hand of a stage in which these lose all they have to the winner."""
    table_id = live(number, name, stage(number, name).seats[winner][0])
    if is_dealing(table_id):
        deal(table_id)
    settle(table_id, winner, losers)


def step_by_step(number: int) -> None:
    """Let the job do all that is due, and count the chips after each step."""
    while commands.advance(number, 1):
        see_exact(number)


@pytest.mark.parametrize("stack", [100, 300])
@pytest.mark.parametrize("listed", ["in order", "last day first"])
def test_second_day_opens_with_its_own_stacks(stack: int, listed: str) -> None:
    days = [a_day("day1", 3, 100, 2), a_day("day2", 3, stack, 1, Take("day1", 1, 2))]
    _olga, users, number = begun(days if listed == "in order" else days[::-1], 4)
    first, second = stage(number, "day1").tables().values()
    winner = first[1]
    for loser in [ref for seat, ref in first.items() if seat != 1]:
        lose(number, "day1", winner, loser)
        step_by_step(number)
    if not stage(number, "day2").started:
        seats = stage(number, "day1").tables()[1]
        lose(number, "day1", *[seats[no] for no in sorted(seats)][:2])
        step_by_step(number)
    assert row_of(number).trouble is None
    left = sorted(stage(number, "day2").seats)
    assert len(left) == 2
    assert held(number) == (2 * stack, 0)
    assert {(one.stage, one.stack, one.out) for one in Entrant.objects.filter(ref__in=left)} == {
        ("day2", stack, False)
    }
    assert list(MatchTable.objects.filter(state="open").values_list("stage", "match")) == [
        ("day2", "1")
    ]
    told = queries.tables(row_of(number))
    assert [(one["stage"], one["no"], len(one["seats"])) for one in told] == [("day2", 1, 2)]
    lose(number, "day2", *left)
    step_by_step(number)
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert stage(number, "day2").out == [(left[1],)]
    assert Entrant.objects.get(ref=left[1]).out
    assert held(number) == (0, 0)
    assert sum(chips.balance(user.pk) for user in users.values()) == 4000
    assert chips.audit().ok
    del second


def flights() -> list[Stage]:
    """Two flights and their final."""
    return [
        a_day("a", 4, 100, 2, Take(flight="A")),
        a_day("b", 4, 100, 2, Take(flight="B")),
        a_day("final", 4, 100, 1, Take("a", 1, 2), Take("b", 1, 2)),
    ]


def test_final_of_two_flights_opens_and_is_played_to_the_end() -> None:
    _olga, users, number = begun(flights(), 6)
    for name, (one, _two, three) in (("a", ("p1", "p3", "p5")), ("b", ("p2", "p4", "p6"))):
        lose(number, name, one, three)
        step_by_step(number)
    assert sorted(stage(number, "final").seats) == ["p1", "p2", "p3", "p4"]
    assert held(number) == (400, 0)
    for loser in ("p2", "p3", "p4"):
        lose(number, "final", "p1", loser)
        step_by_step(number)
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert Entrant.objects.get(ref="p1").place_first == 1
    assert sum(chips.balance(user.pk) for user in users.values()) == 6000
    assert chips.audit().ok


def test_chips_bought_for_the_final_before_it_opens_are_in_front() -> None:
    _olga, users, number = begun(flights(), 6)
    lose(number, "a", "p1", "p5")
    step_by_step(number)
    lose(number, "b", "p2", "p6")
    while not stage(number, "final").seats:
        assert commands.advance(number, 1)
    assert {one.stack for one in Entrant.objects.filter(stage="final")} == {None}
    commands.add_on(user=users["p1"], key=fresh(), tournament_id=number)
    see_exact(number)
    step_by_step(number)
    unit = f"tournament-{number}"
    assert chips.stacks(live(number, "final"), unit)[users["p1"].pk] == 180
    assert Entrant.objects.get(ref="p1").stack == 180
    assert held(number) == (480, 0)


def test_bust_that_was_told_when_the_day_was_over_is_none_of_the_next_day() -> None:
    """Two hands end at once, and the first one ends the day: the second day begins anew.

    Else who lost all in the other could neither go out on the second day nor buy.
    """
    days = [a_day("day1", 2, 100, 3), a_day("day2", 3, 100, 1, Take("day1", 1, 3))]
    _olga, _users, number = begun(days, 4)
    pairs = [
        sorted(seats.values()) for _no, seats in sorted(stage(number, "day1").tables().items())
    ]
    for winner, loser in pairs:
        lose(number, "day1", winner, loser)
    step_by_step(number)
    left = sorted(stage(number, "day2").seats)
    assert sorted([*pairs[0], *pairs[1]]) == sorted({*left, pairs[0][1]})
    assert not Entrant.objects.filter(bust__isnull=False).exists()
    assert not Entrant.objects.filter(moved_hand__gt=0).exists()
    again = pairs[1][1]
    winner = next(ref for ref in left if ref != again)
    lose(number, "day2", winner, again)
    step_by_step(number)
    assert stage(number, "day2").out == [(again,)]


@pytest.mark.slow
def test_worker_is_killed_at_every_statement_between_two_days() -> None:
    _olga, _users, number = begun(flights(), 6)
    lose(number, "a", "p1", "p5")
    lose(number, "b", "p2", "p6")
    assert killed_everywhere(number, partial(commands.advance, number)) > 50
    see_exact(number)
    assert held(number) == (400, 0)
    for loser in ("p2", "p3", "p4"):
        lose(number, "final", "p1", loser)
        assert killed_everywhere(number, partial(commands.advance, number)) > 10
    assert row_of(number).phase == "paid"
    assert chips.audit().ok


def test_pages_show_where_somebody_plays_now_and_not_where_the_day_before(client: Client) -> None:
    days = [a_day("day1", 4, 100, 3), a_day("day2", 4, 300, 1, Take("day1", 1, 3))]
    _olga, users, number = begun(days, 4)
    lose(number, "day1", "p1", "p4")
    step_by_step(number)
    client.force_login(users["p2"])
    here = f"/tournaments/{number}/"
    mine = client.get(here).content.decode()
    assert f'href="/tables/{live(number, "day2")}/"' in mine
    feed = client.get(f"/api/v1/tournaments/{number}").json()["me"]
    assert (feed["table"], feed["stack"], feed["out"]) == (1, 300, False)
    lose(number, "day2", "p1", "p2")
    step_by_step(number)
    assert 'class="panel t-my t-bust"' in client.get(f"{here}live/").content.decode()
    assert client.get(f"/api/v1/tournaments/{number}").json()["me"]["out"]


def test_clock_of_the_second_flight_goes_on_when_the_first_is_over() -> None:
    """It began anew, so that a flight played the same antes for twice as long."""
    _olga, _users, number = begun(flights(), 6)
    Tournament.objects.filter(pk=number).update(
        clock_from=F("clock_from") - timedelta(seconds=900)
    )
    commands.advance(number)
    assert [stage(number, name).level for name in "ab"] == [1, 1]
    antes = Table.objects.filter(tournament_id=number).values_list("ante", flat=True)
    assert set(antes) == {20}
    lose(number, "a", "p1", "p5")
    commands.advance(number)
    row = row_of(number)
    assert row.clock_stage == "b"
    assert 900 <= row.elapsed_s < 1000
    Tournament.objects.filter(pk=number).update(
        clock_from=F("clock_from") - timedelta(seconds=300)
    )
    commands.advance(number)
    assert stage(number, "b").level == 2
    lose(number, "b", "p2", "p6")
    commands.advance(number)
    assert (row_of(number).clock_stage, row_of(number).elapsed_s) == ("final", 0)
    assert stage(number, "final").level == 0


def test_step_that_fails_is_told_on_the_console_until_it_works(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    olga, _users, number = begun(flights(), 6)
    lose(number, "a", "p1", "p5")

    def broken(_book: object, _stage: object, _batch: object) -> None:
        raise LookupError

    monkeypatch.setattr(freezeouts, "bust_batch", broken)
    for _again in range(2):
        Tournament.objects.filter(pk=number).update(put_off_until=None)
        jobs.advance()
    client.force_login(olga)
    for language, words in (("en", "A step failed"), ("pt-br", "Um passo falhou")):
        with override(language):
            page = client.get(
                f"/tournaments/{number}/console/", headers={"accept-language": language}
            )
        assert words in page.content.decode()
        assert "LookupError" in page.content.decode()
    monkeypatch.undo()
    Tournament.objects.filter(pk=number).update(put_off_until=None)
    jobs.advance()
    assert row_of(number).trouble is None
    assert len(stage(number, "a").seats) == 2
