"""How long the meld solver takes, next to OpenSpiel and rlcard in the same run where they are.

    python -m tests.benchmarks.solver [--hands 1000] [--rounds 7] [--memory 1000000]

Each round first times a fixed loop of plain Python, then every question over the same hands, in
CPU time. Printed are medians over the rounds, each scaled by how fast the loop ran in that round:
a round on a busy machine counts like one on a quiet one. The peers are no dependencies: install
`open_spiel` and `rlcard` beside the project and name their place in PYTHONPATH. They play gin
rummy, so they answer for ten cards of one pack without wilds.

Random hands are dealt. Near hands are three melds with one card changed and one more; with wilds
in the place of some of their cards. `--memory` asks everything about so many mixed hands of all
rule sets and prints what the tables have grown to.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from engine.cards import Card, texts
from engine.deadwood import deadwood_for
from engine.distance import distance
from engine.melding.bounded import empty_all, entries
from engine.melding.solver import solver_for
from engine.melds import MeldAxes
from engine.pifpaf.points import VALUES
from tests.engine.hands import AXES, near_hand, random_hand

MICRO = 1e6
RULES = ("pife", "pif-paf-aposta", "pife-curingas", "cacheta", "pif-paf")
WILDS = 5
PAGE = 4096


class Row(NamedTuple):
    """One line of the table: what is asked, about which hands."""

    name: str
    hands: Sequence[Any]
    ask: Callable[[Any], object]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--memory", type=int, metavar="HANDS", help="measure memory instead")
    options = parser.parse_args()
    if options.memory:
        measure_memory(options.memory)
        return 0
    rows = [*_peers(options.hands), *_ours(options.hands)]
    times = _measured(rows, options.rounds)
    print(f"{'question':58} {'µs a hand':>9}")
    for row, micros in zip(rows, times, strict=True):
        print(f"{row.name:58} {micros:9.2f}")
    return 0


def _measured(rows: Sequence[Row], rounds: int) -> list[float]:
    """Microseconds a hand for each row."""
    for row in rows:
        _seconds(row)  # tables fill
    ratios: list[list[float]] = [[] for _ in rows]
    loops = []
    for _ in range(rounds):
        for row, known in zip(rows, ratios, strict=True):
            loop = _calibration()
            loops.append(loop)
            known.append(_seconds(row) / loop)
    usual = statistics.median(loops)
    print(f"{rounds} rounds; the calibration loop took {usual * MICRO:.0f} µs (median)\n")
    return [statistics.median(known) * usual * MICRO for known in ratios]


def _seconds(row: Row) -> float:
    ask = row.ask
    began = time.process_time()
    for hand in row.hands:
        ask(hand)
    return (time.process_time() - began) / len(row.hands)


def _calibration() -> float:
    """Seconds for a fixed piece of plain Python."""
    table = {number: number + 1 for number in range(256)}
    began = time.process_time()
    at = 0
    for number in range(20_000):
        at = table[at & 255] + (number >> 3)
    return time.process_time() - began


def _ours(count: int) -> list[Row]:
    rows = []
    for rules in RULES:
        axes = AXES[rules]
        for wilds in range(WILDS if axes.wilds else 1):
            for kind, make in (("random", random_hand), ("near", near_hand)):
                rng = random.Random(wilds)
                hands = [make(rng, axes, 10, wilds) for _ in range(count)]
                name = f"{rules}, {wilds} wilds, {kind}: " if axes.wilds else f"{rules}, {kind}: "
                rows += _questions(name, axes, hands)
    return rows


def _questions(name: str, axes: MeldAxes, hands: list[list[Card]]) -> list[Row]:
    solver, least = solver_for(axes), deadwood_for(axes, VALUES).least
    packed = [solver.packer.packed(hand) for hand in hands]
    few = hands[: len(hands) // 4]
    return [
        Row(
            f"{name}nine of ten, from vectors",
            packed,
            solver.search(_wilds(hands, axes)).all_but_one,
        ),
        Row(f"{name}nine of ten, from cards", hands, solver.all_but_one),
        Row(f"{name}which discards win", hands, solver.throws),
        Row(f"{name}the same with their melds", few, solver.thrown),
        Row(f"{name}least deadwood", few, least),
        Row(f"{name}distance", few, lambda hand: distance(hand, axes)),
    ]


def _wilds(hands: list[list[Card]], axes: MeldAxes) -> list[Card]:
    return [card for card in hands[0] if card in axes.wilds]


def _peers(count: int) -> list[Row]:
    rng = random.Random(0)
    hands = [rng.sample(range(52), 10) for _ in range(count)]
    axes = MeldAxes("min3", "low", "three-or-more")
    rows = [
        Row("one pack, random: nine of ten, from cards", hands, solver_for(axes).all_but_one),
        Row("one pack, random: least deadwood", hands, deadwood_for(axes, VALUES).least),
    ]
    with suppress(ImportError):
        gin = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
        rows.append(Row("OpenSpiel, gin rummy: least deadwood", hands, gin.min_deadwood))
    with suppress(ImportError):
        rows.append(_rlcard(hands[: count // 4]))
    return rows


def _rlcard(hands: list[list[Card]]) -> Row:
    clusters = import_module("rlcard.games.gin_rummy.utils.melding").get_best_meld_clusters
    deadwood = import_module("rlcard.games.gin_rummy.utils.utils").get_deadwood_count
    card = import_module("rlcard.games.base").Card
    theirs = [[card(text[1], text[0]) for text in texts(hand)] for hand in hands]
    return Row(
        "rlcard, gin rummy: best melds and their deadwood",
        theirs,
        lambda hand: [deadwood(hand, cluster) for cluster in clusters(hand)[:1]],
    )


def measure_memory(count: int) -> None:
    """Ask everything about so many mixed hands and print what has grown."""
    rng = random.Random(1)
    asked = [(axes, solver_for(axes), deadwood_for(axes, VALUES)) for axes in AXES.values()]
    empty_all()
    before, most, began = _resident(), 0, time.perf_counter()
    for number in range(count):
        axes, solver, left = asked[number % len(asked)]
        make = near_hand if number % 3 == 0 else random_hand
        hand = make(rng, axes, 10, number % WILDS)
        solver.thrown(hand)
        left.least(hand)
        distance(hand, axes)
        most = max(most, entries())
    seconds = time.perf_counter() - began
    print(f"{count} hands of {len(asked)} choices of axes in {seconds:.0f} s")
    print(f"entries now {entries()}, at most {most}")
    print(f"the process has grown by {(_resident() - before) / 2**20:.1f} MiB")


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


if __name__ == "__main__":
    sys.exit(main())
