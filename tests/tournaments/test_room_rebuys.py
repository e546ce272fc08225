"""Rebuys, late entries and leavers of a live room, as its organiser and its players see them."""

import json
from dataclasses import replace
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.house import a_player
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import free, got, of, sent
from tests.tournaments.reader import named as listed
from tournaments import commands
from tournaments.errors import NotOrganiser
from tournaments.models import Entrant, TournamentEvent
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)

LEVELS = generated(10, 500, players=9)
TABLE = Stage("main", "freezeout", size=4, levels=LEVELS, stack=500)
BUYS = BuyingRules(500, 3, 1, 2, 3, 500, 400, 0, 800)
FREE = Structure((TABLE,), PrizeRules(), BUYS)
PAID = Structure((TABLE,), PrizeRules(100, rebuy_price=50, addon_price=30), BUYS)


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def out(olga: User, number: int, *busts: dict[str, Any]) -> dict[str, Any]:
    """Report busts of one hand."""
    told = commands.report_busts(
        user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts
    )
    commands.advance(number)
    return told


def paid(olga: User, count: int = 6) -> tuple[list[User], int]:
    """A room where everybody has paid."""
    users = players(count)
    number = announced(olga, PAID)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return users, number


def code_of(refused: "pytest.ExceptionInfo[Refusal]") -> str:
    """What was refused."""
    return str(refused.value.code)


def test_organiser_writes_down_what_guests_buy(olga: User) -> None:
    number = listed(olga, FREE, 9)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    page = got(browser, path)
    assert "They cost no chips of the house here" in page
    assert "Rebuy: 400 chips to play with" in page
    assert 'id="re-enter-entrant"' not in page  # nobody is out
    page = sent(browser, path, "rebuy", entrant="p3", chips_in_front="120")[1]
    assert "The rebuy is written down." in page
    assert "Ana 3: +400 chips" in page
    assert Entrant.objects.get(ref="p3").stack == 520
    status, page = sent(browser, path, "rebuy", entrant="p3", chips_in_front="520")
    assert (status, "who have few enough chips in front" in page) == (422, True)
    sent(browser, path, "add-on", entrant="p3")
    held = state_of(number).entrants["p3"]
    assert (held.rebuys, held.addons) == (1, 1)
    assert (row_of(number).pool, chips.audit().ok) == (0, True)


def test_guest_who_is_out_comes_back_by_a_re_entry(olga: User) -> None:
    number = listed(olga, FREE, 9)
    out(olga, number, {"entrant": "p3", "stack": 120})
    path, browser = f"/tournaments/{number}/console/", of(olga)
    assert "Re-entry: 500 chips to play with" in got(browser, path)
    sent(browser, path, "re-enter", entrant="p3")
    commands.advance(number)
    one = Entrant.objects.get(ref="p3")
    assert "p3" in state_of(number).stages["main"].seats
    assert (one.stack, one.out) == (500, False)


def test_nobody_buys_for_others_what_costs_chips_of_the_house(olga: User) -> None:
    users, number = paid(olga)
    about: dict[str, Any] = {"tournament_id": number, "entrant": "p1"}
    for verb in (commands.rebuy, commands.add_on, commands.re_enter):
        with pytest.raises(Refusal) as refused:
            verb(user=olga, key=fresh(), **about)
        assert code_of(refused) == "pays-by-hand"
        with pytest.raises(NotOrganiser):
            verb(user=users[1], key=fresh(), **about)
    assert "Rebuys and add-ons" not in got(of(olga), f"/tournaments/{number}/console/")
    assert chips.balance(users[0].pk) == 900


def test_guest_who_could_not_pay_for_a_rebuy_is_not_listed(olga: User) -> None:
    """Free to enter, and rebuys for chips: a guest could win chips, and has nowhere for them."""
    number = announced(olga, Structure((TABLE,), PrizeRules(rebuy_price=50, addon_price=5), BUYS))
    with pytest.raises(Refusal, match="has an account"):
        commands.enter_others(
            user=olga, key=fresh(), tournament_id=number, entries=[{"name": "Ana"}]
        )


def test_form_of_who_is_out_asks_who_buys_again(olga: User) -> None:
    number = listed(olga, FREE, 9)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    stacks = {"stack-p3": "120", "stack-p4": "80"}
    page = sent(browser, path, "look-busts", **stacks)[1]
    assert "What follows for Ana 3" in page
    assert "Buys again and plays on" in page
    status, page = sent(browser, path, "busts", **stacks)
    assert (status, "Say of everybody who may buy again" in page) == (422, True)
    assert "What follows for Ana 3" in page
    assert state_of(number).stages["main"].out == []
    sent(browser, path, "busts", **stacks, **{"next-p3": "rebuys", "next-p4": "out"})
    stage = state_of(number).stages["main"]
    assert (stage.out, "p3" in stage.seats) == ([("p4",)], True)
    assert state_of(number).entrants["p3"].rebuys == 1
    assert Entrant.objects.get(ref="p3").stack == 400


def test_who_pays_for_a_rebuy_is_waited_for_and_plays_on(olga: User) -> None:
    users, number = paid(olga)
    mark = got(of(users[2]), f"/tournaments/{number}/pulse")
    told = out(olga, number, {"entrant": "p3", "stack": 90, "rebuys": True})
    assert (told["awaited"], told["bought"], told["remaining"]) == (["p3"], [], 6)
    assert got(of(users[2]), f"/tournaments/{number}/pulse") != mark
    page = got(of(users[2]), f"/tournaments/{number}/live/")
    assert "You have no chips left" in page
    assert "tell the organiser that you do not" in page
    assert ">Pay 50</button>" in page
    assert "player3 has lost the last chip" in got(of(olga), f"/tournaments/{number}/console/")
    with pytest.raises(Refusal) as refused:  # an add-on alone would not keep the seat
        commands.add_on(user=users[2], key=fresh(), tournament_id=number)
    assert code_of(refused) == "no-chips"
    commands.rebuy(user=users[2], key=fresh(), tournament_id=number)
    commands.advance(number)
    one = Entrant.objects.get(ref="p3")
    assert (one.bust, one.stack, one.out) == (None, 400, False)
    assert "has lost the last chip" not in got(of(olga), f"/tournaments/{number}/console/")


def test_no_count_gives_chips_to_who_has_lost_the_last_one(olga: User) -> None:
    """A count sees what is there; chips come to who has none by a rebuy, and are counted then."""
    users, number = paid(olga)
    out(olga, number, {"entrant": "p3", "stack": 90, "rebuys": True})

    def count(**stacks: int) -> None:
        commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)

    with pytest.raises(Refusal) as refused:
        count(p1=500, p3=120)
    assert code_of(refused) == "no-chips-yet"
    assert "p3 lost the last chip" in refused.value.detail
    one, other = Entrant.objects.get(ref="p3"), Entrant.objects.get(ref="p1")
    assert one.bust is not None
    assert (one.stack in {None, 0}, other.stack == 500) == (True, False)
    count(p1=500, p3=0)
    commands.rebuy(user=users[2], key=fresh(), tournament_id=number)
    count(p1=500, p3=380)
    assert Entrant.objects.get(ref="p3").stack == 380
    out(olga, number, {"entrant": "p4", "stack": 90})
    with pytest.raises(Refusal) as refused:
        count(p4=1)
    assert code_of(refused) in {"no-chips-yet", "already-gone"}


@pytest.mark.parametrize("again", [{}, {"rebuys": True}])
def test_nobody_is_named_twice_in_a_hand(olga: User, again: dict[str, Any]) -> None:
    _users, number = paid(olga)
    before = row_of(number).seq
    with pytest.raises(Refusal) as refused:
        out(olga, number, {"entrant": "p2"}, {"entrant": "p2", **again})
    assert code_of(refused) == "bad-batch"
    assert row_of(number).seq == before


def test_places_follow_the_hands_whoever_was_waited_for(olga: User) -> None:
    """p4 has no chip since the first hand: nobody of a later one is out before p4 is."""
    _users, number = paid(olga, 4)
    out(olga, number, {"entrant": "p4", "stack": 90, "rebuys": True})
    for more in ({"entrant": "p3"}, {"entrant": "p4", "rebuys": True}):
        with pytest.raises(Refusal, match="p4 lost the last chip in an earlier hand") as refused:
            out(olga, number, more)
        assert code_of(refused) == "rebuy-awaited"
    with pytest.raises(Refusal):  # not as if it were one hand, either
        out(olga, number, {"entrant": "p3"}, {"entrant": "p4"})
    out(olga, number, {"entrant": "p3", "rebuys": True})  # a later hand that waits, too
    _level(number, 4)
    commands.advance(number)
    out(olga, number, {"entrant": "p2"})
    assert state_of(number).stages["main"].out[::-1] == [("p2",), ("p3",), ("p4",)]


def test_all_of_a_hand_wait_for_who_may_pay(olga: User) -> None:
    """p3 had more than p4 when it began, and so the better place, whenever p4 is written out."""
    _users, number = paid(olga)
    hand = ({"entrant": "p3", "stack": 300}, {"entrant": "p4", "stack": 90, "rebuys": True})
    told = out(olga, number, *hand)
    assert (told["awaited"], told["remaining"]) == (["p4"], 6)
    out(olga, number, {"entrant": "p4"})
    assert state_of(number).stages["main"].out[::-1] == [("p3",), ("p4",)]


def test_who_pays_lets_the_others_of_the_hand_go(olga: User) -> None:
    users, number = paid(olga)
    out(olga, number, {"entrant": "p3"}, {"entrant": "p4", "stack": 90, "rebuys": True})
    commands.rebuy(user=users[3], key=fresh(), tournament_id=number)
    commands.advance(number)
    stage = state_of(number).stages["main"]
    assert (stage.out, "p4" in stage.seats) == ([("p3",)], True)


def test_the_bounty_of_who_does_not_pay_goes_to_who_took_the_chips(olga: User) -> None:
    users = players(4)
    heads = replace(PAID, prizes=replace(PAID.prizes, bounty_part=40))
    number = announced(olga, heads)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for by in (["nobody"], ["p4"], ["p2", "p2"]):
        with pytest.raises(Refusal) as refused:
            out(olga, number, {"entrant": "p4", "by": by, "rebuys": True})
        assert code_of(refused) == "bad-killers"
    out(olga, number, {"entrant": "p4", "by": ["p2"], "rebuys": True})
    _level(number, 4)
    commands.advance(number)
    assert "p4" not in state_of(number).heads
    (taken,) = TournamentEvent.objects.filter(tournament=number, kind="bounty-taken")
    assert json.loads(taken.line)["taken"] == [{"killer": "p2", "cash": 40, "head": 0}]


def test_not_all_can_have_lost_the_last_chip(olga: User) -> None:
    _users, number = paid(olga, 3)
    every = [{"entrant": f"p{at}", "rebuys": True} for at in (1, 2, 3)]
    with pytest.raises(Refusal) as refused:
        out(olga, number, *every)
    assert code_of(refused) == "bad-batch"
    out(olga, number, *every[:2])
    with pytest.raises(Refusal) as refused:
        out(olga, number, every[2])
    assert code_of(refused) == "bad-batch"


def test_who_does_not_pay_is_out_when_the_organiser_says_so(olga: User) -> None:
    _users, number = paid(olga)
    out(olga, number, {"entrant": "p3", "stack": 90, "rebuys": True})
    path, browser = f"/tournaments/{number}/console/", of(olga)
    sent(browser, path, "busts", **{"stack-p3": "90", "next-p3": "out"})
    assert state_of(number).stages["main"].out == [("p3",)]
    assert Entrant.objects.get(ref="p3").bust is None


def test_who_does_not_pay_is_out_when_rebuys_are_over(olga: User) -> None:
    _users, number = paid(olga)
    out(olga, number, {"entrant": "p3", "stack": 90, "rebuys": True})
    out(olga, number, {"entrant": "p4", "stack": 80, "rebuys": True})
    assert state_of(number).stages["main"].out == []
    _level(number, BUYS.rebuy_until + 1)
    commands.advance(number)
    assert state_of(number).stages["main"].out == [("p3",), ("p4",)]


def _level(number: int, level: int) -> None:
    """The clock has come to that level."""
    seconds = sum(one.seconds for one in LEVELS[:level])
    row = row_of(number)
    row.elapsed_s += seconds
    row.save(update_fields=["elapsed_s"])


def test_bust_after_rebuys_are_over_says_no_more_than_that(olga: User) -> None:
    users, number = paid(olga)
    _level(number, BUYS.rebuy_until + 1)
    commands.advance(number)
    path = f"/tournaments/{number}/console/"
    page = sent(of(olga), path, "look-busts", **{"stack-p3": "90"})[1]
    assert "What follows for" not in page
    with pytest.raises(Refusal) as refused:
        out(olga, number, {"entrant": "p3", "stack": 90, "rebuys": True})
    assert code_of(refused) == "entries-closed"
    out(olga, number, {"entrant": "p3", "stack": 90})
    page = got(of(users[2]), f"/tournaments/{number}/live/")
    assert "There is no way back in for you any more." in page


def test_late_entry_is_open_on_the_console_too(olga: User) -> None:
    number = listed(olga, FREE, 6)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    page = got(browser, path)
    assert "Late entry is open until the end of level" in page
    assert "Registration before the start closes" in page
    assert "late entry until the end of level" in page
    assert "Enter bots" not in page  # they play at live tables
    sent(browser, path, "import", entries="Bia")
    commands.advance(number)
    assert "p7" in state_of(number).stages["main"].seats
    _level(number, BUYS.late_until + 1)
    commands.advance(number)
    page = got(browser, path)
    assert "Enter a list of names" not in page


def test_late_entry_over_the_cap_is_refused_and_takes_nothing(olga: User) -> None:
    """After the start nobody moves up: who waited would have paid for nothing."""
    users = players(4)
    number = announced(olga, replace(PAID, cap=3))
    entered(number, users[:3])
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    path = f"/tournaments/{number}/"
    assert "Late entry is open" not in got(of(users[3]), path)
    status, page = sent(of(users[3]), path, "register")
    assert (status, "nobody moves up" in page) == (422, True)
    assert (chips.balance(users[3].pk), row_of(number).waiting) == (1000, 0)


def test_running_bracket_has_no_late_entry(olga: User) -> None:
    number = listed(olga, free("single-elimination"), 4)
    assert "Enter a list of names" not in got(of(olga), f"/tournaments/{number}/console/")
    assert ">Enter</button>" not in got(of(a_player("lia")), f"/tournaments/{number}/")
    assert "Registration closes" in got(of(olga), f"/tournaments/{number}/console/")


def test_organiser_buys_for_guests_by_the_api(olga: User) -> None:
    number = listed(olga, FREE, 9)
    out(olga, number, {"entrant": "p4", "stack": 80})
    base = f"/api/v1/tournaments/{number}/entries"
    asked: list[tuple[str, dict[str, int]]] = [
        ("p3/rebuy", {"chips": 20}),
        ("p3/add-on", {}),
        ("p4/re-enter", {}),
    ]
    told = []
    for address, content in asked:
        answer = of(olga).post(
            f"{base}/{address}",
            content,
            content_type="application/json",
            headers={"Idempotency-Key": fresh()},
        )
        assert answer.status_code == 200, answer.content
        told.append(answer.json())
    assert told == [
        {"entrant": "p3", "chips": 400},
        {"entrant": "p3", "chips": 800},
        {"entrant": "p4", "chips": 500},
    ]
    assert Entrant.objects.get(ref="p3").stack == 20 + 400 + 800


def test_bots_enter_late_by_the_console(olga: User) -> None:
    number = announced(olga, FREE, online=True, table={"rules": "pife"})
    entered(number, players(6))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    for _each in range(2):
        commands.advance(number)
    sent(of(olga), f"/tournaments/{number}/console/", "bots", count="1")
    commands.advance(number)
    assert Entrant.objects.get(tournament=number, user__is_bot=True).table_no is not None


def test_a_wrong_killer_is_put_right_though_the_true_one_lost_the_last_chip_later(
    olga: User,
) -> None:
    users = players(5)
    prizes = PrizeRules(100, rebuy_price=50, addon_price=30, bounty_part=40)
    number = announced(olga, Structure((replace(TABLE, size=6),), prizes, BUYS))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    out(olga, number, {"entrant": "p1", "stack": 300, "by": ["p3"], "rebuys": True})
    with pytest.raises(Refusal) as refused:  # the earlier victim had no chips by then
        out(olga, number, {"entrant": "p2", "stack": 200, "by": ["p1"], "rebuys": True})
    assert code_of(refused) == "bad-killers"
    out(olga, number, {"entrant": "p2", "stack": 200, "by": ["p3"], "rebuys": True})
    with pytest.raises(Refusal) as refused:
        out(olga, number, {"entrant": "p1", "by": ["p1"]})
    assert code_of(refused) == "bad-killers"
    out(olga, number, {"entrant": "p1", "by": ["p2"]})
    state = state_of(number)
    assert state.stages["main"].out == [("p1",)]
    assert state.bounties == {"p2": 40}
    out(olga, number, {"entrant": "p2"})
    assert state_of(number).bounties == {"p2": 40, "p3": 40}
