"""`python3 -m engine simulate`: bots play hands and matches without any server."""

import json
import time
from argparse import ArgumentParser, Namespace
from itertools import islice
from pathlib import Path
from typing import Final

from engine.bots import BOTS
from engine.cli_progress import Progress
from engine.cli_setup import (
    add_seed,
    add_set,
    add_stack,
    chosen_bots,
    chosen_options,
    failures_told,
    whole,
)
from engine.simulate import Plan, simulate
from engine.simulate_tally import JSON_HANDS, TOLD_HANDS, Tally, as_json, hand_file, told

HANDS_MAX: Final = 10_000_000


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--rules", default="pif-paf-aposta", metavar="ID", help="the rule set")
    parser.add_argument("--seats", type=int, default=3, metavar="N", help="how many bots (3)")
    parser.add_argument("--hands", type=whole(1, HANDS_MAX), default=5, metavar="N", help="(5)")
    add_seed(parser, default=1, told="same seed, same hands")
    add_stack(parser)
    add_set(parser)
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
    with failures_told():
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
    return Plan(
        rules_id=options.rules,
        options=chosen_options(options),
        seats=options.seats,
        seed=options.seed,
        bots=chosen_bots(options, options.seats),
        stack=options.stack,
        records=options.records is not None,
    )
