"""A freezeout at live tables where chips can be bought again, and heads are worth some."""

from datetime import timedelta
from functools import partial

import pytest

from tables.boards import load_board
from tests.tournaments.freezeout import (
    BOUNTIES,
    REBUY_PRICE,
    REBUYS,
    chips_in_play,
    seated,
    stage_of,
    started,
)
from tests.tournaments.hands import is_dealing, lose_all, table_of
from tests.tournaments.killed import killed_everywhere
from tests.tournaments.organiser import (
    fresh,
    row_of,
    state_of,
)
from tournaments import commands
from tournaments.commands import eliminating
from tournaments.models import Entrant
from tournaments.rules.structure import PrizeRules
from wallet import queries as chips
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


def test_rebuy_keeps_somebody_in_who_lost_the_last_chip() -> None:
    _olga, users, number = started(3, REBUY_PRICE, REBUYS)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    assert stage_of(number).out == []
    assert not is_dealing(table_of(number, 1))
    user = users[int(two[1:]) - 1]
    commands.rebuy(user=user, key=fresh(), tournament_id=number)
    commands.advance(number)
    assert is_dealing(table_of(number, 1))
    assert chips.stack(user.pk, table_of(number, 1), f"tournament-{number}") == 100
    assert row_of(number).pool == 400
    lose_all(number, one, two)
    commands.advance(number)
    assert stage_of(number).out == [(two,)]
    with pytest.raises(Refusal):
        commands.rebuy(user=user, key=fresh(), tournament_id=number)


def test_rebuy_that_nobody_takes_is_an_elimination(monkeypatch: pytest.MonkeyPatch) -> None:
    _olga, _users, number = started(3, REBUY_PRICE, REBUYS)
    one, two, _three = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    due_at = row_of(number).due_at
    assert due_at is not None
    held = load_board(table_of(number, 1)).snapshot(None)["held"]
    assert held["code"] == "rebuy"
    assert abs(held["until"] - due_at.timestamp() * 1000) < 1000
    monkeypatch.setattr(eliminating, "REBUY_TIME", timedelta(0))
    commands.advance(number)
    assert stage_of(number).out == [(two,)]


def test_bounties_go_to_who_took_the_last_chips() -> None:
    _olga, users, number = started(3, BOUNTIES)
    one, two, three = seated(number, 1)
    lose_all(number, one, two)
    commands.advance(number)
    assert state_of(number).heads[one] == 75
    lose_all(number, three, one)
    commands.advance(number)
    assert row_of(number).phase == "paid"
    prizes = {who.ref: who.prize for who in Entrant.objects.all()}
    assert sum(prizes.values()) == 300 + 150
    assert prizes[two] == 0
    assert sum(chips.balance(user.pk) for user in users) == 3 * 1000
    assert chips.audit().ok


REBUY_BOUNTIES = PrizeRules(
    prize_part=100, bounty_part=50, bounty_cash_per_cent=50, rebuy_price=100
)


def test_killer_who_goes_while_the_victim_may_rebuy_has_won_the_bounty_and_the_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2.7 and 2.10: the hand came first. Who has no chips does not win by the other's leaving."""
    _olga, users, number = started(2, REBUY_BOUNTIES, REBUYS)
    killer, victim = seated(number, 1)
    lose_all(number, killer, victim)
    commands.advance(number)
    commands.withdraw(user=users[int(killer[1:]) - 1], key=fresh(), tournament_id=number)
    commands.advance(number)
    assert stage_of(number).out == []
    monkeypatch.setattr(eliminating, "REBUY_TIME", timedelta(0))
    commands.advance(number)
    assert stage_of(number).out == [(victim,)]
    prizes = {who.ref: who.prize for who in Entrant.objects.all()}
    assert prizes == {killer: 200 + 100, victim: 0}
    assert row_of(number).phase == "paid"
    assert chips.audit().ok


def test_victim_who_rebuys_plays_on_when_the_killer_has_gone() -> None:
    _olga, users, number = started(3, REBUY_BOUNTIES, REBUYS)
    killer, victim, other = seated(number, 1)
    lose_all(number, killer, victim)
    commands.advance(number)
    commands.withdraw(user=users[int(killer[1:]) - 1], key=fresh(), tournament_id=number)
    commands.advance(number)
    commands.rebuy(user=users[int(victim[1:]) - 1], key=fresh(), tournament_id=number)
    commands.advance(number)
    assert stage_of(number).out == [(killer,)]
    lose_all(number, other, victim)
    commands.advance(number)
    assert row_of(number).phase == "paid"
    # The head that nobody took stays in play for the winner: 50 of each of the three.
    prizes = {who.ref: who.prize for who in Entrant.objects.all()}
    assert prizes[other] == max(prizes.values())
    assert sum(prizes.values()) == 300 + 100 + 150
    assert chips.audit().ok


@pytest.mark.slow
def test_worker_is_killed_at_every_step_of_eliminations_and_of_paying_bounties() -> None:
    _olga, users, number = started(4, BOUNTIES)
    while row_of(number).phase == "running":
        no = max(stage_of(number).tables(), key=lambda table: len(seated(number, table)))
        one, two, *_rest = seated(number, no)
        lose_all(number, one, two)
        assert killed_everywhere(number, partial(commands.advance, number)) > 10
    assert row_of(number).phase == "paid"
    assert sum(chips.balance(user.pk) for user in users) == 4 * 1000
    assert chips_in_play(number) == 0
    assert chips.audit().ok
