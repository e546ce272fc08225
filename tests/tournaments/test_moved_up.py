"""Bounties of those who were out of one day, and play the next all the same."""

from dataclasses import replace

import pytest

from tests.tournaments.organiser import fresh, row_of, state_of
from tests.tournaments.test_by_hand import LEVELS, started
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_moved_up_without_a_head_takes_another_in_cash() -> None:
    """Two went out in the hand that ended the first day, and the better of them goes on."""
    day = Stage("day1", "freezeout", size=4, levels=LEVELS, stack=500, ends_at=2)
    final = replace(day, id="day2", ends_at=1, takes=(Take("day1", 1, 2),))
    prizes = PrizeRules(prize_part=100, bounty_part=50, bounty_cash_per_cent=50, weights=(60, 40))
    olga, users, number = started(4, Structure((day, final), prizes, BuyingRules(500)))

    def out(stage: str, *busts: tuple[str, int, str]) -> None:
        told = [{"entrant": ref, "stack": stack, "by": [by]} for ref, stack, by in busts]
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage=stage, busts=told
        )
        commands.advance(number)

    out("day1", ("p4", 500, "p1"))
    out("day1", ("p2", 600, "p1"), ("p3", 400, "p1"))
    assert "p2" not in state_of(number).heads
    out("day2", ("p1", 500, "p2"))
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    # p1 took half of three heads in cash, and had the rest on the own one, which p2 took whole.
    assert state_of(number).bounties == {"p1": 75, "p2": 125}
    assert chips.balance(users[1].pk) == 1000 - 150 + 240 + 125
    assert chips.audit().ok
