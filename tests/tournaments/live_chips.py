"""Live freezeouts that sell chips, for tests: begun, and the law of their chips counted anew.

What the log gives out, what the ledger holds, and what rows say are counted each by itself.
"""

from typing import Any

from django.db import connection

from deploy.accounts.models import User
from tests.tournaments.freezeout import LEVELS, ONLINE
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands
from tournaments.models import Entrant, MatchTable, TournamentEvent
from tournaments.rules import events as e
from tournaments.rules import log
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import Level
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet import queries as chips

SOLD = BuyingRules(
    100,
    late_until=0,
    reentries=1,
    rebuys=1,
    rebuy_until=0,
    rebuy_stack=100,
    rebuy_chips=150,
    addon_at=0,
    addon_chips=80,
)
ADD_ON = BuyingRules(100, addon_at=0, addon_chips=80)


def begun(
    count: int,
    buying: BuyingRules = SOLD,
    size: int = 2,
    levels: tuple[Level, ...] = LEVELS,
) -> tuple[User, dict[str, User], int]:
    """A freezeout at live tables that has started, and nothing was done in it; users by ref."""
    olga, users = an_organiser(), players(count)
    prices = PrizeRules(
        prize_part=100,
        rebuy_price=60 if buying.rebuys else 0,
        addon_price=40 if buying.addon_chips else 0,
        weights=(5, 3),
    )
    stage = Stage("main", "freezeout", size=size, levels=levels, stack=100)
    number = announced(olga, Structure((stage,), prices, buying), **ONLINE)
    refs = entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    return olga, dict(zip(refs, users, strict=True)), number


def buy(what: str, user: User, number: int) -> dict[str, Any]:
    """Buy it, by one's own hand."""
    bought: dict[str, Any] = getattr(commands, what)(user=user, key=fresh(), tournament_id=number)
    return bought


def held(number: int) -> tuple[int, int]:
    """The tournament's chips in front of players at tables, and those that wait outside."""
    return _sum(number, "a.kind = 'seat'"), _sum(number, "a.kind = 'player'")


def taken_off(number: int) -> int:
    """The chips that were taken out of existence so far."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(n.amount), 0) FROM ledger_entry n"
            " JOIN ledger_transfer t ON t.id = n.transfer_id"
            " JOIN ledger_unit u ON u.id = t.unit_id"
            " WHERE u.code = %s AND t.kind = 'unstack' AND n.amount > 0",
            [f"tournament-{number}"],
        )
        return int(cursor.fetchone()[0])


def logged(number: int) -> int:
    """What the log gives out: the stack of each start at a table, and all that was bought.

    Whoever went before the table of a start opened was given nothing for it.
    """
    state, sits, found = state_of(number), set[tuple[str, str]](), 0
    opened = list(
        MatchTable.objects.filter(tournament=number).values_list("stage", "match", "opened_at")
    )
    waits: dict[tuple[str, str], int] = {}
    for row in TournamentEvent.objects.filter(tournament=number).order_by("seq"):
        event = log.read(row.line)
        if isinstance(event, e.Seated):
            for ref, table, _seat in event.seats:
                if (event.stage, ref) not in sits:
                    sits.add((event.stage, ref))
                    waits[event.stage, ref] = table
        elif isinstance(event, e.Busted):
            for bust in event.busts:
                sits.discard((event.stage, bust.entrant))
                table = waits.pop((event.stage, bust.entrant))
                if any(at[:2] == (event.stage, str(table)) and at[2] <= row.at for at in opened):
                    found += state.stages[event.stage].spec.stack
        elif isinstance(event, e.Rebought | e.AddedOn):
            found += event.brings
    known = {at[:2] for at in opened}
    for (stage, _ref), table in waits.items():
        found += state.stages[stage].spec.stack * ((stage, str(table)) in known)
    return found


def see_exact(number: int) -> None:
    """Assert the sum law, the law of each player, and that rows tell what is in front of them."""
    at_tables, waiting = held(number)
    assert at_tables + waiting + taken_off(number) == logged(number)
    report = chips.audit()
    assert report.ok, report.summary
    for one in Entrant.objects.filter(tournament=number, table_no__isnull=False):
        table = MatchTable.objects.filter(
            tournament=number, stage=one.stage, match=str(one.table_no), state="open"
        ).first()
        if table is not None and one.user_id is not None and not _untold(number):
            unit = row_of(number).log_name
            assert one.stack == chips.stack(one.user_id, table.table_id, unit), one.ref


def _untold(number: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM tables_outbox WHERE tournament_id = %s"
            " AND done_at IS NULL)",
            [number],
        )
        return bool(cursor.fetchone()[0])


def _sum(number: int, which: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(sum(a.balance), 0) FROM ledger_account a"
            f" JOIN ledger_unit u ON u.id = a.unit_id WHERE u.code = %s AND {which}",
            [f"tournament-{number}"],
        )
        return int(cursor.fetchone()[0])
