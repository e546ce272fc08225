"""Eliminations: who is out, in which order, and who takes the bounty."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from tables import commands as tables
from tournaments.book import Book
from tournaments.commands.seating import rows
from tournaments.commands.stacks import retire, retire_waiting
from tournaments.models import Entrant
from tournaments.rules import events as e
from tournaments.rules.bounties import PotShare, Taken, knock_out, takers
from tournaments.rules.buying import Bought, entries_closed, may_still_return
from tournaments.rules.eliminations import Bust
from tournaments.rules.errors import Refused
from tournaments.rules.outcome import final_groups
from tournaments.rules.standings import stage_over
from tournaments.rules.state import RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT

if TYPE_CHECKING:
    from deploy.accounts.models import User

REBUY_TIME: Final = timedelta(seconds=30)
"""So long somebody without chips may think whether to buy again."""


def bust_batch(
    book: Book, stage: StageState, batch: Sequence[Entrant], actor: "User | None" = None
) -> None:
    """Write down that these are out; their seats are free, and what chips they left are gone."""
    busts = tuple(_bust(one, stage) for one in batch)
    book.add(e.Busted(stage.spec.id, busts), actor=actor)
    for one in batch:
        if one.bust is not None:
            pots = [PotShare(tuple(p["seats"]), tuple(p["winners"])) for p in one.bust["pots"]]
            take_bounty(book, one.ref, _killers(pots, one.ref))
    _unseat(book, stage, batch)
    ids = [one.pk for one in batch]
    Entrant.objects.filter(pk__in=ids).update(bust=None, moving=None, stack=0)


def take_bounty(book: Book, victim: str, killers: Sequence[str]) -> None:
    """Share a victim's head among those who took the last chips; without any it stays on.

    A killer without a head, who was out and has moved up to a later stage, takes all in cash.
    """
    heads = book.state.heads
    if victim not in heads or not killers:
        return
    per_cent = book.state.structure.prizes.bounty_cash_per_cent
    taken = tuple(
        one if one.killer in heads else Taken(one.killer, one.cash + one.head, 0)
        for one in knock_out(heads[victim], killers, cash_per_cent=per_cent)
    )
    book.add(e.BountyTaken(victim, taken))


def rebuy_ends(book: Book, one: Entrant, stage: StageState) -> datetime:
    """Until when somebody who lost the last chip may buy again; now, if that is over.

    In a room nobody's half-minute runs: as long as the rules sell rebuys the end lies ahead, and
    the organiser ends it by writing the elimination down.
    """
    held = book.state.entrants[one.ref]
    bought = Bought(0, rebuys=held.rebuys)
    closed = book.state.prizes is not None or book.state.satellite is not None
    may = may_still_return(book.state.structure.buying, bought, stage.level)
    if one.bust is None or one.bust.get("final"):
        return book.now
    if closed or not may or book.state.gone(one.ref):
        return book.now
    if not book.row.online:
        return book.now + REBUY_TIME
    return datetime.fromisoformat(one.bust["at"]) + REBUY_TIME


def awaits_rebuy(book: Book, stage: StageState) -> bool:
    """Whether somebody who lost the last chip in a stage may still buy again."""
    waiting = Entrant.objects.filter(tournament=book.row, bust__stage=stage.spec.id)
    return any(rebuy_ends(book, one, stage) > book.now for one in waiting)


def close_buying(book: Book) -> bool:
    """When all is played before the entries have closed, they close: nobody could come in."""
    state = book.state
    if state.phase != RUNNING or state.prizes is not None or state.satellite is not None:
        return False
    stages = [stage for stage in state.stages.values() if stage.spec.kind == FREEZEOUT]
    over = stages and all(stage_over(stage) for stage in state.stages.values())
    buying = state.structure.buying
    if not over or entries_closed(buying, state.level):
        return False
    level = 1 + max(buying.late_until, buying.rebuy_until, buying.addon_at)
    for stage in stages:
        if level < len(stage.spec.levels):
            book.add(e.LevelBegan(stage.spec.id, level))
            return True
    return False


def give_heads_left(book: Book) -> bool:
    """At the end everybody left takes the own head, and the winner those that nobody took."""
    state = book.state
    if (
        state.phase != RUNNING
        or not state.heads
        or not all(map(stage_over, state.stages.values()))
    ):
        return False
    best = final_groups(state)[0]
    events = [
        e.BountyTaken(victim, (Taken(victim if victim in best else best[0], head, 0),))
        for victim, head in state.heads.items()
    ]
    book.add(*events)
    return True


def _bust(one: Entrant, stage: StageState) -> Bust:
    facts: dict[str, Any] = one.bust or {}
    table = stage.seats[one.ref][0]
    stack = facts.get("stack", one.stack or 0)
    return Bust(one.ref, table, stack, facts.get("from_button", 0))


def _killers(pots: Sequence[PotShare], victim: str) -> tuple[str, ...]:
    try:
        return takers(pots, victim)
    except Refused:
        return ()


def _unseat(book: Book, stage: StageState, batch: Sequence[Entrant]) -> None:
    known = {int(row.match): row for row in rows(book, stage)}
    for one in batch:
        number = stage.seats[one.ref][0]
        if number not in known or one.user_id is None:
            continue
        chips = tables.unseat_player(table_id=known[number].table_id, user_id=one.user_id)
        retire(book, one.user_id, chips, "out")
    # Of a table that never opened: there may be chips that were bought for it.
    retire_waiting(book, [one.user_id for one in batch if one.user_id is not None])
