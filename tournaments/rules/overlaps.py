"""Whether a graph of stages would need somebody in two places at once (a draft's check).

An entrant plays one stage at a time: a stage begins when all that feed it are over, so what lies
one behind the other is sound. Two stages of which neither waits for the other are played side by
side, and then nobody may be in both; and no two takes of one stage may bring the same player.

Logs that have such a structure replay as they always did: nothing here is asked of them.
"""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.plan import in_order
from tournaments.rules.structure import ENTRIES, Stage, Structure, Take

TAKES_MAX: Final = 300


def check_apart(structure: Structure) -> None:
    """Raise Impossible with the first stage that takes somebody who is elsewhere at the time.

    `nearest` has that stage after the other one, or without what brings its players twice.
    """
    if sum(len(stage.takes) for stage in structure.stages) > TAKES_MAX:
        raise Refused("bad-structure", f"A tournament has at most {TAKES_MAX} takes in all.")
    wrong = _first_wrong(structure)
    if wrong is not None:
        refused = wrong.refused
        refused.nearest = tuple(one for one in wrong.instead if _mends(structure, wrong, one))
        raise refused


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Which stage is refused for what, and what might be right instead of it."""

    stage: str
    refused: Impossible
    instead: tuple[Stage, ...]


def _first_wrong(structure: Structure) -> _Wrong | None:
    graph = _Graph(structure)
    for number, stage in enumerate(graph.order):
        for first, second in combinations(stage.takes, 2):
            if graph.share(first, second):
                return _taken_twice(stage, first, second)
        for other in graph.order[:number]:
            if other.id not in graph.before[stage.id] and graph.meet(other, stage):
                return _two_places(structure, other, stage)
    return None


def _taken_twice(stage: Stage, first: Take, second: Take) -> _Wrong:
    """One of the two takes is enough; the earlier is offered first."""
    instead = tuple(
        replace(stage, takes=tuple(take for take in stage.takes if take is not left_out))
        for left_out in (second, first)
    )
    refused = Impossible(
        "taken-twice",
        f"Stage {stage.id} would take the same players from {_said(first)} and from"
        f" {_said(second)}: one of the two is enough.",
    )
    return _Wrong(stage.id, refused, instead)


def _two_places(structure: Structure, other: Stage, stage: Stage) -> _Wrong:
    """The stage can take those places of the other that go nowhere yet, if there are any."""
    taken = [
        take.last for each in structure.stages for take in each.takes if take.source == other.id
    ]
    instead = replace(stage, takes=(Take(other.id, max(taken, default=0) + 1),))
    refused = Impossible(
        "two-places",
        f"Stages {other.id} and {stage.id} are played at the same time, and the same players would"
        " have to sit in both: let one take from the other, or each take a flight of its own.",
    )
    return _Wrong(stage.id, refused, (instead,) if all(taken) else ())


def _mends(structure: Structure, wrong: _Wrong, instead: Stage) -> bool:
    """Whether that stage is not the first wrong one any more; others may be, and are next."""
    stages = tuple(instead if one.id == instead.id else one for one in structure.stages)
    left = _first_wrong(replace(structure, stages=stages))
    return left is None or left.stage != wrong.stage


class _Graph:
    """The stages, each with all that come before it, and which takes may bring the same player."""

    def __init__(self, structure: Structure) -> None:
        self.order = in_order(structure)
        self.before: dict[str, frozenset[str]] = {}
        for stage in self.order:
            sources = {take.source for take in stage.takes} - {ENTRIES}
            self.before[stage.id] = frozenset(sources).union(
                *(self.before[one] for one in sources)
            )
        self._shared = self._shared_pairs()

    def meet(self, one: Stage, other: Stage) -> bool:
        """Whether somebody may be in both."""
        return any(self.share(mine, yours) for mine in one.takes for yours in other.takes)

    def share(self, one: Take, other: Take) -> bool:
        """Whether two takes may bring the same player: as far as the graph tells, they may.

        Places of one source are different people's. Else the later source is looked into: its
        players came by its takes.
        """
        return (one, other) in self._shared

    def _shared_pairs(self) -> set[tuple[Take, Take]]:
        place = {stage.id: number for number, stage in enumerate(self.order)} | {ENTRIES: -1}
        every = {take for stage in self.order for take in stage.takes}
        takes = sorted(every, key=lambda take: place[take.source])
        found: set[tuple[Take, Take]] = set()
        for number, later in enumerate(takes):
            came_by = () if later.source == ENTRIES else self.order[place[later.source]].takes
            for take in takes[: number + 1]:
                if take.source != later.source:
                    shared = any((by, take) in found for by in came_by)
                else:
                    shared = take.source == ENTRIES and _same_flight(take, later)
                if shared:
                    found |= {(take, later), (later, take)}
        return found


def _same_flight(one: Take, other: Take) -> bool:
    return one.flight == other.flight or not one.flight or not other.flight


def _said(take: Take) -> str:
    if take.source != ENTRIES:
        return take.source
    return f"flight {take.flight}" if take.flight else "all entries"
