"""The columns and rows that lists read, brought up to date with a state. The log is the truth."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import connection

from tournaments.models import Tournament
from tournaments.rules.errors import Refused
from tournaments.rules.levels import Level
from tournaments.rules.outcome import final_ranks, pool_part
from tournaments.rules.remaining import remaining
from tournaments.rules.standings import stage_over
from tournaments.rules.state import (
    CANCELLED,
    FINISHED,
    GONE,
    PAID,
    RUNNING,
    WAITING_LIST,
    StageState,
)
from tournaments.rules.state import Tournament as State
from tournaments.rules.structure import FREEZEOUT, Structure
from tournaments.rules.whereabouts import whereabouts


def index(row: Tournament, before: State | None, after: State) -> None:
    """Set the row's columns (the caller saves it) and the entrants' rows that have changed."""
    summarise(row, after)
    changed = _changed(before, after)
    if changed:
        _index_entrants(row, after, changed)
    if after.phase in (FINISHED, PAID):
        _index_places(row, after)


def summarise(row: Tournament, state: State) -> None:
    """Set the columns that say where a tournament stands."""
    row.phase = Tournament.Phase(state.phase)
    row.paused = state.paused
    row.commitment = state.commitment
    row.entered = state.active
    row.waiting = len(state.waiting)
    row.remaining = remaining(state)
    paid_in = sum(
        pool_part(state, one)
        for one in state.entrants.values()
        if one.status != WAITING_LIST and not one.left_early
    )
    row.pool = max(paid_in, state.structure.prizes.guarantee)
    if state.phase == RUNNING and row.started_at is None:
        row.started_at = row.touched_at
    if state.phase in (FINISHED, CANCELLED) and row.finished_at is None:
        row.finished_at = row.touched_at


def describe(row: Tournament, structure: Structure) -> None:
    """Set the columns that follow from the structure."""
    prizes = structure.prizes
    row.kinds = list(dict.fromkeys(stage.kind for stage in structure.stages))
    row.seats = max(max((stage.size, *stage.sizes)) for stage in structure.stages)
    row.cap = structure.cap
    row.cost = prizes.prize_part + prizes.fee_part + prizes.bounty_part
    row.pool = prizes.guarantee


def levels_in_play(state: State) -> tuple[Level, ...]:
    """The levels of the freezeout in play, if there is one."""
    stage = freezeout_in_play(state)
    return stage.spec.levels if stage is not None else ()


def freezeout_in_play(state: State) -> StageState | None:
    """The freezeout that is being played; of several, which are flights, the first."""
    for stage in state.stages.values():
        if stage.spec.kind == FREEZEOUT and stage.started and not stage_over(stage):
            return stage
    return None


def _changed(before: State | None, after: State) -> set[str]:
    """The refs of entrants whose rows may say something else now."""
    if before is None:
        return set(after.entrants)
    changed = {ref for ref, one in after.entrants.items() if before.entrants.get(ref) is not one}
    for name, stage in after.stages.items():
        was = before.stages[name]
        if stage.started and not was.started:
            sources = [after.stages.get(take.source) for take in stage.spec.takes]
            left = [source.seats.keys() for source in sources if source is not None]
            changed.update(stage.entrants, *left)
        if stage.spec.kind == FREEZEOUT and stage.started:
            changed |= {ref for ref, seat in stage.seats.items() if was.seats.get(ref) != seat}
            changed |= was.seats.keys() - stage.seats.keys()
    return changed


def _index_entrants(row: Tournament, state: State, refs: Iterable[str]) -> None:
    seats = whereabouts(state)
    told = []
    for ref in refs:
        held = state.entrants[ref]
        place = seats.get(ref)
        out = place is None and ref in seats
        told.append(
            (ref, held.number, held.status, held.left_early, out, *(place or ("", None, None)))
        )
    _update(row, _ENTRANT, told)


def _index_places(row: Tournament, state: State) -> None:
    try:
        ranks = final_ranks(state)
    except Refused:
        return
    gone = {one.id for one in state.entrants.values() if one.left_early and one.status in GONE}
    _update(
        row,
        _PLACE,
        [(one.entrant, one.first, one.last) for one in ranks if one.entrant not in gone],
    )


def set_stacks(row: Tournament, stacks: Mapping[str, int]) -> None:
    """Keep what entrants have in front, by ref, and that they had it now."""
    _update(row, _STACK, list(stacks.items()))


def _update(row: Tournament, statement: str, told: list[tuple[Any, ...]]) -> None:
    """Change many entrants by one statement: the ORM's own way takes seconds for a thousand."""
    columns = [list(column) for column in zip(*told, strict=True)]
    if columns:
        with connection.cursor() as cursor:
            cursor.execute(statement, [*columns, row.pk])


_ENTRANT: Final = """
UPDATE tournaments_entrant e SET number = t.number, status = t.status, left_early = t.left_early,
    out = t.out, stage = t.stage, table_no = t.table_no, seat_no = t.seat_no
FROM unnest(%s::text[], %s::int[], %s::text[], %s::bool[], %s::bool[], %s::text[], %s::int[],
    %s::int[]) AS t (ref, number, status, left_early, out, stage, table_no, seat_no)
WHERE e.tournament_id = %s AND e.ref = t.ref
"""
_PLACE: Final = """
UPDATE tournaments_entrant e SET place_first = t.first, place_last = t.last
FROM unnest(%s::text[], %s::int[], %s::int[]) AS t (ref, first, last)
WHERE e.tournament_id = %s AND e.ref = t.ref
    AND (e.place_first, e.place_last) IS DISTINCT FROM (t.first, t.last)
"""
_STACK: Final = """
WITH counted AS (
    UPDATE tournaments_entrant e SET stack = t.stack FROM unnest(%s::text[], %s::bigint[])
        AS t (ref, stack)
    WHERE e.tournament_id = %s AND e.ref = t.ref
    RETURNING e.id, e.stack
)
INSERT INTO tournaments_stackcount (entrant_id, at, chips)
SELECT id, clock_timestamp(), stack FROM counted ORDER BY id
"""
