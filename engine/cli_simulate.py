"""`python3 -m engine simulate`: bots play hands without any server; each leaves its record."""

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from engine.bots import BOTS, UnknownBot
from engine.cli_failure import CliFailure
from engine.cli_progress import Progress
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.events import outcome_json
from engine.game import game_for
from engine.simulate import ANTE, SEED_LIMIT, START_STACK, Plan, Played, simulate

HANDS_MAX: Final = 10_000_000
STACK_MAX: Final = 10**9
_DIGITS_MAX: Final = 20
_TOLD_HANDS: Final = 20
"""Beyond this many hands only the totals are told."""


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--rules", default="pif-paf-aposta", metavar="ID", help="the rule set")
    parser.add_argument("--seats", type=int, default=3, metavar="N", help="how many bots (3)")
    parser.add_argument("--hands", type=_whole(1, HANDS_MAX), default=5, metavar="N", help="(5)")
    parser.add_argument(
        "--seed",
        type=_whole(0, SEED_LIMIT - 1),
        default=1,
        metavar="N",
        help="same seed, same hands",
    )
    parser.add_argument(
        "--stack",
        type=_whole(1, STACK_MAX),
        default=START_STACK,
        metavar="N",
        help=f"chips that each seat starts with, and gets again when bust ({START_STACK})",
    )
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="write hand-0001.jsonl … there"
    )
    parser.add_argument(
        "--bots",
        default="steady",
        metavar="NAME,…",
        help=f"who sits down, seat by seat and then round again: {', '.join(BOTS)} (steady)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


@dataclass
class Tally:
    """What the hands came to."""

    stacks: dict[int, int]
    hands: int = 0
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    topped_up: Counter[int] = field(default_factory=Counter)
    told: list[Played] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, played: Played, *, keep: bool) -> None:
        """Count one hand; keep it whole if it will be told."""
        self.hands += 1
        self.actions += played.actions
        self.ends[played.outcome.how] += 1
        if played.outcome.winner is not None:
            self.wins[played.outcome.winner] += 1
        self.topped_up.update(played.topped_up)
        self.stacks.update(played.outcome.stacks)
        if keep:
            self.told.append(played)


def run(options: Namespace) -> int:
    """Play, write the records, print the results."""
    plan = _plan(options)
    tally = Tally(dict.fromkeys(range(plan.seats), plan.stack))
    with _failures_told():
        if options.records is not None:
            options.records.mkdir(parents=True, exist_ok=True)
        _play(plan, options, tally)
    if options.json:
        print(json.dumps(_as_json(plan, tally, options.records), ensure_ascii=False))
    else:
        for line in _told(plan, tally, options.records):
            print(line)
    return 0


def _play(plan: Plan, options: Namespace, tally: Tally) -> None:
    keep_all = options.json or options.hands <= _TOLD_HANDS
    began = time.perf_counter()
    with Progress("played", options.hands) as progress:
        for played in islice(simulate(plan), options.hands):
            if options.records is not None:
                _file(options.records, played.hand_no).write_bytes(played.record.encode())
            tally.add(played, keep=keep_all)
            progress.step()
    tally.seconds = time.perf_counter() - began


def _plan(options: Namespace) -> Plan:
    bots = tuple(name.strip() for name in options.bots.split(","))
    with _failures_told():
        rules = game_for(options.rules).rules(options.rules, {})
        # Two may play by the house option; whoever asks for two wants it.
        low, high = min(2, rules.min_players), rules.max_players
        if not low <= options.seats <= high:
            raise CliFailure(f"{options.rules} is for {low} to {high} seats, not {options.seats}.")
        chosen = {"min_players": options.seats} if options.seats < rules.min_players else {}
    if len(bots) > options.seats:
        raise CliFailure(f"{len(bots)} bots have no place on {options.seats} seats.")
    return Plan(options.rules, options.seats, options.seed, bots, chosen, options.stack)


@contextmanager
def _failures_told() -> Iterator[None]:
    try:
        yield
    except (UnknownRules, BadRules, BadSetup, UnknownBot) as error:
        raise CliFailure(str(error)) from error
    except OSError as error:
        raise CliFailure(f"Can't write {error.filename}: {error.strerror or error}.") from error


def _file(folder: Path, hand_no: int) -> Path:
    return folder / f"hand-{hand_no:04d}.jsonl"


def _whole(lowest: int, highest: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        # int() also takes "1_0" and other scripts' digits; a terminal has plain ones.
        number = (
            int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS_MAX else -1
        )
        if not lowest <= number <= highest:
            raise ArgumentTypeError(
                f"must be a whole number from {lowest} to {highest}, not {text}"
            )
        return number

    return read


def _told(plan: Plan, tally: Tally, records: Path | None) -> Iterator[str]:
    names = ", ".join(f"{seat} {plan.bots[seat % len(plan.bots)]}" for seat in range(plan.seats))
    yield f"{plan.rules_id}, seed {plan.seed}, ante {ANTE}, stacks of {plan.stack}"
    yield f"seats: {names}"
    for played in tally.told:
        yield from _hand_told(plan, played)
    yield ""
    yield f"{tally.hands} hands ended by: " + ", ".join(
        f"{how} {times}" for how, times in sorted(tally.ends.items())
    )
    for seat, stack in tally.stacks.items():
        fresh = tally.topped_up[seat]
        more = f", {fresh} fresh stacks of {plan.stack} on the way" if fresh else ""
        yield f"  seat {seat}: won {tally.wins[seat]}, {stack} chips{more}"
    yield f"{tally.actions / tally.hands:.1f} actions a hand, {_rate(tally):.0f} hands/s"
    if records is not None:
        yield f"records: {_file(records, 1)} to {_file(records, tally.hands).name}"
        yield f"check them: python3 -m engine verify {records}"


def _hand_told(plan: Plan, played: Played) -> Iterator[str]:
    for seat in played.topped_up:
        yield f"       seat {seat} was bust and gets a fresh stack of {plan.stack}"
    outcome = played.outcome
    deltas = "  ".join(f"{seat}: {delta:+d}" for seat, delta in outcome.deltas)
    end = "void" if outcome.winner is None else f"seat {outcome.winner} wins ({outcome.how})"
    yield f"{played.hand_no:5d}  {end:24} {played.actions:4d} actions   {deltas}"


def _rate(tally: Tally) -> float:
    return tally.hands / tally.seconds if tally.seconds else 0.0


def _as_json(plan: Plan, tally: Tally, records: Path | None) -> dict[str, object]:
    hands = [
        {
            "hand_no": played.hand_no,
            "file": None if records is None else str(_file(records, played.hand_no)),
            "actions": played.actions,
            "topped_up": list(played.topped_up),
            **outcome_json(played.outcome),
        }
        for played in tally.told
    ]
    return {
        "rules": plan.rules_id,
        "seats": plan.seats,
        "seed": plan.seed,
        "bots": [plan.bots[seat % len(plan.bots)] for seat in range(plan.seats)],
        "ante": ANTE,
        "start_stack": plan.stack,
        "hands": hands,
        "ends": dict(sorted(tally.ends.items())),
        "stacks": [[seat, stack] for seat, stack in tally.stacks.items()],
        "topped_up": [[seat, tally.topped_up[seat]] for seat in tally.stacks],
        "actions_per_hand": round(tally.actions / tally.hands, 2),
        "hands_per_second": round(_rate(tally), 1),
    }
