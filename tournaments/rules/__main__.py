"""The rules of tournaments without a server.

    python -m tournaments.rules plan 40 --kind double-elimination
    python -m tournaments.rules plan 28 --kind tables --sizes 7,6,6 --advance 3,3
    python -m tournaments.rules plan 200 --kind swiss --size 4 --rounds 9 --seconds 1500
    python -m tournaments.rules plan 16 --file structure.json
    python -m tournaments.rules verify log.jsonl
    python -m tournaments.rules verify log.jsonl --head <128 hex digits> --commit <128 hex digits>

`plan` prints every stage's rounds and tables and the expected length, or why it cannot be played
and the nearest that can. `verify` checks the chain of a log, replays it and draws every draw
again. A head or a commitment that was noted before proves that the file is what the house said.
The exit code is 0 when all is well, 1 when it is not, 2 when the input cannot be read or is no log
at all, and 3 when the log is well but the seed of its draws is not revealed yet.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tournaments.rules import events as e
from tournaments.rules.codec import from_json
from tournaments.rules.due import audit
from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.files import LogFile, NoLog, read_file
from tournaments.rules.levels import generated
from tournaments.rules.log import replay
from tournaments.rules.outcome import final_ranks
from tournaments.rules.overlaps import check_apart
from tournaments.rules.plan import Plan, RoundPlan, plan
from tournaments.rules.structure import FREEZEOUT, KINDS, SINGLE, Stage, Structure

_STACK = 1000
_FIRST_ANTE = 10
_HEX_DIGITS = 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer one command."""
    parser = argparse.ArgumentParser(prog="python -m tournaments.rules")
    commands = parser.add_subparsers(dest="command", required=True)
    planning = commands.add_parser("plan", help="show the whole plan for so many entries")
    planning.add_argument("entries", type=int)
    planning.add_argument("--kind", choices=KINDS, default=SINGLE)
    planning.add_argument("--file", type=Path, help="a whole structure as JSON instead")
    planning.add_argument("--sizes", type=_numbers, default=())
    planning.add_argument("--advance", type=_numbers, default=())
    planning.add_argument("--size", type=int, default=2)
    planning.add_argument("--rounds", type=int, default=0)
    planning.add_argument("--groups", type=int, default=1)
    planning.add_argument(
        "--seconds", type=int, default=1800, help="one round is expected to take"
    )
    planning.add_argument("--tables", type=int, default=0, help="how many can play at a time")
    verifying = commands.add_parser("verify", help="replay a log and draw every draw again")
    verifying.add_argument("log", type=Path)
    verifying.add_argument(
        "--seed", type=_seed, default="", help="the revealed seed, if the log has it not"
    )
    verifying.add_argument(
        "--head", type=_hex, help="the hash of an event, noted when it was told"
    )
    verifying.add_argument("--commit", type=_hex, help="the commitment of the draws, as published")
    options = parser.parse_args(arguments)
    try:
        return _plan(options) if options.command == "plan" else _verify(options)
    except BrokenPipeError:
        return 0  # whoever reads us has seen enough
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        print(f"cannot read it: {error}", file=sys.stderr)
        return 2


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",") if part)


def _plan(options: argparse.Namespace) -> int:
    try:
        structure = _structure(options)
        check_apart(structure)
        found = plan(structure, options.entries, tables=options.tables)
    except Refused as refused:
        print(refused)
        for near in refused.nearest if isinstance(refused, Impossible) else ():
            print(f"  could be played: {near}")
        return 1
    print(_told(found))
    return 0


def _structure(options: argparse.Namespace) -> Structure:
    if options.file is not None:
        return from_json(Structure, json.loads(options.file.read_text()))
    freezeout = options.kind == FREEZEOUT
    levels = generated(_FIRST_ANTE, _STACK, players=max(options.entries, 2)) if freezeout else ()
    return Structure(
        (
            Stage(
                options.kind,
                options.kind,
                seconds=options.seconds,
                sizes=options.sizes,
                advance=options.advance,
                size=options.size,
                rounds=options.rounds,
                groups=options.groups,
                levels=levels,
                stack=_STACK,
            ),
        )
    )


def _told(found: Plan) -> str:
    lines = []
    for stage in found.stages:
        lines.append(
            f"{stage.stage}: {stage.entrants} entrants, {len(stage.rounds)} rounds,"
            f" {stage.matches} tables, {_clock(stage.starts)} to {_clock(stage.ends)}"
        )
        lines += [f"  {number}. {_round(each)}" for number, each in enumerate(stage.rounds, 1)]
    lines.append(f"expected length {_clock(found.seconds)}")
    return "\n".join(lines)


def _round(each: RoundPlan) -> str:
    sizes = Counter(each.sizes)
    tables = ", ".join(f"{count} of {size}" for size, count in sorted(sizes.items(), reverse=True))
    byes = f", {each.byes} byes" if each.byes else ""
    return f"{tables or 'no tables'}{byes}"


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}"


def _hex(text: str) -> str:
    """128 hex digits. Raises ArgumentTypeError for anything else, the empty text too."""
    if len(text) != _HEX_DIGITS or set(text.lower()) - set("0123456789abcdef"):
        msg = f"{_HEX_DIGITS} hex digits, not {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return text.lower()


def _verify(options: argparse.Namespace) -> int:
    try:
        # As bytes: a text file's reader would make one line end of several. What is not UTF-8
        # becomes what no event can hold, and so its own line is named.
        log = read_file(options.log.read_bytes().decode(errors="surrogateescape"))
        state = replay(log.events)
        seed = options.seed or _revealed(log)
        complaints = _unlike_noted(log, options)
        complaints += audit(log.events, bytes.fromhex(seed)) if seed else ()
    except NoLog as error:
        print(f"not a log: {error}")
        return 2
    except ValueError as error:  # a refusal is one, too
        print(_fault(str(error)))
        return 1
    for complaint in complaints:
        print(_fault(complaint))
    if complaints:
        return 1
    draws = "every draw is the seed's" if seed else "its draws can be checked when the seed is out"
    print(f"{'good' if seed else 'good so far'}: {len(log.events)} events, {state.phase}; {draws}")
    print(f"head {log.heads[-1]}")
    for rank in final_ranks(state):
        print(f"{rank} {rank.entrant}")
    return 0 if seed else 3


def _fault(why: str) -> str:
    """Word a fault as `python -m engine verify` does."""
    return f"tampered at {why}" if why.startswith("line ") else f"tampered: {why}"


def _seed(text: str) -> str:
    """Hex digits. Raises ArgumentTypeError for anything else, so that no log is blamed for it."""
    try:
        return bytes.fromhex(text).hex()
    except ValueError:
        msg = f"hex digits, not {text!r}"
        raise argparse.ArgumentTypeError(msg) from None


def _revealed(log: LogFile) -> str:
    return next((one.seed for one in log.events if isinstance(one, e.DrawRevealed)), "")


def _unlike_noted(log: LogFile, options: argparse.Namespace) -> list[str]:
    """What the file says otherwise than what was noted before."""
    found = []
    if options.head is not None and options.head not in log.heads:
        found.append("no event of this log has the head that was noted")
    said = {one.commitment for one in log.events if isinstance(one, e.DrawCommitted)}
    if options.commit is not None and options.commit not in said:
        found.append("the commitment of the draws is not the one that was published")
    return found


if __name__ == "__main__":
    sys.exit(main())
