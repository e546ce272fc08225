"""What is sold is played: who pays sits down, nobody waits for who left, and all is paid out."""

from collections.abc import Callable
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.house import a_player
from tests.tournaments.freezeout import started
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import got, of, sent
from tournaments import commands, queries
from tournaments.models import Entrant, Tournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.outcome import final_groups
from tournaments.rules.standings import match_id
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = tuple(Level(10 * number, 600) for number in range(1, 6))
THREE_PAID = PrizeRules(prize_part=100, weights=(50, 30, 20))
LATE = BuyingRules(500, late_until=1, reentries=1)


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def begun(olga: User, structure: Structure, count: int, **settings: Any) -> tuple[int, list[User]]:
    """A tournament in a room that has started, and who plays in it."""
    number, users = announced(olga, structure, **settings), players(count)
    flights = structure.flights or ("",)
    for at, user in enumerate(users):
        commands.register(
            user=user, key=fresh(), tournament_id=number, flight=flights[at % len(flights)]
        )
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return number, users


def freezeout(name: str, *takes: Take, ends_at: int = 1) -> Stage:
    """A freezeout at tables of four."""
    return Stage(
        name, "freezeout", takes or (Take(),), size=4, levels=LEVELS, stack=500, ends_at=ends_at
    )


ONE = Structure((freezeout("main"),), THREE_PAID, LATE)
FLIGHTS = Structure(
    (
        *(freezeout(name, Take(flight=name), ends_at=2) for name in "AB"),
        freezeout("final", Take("A", 1, 2), Take("B", 1, 2)),
    ),
    THREE_PAID,
    LATE,
)


def bust(olga: User, number: int, ref: str, stage: str = "main") -> None:
    commands.report_busts(
        user=olga, key=fresh(), tournament_id=number, stage=stage,
        busts=[{"entrant": ref, "stack": 500}],
    )  # fmt: skip


def paid(number: int) -> dict[str, int]:
    """Who got what, when all is paid."""
    commands.advance(number)
    row = row_of(number)
    assert (row.phase, row.trouble) == (Tournament.Phase.PAID, None)
    assert chips.audit().ok
    found = dict(Entrant.objects.filter(tournament=row).values_list("ref", "prize"))
    assert sum(found.values()) == row.pool
    return found


def refused(verb: Callable[..., object], **named: Any) -> str:
    """The code with which something is refused, having changed nothing."""
    before = row_of(named["tournament_id"]).seq
    with pytest.raises(Refusal) as caught:
        verb(key=fresh(), **named)
    assert row_of(named["tournament_id"]).seq == before
    return str(caught.value.code)


@pytest.mark.parametrize("put_out", [False, True])
def test_who_leaves_before_a_seat_is_ranked_last_and_the_prizes_are_paid(
    olga: User,
    put_out: bool,  # noqa: FBT001 - one of two ways to leave
) -> None:
    number, _ = begun(olga, ONE, 2)
    late = a_player("late", 1000)
    commands.register(user=late, key=fresh(), tournament_id=number)
    if put_out:
        commands.disqualify(user=olga, key=fresh(), tournament_id=number, entrant="p3", note="No")
    else:
        commands.withdraw(user=late, key=fresh(), tournament_id=number)
    bust(olga, number, "p2")
    assert paid(number) == {"p1": 150, "p2": 90, "p3": 60}
    assert final_groups(state_of(number)) == (("p1",), ("p2",), ("p3",))
    assert "Gone before sitting down" in got(of(olga), f"/tournaments/{number}/console/")


def test_nobody_enters_when_the_last_hand_is_played(olga: User) -> None:
    number, users = begun(olga, ONE, 2)
    bust(olga, number, "p2")  # and the worker has not looked yet
    late = a_player("late", 1000)
    assert refused(commands.register, user=late, tournament_id=number) == "part-over"
    assert refused(commands.re_enter, user=users[1], tournament_id=number) == "part-over"
    page = got(of(late), f"/tournaments/{number}/")
    assert 'value="register"' not in page
    assert queries.lobby(row_of(number), late)["me"]["verbs"] == []
    assert chips.balance(late.pk) == 1000
    assert paid(number) == {"p1": 125, "p2": 75}


def test_who_entered_before_the_last_hand_sits_down(olga: User) -> None:
    """The seat was sold: the one who is left plays on, though the other went out meanwhile."""
    number, _ = begun(olga, ONE, 2)
    commands.register(user=a_player("late", 1000), key=fresh(), tournament_id=number)
    bust(olga, number, "p2")
    commands.advance(number)
    assert set(state_of(number).stages["main"].seats) == {"p1", "p3"}
    bust(olga, number, "p1")
    assert paid(number) == {"p3": 150, "p1": 90, "p2": 60}


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_re_entry_that_leaves_at_once_holds_nothing_up(
    olga: User,
    comes_back: bool,  # noqa: FBT001 - with a reinstatement, or without
) -> None:
    number, users = begun(olga, ONE, 4)
    bust(olga, number, "p1")
    commands.advance(number)
    commands.re_enter(user=users[0], key=fresh(), tournament_id=number)
    commands.withdraw(user=users[0], key=fresh(), tournament_id=number)
    commands.advance(number)
    assert state_of(number).stages["main"].out == [("p1",)]
    if comes_back:
        commands.reinstate(user=olga, key=fresh(), tournament_id=number, entrant="p1", note="Ok")
        commands.advance(number)
        assert "p1" in state_of(number).stages["main"].seats
        bust(olga, number, "p4")
    for ref in ("p2", "p3"):
        bust(olga, number, ref)
    assert len(state_of(number).stages["main"].seats) == 1
    assert sum(paid(number).values()) == 500
    best = "p1" if comes_back else "p4"
    assert final_groups(state_of(number))[0] == (best,)


def test_nobody_enters_a_flight_that_is_over_or_from_which_others_play_on(olga: User) -> None:
    number, users = begun(olga, FLIGHTS, 6)
    bust(olga, number, "p1", "A")
    commands.advance(number)
    late = a_player("late", 1000)
    mine = queries.lobby(row_of(number), late)["me"]
    assert (mine["verbs"], mine["flights"]) == (["register"], ["B"])
    page = got(of(late), f"/tournaments/{number}/")
    assert '<option value="B">' in page
    assert '<option value="A">' not in page
    assert refused(commands.register, user=late, tournament_id=number, flight="A") == "part-over"
    assert refused(commands.re_enter, user=users[0], tournament_id=number) == "part-over"
    status, page = sent(of(users[0]), f"/tournaments/{number}/", "re-enter")
    assert (status, "Nobody sits down in A any more" in page) == (422, True)
    commands.register(user=late, key=fresh(), tournament_id=number, flight="B")
    commands.advance(number)
    for ref in ("p2", "p4"):
        bust(olga, number, ref, "B")
    commands.advance(number)
    assert state_of(number).stages["final"].started
    assert queries.lobby(row_of(number), users[1])["me"]["verbs"] == []
    assert refused(commands.re_enter, user=users[1], tournament_id=number) == "part-over"
    last = a_player("last", 1000)
    assert refused(commands.register, user=last, tournament_id=number, flight="B") == "part-over"
    while len(seats := sorted(state_of(number).stages["final"].seats)) > 1:
        bust(olga, number, seats[0], "final")
    assert sum(paid(number).values()) == 700


def swiss(size: int, split: str = "short-bottom") -> Structure:
    points = tuple(range(size, 0, -1))
    stage = Stage("main", "swiss", size=size, rounds=3, split=split, points=points)
    return Structure((stage,), THREE_PAID)


def play_round(olga: User, number: int) -> None:
    """The results of the last drawn round, in the order of seats."""
    stage = state_of(number).stages["main"]
    for table, seated in enumerate(stage.rounds[-1].tables, start=1):
        match = match_id(len(stage.rounds), table)
        if match in state_of(number).stages["main"].results:
            continue
        gone = [one for one in seated if state_of(number).gone(one)]
        result = {"places": [[one] for one in seated if one not in gone] + [[one] for one in gone]}
        commands.report(
            user=olga, key=fresh(), tournament_id=number, stage="main", match=match, result=result
        )
    commands.advance(number)


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize(
    ("size", "split", "left", "tables"),
    [
        (4, "short-bottom", 5, (3, 2)),
        (4, "short-top", 5, (2, 3)),
        (4, "short-shared", 2, (2,)),
        (4, "byes", 3, (3,)),
        (4, "byes", 5, (4,)),
        (4, "long", 6, (3, 3)),
        (4, "long", 5, (5,)),
        (4, "short-bottom", 1, ()),
        (4, "short-bottom", 0, ()),
        (3, "short-bottom", 1, ()),
        (3, "byes", 2, (2,)),
    ],
)
def test_a_swiss_goes_on_with_those_who_are_left(
    olga: User, size: int, split: str, left: int, tables: tuple[int, ...]
) -> None:
    number, _ = begun(olga, swiss(size, split), 8 if size > 3 else 6)
    everybody = list(state_of(number).stages["main"].entrants)
    play_round(olga, number)
    for ref in everybody[left:]:
        commands.remove(user=olga, key=fresh(), tournament_id=number, entrant=ref, note="Gone")
    commands.advance(number)
    if left > 1:
        play_round(olga, number)
    rounds = state_of(number).stages["main"].rounds
    assert len(rounds) == 3
    assert tuple(map(len, rounds[2].tables)) == tables
    if tables:
        play_round(olga, number)
    assert sum(paid(number).values()) == 100 * len(everybody)
    assert "It cannot go on" not in got(of(olga), f"/tournaments/{number}/console/")


def test_what_all_is_played_is_cancelled_only_where_it_cannot_be_paid(olga: User) -> None:
    number, users = begun(olga, ONE, 3, protest_s=600)
    bust(olga, number, "p2")
    bust(olga, number, "p3")
    commands.advance(number)
    assert row_of(number).phase == Tournament.Phase.FINISHED
    assert refused(commands.cancel, user=olga, tournament_id=number, note="Why") == "all-won"
    trouble = [{"where": "prizes", "code": "bad-ranks", "detail": "Nobody is there."}]
    Tournament.objects.filter(pk=number).update(trouble=trouble)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert "the prizes cannot be paid yet" in page
    assert 'value="cancel"' in page
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Nobody can be paid")
    assert [chips.balance(user.pk) for user in users] == [1000, 1000, 1000]
    assert chips.audit().ok


TWO_ROUNDS = Stage("main", "tables", sizes=(4, 4), advance=(2,))
PLANE = Stage("main", "round-robin", size=3, points=(2, 1, 0))
THIRD = Stage("main", "single-elimination", third_place=True)


@pytest.mark.usefixtures("quickly")
@pytest.mark.parametrize(
    ("stage", "count"), [(TWO_ROUNDS, 2), (PLANE, 7), (THIRD, 3), (swiss(4).stages[0], 5)]
)
def test_too_few_for_the_plan_start_by_the_nearest_one(
    olga: User, stage: Stage, count: int
) -> None:
    number, users = announced(olga, Structure((stage,), THREE_PAID)), players(count)
    entered(number, users)
    assert refused(commands.start, user=olga, tournament_id=number)
    path = f"/tournaments/{number}/console/"
    page = got(of(olga), path)
    assert "What comes nearest to it" in page
    assert "flight" not in page.split("What comes nearest to it")[1].split("</form>")[0]
    status, page = sent(of(olga), path, "start")
    assert (status, "say that this plan is" in page) == (422, True)
    sent(of(olga), path, "start", nearest="on")
    commands.advance(number)
    assert row_of(number).phase == Tournament.Phase.RUNNING
    assert "nearest" not in got(of(olga), path).split("<h2")[0]


def test_at_live_tables_nobody_waits_for_who_left_before_a_seat() -> None:
    buying = BuyingRules(100, late_until=0)
    _olga, users, number = started(2, THREE_PAID, buying)
    late = a_player("late", 1000)
    commands.register(user=late, key=fresh(), tournament_id=number)
    commands.withdraw(user=late, key=fresh(), tournament_id=number)
    commands.withdraw(user=users[0], key=fresh(), tournament_id=number)
    assert paid(number) == {"p2": 150, "p1": 90, "p3": 60}
