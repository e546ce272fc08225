"""In which freezeout somebody plays: the last to have begun of those that took them in.

A player of the first day keeps a seat there, in the log, when the day is over. As soon as a stage
has begun that the day feeds, that seat is history. So nobody looks for a seat in all stages: these
two say which.
"""

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.rules.plan import in_order
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import FREEZEOUT

Seat: TypeAlias = tuple[str, int, int]
"""Stage, table and seat."""


def begun_freezeouts(state: Tournament) -> Sequence[StageState]:
    """The freezeouts that have begun, each after those that feed it."""
    begun = [one for one in state.stages.values() if one.started and one.spec.kind == FREEZEOUT]
    if len(begun) <= 1:
        return begun
    place = {stage.id: number for number, stage in enumerate(in_order(state.structure))}
    return sorted(begun, key=lambda one: place[one.spec.id])


def whereabouts(state: Tournament) -> dict[str, Seat | None]:
    """The seat of everybody who plays a freezeout, or None for who is out of the own last one.

    Who waits for a seat is left out, and so is who has only one that is history.
    """
    found: dict[str, Seat | None] = {}
    begun = [stage for stage in state.stages.values() if stage.started]
    history = {take.source for stage in begun for take in stage.spec.takes}
    for stage in begun_freezeouts(state):
        for entrant in stage.entrants:
            found.pop(entrant, None)
        if stage.spec.id not in history:
            found |= {entrant: (stage.spec.id, *place) for entrant, place in stage.seats.items()}
        found |= {entrant: None for group in stage.out for entrant in group}
    return found
