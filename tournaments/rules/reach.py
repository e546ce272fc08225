"""Which places of the final ranking each entrant can still come to hold.

As long as nobody leaves and every match has a winner. It may tell a range that is too wide, never
one that is too narrow.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from tournaments.rules.advance import NOBODY, READY, WAITING, Board, Stand
from tournaments.rules.bracket import WINNER, Side
from tournaments.rules.outcome import entries_paid
from tournaments.rules.plan import ranking_order
from tournaments.rules.ranks import ranks_of
from tournaments.rules.standings import (
    board,
    match_id,
    rounds_planned,
    stage_groups,
    stage_over,
)
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import DOUBLE, FREEZEOUT, ROUND_ROBIN, SINGLE, SWISS, TABLES

Spans: TypeAlias = dict[str, tuple[int, int]]
"""By entrant the best and the worst rank that is possible."""


def spans(state: Tournament) -> Spans:
    """The ranks that everybody whose buy-in is in the pool can still come to hold.

    From the first stage of the ranking on that has not begun nothing is known: who goes on to it
    may leave, and then the next one moves up.
    """
    order = list(ranking_order(state.structure))
    order += [name for name in reversed(state.stages) if name not in order]
    found: Spans = {}
    for name in order:
        stage = state.stages[name]
        if not stage.started:
            break
        own = _in_stage(stage)
        fresh = [entrant for entrant in own if entrant not in found]
        before, others = len(found), len(own) - len(fresh)
        for entrant in fresh:
            best, worst = own[entrant]
            found[entrant] = (before + max(1, best - others), before + min(worst, len(fresh)))
    rest = [one.id for one in entries_paid(state) if one.id not in found]
    last = len(found) + len(rest)
    return {**found, **dict.fromkeys(rest, (len(found) + 1, last))}


def _in_stage(stage: StageState) -> Spans:
    if stage_over(stage):
        return _as_ranked(stage)
    return _SPANS[stage.spec.kind](stage)


def _as_ranked(stage: StageState) -> Spans:
    """As the standings have it; in front of a freezeout stand those who play."""
    return {rank.entrant: (rank.first, rank.last) for rank in ranks_of(stage_groups(stage))}


def _anywhere(stage: StageState) -> Spans:
    """Where points decide: all may win, and who has left keeps the points."""
    return dict.fromkeys(stage.entrants, (1, len(stage.entrants)))


def _bracket(stage: StageState) -> Spans:
    """The places of a bracket as ranks: those that no two players will meet for do not count."""
    read = board(stage)
    fates = read.fates()
    places = [best for best, worst in fates.values() if best == worst] + _to_come(read)
    if len(places) != len(fates):
        return _anywhere(stage)
    return {
        entrant: (
            1 + sum(place < best for place in places),
            sum(place <= worst for place in places),
        )
        for entrant, (best, worst) in fates.items()
    }


def _to_come(read: Board) -> list[int]:
    """The places that the open matches will give, for each who gets one there."""
    empty: dict[str, tuple[bool, bool]] = {}
    found: list[int] = []
    for stand in read.stands():
        empty[stand.match.id] = _empty_sides(stand, empty)
        later = stand.match.optional and stand.status != READY
        if stand.status not in (WAITING, READY) or later or all(empty[stand.match.id]):
            continue
        both = not any(empty[stand.match.id])
        places = (stand.match.winner_place, stand.match.loser_place if both else 0)
        found += [place for place in places if place]
    return found


def _empty_sides(stand: Stand, empty: dict[str, tuple[bool, bool]]) -> tuple[bool, bool]:
    """Which sides nobody will ever fill."""
    first, second = stand.match.sides
    mine, yours = stand.sides
    return (_is_empty(mine, first, empty), _is_empty(yours, second, empty))


def _is_empty(who: str | None, side: Side, empty: dict[str, tuple[bool, bool]]) -> bool:
    if who is not None:
        return who == NOBODY
    before = empty[side.match]
    return all(before) if side.kind == WINNER else any(before)


def _tables(stage: StageState) -> Spans:
    """Who is out in a round before has a place; in the round in play all hang on its tables."""
    if not stage.rounds:
        return _anywhere(stage)
    number, still = len(stage.rounds), set(stage_groups(stage)[0])
    tables = stage.rounds[-1].tables
    last = number == rounds_planned(stage)
    k = 0 if last else stage.spec.advance[number - 1]
    waiting = [
        table
        for place, table in enumerate(tables, start=1)
        if match_id(number, place) not in stage.results
    ]
    unplayed = {entrant for table in waiting for entrant in table}
    through = len(still - unplayed) + sum(min(k, len(table)) for table in waiting)
    here = still | {entrant for table in tables for entrant in table}
    worst = len(here) if waiting else len(still)
    found = _as_ranked(stage)
    found |= {entrant: (1 + through, len(here)) for entrant in here - still}
    return found | dict.fromkeys(still, (1, worst))


_SPANS: Final[dict[str, Callable[[StageState], Spans]]] = {
    SINGLE: _bracket,
    DOUBLE: _bracket,
    TABLES: _tables,
    ROUND_ROBIN: _anywhere,
    SWISS: _anywhere,
    FREEZEOUT: _as_ranked,
}
