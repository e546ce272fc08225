"""What the events of freezeouts and of money do to a tournament (see `log`)."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.rules.buying import (
    Bought,
    check_addon,
    check_rebuy,
    check_reentry,
    entries_closed,
)
from tournaments.rules.coming import check_seats_more, taken_from
from tournaments.rules.eliminations import order_busts
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    BALANCE,
    AddedOn,
    BountyTaken,
    Busted,
    BustsCorrected,
    EntriesClosed,
    HandForHand,
    LeftUnseated,
    LevelBegan,
    Rebought,
    ReEntered,
    Seated,
)
from tournaments.rules.life import entrant_of, in_phase
from tournaments.rules.outcome import fixed_prizes
from tournaments.rules.playing import started_stage
from tournaments.rules.standings import stage_over, without
from tournaments.rules.state import FINISHED, PAID, RUNNING, Entrant, StageState, Tournament
from tournaments.rules.structure import FREEZEOUT
from tournaments.rules.whereabouts import begun_freezeouts


def freezeout_of(state: Tournament, name: str) -> StageState:
    """The stage of that id when it is a freezeout in play. Raises Refused."""
    in_phase(state, RUNNING)
    stage = started_stage(state, name)
    if stage.spec.kind != FREEZEOUT:
        raise Refused("no-freezeout", f"Stage {name} is a {stage.spec.kind}.")
    return stage


def seated(state: Tournament, event: Seated) -> None:
    """Put entrants into seats, all at once: two may change places in one event."""
    stage = freezeout_of(state, event.stage)
    movers = {entrant for entrant, _, _ in event.seats}
    taken = {seat for entrant, seat in stage.seats.items() if entrant not in movers}
    gone = {entrant for group in stage.out for entrant in group}
    for entrant, table, seat in event.seats:
        if not 1 <= seat <= stage.spec.size or table < 1:
            raise Refused("no-such-seat", f"A table has seats 1 to {stage.spec.size}.")
        if (table, seat) in taken:
            raise Refused("seat-taken", f"Seat {seat} of table {table} is taken.")
        if entrant in gone:
            raise Refused("already-out", f"{entrant} is out.")
        if entrant not in stage.seats and entrant not in stage.entrants:
            _enter_late(state, stage, entrant)
        taken.add((table, seat))
    if len(movers) != len(event.seats):
        raise Refused("bad-seats", "Each entrant takes one seat.")
    if event.why == BALANCE and not movers <= set(stage.seats):
        raise Refused("not-seated", "Only somebody who sits at a table can be moved to another.")
    if event.why == BALANCE:
        for entrant, _, _ in event.seats:
            stage.gave[stage.seats[entrant][0]] = 1 + max(stage.gave.values(), default=0)
    stage.seats.update({entrant: (table, seat) for entrant, table, seat in event.seats})


def level_began(state: Tournament, event: LevelBegan) -> None:
    """Go up to a level; never down."""
    stage = freezeout_of(state, event.stage)
    if not stage.level <= event.level < len(stage.spec.levels):
        raise Refused(
            "bad-level", f"The level goes up from {stage.level}, in the table of levels."
        )
    stage.level = event.level


def hand_for_hand(state: Tournament, event: HandForHand) -> None:
    """Begin or end hand-for-hand."""
    freezeout_of(state, event.stage).one_hand = event.on


def busted(state: Tournament, event: Busted) -> None:
    """Take a batch out, in the order that the stage's policy gives."""
    stage = freezeout_of(state, event.stage)
    for bust in event.busts:
        if bust.entrant not in stage.seats:
            raise Refused("not-seated", f"{bust.entrant} sits at no table of {event.stage}.")
    if len(event.busts) >= len(stage.seats) or stage_over(stage):
        raise Refused("bad-batch", "Somebody has the chips: not all can be out.")
    groups = order_busts(event.busts, stage.spec.bust_policy)
    stage.out.extend(reversed(groups))
    for bust in event.busts:
        del stage.seats[bust.entrant]


def chips_in_play(state: Tournament) -> int:
    """All chips that were ever brought into the freezeouts that have begun: no stack is larger."""
    buying = state.structure.buying
    stages = [one for one in state.stages.values() if one.started and one.spec.kind == FREEZEOUT]
    most = max((stage.spec.stack for stage in stages), default=0)
    bought = sum(
        one.reentries * most + one.rebuys * buying.rebuy_chips + one.addons * buying.addon_chips
        for one in state.entrants.values()
    )
    return bought + sum(len(stage.entrants) * stage.spec.stack for stage in stages)


def check_stacks(state: Tournament, stacks: Sequence[int]) -> None:
    """Raise Refused for stacks of one hand that are more than all chips in play."""
    if sum(stacks) > (most := chips_in_play(state)):
        raise Refused("too-large-stack", f"There are {most} chips in play, all stacks together.")


def busts_corrected(state: Tournament, event: BustsCorrected) -> None:
    """Put those who are out in another order; who is out stays out."""
    in_phase(state, RUNNING, FINISHED, PAID)
    stage = started_stage(state, event.stage)
    before = sorted(entrant for group in stage.out for entrant in group)
    after = sorted(entrant for group in event.out for entrant in group)
    if before != after or not all(event.out):
        raise Refused("bad-order", "The corrected order has exactly those who are out, each once.")
    stage.out = [*event.out]


def left_unseated(state: Tournament, event: LeftUnseated) -> None:
    """Put those out, behind all others, who have gone and never had a seat."""
    stage = freezeout_of(state, event.stage)
    if not event.entrants or event.entrants != gone_unseated(state, stage):
        raise Refused("bad-log", "Out so are exactly those who have gone and had no seat.")
    first = stage.out[0] if stage.out and stage.unseated.issuperset(stage.out[0]) else ()
    stage.out = [(*first, *event.entrants), *stage.out[bool(first) :]]
    stage.unseated.update(event.entrants)


def gone_unseated(state: Tournament, stage: StageState) -> tuple[str, ...]:
    """Those of a freezeout in play who wait for a seat that they will never take.

    None before the first seats are drawn, and none when others have gone on from it already.
    """
    if not stage.seats or taken_from(state, stage):
        return ()
    out = {entrant for group in stage.out for entrant in group}
    waiting = (one for one in stage.entrants if one not in stage.seats and one not in out)
    return tuple(one for one in waiting if state.gone(one))


def re_entered(state: Tournament, event: ReEntered) -> None:
    """Let somebody who is out play again; `Seated` gives the seat."""
    in_phase(state, RUNNING)
    one = entrant_of(state, event.entrant)
    stage = stage_of(state, one.id)
    out = any(one.id in group for group in stage.out)
    _before_closing(state)
    if event.stage:
        if stage.spec.id != event.stage:
            raise Refused("not-due", f"{one.id} does not play in stage {event.stage}.")
        check_seats_more(state, stage)
    check_reentry(state.structure.buying, _bought(one, 0, out=out), stage.level)
    stage.out = without(stage.out, one.id)
    stage.unseated.discard(one.id)
    state.entrants[one.id] = replace(one, reentries=one.reentries + 1)
    if state.structure.prizes.bounty_part:
        # A head that nobody took has stayed in play: what was paid in for it is not lost.
        state.heads[one.id] = state.heads.get(one.id, 0) + state.structure.prizes.bounty_part


def rebought(state: Tournament, event: Rebought) -> None:
    """Note a rebuy."""
    one, stage = _seated(state, event.entrant)
    _check_brings(event.brings, state.structure.buying.rebuy_chips)
    check_rebuy(state.structure.buying, _bought(one, event.chips), stage.level)
    state.entrants[one.id] = replace(one, rebuys=one.rebuys + 1)


def added_on(state: Tournament, event: AddedOn) -> None:
    """Note an add-on."""
    one, stage = _seated(state, event.entrant)
    _check_brings(event.brings, state.structure.buying.addon_chips)
    check_addon(state.structure.buying, _bought(one, 0), stage.level)
    state.entrants[one.id] = replace(one, addons=one.addons + 1)


def bounty_taken(state: Tournament, event: BountyTaken) -> None:
    """Move a head: cash to the killers, the rest onto their heads; nothing is made or lost."""
    in_phase(state, RUNNING)
    head = state.heads.get(event.victim)
    moved = sum(one.cash + one.head for one in event.taken)
    if head is None or moved != head:
        raise Refused("bad-bounty", f"The head of {event.victim} is {head or 0}, not {moved}.")
    del state.heads[event.victim]
    for one in event.taken:
        # The winner takes the own head at the end; everybody else has a head to put it on.
        if one.killer not in state.heads and one.head:
            raise Refused("bad-bounty", f"{one.killer} has no head in play.")
        state.bounties[one.killer] = state.bounties.get(one.killer, 0) + one.cash
        if one.head:
            state.heads[one.killer] += one.head


def entries_were_closed(state: Tournament, event: EntriesClosed) -> None:
    """Fix the prizes. Raises Refused while something may still be bought."""
    in_phase(state, RUNNING)
    _before_closing(state)
    freezeouts = any(stage.kind == FREEZEOUT for stage in state.structure.stages)
    if freezeouts and not entries_closed(state.structure.buying, state.level):
        raise Refused("still-open", "Entries, rebuys or add-ons can still be bought.")
    state.prizes, state.satellite = fixed_prizes(state)


def _check_brings(told: int, chips: int) -> None:
    """Refuse an event that says it brought other chips than the announcement has."""
    if told not in (0, chips):
        raise Refused("brings-other", f"This brings {chips} chips, not {told}.")


def _before_closing(state: Tournament) -> None:
    if state.prizes is not None or state.satellite is not None:
        raise Refused("entries-closed", "The prizes are fixed: nothing more can be bought.")


def _seated(state: Tournament, entrant: str) -> tuple[Entrant, StageState]:
    in_phase(state, RUNNING)
    _before_closing(state)
    one = entrant_of(state, entrant)
    stage = stage_of(state, entrant)
    if entrant not in stage.seats:
        raise Refused("not-seated", f"{entrant} sits at no table.")
    return one, stage


def stage_of(state: Tournament, entrant: str) -> StageState:
    """The freezeout in which somebody plays, or played last. Raises Refused."""
    for stage in reversed(begun_freezeouts(state)):
        if entrant in stage.entrants:
            return stage
    raise Refused("not-playing", f"{entrant} plays in no freezeout of this tournament.")


def _enter_late(state: Tournament, stage: StageState, entrant: str) -> None:
    one = entrant_of(state, entrant)
    takes = [take for take in stage.spec.takes if take.source == "entries"]
    fits = any(take.flight in ("", one.flight) for take in takes)
    if not fits or state.gone(entrant):
        raise Refused("not-due", f"{entrant} does not play in stage {stage.spec.id}.")
    _before_closing(state)
    stage.entrants = (*stage.entrants, entrant)


def _bought(one: Entrant, chips: int, *, out: bool = False) -> Bought:
    return Bought(chips, out, one.reentries, one.rebuys, one.addons)
