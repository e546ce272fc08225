"""The ranking of one stage, final or so far, as groups of equals, best first.

While a stage is open, those whose place is not decided stand together in front.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tournaments.rules.advance import Board
from tournaments.rules.bracket import Bracket
from tournaments.rules.plan import MATCH_SEATS, bracket_of, stage_rounds
from tournaments.rules.results import Result
from tournaments.rules.seeding import snake
from tournaments.rules.state import Round, StageState
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
)
from tournaments.rules.swiss_split import normalised, place_points
from tournaments.rules.tiebreaks import Game, Games, Line, standings

Groups = tuple[tuple[str, ...], ...]
BRACKETS: Final = (SINGLE, DOUBLE)


def match_id(number: int, table: int) -> str:
    """The id of a table of a drawn round, both from 1."""
    return f"r{number}.{table}"


def board(stage: StageState) -> Board:
    """The bracket of a stage that has one, read once for each state."""
    if stage.read is None:
        count = len(stage.entrants)
        bracket = bracket_of(stage.spec, count) if count >= MATCH_SEATS else Bracket(count, ())
        stage.read = Board(bracket, stage.entrants, stage.results, stage.pins)
    return stage.read


def stage_over(stage: StageState) -> bool:
    """Whether nothing is left to play."""
    if not stage.started:
        return False
    if len(stage.entrants) < MATCH_SEATS:
        return True  # nobody has anybody to play with
    if stage.spec.kind in BRACKETS:
        return board(stage).over()
    if stage.spec.kind == FREEZEOUT:
        return len(stage.entrants) - sum(map(len, stage.out)) <= stage.spec.ends_at
    return len(stage.rounds) == rounds_planned(stage) and round_over(stage)


def rounds_planned(stage: StageState) -> int:
    """How many rounds a stage with rounds has."""
    if len(stage.entrants) < MATCH_SEATS:
        return 0
    if stage.spec.kind == SWISS:
        return stage.spec.rounds  # whoever leaves: see `fitting.fitting_split`
    return len(stage_rounds(stage.spec, len(stage.entrants)))


def round_over(stage: StageState) -> bool:
    """Whether every table of the last drawn round has its result."""
    number = len(stage.rounds)
    return not number or all(
        match_id(number, table) in stage.results
        for table in range(1, len(stage.rounds[-1].tables) + 1)
    )


def stage_groups(stage: StageState) -> Groups:
    """The ranking of a stage that has started; equals stand in the order of their seeds."""
    if len(stage.entrants) < MATCH_SEATS:
        return (stage.entrants,) if stage.entrants else ()
    seed = {entrant: number for number, entrant in enumerate(stage.entrants)}
    groups = broken(_GROUPS[stage.spec.kind](stage), stage)
    return tuple(tuple(sorted(group, key=seed.__getitem__)) for group in groups)


def broken(groups: Iterable[Sequence[str]], stage: StageState) -> Groups:
    """The groups with those ties broken that a playoff, a draw or a ruling has decided."""
    found: list[tuple[str, ...]] = []
    for group in groups:
        decided = sorted(
            (entrant for entrant in group if entrant in stage.ties), key=stage.ties.__getitem__
        )
        rest = tuple(entrant for entrant in group if entrant not in stage.ties)
        found += [(entrant,) for entrant in decided]
        if rest:
            found.append(rest)
    return tuple(found)


def without(groups: Iterable[tuple[str, ...]], entrant: str) -> list[tuple[str, ...]]:
    """The groups without one of those in them."""
    left = (tuple(one for one in group if one != entrant) for group in groups)
    return [group for group in left if group]


def places_at(stage: StageState, number: int, table: int) -> Groups | None:
    """The places at one table of a round, ties broken as far as they are; None: not played."""
    result = stage.results.get(match_id(number, table))
    if result is None:
        return None
    return broken([*result.places, *((entrant,) for entrant in result.out)], stage)


def games(stage: StageState) -> Games:
    """Every entrant's rounds so far, as tie-breaks read them."""
    found: dict[str, list[Game]] = {entrant: [] for entrant in stage.entrants}
    for number, each in enumerate(stage.rounds, start=1):
        played = _round_games(stage, number, each)
        for entrant, rounds in found.items():
            if entrant in played:
                rounds.append(played[entrant])
            elif entrant in each.byes:
                rounds.append(Game(Fraction(stage.spec.bye_points)))
            else:
                rounds.append(Game(Fraction(0)))
    return Games(found)


def lines(stage: StageState, entrants: Sequence[str] = ()) -> tuple[tuple[Line, ...], ...]:
    """The standings with points and tie-breaks, of all or of one group."""
    own = set(entrants or stage.entrants)
    every = games(stage)
    return tuple(
        kept
        for group in standings(every, stage.spec.tie_breaks)
        if (kept := tuple(line for line in group if line.entrant in own))
    )


def robin_groups(stage: StageState) -> tuple[tuple[str, ...], ...]:
    """The groups of a round robin: seeds in a snake."""
    return snake(stage.entrants, stage.spec.groups)


def _bracket_groups(stage: StageState) -> Groups:
    return board(stage).groups()


def _freezeout_groups(stage: StageState) -> Groups:
    gone = {entrant for group in stage.out for entrant in group}
    playing = tuple(entrant for entrant in stage.entrants if entrant not in gone)
    return ((playing,) if playing else ()) + tuple(reversed(stage.out))


def _table_groups(stage: StageState) -> Groups:
    """The last round's places, then those out in each round before, by place at the table."""
    settled: list[tuple[str, ...]] = []
    still = list(stage.entrants)
    last = rounds_planned(stage)
    for number, each in enumerate(stage.rounds, start=1):
        k = stage.spec.advance[number - 1] if number < last else 0
        out: dict[int, list[str]] = {}
        for table in range(1, len(each.tables) + 1):
            place = 1
            for group in places_at(stage, number, table) or ():
                if place > k:
                    out.setdefault(place, []).extend(group)
                place += len(group)
        gone = {entrant for group in out.values() for entrant in group}
        still = [entrant for entrant in still if entrant not in gone]
        settled = [tuple(out[place]) for place in sorted(out)] + settled
    return ((tuple(still),) if still else ()) + tuple(settled)


def _score_groups(stage: StageState) -> Groups:
    return tuple(tuple(line.entrant for line in group) for group in lines(stage))


def _robin_ranking(stage: StageState) -> Groups:
    """All first of their groups, then all second, …; among these by points and tie-breaks."""
    if stage.spec.groups == 1:
        return _score_groups(stage)
    by_place: dict[int, list[str]] = {}
    for members in robin_groups(stage):
        place = 1
        ordered = broken(
            [[line.entrant for line in group] for group in lines(stage, members)], stage
        )
        for group in ordered:
            by_place.setdefault(place, []).extend(group)
            place += len(group)
    return tuple(tuple(by_place[place]) for place in sorted(by_place))


_GROUPS: Final[dict[str, Callable[[StageState], Groups]]] = {
    SINGLE: _bracket_groups,
    DOUBLE: _bracket_groups,
    TABLES: _table_groups,
    ROUND_ROBIN: _robin_ranking,
    SWISS: _score_groups,
    FREEZEOUT: _freezeout_groups,
}


def _round_games(stage: StageState, number: int, each: Round) -> dict[str, Game]:
    found: dict[str, Game] = {}
    for table, players in enumerate(each.tables, start=1):
        result = stage.results.get(match_id(number, table))
        if result is None:
            continue
        for entrant, earned in _points(stage, result).items():
            others = tuple(other for other in players if other != entrant)
            won = bool(result.places) and result.places[0] == (entrant,)
            found[entrant] = Game(earned, others, won)
    return found


def _points(stage: StageState, result: Result) -> dict[str, Fraction]:
    """Points of one table; who left gets none, but holds the last place of those who played."""
    seats = len(result.entrants)
    if seats < 2:  # noqa: PLR2004 - a void match has no points for anybody
        return {}
    places = [*result.places, *((entrant,) for entrant in result.out)]
    earned = place_points(places, {seats: _row(stage.spec.points, seats)})
    return earned | dict.fromkeys(result.out, Fraction(0))


@lru_cache(maxsize=64)
def _row(points: tuple[int, ...], seats: int) -> tuple[Fraction, ...]:
    """The points of a table of so many, as fractions."""
    return tuple(map(Fraction, points)) if len(points) == seats else normalised(points, seats)
