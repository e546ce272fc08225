"""The engine at a terminal: `python3 -m engine play | simulate | solve | rules | …`.

Everything here works on a copy of this folder alone, with any Python from 3.11 on.
"""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Final, NoReturn

from engine import (
    cli_bench,
    cli_perft,
    cli_play,
    cli_replay,
    cli_rules,
    cli_simulate,
    cli_solve,
    cli_verify,
)
from engine.cli_failure import USAGE, CliFailure

INTERRUPTED: Final = 130
EXIT_CODES: Final = "exit codes: 0 good, 1 tampered, 2 not a record, 3 incomplete"


class Parser(ArgumentParser):
    """Says what is wrong in one sentence, without the usage text around it."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence on stderr and leave with exit code 2."""
        self.exit(USAGE, f"{message[:1].upper()}{message[1:]}; try {self.prog} --help.\n")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _open_what_is_closed()
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except CliFailure as failure:
        print(failure, file=sys.stderr)
        return failure.exit_code
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()  # the reader has seen enough, as in `| head`
        return USAGE
    except OSError as error:
        _drop_output()
        print(f"Can't write the answer: {error.strerror or error}.", file=sys.stderr)
        return USAGE
    return code


def _open_what_is_closed() -> None:
    """Let a command that was started without input or output (`<&-`, `>&-`) find some."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - until the end
            setattr(sys, name, nothing)


def _drop_output() -> None:
    """What is still to be printed goes nowhere: the interpreter would flush it once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> ArgumentParser:
    parser = Parser(prog="python3 -m engine", description="The games and records of Batida.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    verify = commands.add_parser(
        "verify", help="check hand records", description="Check hand records.", epilog=EXIT_CODES
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="a record, or a folder of them")
    verify.add_argument("--quiet", action="store_true", help="name only the records that fail")
    verify.add_argument("--head", metavar="HEX", help="the head that you kept of this record")
    verify.add_argument("--commit", metavar="HEX", help="the commitment that you saw at its deal")
    verify.set_defaults(run=cli_verify.run)

    replay = commands.add_parser("replay", help="tell a hand in plain text")
    replay.add_argument("file", metavar="FILE", help="a hand record")
    replay.add_argument("--seat", type=int, help="tell only what this seat saw")
    replay.set_defaults(run=cli_replay.run)

    rules = commands.add_parser("rules", help="list the rule sets, or the axes of one")
    rules.add_argument("id", nargs="?", metavar="ID", help="a rule set, as in pif-paf-aposta")
    rules.add_argument(
        "--sources", action="store_true", help="say what marks such as S1 and D12 mean"
    )
    rules.add_argument("--json", action="store_true", help="print one JSON object")
    rules.set_defaults(run=cli_rules.run)

    solve = commands.add_parser("solve", help="tell what a hand can do")
    cli_solve.add_options(solve)
    solve.set_defaults(run=cli_solve.run)

    play = commands.add_parser("play", help="play against bots in this terminal")
    cli_play.add_options(play)
    play.set_defaults(run=cli_play.run)

    simulate = commands.add_parser("simulate", help="let bots play hands and write their records")
    cli_simulate.add_options(simulate)
    simulate.set_defaults(run=cli_simulate.run)

    bench = commands.add_parser("bench", help="measure how fast the engine is here")
    cli_bench.add_options(bench)
    bench.set_defaults(run=cli_bench.run)

    perft = commands.add_parser("perft", help="count the legal sequences from a fixed deal")
    cli_perft.add_options(perft)
    perft.set_defaults(run=cli_perft.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
