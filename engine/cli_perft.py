"""`python3 -m engine perft`: how many legal sequences of actions there are from a fixed deal."""

import json
import time
from argparse import ArgumentParser, Namespace

from engine.cli_failure import CliFailure
from engine.cli_setup import add_seed, failures_told, whole
from engine.game import game_for
from engine.perft import DEPTH_MAX, first_state, perft

_SEATS_MAX = 99
_HELP = """\
A sequence is of actions of any seat and of the clock. A bet counts once for each amount, a discard
once for each face, going out and claiming once for each way; what counts is told in full in
engine/perft.py."""


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = _HELP
    parser.add_argument("--rules", required=True, metavar="ID", help="the rule set")
    parser.add_argument(
        "--depth", type=whole(1, DEPTH_MAX), default=4, metavar="N", help="actions at most (4)"
    )
    parser.add_argument(
        "--seats", type=whole(1, _SEATS_MAX), default=4, metavar="N", help="seats dealt in (4)"
    )
    add_seed(parser, default=1, told="which deal (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> int:
    """Count and print depth by depth."""
    rules_id, seats = options.rules, options.seats
    with failures_told():
        game = game_for(rules_id)
        most = game.rules(rules_id, {}).max_players
        if not 2 <= seats <= most:  # noqa: PLR2004 - nobody plays alone
            raise CliFailure(f"{rules_id} is for 2 to {most} seats, not {seats}.")
        state = first_state(rules_id, seats, options.seed)
    began = time.process_time()
    counts = perft(game, state, options.depth)
    seconds = time.process_time() - began
    if options.json:
        facts = {"rules": rules_id, "seats": seats, "seed": options.seed, "counts": counts}
        print(json.dumps(facts | {"seconds": round(seconds, 3)}))
        return 0
    print(f"{rules_id}, {seats} seats, seed {options.seed}")
    print(f"{'depth':>6} {'sequences':>14}")
    for depth, count in enumerate(counts, 1):
        print(f"{depth:>6} {count:>14}")
    print(f"{sum(counts) / max(seconds, 1e-6):.0f} sequences/s")
    return 0
