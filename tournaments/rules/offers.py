"""What is open to an entrant now: to come late, to buy, to come back, to leave."""

from collections.abc import Iterable
from typing import Final

from tournaments.rules.advance import READY, WAITING
from tournaments.rules.buying import (
    Bought,
    check_addon,
    check_rebuy,
    check_reentry,
)
from tournaments.rules.coming import check_seats_more, fixed, late_flights
from tournaments.rules.errors import Refused
from tournaments.rules.ranks import Rank, ranks_of
from tournaments.rules.sitting import stage_of
from tournaments.rules.standings import BRACKETS, board, stage_groups, stage_over
from tournaments.rules.state import FINISHED, PAID, RUNNING, StageState, Tournament
from tournaments.rules.structure import ROUND_ROBIN, SWISS, Take

RE_ENTER: Final = "re-enter"
REBUY: Final = "rebuy"
ADD_ON: Final = "add-on"


def late_entry_open(state: Tournament) -> bool:
    """Whether somebody new may come in although it runs, and will sit down."""
    return bool(late_flights(state))


def brings(state: Tournament, what: str, entrant: str) -> int:
    """The chips that a re-entry, a rebuy or an add-on brings an entrant. Raises Refused."""
    buying = state.structure.buying
    if what == RE_ENTER:
        return stage_of(state, entrant).spec.stack
    return buying.rebuy_chips if what == REBUY else buying.addon_chips


def price(state: Tournament, what: str) -> int:
    """What it costs, in chips of the house."""
    prizes = state.structure.prizes
    if what == RE_ENTER:
        return prizes.prize_part + prizes.fee_part + prizes.bounty_part
    return prizes.rebuy_price if what == REBUY else prizes.addon_price


def check_sale(state: Tournament, what: str, entrant: str, chips: int, *, lost: int = 0) -> None:
    """Raise Refused unless an entrant with so many chips in front may buy that now.

    `lost`: so many others have lost their last chip, and are not written down as out yet.

    The log refuses less: what was sold before these rules were as strict stays in it.
    """
    if state.gone(entrant):
        raise Refused("already-gone", "Who has left the tournament buys nothing any more.")
    stage = stage_of(state, entrant)
    if fixed(state):
        raise Refused("entries-closed", "The prizes are fixed: nothing more can be bought.")
    held, out = state.entrants[entrant], entrant not in stage.seats
    bought = Bought(chips, out, held.reentries, held.rebuys, held.addons)
    checks = {RE_ENTER: check_reentry, REBUY: check_rebuy, ADD_ON: check_addon}
    if out and not any(entrant in group for group in stage.out):
        raise Refused("not-seated", "Who has no seat yet buys nothing.")
    check_seats_more(state, stage, lost)
    checks[what](state.structure.buying, bought, stage.level)
    if what == ADD_ON and not chips:
        raise Refused("no-chips", "Who has lost the last chip buys again before the add-on.")
    if not brings(state, what, entrant):
        raise Refused("brings-nothing", "This would bring no chips, so nothing is paid for it.")


def check_by_hand(state: Tournament, what: str, *, online: bool) -> None:
    """Raise Refused unless an organiser buys for others: in a room, and for no house chips."""
    if online or price(state, what):
        raise Refused(
            "pays-by-hand",
            "What costs chips of the house, or is for a live table here, each player buys by their"
            " own hand.",
        )


def on_sale(state: Tournament, entrant: str, chips: int) -> tuple[str, ...]:
    """What an entrant with so many chips in front may buy now."""
    if state.phase != RUNNING:
        return ()
    found = []
    for what in (RE_ENTER, REBUY, ADD_ON):
        try:
            check_sale(state, what, entrant, chips)
        except Refused:
            continue
        found.append(what)
    return tuple(found)


def in_front(state: Tournament, entrant: str, counted: int | None, *, busted: bool) -> int:
    """The chips that somebody has, as far as is known: where nobody has counted, a whole stack.

    Raises Refused for who plays in no freezeout.
    """
    if busted:
        return 0
    return counted if counted is not None else stage_of(state, entrant).spec.stack


def outs(state: Tournament) -> frozenset[str]:
    """Those who have played, and have nothing left to play in this tournament."""
    if state.phase not in (RUNNING, FINISHED, PAID):
        return frozenset()
    played = [stage for stage in state.stages.values() if stage.started]
    ahead = [take for one in state.stages.values() if not one.started for take in one.spec.takes]
    still = {entrant for stage in played for entrant in _playing(stage)}
    for stage in played:
        takes = [take for take in ahead if take.source == stage.spec.id]
        ranks = ranks_of(stage_groups(stage)) if takes else ()
        still |= {one.entrant for one in ranks if any(_may_take(stage, t, one) for t in takes)}
    return frozenset(one for stage in played for one in stage.entrants) - still


def is_out(state: Tournament, entrant: str) -> bool:
    """Whether an entrant is one of them."""
    return entrant in outs(state)


def check_may_leave(state: Tournament, entrant: str) -> None:
    """Raise Refused for a withdrawal of somebody who has nothing left to withdraw from."""
    if is_out(state, entrant):
        raise Refused("already-out", "Who is out has nothing left to withdraw from.")


def _playing(stage: StageState) -> Iterable[str]:
    """Those who still have something to play in a stage."""
    if stage_over(stage):
        return ()
    if stage.spec.kind in BRACKETS:
        stands = [one for one in board(stage).stands() if one.status in (WAITING, READY)]
        return [side for stand in stands for side in stand.sides if side]
    if stage.spec.kind in (SWISS, ROUND_ROBIN):
        return stage.entrants
    return stage_groups(stage)[0]  # of a freezeout, and of tables: whose place is not decided


def _may_take(stage: StageState, take: Take, rank: Rank) -> bool:
    """Whether a stage ahead may take somebody of that rank from this one.

    While it is played, late entries and re-entries can only make a place a worse one.
    """
    near = not take.last or rank.first <= take.last
    return near and (not stage_over(stage) or rank.last >= take.first)
