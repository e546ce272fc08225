"""How fast hands are played, logged, proved, listed and shown, in CPU time on one core.

    python -m tests.benchmarks.games [--rounds 5] [--games 12] [--rules ID ...]

Each round times, one after the other: a fixed loop of plain Python (the calibration); the limit, a
bare loop that moves cards at random, unchecked, and writes a line and a hash for each event;
random hands of four at `pife` played as a table plays them (the list of what is legal, the choice
read as a stranger's, the action applied, its line, its hash); the proof of records of such hands,
and of hands that bots played sensibly. Then `legal` for every seat that is awaited and `view` for
every seat, in each rule set.

Random players hardly ever go out, so a hand lasts until its stock has been made again as often as
the rules let it. "one stock" is the same game with `recycle_limit` 0.

Printed are medians over the rounds, the medians of the ratios to the calibration (microseconds of
an event by microseconds of the loop: it says less about the machine), and for games those to the
limit. Nothing is asserted.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from engine.bots import calm
from engine.chain import entry, genesis
from engine.game import Json, Seating, Setup, State, game_for, parse_action, rules_ids
from engine.lines import act_line
from engine.record import dealt, load, replay, verify
from engine.shuffle import tagged_digest
from engine.simulate import Plan, simulate, stakes_of
from tests.benchmarks.asked import HEADING, NOTHING, Asked, a_second, micros

RULES = "pife"
SEATS = 4
STACK = 1000
MICRO = 1e6
STATES_MAX = 200
# Asked are 400 games of about 190 events; a game of another length is asked to keep that pace.
LOGGED_EVENTS = 400 * 190
PROVED_SENSIBLE = a_second(1000)
PROVED_RANDOM = a_second(400)
QUESTION = micros(20)
ONE_STOCK: Mapping[str, object] = {"recycle_limit": 0}


class Row(NamedTuple):
    """One line of the table: what is done, how many hands and events (or questions) that is.

    `asked`: hands a second.
    """

    name: str
    work: Callable[[], object]
    hands: int
    events: int
    asked: Asked | None = None


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--rules", nargs="*", default=list(rules_ids()))
    options = parser.parse_args()
    print_hands(hand_rows(options.games), options.rounds)
    print(
        f"\n{'µs a question':24}{'legal':>8}{HEADING}{'view':>8}{HEADING}"
        f"{'slowest phase of legal':>26}"
    )
    for rules_id in options.rules:
        print_questions(rules_id, options.rounds)
    return 0


def print_hands(rows: list[Row], rounds: int) -> None:
    """Hands a second, and what an event costs beside the calibration and the limit."""
    seconds, loops = measured(rows, rounds)
    print(f"{rounds} rounds; the calibration took {statistics.median(loops) * MICRO:.0f} µs\n")
    print(
        f"{'':34}{'hands/s':>9}{HEADING}{'best':>7}"
        f"{'events':>8}{'µs/event':>10}{'/loop':>9}{'/limit':>8}"
    )
    for row, its in zip(rows, seconds, strict=True):
        each = [taken / row.events for taken in its]
        to_loop = statistics.median(one / loop for one, loop in zip(each, loops, strict=True))
        limit = statistics.median(
            one / (bare / rows[0].events) for one, bare in zip(each, seconds[0], strict=True)
        )
        median = statistics.median(its)
        beside = row.asked.beside(row.hands / median) if row.asked else NOTHING
        print(
            f"{row.name:34}{row.hands / median:9.0f}{beside}{row.hands / min(its):7.0f}"
            f"{row.events / row.hands:8.0f}{median / row.events * MICRO:10.2f}"
            f"{to_loop * 1000:9.3f}{limit:8.2f}"
        )


def print_questions(rules_id: str, rounds: int) -> None:
    """What `legal` and `view` cost in one rule set."""
    game = game_for(rules_id)
    states = list(reached(rules_id))
    seats = range(seats_of(rules_id))
    awaited = [(state, seat) for state in states for seat in game.waiting(state).seats]
    phases = sorted({game.waiting(state).kind for state, _ in awaited})
    asked = [(state, seat) for state in states for seat in seats]
    rows = [
        Row("legal", lambda: [game.legal(*one) for one in awaited], 1, len(awaited)),
        Row("view", lambda: [game.view(*one) for one in asked], 1, len(asked)),
    ]
    for phase in phases:
        these = [one for one in awaited if game.waiting(one[0]).kind == phase]
        work = _asking(game.legal, these)
        rows.append(Row(phase, work, 1, len(these)))
    seconds, _ = measured(rows, rounds)
    legal, view, *by_phase = (
        statistics.median(its) / row.events * MICRO for row, its in zip(rows, seconds, strict=True)
    )
    slowest, phase = max(zip(by_phase, phases, strict=True))
    print(
        f"{rules_id:24}{legal:8.1f}{QUESTION.beside(legal)}{view:8.1f}{QUESTION.beside(view)}"
        f"{slowest:12.1f} in {phase}"
    )


def _asking(
    ask: Callable[[State, int], object], these: list[tuple[State, int]]
) -> Callable[[], object]:
    return lambda: [ask(*one) for one in these]


def measured(rows: list[Row], rounds: int) -> tuple[list[list[float]], list[float]]:
    """CPU seconds of each row in each round, and of the calibration before and after it."""
    for row in rows:
        row.work()  # tables fill
    seconds: list[list[float]] = [[] for _ in rows]
    loops = []
    for _ in range(rounds):
        before = calibration()
        for row, known in zip(rows, seconds, strict=True):
            began = time.process_time()
            row.work()
            known.append(time.process_time() - began)
        loops.append((before + calibration()) / 2)
    return seconds, loops


def calibration() -> float:
    """Seconds for a fixed piece of plain Python."""
    table = {number: number + 1 for number in range(256)}
    began = time.process_time()
    at = 0
    for number in range(20_000):
        at = table[at & 255] + (number >> 3)
    return time.process_time() - began


def hand_rows(games: int) -> list[Row]:
    """The limit first, then games and proofs."""
    length = sum(len(played(seed, ONE_STOCK)) for seed in range(games)) // games
    limit = Row("limit: bare loop, log and hash", _bare(games, length), games, games * length)
    rows = [limit]
    for name, options, count in (
        ("one stock", ONE_STOCK, games),
        ("by the rules", {}, games // 2),
    ):
        total = sum(len(played(seed, options)) for seed in range(count))
        asked = a_second(round(LOGGED_EVENTS * count / total))
        work = _playing(count, options)
        rows.append(Row(f"random game, checked, {name}", work, count, total, asked))
    for name, bots, options, count, proved in (
        ("sensible", "steady", {}, 4 * games, PROVED_SENSIBLE),
        ("random, one stock", "calm", ONE_STOCK, games, PROVED_RANDOM),
        ("random, by the rules", "calm", {}, games // 2, None),
    ):
        records = [one.record for one in islice(simulate(plan(bots, options)), count)]
        lines = sum(record.count("\n") for record in records)
        rows.append(Row(f"verify, {name}", verifying(records), count, lines, proved))
    return rows


def plan(bots: str, options: Mapping[str, object]) -> Plan:
    """Four of these bots at one table."""
    return Plan(RULES, SEATS, 3, (bots,), options)


def _playing(games: int, options: Mapping[str, object]) -> Callable[[], object]:
    return lambda: [played(seed, options) for seed in range(games)]


def verifying(records: list[str]) -> Callable[[], object]:
    """The proof of all of these."""

    def work() -> None:
        for record in records:
            verdict = verify(record)
            assert verdict.ok, verdict

    return work


def played(seed: int, options: Mapping[str, object]) -> list[str]:
    """The lines of a random game, from the first action to the last."""
    game, hand, rng = game_for(RULES), f"random-{seed}", random.Random(seed)
    seats = tuple(Seating(seat, STACK) for seat in range(SEATS))
    stakes, _ = stakes_of(plan("calm", options))
    setup = Setup(RULES, tuple(options.items()), seats, 0, stakes)
    state = dealt(setup, hand, tagged_digest("benchmark", hand.encode()))
    lines: list[str] = []
    head, at = genesis(hand), 1_767_225_600_000

    def choose(n: int) -> int:
        return int(rng.random() * n)

    while (waiting := game.waiting(state)).kind != "over":
        seat = waiting.seats[0]
        action = parse_action(calm({}, game.legal(state, seat), choose), seat)
        state = game.apply(state, action)
        at += 1000
        line = act_line(hand, len(lines) + 2, at, action)
        head, line = entry(head, line)
        lines.append(line)
    return lines


def _bare(games: int, length: int) -> Callable[[], object]:
    return lambda: bare(games, length)


def bare(games: int, length: int) -> None:
    """So many events a game, as no table may have them: nothing is checked, cards just move."""
    rng = random.Random(0)
    for game in range(games):
        pack = list(range(104))
        hands = [[pack.pop() for _ in range(9)] for _ in range(SEATS)]
        head, lines = b"", []
        for seq in range(length):
            seat = seq // 2 % SEATS
            if seq % 2:
                card = hands[seat].pop(int(rng.random() * 10))
                pack.insert(0, card)
                action: Json = {"kind": "discard", "card": card}
            else:
                hands[seat].append(pack.pop())
                action = {"kind": "draw", "from": "stock"}
            event = {"seq": seq, "at": seq, "hand": game, "seat": seat, "action": action}
            line = json.dumps(event)
            head = sha256(head + line.encode()).digest()
            lines.append(f'{{"event":{line},"hash":"{head.hex()}"}}\n')


def seats_of(rules_id: str) -> int:
    """Four, where the rules play with so few."""
    least: int = game_for(rules_id).rules(rules_id, {}).min_players
    return max(SEATS, least)


def reached(rules_id: str) -> Iterator[State]:
    """States of hands played at random and sensibly."""
    seats = seats_of(rules_id)
    for bots in ("calm", "steady"):
        hands = islice(simulate(Plan(rules_id, seats, 5, (bots,))), 3)
        states = (state for hand in hands for _, state in replay(load(hand.record)))
        yield from islice(states, STATES_MAX)


if __name__ == "__main__":
    sys.exit(main())
