"""`python3 -m engine simulate`: bots play hands and matches without any server."""

import json
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

from engine.bots import BOTS, UnknownBot
from engine.cli_failure import CliFailure
from engine.cli_progress import Progress
from engine.errors import BadRules, BadSetup, UnknownRules
from engine.game import Game, game_for
from engine.simulate import SEED_LIMIT, START_STACK, EngineFault, Plan, simulate
from engine.simulate_tally import JSON_HANDS, TOLD_HANDS, Tally, as_json, hand_file, told

HANDS_MAX: Final = 10_000_000
STACK_MAX: Final = 10**9
_DIGITS_MAX: Final = 20
_FAULT: Final = 1


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
        "--set",
        action="append",
        default=[],
        metavar="AXIS=VALUE",
        help="change an axis of the rules; may be given again",
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


def run(options: Namespace) -> int:
    """Play, write the records, print the results. Exit code 1: the engine broke its word."""
    plan = _plan(options)
    with _failures_told():
        if options.records is not None:
            options.records.mkdir(parents=True, exist_ok=True)
        tally = _played(plan, options)
    if options.json:
        print(json.dumps(as_json(tally, options.records), ensure_ascii=False))
    else:
        for line in told(tally, options.records):
            print(line)
    return 0


def _played(plan: Plan, options: Namespace) -> Tally:
    few = TOLD_HANDS if options.hands <= TOLD_HANDS else 0
    tally = Tally(plan, keep=JSON_HANDS if options.json else few)
    began = time.perf_counter()
    with Progress("played", options.hands) as progress:
        for played in islice(simulate(plan), options.hands):
            if options.records is not None:
                file = hand_file(options.records, played.hand_no)
                file.write_bytes(played.record.encode())
            tally.add(played)
            progress.step()
    tally.seconds = time.perf_counter() - began
    return tally


def _plan(options: Namespace) -> Plan:
    bots = tuple(name.strip() for name in options.bots.split(","))
    with _failures_told():
        game = game_for(options.rules)
        chosen = dict(_changed(game, change) for change in options.set)
        rules = game.rules(options.rules, chosen)
        # Two may play by the house option; whoever asks for two wants it.
        low, high = min(2, rules.min_players), rules.max_players
        if not low <= options.seats <= high:
            raise CliFailure(f"{options.rules} is for {low} to {high} seats, not {options.seats}.")
        if options.seats < rules.min_players:
            chosen["min_players"] = options.seats
    if len(bots) > options.seats:
        raise CliFailure(f"{len(bots)} bots have no place on {options.seats} seats.")
    return Plan(
        rules_id=options.rules,
        seats=options.seats,
        seed=options.seed,
        bots=bots,
        options=chosen,
        stack=options.stack,
        records=options.records is not None,
    )


def _changed(game: Game, change: str) -> tuple[str, object]:
    """An option as AXIS=VALUE."""
    name, equals, value = change.partition("=")
    if not equals:
        raise CliFailure(f"--set takes AXIS=VALUE, as in --set ace=low, not {change}.")
    return name, game.read_option(name, value)


@contextmanager
def _failures_told() -> Iterator[None]:
    try:
        yield
    except (UnknownRules, BadRules, BadSetup, UnknownBot) as error:
        raise CliFailure(str(error)) from error
    except EngineFault as fault:
        raise CliFailure(str(fault), _FAULT) from fault
    except OSError as error:
        raise CliFailure(f"Can't write {error.filename}: {error.strerror or error}.") from error


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
