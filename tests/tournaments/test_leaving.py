"""Who is out of a tournament is told so, and has nothing left to leave."""

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, fresh, row_of, state_of
from tests.tournaments.reader import free, got, of, report, sent
from tests.tournaments.reader import named as listed
from tests.tournaments.test_room_rebuys import code_of, out, paid
from tournaments import commands
from tournaments.rules.offers import outs
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_who_is_out_is_told_so_and_cannot_leave_any_more(olga: User) -> None:
    users, number = paid(olga)
    out(olga, number, {"entrant": "p3", "stack": 90})
    path, browser = f"/tournaments/{number}/", of(users[2])
    page = got(browser, path)
    assert "You are out: place 6 of 6." in page
    assert "Withdraw" not in page
    assert "You are registered" not in page
    assert "out, place 6" in got(of(olga), f"{path}console/")
    status, page = sent(browser, path, "withdraw")
    assert (status, "Too late: this entrant is out." in page) == (422, True)
    with pytest.raises(Refusal) as refused:
        commands.remove(user=olga, key=fresh(), tournament_id=number, entrant="p3", note="Gone")
    assert code_of(refused) == "already-out"
    page = got(of(olga), f"{path}console/")
    assert '<option value="p3">' not in page.split('id="remove-entrant"')[1].split("</select>")[0]
    assert '<option value="p3">' in page.split('id="disqualify-entrant"')[1].split("</select>")[0]
    assert (row_of(number).entered, state_of(number).entrants["p3"].status) == (6, "registered")


def test_who_lost_in_a_bracket_is_out_and_who_may_play_on_is_not(olga: User) -> None:
    number = listed(olga, free("single-elimination", third_place=True), 8)
    report(olga, number, "w1.1", "p1", "p8")
    assert outs(state_of(number)) == {"p8"}
    for match, order in (("w1.2", "p4 p5"), ("w1.3", "p2 p7"), ("w1.4", "p3 p6")):
        report(olga, number, match, *order.split())
    report(olga, number, "w2.1", "p1", "p4")
    assert outs(state_of(number)) == {"p8", "p5", "p7", "p6"}  # p4 plays for the third place
    with pytest.raises(Refusal):
        commands.remove(user=olga, key=fresh(), tournament_id=number, entrant="p8", note="Gone")
    commands.remove(user=olga, key=fresh(), tournament_id=number, entrant="p4", note="Gone")


def test_who_has_a_second_chance_ahead_is_not_out(olga: User) -> None:
    stages = (
        Stage("main", "single-elimination"),
        Stage("second", "single-elimination", (Take("main", 3, 4),)),
    )
    number = listed(olga, Structure(stages, PrizeRules()), 8)
    report(olga, number, "w1.1", "p1", "p8")
    assert outs(state_of(number)) == {"p8"}
    for match, order in (("w1.2", "p4 p5"), ("w1.3", "p2 p7"), ("w1.4", "p3 p6")):
        report(olga, number, match, *order.split())
    report(olga, number, "w2.1", "p1", "p4")
    assert "p4" not in outs(state_of(number))


def test_who_has_left_buys_nothing_any_more(olga: User) -> None:
    """A re-entry of somebody who was disqualified was paid for, and never got a seat."""
    users, number = paid(olga)
    out(olga, number, {"entrant": "p3", "stack": 90})
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant="p3", note="Cheating"
    )
    assert "Re-enter" not in got(of(users[2]), f"/tournaments/{number}/")
    with pytest.raises(Refusal) as refused:
        commands.re_enter(user=users[2], key=fresh(), tournament_id=number)
    assert code_of(refused) == "already-gone"
    assert chips.balance(users[2].pk) == 900
