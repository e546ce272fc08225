"""How long the meld solver takes, next to OpenSpiel and rlcard in the same run where they are.

    python -m tests.benchmarks.solver [--hands 1000] [--rounds 7] [--memory 1000000]

Measured as `python -m engine bench` does, which asks the same of fewer rule sets. The peers are no
dependencies: install `open_spiel` and `rlcard` beside the project and name their place in
PYTHONPATH. They play gin rummy, so they answer for ten cards of one pack without wilds.

Random hands are dealt. Near hands are three melds with one card changed and one more; with wilds
in the place of some of their cards. `--memory` asks everything about so many mixed hands of all
rule sets and prints what the tables have grown to.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from engine.bench.rows import Row, questions
from engine.cards import Card, texts
from engine.cli_bench import MICRO, measured, told
from engine.deadwood import deadwood_for
from engine.distance import distance
from engine.melding.bounded import empty_all, entries
from engine.melding.solver import solver_for
from engine.melds import MeldAxes
from engine.pifpaf.points import VALUES
from tests.benchmarks.asked import HEADING, Asked, micros
from tests.engine.hands import AXES, near_hand, random_hand

RULES = ("pife", "pif-paf-aposta", "pife-curingas", "cacheta", "pif-paf")
WILDS = 5
Make: TypeAlias = Callable[[random.Random, MeldAxes, int, int], list[Card]]
PAGE = 4096


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
    loop, found = measured(rows, options.rounds)
    *above, heading = told(options.rounds, loop, found)[: -len(found)]
    print(*above, heading + HEADING, sep="\n")
    for one, line in zip(found, told(options.rounds, loop, found)[-len(found) :], strict=True):
        asked = asked_of(one.row.name)
        print(line + (asked.beside(one.seconds * MICRO) if asked else ""))
    return 0


def asked_of(name: str) -> Asked | None:
    """What is asked of a row by its name; of a hand with wilds, no least deadwood."""
    wilds, near = "wilds," in name and " 0 wilds" not in name, "near" in name
    limits = {
        "nine of ten, from vectors": 5.0 if wilds or near else 1.5,
        "nine of ten, from cards": 5.0 if wilds or near else 1.5,
        "which discards win": 20.0 if wilds else 7.0,
        "least deadwood": None if wilds else 6.0 if near else 2.0,
    }
    limit = limits.get(name.rpartition(": ")[2])
    return None if limit is None or name.startswith("OpenSpiel") else micros(limit)


def _ours(count: int) -> list[Row]:
    rows: list[Row] = []
    for rules in RULES:
        axes = AXES[rules]
        for wilds in range(WILDS if axes.wilds else 1):
            for kind, make in (("random", random_hand), ("near", near_hand)):
                rng = random.Random(wilds)
                hands = [_with_wilds(make, rng, axes, wilds) for _ in range(count)]
                name = f"{rules}, {wilds} wilds, {kind}: " if axes.wilds else f"{rules}, {kind}: "
                rows += questions(name, axes, hands)
    return rows


def _with_wilds(make: Make, rng: random.Random, axes: MeldAxes, wilds: int) -> list[Card]:
    """Ten cards with just so many wilds: the melds of a near hand may hold more of them."""
    while True:
        hand = make(rng, axes, 10, wilds)
        if sum(card in axes.wilds for card in hand) == wilds:
            return hand


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
