"""`python3 -m engine replay FILE [--seat N]`: a hand told in plain text."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from engine.chain import RecordFault
from engine.cli_failure import CliFailure, read_file
from engine.narrate import narrate
from engine.replay import load
from engine.verify import verify


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", metavar="FILE", help="a hand record")
    parser.add_argument("--seat", type=int, help="tell only what this seat saw")


def run(options: Namespace) -> int:
    """Print the hand as its record tells it.

    The exit code is the verifier's: a record that is not good is told as far as it goes, and
    stderr says what is wrong.
    """
    path = Path(options.file)
    content = read_file(path)
    try:
        for line in narrate(load(content), options.seat):
            print(line)
    except ValueError as error:
        raise CliFailure(str(error)) from error
    except RecordFault:
        pass  # the verdict below says the same of the same line, or of one before it
    verdict = verify(content)
    if not verdict.ok:
        sys.stdout.flush()
        where = f" line {verdict.line_no}:" if verdict.line_no else ""
        print(f"{path}:{where} {verdict.reason}.", file=sys.stderr)
    return verdict.exit_code
