"""A house for tournaments: the vectors, fields of entrants, tournaments played to their end."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from tournaments.rules import events as e
from tournaments.rules.advance import Board
from tournaments.rules.bracket import Bracket
from tournaments.rules.draw import commitment
from tournaments.rules.due import blocked, draw_tie, due, moves_due
from tournaments.rules.eliminations import Bust
from tournaments.rules.levels import generated
from tournaments.rules.log import extend, replay
from tournaments.rules.outcome import final_groups
from tournaments.rules.results import Result, won
from tournaments.rules.standings import BRACKETS, board, match_id, places_at, stage_over
from tournaments.rules.state import CLOSED, RUNNING, StageState, Tournament
from tournaments.rules.structure import FREEZEOUT, PrizeRules, Stage, Structure, Take

VECTORS = Path(__file__).parents[1] / "vectors"
SEED = bytes(range(64))
NAME = "t1"
LEVELS = generated(10, 1000, players=40)
PRIZES = PrizeRules(prize_part=100, fee_part=10)


Row: TypeAlias = Mapping[str, Any]


def rows(name: str, key: str) -> list[Row]:
    """The rows of `tournaments_<name>.json` that have that key."""
    found = json.loads((VECTORS / f"tournaments_{name}.json").read_text())["rows"]
    return [row for row in found if key in row]


def row_name(row: Row) -> str:
    """A row's name in a test's id."""
    return f"{row['id']} {row['case']}"


def names(count: int) -> tuple[str, ...]:
    """Entrants "1", "2", …: the number is the seed."""
    return tuple(str(seed) for seed in range(1, count + 1))


def play(
    bracket: Bracket, pick: Callable[[Sequence[str]], str] = lambda sides: min(sides, key=int)
) -> tuple[Board, dict[str, Result]]:
    """Play a bracket; `pick` names the winner of each match, by default the better seed."""
    results: dict[str, Result] = {}
    while ready := Board(bracket, names(bracket.entrants), results).ready():
        for stand in ready:
            sides = [side for side in stand.sides if side]
            winner = pick(sides)
            results[stand.match.id] = won(winner, next(one for one in sides if one != winner))
    return Board(bracket, names(bracket.entrants), results), results


def opening(
    stages: Sequence[Stage] | Structure, count: int, *, rated: bool = False, words: str = ""
) -> list[e.Event]:
    """The log of a tournament up to its start, with entrants p01, p02, …, the first the best."""
    structure = stages if isinstance(stages, Structure) else Structure(tuple(stages), PRIZES)
    width = len(str(count))
    return [
        e.Announced(NAME, structure, words),
        e.DrawCommitted(commitment(NAME, SEED).hex()),
        e.RegistrationOpened(),
        *(
            e.Registered(f"p{n:0{width}}", rating=count - n if rated else 0)
            for n in range(1, count + 1)
        ),
        e.RegistrationClosed(),
    ]


def step(state: Tournament, rng: random.Random) -> list[e.Event]:
    """What happens next: what the house has to add, else results, else broken ties."""
    if found := list(due(state, SEED)):
        return found
    for stage in state.stages.values():
        if stage.started and not stage_over(stage):
            found += _played(state, stage, rng)
    if found:
        return found
    for name, _ in blocked(state, SEED):
        return [_tie(state, name)]
    return []


def finish(log: list[e.Event], rng: random.Random) -> Tournament:
    """Play a tournament to its end; the log grows."""
    state = replay(log)
    while state.phase in (CLOSED, RUNNING):
        more = step(state, rng)
        assert more, "nothing is due and nobody can play"
        state = extend(state, more)
        log += more
    return state


def _played(state: Tournament, stage: StageState, rng: random.Random) -> list[e.Event]:
    name = stage.spec.id
    if stage.spec.kind == FREEZEOUT:
        return _hand(state, stage, rng)
    if stage.spec.kind in BRACKETS:
        stands = [(stand.match.id, stand.sides) for stand in board(stage).ready()]
        return [
            e.ResultRecorded(name, match, won(*rng.sample([s for s in sides if s], 2)))
            for match, sides in stands
        ]
    number = len(stage.rounds)
    return [
        e.ResultRecorded(
            name, match_id(number, table), in_order(rng.sample(players, len(players)))
        )
        for table, players in enumerate(stage.rounds[-1].tables, start=1)
        if match_id(number, table) not in stage.results
    ]


def in_order(players: Sequence[str]) -> Result:
    """A table's result: these finished in this order."""
    return Result(tuple((player,) for player in players))


def _hand(state: Tournament, stage: StageState, rng: random.Random) -> list[e.Event]:
    tables = stage.tables()
    table = rng.choice(sorted(tables))
    most = max(1, len(tables[table]) - 1)
    count = min(most, rng.choice([1, 1, 2]), len(stage.seats) - stage.spec.ends_at)
    victims = rng.sample(sorted(tables[table].values()), count)
    busts = tuple(Bust(one, table, rng.choice([100, 200, 300])) for one in victims)
    event = e.Busted(stage.spec.id, busts)
    after = extend(state, [event])
    dealers = {table: min(seats) for table, seats in after.stages[stage.spec.id].tables().items()}
    return [event, *moves_due(after, stage.spec.id, dealers, SEED)]


def _tie(state: Tournament, name: str) -> e.TieBroken:
    """Draw for a tie that a stage waits for: in its sources, or at its own tables."""
    stage = state.stages[name]
    takes: Sequence[Take] = () if stage.started else stage.spec.takes
    for take in takes:
        for group in final_groups(state):
            if len(group) > 1 and set(group) <= set(state.stages[take.source].entrants):
                return _drawn(state, take.source, group)
    for table in range(1, len(stage.rounds[-1].tables) + 1):
        for group in places_at(stage, len(stage.rounds), table) or ():
            if len(group) > 1:
                return _drawn(state, name, group)
    raise AssertionError(name)


def _drawn(state: Tournament, stage: str, group: Sequence[str]) -> e.TieBroken:
    return e.TieBroken(stage, draw_tie(state, stage, group, SEED), "draw")
