"""The whole plan before the start: each stage's rounds and tables, and how long it may take.

`plan` refuses what cannot be played with the reason and the nearest plans that can.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from tournaments.rules.advance import NOBODY, Board
from tournaments.rules.balance import targets
from tournaments.rules.bracket import (
    FINALS,
    Bracket,
    double_elimination,
    single_elimination,
)
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.fitting import fitted, fitting_split
from tournaments.rules.levels import (
    HAND_SECONDS,
    check_levels,
    expected_seconds,
    hands_expected,
)
from tournaments.rules.qualify import plan_cuts
from tournaments.rules.round_robin import berger, even_meetings
from tournaments.rules.seeding import ENTRANTS_MAX, table_sizes
from tournaments.rules.structure import (
    DOUBLE,
    ENTRIES,
    FREEZEOUT,
    KINDS,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    Stage,
    Structure,
    Take,
)
from tournaments.rules.swiss_split import split

MATCH_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round: the sizes of its tables, and how many have a bye or a walk-over."""

    sizes: tuple[int, ...]
    byes: int = 0


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage with so many entrants; a freezeout has one round, at its first tables.

    `starts` and `ends` are seconds from the start of the tournament.
    """

    stage: str
    entrants: int
    rounds: tuple[RoundPlan, ...]
    matches: int
    starts: int
    ends: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages in an order in which each comes after those that feed it."""

    stages: tuple[StagePlan, ...]

    @property
    def seconds(self) -> int:
        """Expected length from the first stage's start to the last one's end."""
        return max(stage.ends for stage in self.stages)


def plan(
    structure: Structure,
    entries: int | Mapping[str, int],
    *,
    tables: int = 0,
    nearest: bool = False,
) -> Plan:
    """The plan for so many entries (or so many in each flight), with at most `tables` at a time.

    Raises Refused for a graph that is none (see `structure_checks` for the rest), Impossible for
    one that these entries cannot play; with `nearest` they play it as `fitting` has it.
    """
    rounds_of = _nearest_rounds if nearest else stage_rounds
    flights = {"": entries} if isinstance(entries, int) else dict(entries)
    known: dict[str, StagePlan] = {}
    for stage in in_order(structure):
        entrants = _entrants(stage, flights, known, nearest=nearest)
        rounds = rounds_of(stage, entrants)
        starts = max((known[t.source].ends for t in stage.takes if t.source in known), default=0)
        length = _length(stage, entrants, rounds, tables)
        matches = sum(len(each.sizes) for each in rounds)
        known[stage.id] = StagePlan(stage.id, entrants, rounds, matches, starts, starts + length)
    return Plan(tuple(known.values()))


def spread_evenly(structure: Structure, entries: int) -> int | dict[str, int]:
    """So many entries spread over the flights, the first ones larger; one number without any."""
    names = {take.flight: 0 for stage in structure.stages for take in stage.takes if take.flight}
    if not names:
        return entries
    each, more = divmod(entries, len(names))
    return {name: each + (number < more) for number, name in enumerate(names)}


def in_order(structure: Structure) -> tuple[Stage, ...]:
    """The stages, each after those that feed it. Raises Refused for a graph that is none."""
    stages = {stage.id: stage for stage in structure.stages}
    if not stages or len(stages) != len(structure.stages) or ENTRIES in stages:
        raise Refused("bad-structure", "A tournament has stages, and each an id of its own.")
    _check_takes(structure)
    done: list[Stage] = []
    waiting = list(structure.stages)
    while waiting:
        names = {stage.id for stage in done} | {ENTRIES}
        ready = [stage for stage in waiting if all(take.source in names for take in stage.takes)]
        if not ready:
            raise Refused("bad-structure", "Stages cannot feed each other in a circle.")
        done += ready
        waiting = [stage for stage in waiting if stage not in ready]
    return tuple(done)


def ranking_order(structure: Structure) -> tuple[str, ...]:
    """The stages whose rankings make the final one, best first."""
    return structure.ranking or tuple(stage.id for stage in reversed(in_order(structure)))


def bracket_of(stage: Stage, entrants: int) -> Bracket:
    """The bracket of a single or double elimination."""
    if stage.kind == SINGLE:
        return single_elimination(entrants, third_place=stage.third_place)
    return double_elimination(entrants, final=stage.final)


def stage_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    """The rounds of one stage. Raises Refused or Impossible."""
    fewest = 1 if stage.kind == FREEZEOUT else MATCH_SEATS
    if not fewest <= entrants <= ENTRANTS_MAX:
        raise Impossible(
            "bad-field", f"Stage {stage.id} gets {entrants} entrants; it needs {fewest} or more."
        )
    return _ROUNDS[stage.kind](stage, entrants)


def _nearest_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    if entrants < MATCH_SEATS:
        return ()
    spec = fitted(stage, entrants)
    if spec.kind != SWISS or spec.size == MATCH_SEATS:
        return stage_rounds(spec, entrants)
    one = fitting_split(entrants, spec.size, spec.split)
    return (RoundPlan(one.sizes, one.byes),) * spec.rounds


def _bracket_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    """Matches that can be played at the same time make a round; the reset counts as played."""
    if stage.final not in FINALS:
        raise Refused("bad-final", f"A final is one of {', '.join(FINALS)}.")
    bracket = bracket_of(stage, entrants)
    unplayed = Board(bracket, [str(seed) for seed in range(entrants)], {})
    played: dict[int, int] = {}
    passed: dict[int, int] = {}
    wave: dict[str, int] = {}
    for match in bracket.matches:
        before = max((wave[side.match] for side in match.sides if side.match), default=0)
        sides = unplayed.stand(match.id).sides
        walkover = NOBODY in sides
        wave[match.id] = before if walkover and before else before + 1
        if sides != (NOBODY, NOBODY):
            count = passed if walkover else played
            count[wave[match.id]] = count.get(wave[match.id], 0) + 1
    return tuple(
        RoundPlan((MATCH_SEATS,) * played.get(number, 0), passed.get(number, 0))
        for number in range(1, max(wave.values()) + 1)
    )


def _table_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    cuts = plan_cuts(entrants, stage.sizes, stage.advance)
    return tuple(RoundPlan(cut.sizes) for cut in cuts)


def group_sizes(stage: Stage, entrants: int) -> tuple[int, ...]:
    """How many are in each group of a round robin."""
    most = entrants // MATCH_SEATS
    if not 1 <= stage.groups <= most:
        near = (replace(stage, groups=max(1, min(stage.groups, most))),)
        raise Impossible("bad-groups", f"{entrants} entrants make 1 to {most} groups.", near)
    return table_sizes(entrants, stage.groups)


def _robin_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    sizes = group_sizes(stage, entrants)
    if stage.size != MATCH_SEATS:
        full = stage.size * stage.size
        if any(size != full for size in sizes):
            meetings = max(1, (entrants - 1) // (stage.size - 1))
            swiss = replace(stage, kind=SWISS, rounds=meetings)
            nearest = (replace(stage, size=MATCH_SEATS), swiss)
            raise Impossible(
                "no-plane",
                f"Tables of {stage.size} meet evenly in groups of {full}: else take a Swiss.",
                nearest,
            )
        planes = even_meetings(stage.size)
        return tuple(RoundPlan((stage.size,) * len(each) * stage.groups) for each in planes)
    count = max(len(berger(size)) for size in set(sizes))
    per_round = [
        sum(size // MATCH_SEATS for size in sizes if number < size - 1 + size % MATCH_SEATS)
        for number in range(count)
    ]
    byes = sum(size % MATCH_SEATS for size in sizes)
    rounds = tuple(RoundPlan((MATCH_SEATS,) * pairs, byes) for pairs in per_round)
    return rounds * (2 if stage.double else 1)


def _swiss_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    if stage.rounds < 1:
        raise Refused("bad-rounds", "A Swiss has one round or more.")
    if stage.size == MATCH_SEATS:
        most = entrants - 1 + entrants % MATCH_SEATS
        if stage.rounds > most:
            raise Impossible(
                "too-many-rounds",
                f"{entrants} players have met all others after {most} rounds.",
                (replace(stage, rounds=most), replace(stage, kind=ROUND_ROBIN)),
            )
        pairs = RoundPlan((MATCH_SEATS,) * (entrants // MATCH_SEATS), entrants % MATCH_SEATS)
        return (pairs,) * stage.rounds
    one = split(entrants, stage.size, stage.split)
    return (RoundPlan(one.sizes, one.byes),) * stage.rounds


def _freezeout_rounds(stage: Stage, entrants: int) -> tuple[RoundPlan, ...]:
    check_levels(stage.levels)
    if stage.stack < 1 or stage.ends_at < 1:
        raise Refused("bad-structure", "A freezeout has stacks, and ends with 1 player or more.")
    if stage.ends_at > entrants:
        raise Impossible(
            "bad-structure", f"{entrants} do not play until {stage.ends_at} are left."
        )
    return (RoundPlan(targets(entrants, stage.size)),)


_ROUNDS: Final[dict[str, Callable[[Stage, int], tuple[RoundPlan, ...]]]] = {
    SINGLE: _bracket_rounds,
    DOUBLE: _bracket_rounds,
    TABLES: _table_rounds,
    ROUND_ROBIN: _robin_rounds,
    SWISS: _swiss_rounds,
    FREEZEOUT: _freezeout_rounds,
}


def _length(stage: Stage, entrants: int, rounds: Sequence[RoundPlan], tables: int) -> int:
    if stage.kind == FREEZEOUT and rounds:
        hands = hands_expected(entrants, stage.size, stage.ends_at)
        return expected_seconds(stage.levels, stage.stack, entrants, least=HAND_SECONDS * hands)
    waves = [-(-len(each.sizes) // tables) if tables else bool(each.sizes) for each in rounds]
    return sum(waves) * stage.seconds


def _entrants(
    stage: Stage, flights: Mapping[str, int], known: Mapping[str, StagePlan], *, nearest: bool
) -> int:
    count = 0
    for take in stage.takes:
        if take.source == ENTRIES:
            count += flights.get(take.flight, 0) if take.flight else sum(flights.values())
            continue
        field = known[take.source].entrants
        if nearest:
            count += max(0, min(take.last or field, field) - take.first + 1)
            continue
        if take.first > field or take.last > field:
            raise Impossible(
                "too-few",
                f"Stage {stage.id} takes places up to {take.last or take.first} of {take.source},"
                f" which has {field} entrants.",
                _nearer(stage, take, field),
            )
        count += (take.last or field) - take.first + 1
    return count


def _nearer(stage: Stage, take: Take, field: int) -> tuple[Stage, ...]:
    """The same stage with no more places of a source than it has."""
    if take.first > field:
        return ()
    takes = tuple(replace(one, last=field) if one is take else one for one in stage.takes)
    return (replace(stage, takes=takes),)


def _check_takes(structure: Structure) -> None:
    names = {stage.id for stage in structure.stages} | {ENTRIES}
    taken: dict[str, list[tuple[int, int]]] = {}
    for stage in structure.stages:
        if stage.kind not in KINDS:
            raise Refused("bad-structure", f"A stage is one of {', '.join(KINDS)}.")
        for take in stage.takes:
            if take.source not in names or take.source == stage.id:
                raise Refused("bad-structure", f"Stage {stage.id} has no source {take.source}.")
            if take.source != ENTRIES:
                taken.setdefault(take.source, []).append((take.first, take.last or ENTRANTS_MAX))
    for source, spans in taken.items():
        spans.sort()
        overlap = any(last >= following for (_, last), (following, _) in pairwise(spans))
        if overlap or any(not 1 <= first <= last for first, last in spans):
            raise Refused("bad-structure", f"Each place of {source} goes to one stage only.")
    if unknown := set(structure.ranking) - (names - {ENTRIES}):
        raise Refused("bad-structure", f"There is no stage {', '.join(sorted(unknown))}.")
