"""Our Swiss seating beside `krcg.seating`, by the nine rules of that package and in its own score.

Both seat three rounds one after the other, knowing the rounds before, without scores: tables of
five, the rest at tables of four in turn. Each of the nine is a number of faults (rules 3 and 8: a
standard deviation), less is better; the total is theirs, weights and all. Theirs is drawn anew in
each run, so a line is the mean over a few runs of both.
"""

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from statistics import mean
from typing import Any, Final, TypeAlias

from tournaments.rules.draw import Draw
from tournaments.rules.swiss_split import SHORT_SHARED, split
from tournaments.rules.swiss_tables import EFFORT, TablePlayer, seat_round

Round: TypeAlias = tuple[tuple[str, ...], ...]

PLAYERS: Final = (12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 30, 36, 45, 60)
ROUNDS: Final = 3
RUNS: Final = 3
SIZE: Final = 5
STEPS: Final = 20_000
"""Theirs, for a round that is added to those played, as that package advises."""


def main() -> None:
    """Print a line of ours and one of theirs for each number of players."""
    try:
        krcg = import_module("krcg.seating")
    except ImportError:
        print("The package krcg is not installed, so there is no seating to compare ours with.")
        return
    print("Seating by the nine rules of krcg: R1 … R9, their total, seconds of this process")
    for count in PLAYERS:
        _line(count, "ours", _mean(krcg, partial(ours, count, ROUNDS)))
        _line(count, "krcg", _mean(krcg, partial(_theirs, krcg, count)))


def ours(count: int, rounds: int, run: int = 0, effort: int = EFFORT) -> list[Round]:
    """So many rounds without scores, the draw of each from a seed made of the run's number."""
    names = [f"p{number:03}" for number in range(count)]
    sizes = split(count, SIZE, SHORT_SHARED).sizes
    played: list[Round] = []
    for number in range(rounds):
        players = []
        for name in names:
            sat = tuple(table for each in played for table in each if name in table)
            met = Counter(other for table in sat for other in table if other != name)
            players.append(TablePlayer(name, Fraction(0), met, sat=sat))
        draw = Draw("t", bytes([run]) * 64, f"round {number}")
        played.append(seat_round(players, sizes, draw, effort=effort, shared=True).tables)
    return played


def _theirs(
    krcg: Any,  # noqa: ANN401 - a package without types
    count: int,
    _run: int,
) -> list[Any]:
    found = [krcg.Round.from_players(list(range(count)))]
    for fixed in range(1, ROUNDS):
        found.append(krcg.Round.from_players(list(range(count))))
        found, _score = krcg.optimise(found, STEPS, fixed=fixed)
    return found


def _mean(krcg: Any, seat: Callable[[int], list[Any]]) -> list[float]:  # noqa: ANN401 - as above
    lines = []
    for run in range(RUNS):
        began = time.process_time()
        rounds = seat(run)
        seconds = time.process_time() - began
        score = krcg.Score([krcg.Round(map(list, each)) for each in rounds])
        lines.append([*map(float, score.rules), float(score.total), seconds])
    return [mean(column) for column in zip(*lines, strict=True)]


def _line(count: int, whose: str, numbers: list[float]) -> None:
    *rules, total, seconds = numbers
    told = " ".join(f"{number:6.2f}" for number in rules)
    print(f"  {count:3} {whose} {told} {total:14.1f} {seconds:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
