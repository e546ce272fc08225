"""How the rules of tournaments grow with the field: brackets, balancing, replay, Swiss, ICM.

    python -m tests.benchmarks.tournaments

Each line is the same work for a field of n, 2n, 4n, …: CPU seconds, and how many times the one
before it took. Linear work doubles (2.0), n log n a little more, quadratic work four times. The
last part, `nine_rules`, compares the seating of a Swiss round with another package's, if it is
installed.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from tests.benchmarks import nine_rules
from tournaments.rules import events as e
from tournaments.rules.advance import Board
from tournaments.rules.balance import rebalance
from tournaments.rules.bracket import (
    LOSER,
    WINNER,
    Side,
    double_elimination,
    single_elimination,
)
from tournaments.rules.bracket import (
    SEED as BY_SEED,
)
from tournaments.rules.draw import Draw
from tournaments.rules.icm import icm
from tournaments.rules.log import replay
from tournaments.rules.results import Result, won
from tournaments.rules.structure import DOUBLE, SINGLE, Stage, Structure
from tournaments.rules.swiss_pairs import Player, pair_round
from tournaments.rules.swiss_split import split
from tournaments.rules.swiss_tables import TablePlayer, seat_round

SEED = bytes(64)
REPEATS = 3


def main() -> int:
    """Measure and print."""
    brackets = [1250, 2500, 5000, 10_000]
    grow("single elimination, made and read", brackets, lambda n: bracket(n, SINGLE))
    grow("double elimination, made and read", brackets, lambda n: bracket(n, DOUBLE))
    played = {n: log(n) for n in brackets}
    grow("a whole log replayed, double elimination", brackets, lambda n: replay(played[n]))
    grow("balancing, tables of 8", [250, 500, 1000, 2000, 4000, 8000], balance)
    grow("Swiss for two, round 5", [50, 100, 200, 400], pairs)
    grow("Swiss for four, round 5", [50, 100, 200, 400, 1000], seats)
    grow("ICM, all places", [8, 10, 12, 14, 16], deal)
    nine_rules.main()
    return 0


def grow(name: str, sizes: Sequence[int], work: Callable[[int], object]) -> None:
    """Print the fastest of a few runs for each size."""
    print(name)
    before = 0.0
    for size in sizes:
        seconds = min(cpu(work, size) for _ in range(REPEATS))
        ratio = f"×{seconds / before:.1f}" if before else ""
        print(f"  {size:6} {seconds * 1000:10.1f} ms {ratio:>6}")
        before = seconds


def cpu(work: Callable[[int], object], size: int) -> float:
    """Seconds of this process."""
    single_elimination.cache_clear()
    double_elimination.cache_clear()
    began = time.process_time()
    work(size)
    return time.process_time() - began


def bracket(entrants: int, kind: str) -> None:
    """Make a bracket and read every match and place of it, nothing played."""
    made = single_elimination(entrants) if kind == SINGLE else double_elimination(entrants)
    board = Board(made, names(entrants), {})
    board.stands()
    board.groups()


def log(entrants: int) -> list[e.Event]:
    """A whole double elimination, the better seed wins."""
    made = double_elimination(entrants)
    field = names(entrants)
    rank = {name: seed for seed, name in enumerate(field)}
    results: dict[str, Result] = {}
    goes_on: dict[Side, str] = {Side(BY_SEED, seed + 1): name for name, seed in rank.items()}
    for match in made.matches:
        there = sorted((goes_on.get(s, "") for s in match.sides), key=lambda n: rank.get(n, -1))
        nobody = there.count("")
        winner, loser = (there[1], "") if nobody else there
        if not nobody and not match.optional:
            results[match.id] = won(winner, loser)
        goes_on[Side(WINNER, match=match.id)] = winner
        goes_on[Side(LOSER, match=match.id)] = loser
    return [
        e.Announced("t", Structure((Stage("a", DOUBLE),))),
        e.RegistrationOpened(),
        *map(e.Registered, field),
        e.RegistrationClosed(),
        e.StageStarted("a", field),
        *(e.ResultRecorded("a", match, result) for match, result in results.items()),
        e.Finished(),
    ]


def names(count: int) -> tuple[str, ...]:
    """Entrants by number."""
    return tuple(f"p{number}" for number in range(count))


def balance(players: int) -> None:
    """As lopsided as can be: half of the tables are full, half have two."""
    tables = -(-players // 5)
    counts = {table: 8 if table % 2 else 2 for table in range(tables)}
    rebalance(counts, 8)


def history(count: int, size: int) -> tuple[list[Fraction], list[dict[str, int]]]:
    """Scores and meetings after four rounds of slices of the standings."""
    rng = random.Random(count)
    scores = [Fraction(0)] * count
    met: list[dict[str, int]] = [{} for _ in range(count)]
    for _ in range(4):
        order = rng.sample(range(count), count)
        for table in (order[i : i + size] for i in range(0, count - size + 1, size)):
            for a, b in combinations(table, 2):
                met[a][f"p{b}"] = met[a].get(f"p{b}", 0) + 1
                met[b][f"p{a}"] = met[b].get(f"p{a}", 0) + 1
            for place, one in enumerate(table):
                scores[one] += size - 1 - place
    return scores, met


def pairs(count: int) -> None:
    """Pair the fifth round."""
    scores, met = history(count, 2)
    pair_round([Player(f"p{n}", n, scores[n], met[n]) for n in range(count)])


def seats(count: int) -> None:
    """Seat the fifth round at tables of four."""
    scores, met = history(count, 4)
    players = [TablePlayer(f"p{n}", scores[n], met[n]) for n in range(count)]
    seat_round(players, split(count, 4).sizes, Draw("t", SEED, "round 5"))


def deal(count: int) -> None:
    """All places paid."""
    icm([1000 + 37 * n for n in range(count)], list(range(10 * count, 0, -10)))


if __name__ == "__main__":
    sys.exit(main())
