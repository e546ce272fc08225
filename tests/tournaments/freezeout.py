"""Freezeouts at live tables for tests: begun, and what is to be seen of them."""

from typing import Any

from django.db import connection

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    state_of,
)
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.state import StageState
from tournaments.rules.structure import PrizeRules, Stage, Structure

LEVELS = (Level(10, 600), Level(20, 600))
ONLINE: dict[str, Any] = {"online": True, "table": {"rules": "pif-paf-aposta"}}
REBUYS = BuyingRules(100, rebuys=1, rebuy_until=0, rebuy_chips=100)
THREE_PAID = PrizeRules(prize_part=100, fee_part=10, weights=(5, 3, 2))
BOUNTIES = PrizeRules(prize_part=100, bounty_part=50, bounty_cash_per_cent=50)
REBUY_PRICE = PrizeRules(prize_part=100, fee_part=10, rebuy_price=100)


def started(
    count: int,
    prizes: PrizeRules = PRIZES,
    buying: BuyingRules | None = None,
    **policies: Any,
) -> tuple[User, list[User], int]:
    """A freezeout at tables of three that has begun: first hands are due."""
    stage = Stage("main", "freezeout", size=3, levels=LEVELS, stack=100, **policies)
    olga, users = an_organiser(), players(count)
    structure = Structure((stage,), prizes, buying or BuyingRules(100))
    number = announced(olga, structure, **ONLINE)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, users, number


def stage_of(number: int) -> StageState:
    """The freezeout."""
    return state_of(number).stages["main"]


def seated(number: int, no: int) -> list[str]:
    """Who sits at a table, in order of seats."""
    table = stage_of(number).tables()[no]
    return [table[seat] for seat in sorted(table)]


def chips_in_play(number: int) -> int:
    """All chips of the tournament that somebody holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(a.balance), 0) FROM ledger_account a JOIN ledger_unit u"
            " ON u.id = a.unit_id WHERE u.code = %s AND a.kind <> 'issuer'",
            [f"tournament-{number}"],
        )
        return int(cursor.fetchone()[0])
