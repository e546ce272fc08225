"""A result is corrected after others were built on it: what changes, what is to be done (4.1).

A correction never deletes. A later result that names players who no longer stand in its match is
set aside, and counts again when they do: to correct and to correct back leaves what was there.
For each later match the organiser rules:

* `replay` (if nothing is said): the result is set aside, the match is open for who stands there.
* `keep`: the match stays as it was played, by those who played it.
* `swap`: the result stays, and the newcomer takes the place of the one who should not have been
  there.
* `void`: the match counts for nobody.
"""

from dataclasses import dataclass
from typing import Final

from tournaments.rules.advance import Board, Slot
from tournaments.rules.errors import Refused
from tournaments.rules.events import ResultCorrected
from tournaments.rules.qualify import cut_is_clear, through
from tournaments.rules.results import VOID, Result, check_decided, check_result
from tournaments.rules.standings import BRACKETS, board, match_id, places_at, rounds_planned
from tournaments.rules.state import Round, StageState
from tournaments.rules.structure import TABLES

KEEP: Final = "keep"
SWAP: Final = "swap"
REPLAY: Final = "replay"
VOIDED: Final = "void"
RULINGS: Final = (KEEP, SWAP, REPLAY, VOIDED)


@dataclass(frozen=True, slots=True)
class Affected:
    """A later match in which others should stand: `before` and `after` the correction.

    `played`: it has a result, which is set aside unless a ruling says otherwise.
    """

    match: str
    before: tuple[Slot, ...]
    after: tuple[Slot, ...]
    played: bool


def corrected(stage: StageState, event: ResultCorrected) -> None:
    """Change the result and apply the rulings. Raises Refused; the stage is the caller's copy."""
    rulings = dict(event.rulings)
    if not set(rulings.values()) <= set(RULINGS):
        raise Refused("bad-ruling", f"A ruling is one of {', '.join(RULINGS)}.")
    if event.match not in stage.results:
        raise Refused("not-played", f"Match {event.match} has no result to correct.")
    if stage.spec.kind in BRACKETS:
        _correct_bracket(stage, event, rulings)
    else:
        _correct_round(stage, event, rulings)


def affected(before: StageState, after: StageState) -> tuple[Affected, ...]:
    """The matches in which others should stand after a correction, in the order of play."""
    if before.spec.kind in BRACKETS:
        return _affected_bracket(board(before), board(after), after)
    if before.spec.kind == TABLES:
        return _affected_tables(before, after)
    return ()


def _correct_bracket(stage: StageState, event: ResultCorrected, rulings: dict[str, str]) -> None:
    before = board(stage.clone())  # reads a copy: the results below change
    sides = before.stand(event.match).sides
    if event.result is None:
        stage.results.pop(event.match)
    else:
        check_decided(event.result, [side for side in sides if side])
        stage.results[event.match] = event.result
    for match in before.bracket.matches:
        ruling = rulings.pop(match.id, REPLAY)
        stage.read = None  # each ruling is made on what the ones before it have left
        if ruling != REPLAY:
            _rule(stage, match.id, before, ruling)
    if rulings:
        raise Refused("bad-ruling", f"There is no match {', '.join(sorted(rulings))}.")
    _drop_idle_pins(stage)


def _rule(stage: StageState, match: str, before: Board, ruling: str) -> None:
    old = before.stand(match)
    if match not in stage.results or old.result is None:
        raise Refused("not-played", f"Match {match} has no result that a ruling could be about.")
    if ruling == VOIDED:
        stage.results[match] = Result((), VOID)
        return
    if ruling == KEEP:
        first, second = old.sides
        if first and second:
            stage.pins[match] = (first, second)
        return
    new = board(stage).stand(match)
    if None in new.sides or "" in new.sides:
        raise Refused("nobody-to-swap", f"Nobody stands in {match} yet who could be swapped in.")
    result = old.result
    for gone, come in zip(old.sides, new.sides, strict=True):
        if gone and come and gone != come:
            result = result.swapped(gone, come)
    stage.results[match] = result


def _drop_idle_pins(stage: StageState) -> None:
    """A pin that says what the matches before it say anyway is no pin."""
    for match in list(stage.pins):
        pin = stage.pins.pop(match)
        stage.read = None
        if board(stage).stand(match).sides != pin:
            stage.pins[match] = pin
    stage.read = None


def _affected_bracket(before: Board, after: Board, stage: StageState) -> tuple[Affected, ...]:
    found = []
    for match in before.bracket.matches:
        old, new = before.stand(match.id), after.stand(match.id)
        if old.sides != new.sides:
            played = match.id in stage.results
            found.append(Affected(match.id, old.sides, new.sides, played))
    return tuple(found)


def _correct_round(stage: StageState, event: ResultCorrected, rulings: dict[str, str]) -> None:
    number, table = _indices(event.match)
    players = stage.rounds[number].tables[table]
    before = stage.clone()
    if event.result is None:
        stage.results.pop(event.match)
    else:
        check_result(event.result, players)
        stage.results[event.match] = event.result
    later = {one.match: one for one in affected(before, stage)}
    for match, ruling in rulings.items():
        if match not in later and ruling != VOIDED:
            raise Refused("bad-ruling", f"Match {match} is not affected: nothing is to be ruled.")
        if ruling == SWAP:
            _swap_at_table(stage, match, later[match])
        elif ruling == VOIDED:
            stage.results[match] = Result((), VOID)
        elif ruling == REPLAY:
            _swap_at_table(stage, match, later[match])
            stage.results.pop(match, None)


def _swap_at_table(stage: StageState, match: str, change: Affected) -> None:
    gone = [one for one in change.before if one not in change.after]
    come = [one for one in change.after if one not in change.before]
    number, table = _indices(match)
    tables = [*stage.rounds[number].tables]
    for old, new in zip(gone, come, strict=True):
        if not old or not new:
            continue
        names = {old: new}
        tables[table] = tuple(names.get(one, one) for one in tables[table])
        if match in stage.results:
            stage.results[match] = stage.results[match].swapped(old, new)
    stage.rounds[number] = Round(tuple(tables), stage.rounds[number].byes)


def _affected_tables(before: StageState, after: StageState) -> tuple[Affected, ...]:
    """Tables of the next round that hold somebody who should not have gone on."""
    found: list[Affected] = []
    for number in range(1, min(len(before.rounds), rounds_planned(before))):
        was, now = _went_on(before, number), _went_on(after, number)
        gone = [one for one in was if one not in now]
        come = [one for one in now if one not in was]
        for old, new in zip(gone, come, strict=False):
            for table, players in enumerate(before.rounds[number].tables, start=1):
                if old in players:
                    swapped = tuple(new if one == old else one for one in players)
                    match = match_id(number + 1, table)
                    found.append(Affected(match, players, swapped, match in before.results))
    return tuple(found)


def _went_on(stage: StageState, number: int) -> list[str]:
    k = stage.spec.advance[number - 1]
    found: list[str] = []
    for table in range(1, len(stage.rounds[number - 1].tables) + 1):
        groups = places_at(stage, number, table)
        if groups is not None and cut_is_clear(groups, k):
            found += [entrant for entrant, _ in through(groups, k)]
    return found


def _indices(match: str) -> tuple[int, int]:
    number, table = match.removeprefix("r").split(".")
    return int(number) - 1, int(table) - 1
