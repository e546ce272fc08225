"""How many are left in a tournament, whose stages may be over, in play, or yet to come."""

from tournaments.rules.advance import is_open
from tournaments.rules.outcome import final_groups
from tournaments.rules.ranks import ranks_of
from tournaments.rules.standings import BRACKETS, board, stage_groups, stage_over
from tournaments.rules.state import FINISHED, IN, PAID, RUNNING, StageState, Tournament
from tournaments.rules.structure import ENTRIES, FREEZEOUT, ROUND_ROBIN, SWISS, Take


def remaining(state: Tournament) -> int:
    """How many may still win; before the start all who are in, at the end those who have won.

    Those at the tables of freezeouts; in brackets those who are not out yet, and where points
    decide, all. Who is through to a stage that has not begun waits for it and counts, as does
    everybody of a flight that has not.
    """
    if state.phase not in (RUNNING, FINISHED, PAID):
        return state.active
    left = still_in(state)
    return len(left) or len(next(iter(final_groups(state)), ()))


def still_in(state: Tournament) -> frozenset[str]:
    """Who plays or waits to play; nobody when every stage is over."""
    found: set[str] = set()
    for stage in state.stages.values():
        if not stage.started:
            for take in stage.spec.takes:
                found |= _waiting(state, take)
        elif not stage_over(stage):
            found |= _playing(state, stage)
    return frozenset(found)


def _playing(state: Tournament, stage: StageState) -> set[str]:
    """Those of a stage in play whose place is open, or is one that a stage to come takes."""
    here = {one for one in stage.entrants if not state.gone(one)}
    if stage.spec.kind in (SWISS, ROUND_ROBIN):
        return here
    takes = _takes_from(state, stage)
    playing = _undecided(stage)
    if stage.spec.kind == FREEZEOUT and not takes:
        out = {one for group in stage.out for one in group}
        return {*stage.seats, *(here - out)}  # who has not been seated yet comes in a moment
    ranks = ranks_of(stage_groups(stage))
    through = {
        rank.entrant
        for rank in ranks
        if rank.entrant in playing
        or any(take.first <= rank.last and rank.first <= take.last for take in takes)
    }
    return {*stage.seats, *(through & here)}


def _undecided(stage: StageState) -> set[str]:
    """Those of a knock-out in play whose place there is open."""
    if stage.spec.kind in BRACKETS:
        return {one for one, fate in board(stage).fates().items() if is_open(fate)}
    return set(next(iter(stage_groups(stage)), ()))


def _takes_from(state: Tournament, stage: StageState) -> list[Take]:
    """What stages to come take of this one; "all the rest" has an end here."""
    return [
        Take(take.source, take.first, take.last or len(stage.entrants))
        for each in state.stages.values()
        if not each.started
        for take in each.spec.takes
        if take.source == stage.spec.id
    ]


def _waiting(state: Tournament, take: Take) -> set[str]:
    """Those who will come by a take, as far as that is decided."""
    if take.source == ENTRIES:
        return {
            one.id
            for one in state.entrants.values()
            if one.status in IN and take.flight in ("", one.flight)
        }
    source = state.stages[take.source]
    if not stage_over(source):
        return set()  # `_playing` has them, or what comes before it
    order = [one for group in stage_groups(source) for one in group if not state.gone(one)]
    return set(order[take.first - 1 : take.last or len(order)])
