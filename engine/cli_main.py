"""The commands of `python3 -m engine`, and how each run of one ends.

Everything here works on a copy of this folder alone, with any Python from 3.11 on.
"""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

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

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

INTERRUPTED: Final = 130
_COMMANDS: Final = {
    "verify": (cli_verify, "check hand records"),
    "replay": (cli_replay, "tell a hand in plain text"),
    "rules": (cli_rules, "list the rule sets, or the axes of one"),
    "solve": (cli_solve, "tell what a hand can do"),
    "play": (cli_play, "play against bots in this terminal"),
    "simulate": (cli_simulate, "let bots play hands and write their records"),
    "bench": (cli_bench, "measure how fast the engine is here"),
    "perft": (cli_perft, "count the legal sequences from a fixed deal"),
}


class Parser(ArgumentParser):
    """Says what is wrong in one sentence, without the usage text around it."""

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help, and fail when it can't be written: newer versions keep that quiet."""
        (file or sys.stdout).write(self.format_help())
        sys.stdout.flush()

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
    for name, (module, told) in _COMMANDS.items():
        command = commands.add_parser(name, help=told)
        module.add_options(command)
        command.set_defaults(run=module.run)
    return parser
