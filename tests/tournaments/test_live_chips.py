"""Chips bought at any moment of a live freezeout arrive once, in front of whoever bought them.

The sum law is counted after each step: chips at tables and those that wait are those of the log.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, transaction

from deploy.accounts.models import User
from tables.boards import load_board
from tests.house import a_player
from tests.tournaments.freezeout import seated, stage_of
from tests.tournaments.hands import deal, is_dealing, lose_all, settle, table_of
from tests.tournaments.killed import killed_everywhere
from tests.tournaments.live_chips import ADD_ON, begun, buy, held, see_exact
from tests.tournaments.organiser import fresh
from tournaments import commands
from tournaments.commands.locking import open_book
from tournaments.commands.writing import finish
from tournaments.models import Entrant, MatchTable, Payment, Tournament
from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.stack_laws import WHAT
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

BREAK = (Level(10, 600), Level(0, 600), Level(20, 600))
BOUGHT = {"add_on": 80, "rebuy": 150}


def up_to_seats(number: int) -> None:
    """Let the job go on until everybody has a seat and no table is open."""
    while not stage_of(number).seats:
        assert commands.advance(number, 1)
    assert not MatchTable.objects.filter(tournament=number).exists()


def in_front(number: int, ref: str) -> int:
    """What lies in front of an entrant at the live table."""
    one = Entrant.objects.get(tournament=number, ref=ref)
    table_id = table_of(number, one.table_no or 0)
    return chips.stack(one.user_id or 0, table_id, f"tournament-{number}")


@pytest.mark.parametrize("what", ["add_on", "rebuy"])
def test_what_is_bought_before_the_table_opens_is_in_front_when_it_does(what: str) -> None:
    _olga, users, number = begun(4)
    up_to_seats(number)
    assert Entrant.objects.get(tournament=number, ref="p1").stack is None
    assert buy(what, users["p1"], number)["chips"] == BOUGHT[what]
    assert Entrant.objects.get(tournament=number, ref="p1").stack == 100 + BOUGHT[what]
    assert held(number) == (0, BOUGHT[what])
    see_exact(number)
    while commands.advance(number, 1):
        see_exact(number)
    assert in_front(number, "p1") == 100 + BOUGHT[what]
    assert [in_front(number, ref) for ref in ("p2", "p3", "p4")] == [100] * 3
    assert held(number) == (400 + BOUGHT[what], 0)


def test_rebuy_counts_what_waits_for_the_table() -> None:
    _olga, users, number = begun(4)
    up_to_seats(number)
    buy("add_on", users["p1"], number)
    with pytest.raises(Refusal) as refused:
        buy("rebuy", users["p1"], number)
    assert refused.value.code == "too-many-chips"
    see_exact(number)


def test_late_entrant_buys_before_the_new_table_is_open() -> None:
    _olga, _users, number = begun(2)
    commands.advance(number)
    late = a_player("late", 1000)
    commands.register(user=late, key=fresh(), tournament_id=number)
    while "p3" not in stage_of(number).seats:
        with pytest.raises(Refusal):
            buy("add_on", late, number)
        assert commands.advance(number, 1)
    buy("add_on", late, number)
    see_exact(number)
    while commands.advance(number, 1):
        see_exact(number)
    assert in_front(number, "p3") == 180
    assert held(number) == (380, 0)


def test_whoever_leaves_before_the_table_opens_takes_the_waiting_chips_along() -> None:
    _olga, users, number = begun(4, size=4)
    up_to_seats(number)
    buy("add_on", users["p1"], number)
    commands.withdraw(user=users["p1"], key=fresh(), tournament_id=number)
    while commands.advance(number, 1):
        see_exact(number)
    assert held(number) == (300, 0)


def test_nothing_waits_in_a_tournament_that_was_cancelled_before_tables_opened() -> None:
    olga, users, number = begun(4)
    up_to_seats(number)
    buy("add_on", users["p1"], number)
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="No light in the house.")
    commands.advance(number)
    assert held(number) == (0, 0)
    assert chips.balance(users["p1"].pk) == 1000
    assert chips.audit().ok


@pytest.mark.parametrize(("what", "code"), [("rebuy", ""), ("add_on", "no-chips")])
def test_hand_that_has_just_ended_is_taken_note_of_before_chips_are_sold(
    what: str, code: str
) -> None:
    """Else a bust that was told before the rebuy took the chips that came after it."""
    _olga, users, number = begun(3, size=3)
    commands.advance(number)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    if code:
        with pytest.raises(Refusal) as refused:
            buy(what, users[two], number)
        assert refused.value.code == code
    else:
        buy(what, users[two], number)
        assert in_front(number, two) == BOUGHT[what]
    see_exact(number)
    commands.advance(number)
    assert stage_of(number).out == []
    assert (Entrant.objects.get(tournament=number, ref=two).bust is None) is not bool(code)
    see_exact(number)


def test_who_is_told_to_move_and_buys_meanwhile_takes_it_along() -> None:
    _olga, users, number = begun(9, ADD_ON, size=3)
    commands.advance(number)
    one, two, _three = seated(number, 2)
    lose_all(number, one, two)
    commands.advance(number)
    deal(table_of(number, 2))
    mover, *losers = seated(number, 3)
    lose_all(number, mover, *losers)
    commands.advance(number)
    told = Entrant.objects.get(tournament=number, ref=mover).moving
    assert told is not None
    assert (told["table"], told["why"]) == (2, "break")
    with pytest.raises(Refusal) as refused:
        buy("add_on", users[one], number)
    assert refused.value.code == "hand-in-play"
    buy("add_on", users[mover], number)
    see_exact(number)
    settle(table_of(number, 2), one, [])
    while commands.advance(number, 1):
        see_exact(number)
    assert sorted(stage_of(number).tables()) == [1, 2]
    assert in_front(number, mover) == 380
    assert held(number) == (980, 0)


def test_add_on_is_bought_in_a_break() -> None:
    rules = BuyingRules(100, addon_at=1, addon_chips=80)
    _olga, users, number = begun(3, rules, size=3, levels=BREAK)
    commands.advance(number)
    Tournament.objects.filter(pk=number).update(elapsed_s=600)
    commands.advance(number)
    table_id, row = table_of(number, 1), Tournament.objects.get(pk=number)
    assert row.clock_from is not None
    until = round(row.clock_from.timestamp() * 1000) + 600_000  # when the break is over
    assert load_board(table_id).snapshot(None)["held"] == {"code": "break", "until": until}
    for ref, user in users.items():
        buy("add_on", user, number)
        assert in_front(number, ref) == 180
        see_exact(number)
    Tournament.objects.filter(pk=number).update(elapsed_s=1200)
    commands.advance(number)
    assert is_dealing(table_of(number, 1))
    assert held(number) == (540, 0)


@pytest.mark.parametrize("dealt", [False, True], ids=["between hands", "in mid-hand"])
def test_tournament_cancelled_as_a_level_was_due_ends_all_the_same(*, dealt: bool) -> None:
    """The clock stands then: a level that the rules refuse stopped the job for ever."""
    olga, _users, number = begun(3, BuyingRules(100), size=3)
    commands.advance(number)
    if dealt:
        deal(table_of(number, 1))
    Tournament.objects.filter(pk=number).update(elapsed_s=600)
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="No light.")
    commands.advance(number)
    assert Tournament.objects.get(pk=number).clock_from is None
    assert not MatchTable.objects.filter(tournament=number, state="open").exists()
    assert held(number) == (0, 0)


def test_law_finds_chips_that_were_paid_for_and_never_given() -> None:
    """The audit is no ornament: what went wrong before, done by hand, breaks it."""
    _olga, users, number = begun(4)
    commands.advance(number)
    assert chips.audit().ok
    with transaction.atomic():
        book = open_book(number)
        book.add(e.AddedOn("p1", 80), actor=users["p1"])
        finish(book)
    report = chips.audit()
    (broken,) = report.broken
    assert (broken.what, broken.broken) == (WHAT, 1)
    assert "p1" in broken.example


def test_who_buys_while_the_tables_open_has_it_once() -> None:
    """Real connections: every player asks for the add-on while the worker opens the tables."""
    _olga, users, number = begun(8)

    def ask(user: User) -> int:
        bought = 0
        for _attempt in range(400):
            try:
                buy("add_on", user, number)
                bought += 1
                break
            except Refusal:
                continue
        connection.close()
        return bought

    def work() -> int:
        done = 0
        while MatchTable.objects.filter(tournament=number).count() != 4:
            done += commands.advance(number, 1)
        connection.close()
        return done

    with ThreadPoolExecutor(5) as pool:
        worker = pool.submit(work)
        bought = sum(pool.map(ask, list(users.values())))
        worker.result()
    commands.advance(number)
    assert bought == Payment.objects.filter(tournament=number, what="add-on").count()
    assert held(number) == (800 + 80 * bought, 0)
    see_exact(number)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "between", "after"])
def test_buyer_and_worker_are_killed_at_every_statement(when: str) -> None:
    _olga, users, number = begun(4)
    key = fresh()
    sell = partial(commands.add_on, user=users["p1"], key=key, tournament_id=number)
    up_to_seats(number)
    if when == "before":
        assert killed_everywhere(number, sell) > 10
    assert killed_everywhere(number, partial(commands.advance, number, 1)) > 10
    if when == "between":
        assert killed_everywhere(number, sell) > 10
    assert killed_everywhere(number, partial(commands.advance, number)) > 10
    if when == "after":
        assert killed_everywhere(number, sell) > 10
    see_exact(number)
    assert in_front(number, "p1") == 180
    assert held(number) == (480, 0)
