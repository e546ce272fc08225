"""What a correction would change, before it is made; and the event that takes it back."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from tournaments.rules.deals import STANDS
from tournaments.rules.errors import Refused
from tournaments.rules.events import (
    BustsCorrected,
    DealEnded,
    Event,
    ReEntered,
    ResultCorrected,
    ResultsRestored,
)
from tournaments.rules.log import apply, extend, steps
from tournaments.rules.outcome import due_entrants, final_ranks, payments
from tournaments.rules.playing import started_stage
from tournaments.rules.rulings import Affected, affected
from tournaments.rules.sitting import stage_of
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import AS_TAKEN, FREEZEOUT, Stage

Held = TypeVar("Held")
Correction: TypeAlias = ResultCorrected | BustsCorrected
Undo: TypeAlias = ResultsRestored | BustsCorrected


@dataclass(frozen=True, slots=True)
class Displaced:
    """A later stage that has begun, and into which others should have gone than did.

    It goes on with those who are in it. `gone` should not be there, `come` should be instead; both
    are empty where a tie now lies across the cut and nobody can say.
    """

    stage: str
    gone: tuple[str, ...]
    come: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be different.

    `matches`: those in which others should stand. `ranks`: (entrant, rank now, rank then), as
    shown. `prizes`: (entrant, prize now, prize then); None when the prizes cannot be paid yet,
    before or after. `undo`: the event that takes the correction back. `stages`: those begun that
    others should play in.
    """

    matches: tuple[Affected, ...]
    ranks: tuple[tuple[str, str, str], ...]
    prizes: tuple[tuple[str, int, int], ...] | None
    undo: Undo
    stages: tuple[Displaced, ...] = ()
    ends_deal: bool = False


def preview(state: Tournament, event: Correction) -> Preview:
    """What the correction would do. Raises Refused as the correction itself would.

    The order of those out is corrected in freezeouts alone: elsewhere it follows from results.
    """
    if isinstance(event, BustsCorrected):
        _check_has_busts(started_stage(state, event.stage))
    ending = deal_ending(state, event)
    after = extend(state, (*ending, event))
    now = {rank.entrant: str(rank) for rank in final_ranks(state)}
    then = {rank.entrant: str(rank) for rank in final_ranks(after)}
    return Preview(
        affected(state.stages[event.stage], after.stages[event.stage]),
        tuple((one, now[one], then.get(one, "")) for one in now if now[one] != then.get(one)),
        _prizes_moved(state, after),
        inverse(state, event),
        _displaced(state, after, event.stage),
        bool(ending),
    )


def deal_ending(state: Tournament, event: Correction | ResultsRestored) -> tuple[DealEnded, ...]:
    """What goes before a correction, or its undoing, that the deal does not outlast; else nothing.

    The deal ends for good: to take the correction back does not bring it again, for it was agreed
    on while others seemed to be left. Raises Refused as the correction would.
    """
    try:
        apply(state, event)
    except Refused as refused:
        if refused.code != STANDS:
            raise
        return (DealEnded(event.reason),)
    return ()


def changes_nothing(state: Tournament, event: Correction) -> bool:
    """Whether all stands as the correction would have it. Raises Refused as that would."""
    if deal_ending(state, event):
        return False
    after = apply(state, event)
    if isinstance(event, BustsCorrected):
        return _alike(state.stages[event.stage].out, event.out)
    was, now = state.stages[event.stage].results.get(event.match), event.result
    if was is not None and now is not None and _alike(was.places, now.places):
        after = apply(state, replace(event, result=replace(now, places=was.places)))
    return after == state


def inverse(state: Tournament, event: Correction | ResultsRestored) -> Undo:
    """The event that, after `event`, makes the state what it is now (undo; of an undo, redo).

    Of an order it names those whom `event` names: `fitted` adds who goes out later.
    """
    before = started_stage(state, event.stage)
    if isinstance(event, BustsCorrected):
        out = _only(before.out, {entrant for group in event.out for entrant in group})
        return BustsCorrected(event.stage, out, f"undo: {event.reason}")
    corrected = extend(state, (*deal_ending(state, event), event))
    after = started_stage(corrected, event.stage)
    results = _changed(before.results, after.results)
    pins = _changed(before.pins, after.pins)
    tables = _tables_changed(before, after)
    return ResultsRestored(event.stage, f"undo: {event.reason}", results, pins, tables)


def fitted(state: Tournament, undo: Undo, back_in: AbstractSet[str] = frozenset()) -> Undo:
    """An undo, or a redo, as it is made now that more may have gone out since the correction.

    An order is that of those who were out then. Whoever went out later stands behind them, as now:
    so does one of `back_in`, who re-entered since (see `re_entered_since`) and went out again.
    """
    if not isinstance(undo, BustsCorrected):
        return undo
    out = started_stage(state, undo.stage).out
    still = {entrant for group in out for entrant in group} - back_in
    then = {entrant for group in undo.out for entrant in group} & still
    later = {entrant for group in out for entrant in group} - then
    return replace(undo, out=(*_only(undo.out, then), *_only(out, later)))


def re_entered_since(log: Iterable[Event], since: int, stage: str) -> frozenset[str]:
    """Who of a stage re-entered after the event number `since` of a whole log (from 1)."""
    return frozenset(
        event.entrant
        for seq, (state, event) in enumerate(steps(log), start=2)
        if seq > since
        and isinstance(event, ReEntered)
        and stage_of(state, event.entrant).spec.id == stage
    )


def _alike(some: Iterable[tuple[str, ...]], others: Iterable[tuple[str, ...]]) -> bool:
    """Whether two orders are one: within a group nobody is before another."""
    return [*map(set, some)] == [*map(set, others)]


def _only(out: Iterable[tuple[str, ...]], named: AbstractSet[str]) -> tuple[tuple[str, ...], ...]:
    """The groups with only those who are named, and none that is empty."""
    kept = (tuple(entrant for entrant in group if entrant in named) for group in out)
    return tuple(group for group in kept if group)


def _check_has_busts(stage: StageState) -> None:
    if stage.spec.kind != FREEZEOUT:
        detail = (
            f"Stage {stage.spec.id} is a {stage.spec.kind}: its order follows from its results,"
            " so correct the result of a match."
        )
        raise Refused("no-freezeout", detail)


def _displaced(before: Tournament, after: Tournament, source: str) -> tuple[Displaced, ...]:
    found = []
    for stage in before.stages.values():
        if not stage.started or all(take.source != source for take in stage.spec.takes):
            continue
        was, now = _due(before, stage.spec), _due(after, stage.spec)
        if was is None or set(was) == set(now or ()):
            continue
        gone = () if now is None else tuple(one for one in was if one not in now)
        come = () if now is None else tuple(one for one in now if one not in was)
        found.append(Displaced(stage.spec.id, gone, come))
    return tuple(found)


def _due(state: Tournament, spec: Stage) -> tuple[str, ...] | None:
    """Who should play in a stage, in any order; None while a tie lies across the cut."""
    try:
        return due_entrants(state, replace(spec, seeding=AS_TAKEN))
    except Refused:
        return None


def _changed(
    before: Mapping[str, Held], after: Mapping[str, Held]
) -> tuple[tuple[str, Held | None], ...]:
    """The keys that differ, each with what it was before; None: nothing."""
    keys = sorted({*before, *after})
    return tuple((key, before.get(key)) for key in keys if before.get(key) != after.get(key))


def _tables_changed(
    before: StageState, after: StageState
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (f"r{number}.{table}", old)
        for number, (was, now) in enumerate(zip(before.rounds, after.rounds, strict=True), start=1)
        for table, (old, new) in enumerate(zip(was.tables, now.tables, strict=True), start=1)
        if old != new
    )


def _prizes_moved(
    before: Tournament, after: Tournament
) -> tuple[tuple[str, int, int], ...] | None:
    try:
        now, then = payments(before), payments(after)
    except Refused:
        return None
    names = sorted({*now, *then})
    return tuple(
        (one, now.get(one, 0), then.get(one, 0))
        for one in names
        if now.get(one, 0) != then.get(one, 0)
    )
