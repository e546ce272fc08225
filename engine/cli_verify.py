"""`python3 -m engine verify FILE…`: is each record good? Needs only this folder and a Python."""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.absence import Absence, unproved
from engine.chain import GOOD, INCOMPLETE, NOT_A_RECORD, TAMPERED
from engine.cli_failure import CliFailure, read_file
from engine.cli_progress import Progress
from engine.forms import is_hex
from engine.verify import Verdict, verify

_WORDS = {
    GOOD: "good",
    TAMPERED: "tampered",
    NOT_A_RECORD: "not a record",
    INCOMPLETE: "incomplete",
}
# The worst first: of several files the exit code tells the worst verdict.
_SEVERITY = (TAMPERED, NOT_A_RECORD, INCOMPLETE)
_EXIT_CODES = "exit codes: 0 good, 1 tampered, 2 not a record, 3 incomplete"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Check hand records. Of several hands of one table, the seats that an opening calls away"
        " are held against the hand before."
    )
    parser.epilog = _EXIT_CODES
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, or a folder of them")
    parser.add_argument("--quiet", action="store_true", help="name only the records that fail")
    parser.add_argument("--head", metavar="HEX", help="the head that you kept of this record")
    parser.add_argument("--commit", metavar="HEX", help="the commitment that you saw at its deal")


def run(options: Namespace) -> int:
    """Verify every file, print a line for each, and return the exit code of the worst."""
    for name, kept, digits in (("head", options.head, 64), ("commit", options.commit, 128)):
        if kept is not None and not is_hex(digits)(kept.lower()):
            # An empty one, of a shell variable that was never set, must not pass for a check.
            raise CliFailure(f"--{name} takes the {digits} hexadecimal digits that you kept.")
    paths = _files(options.files)
    if len(paths) > 1 and (options.head or options.commit):
        raise CliFailure("--head and --commit belong to one record: name one file.")
    counts: Counter[int] = Counter()
    good: dict[str, tuple[Path, Absence]] = {}
    with Progress("verified", len(paths)) as progress:
        for path in paths:
            verdict = _held_against(_verdict(path), options)
            counts[verdict.exit_code] += 1
            if verdict.absence is not None:
                good[verdict.head] = path, verdict.absence
            if not options.quiet or not verdict.ok:
                progress.say(f"{path}: {_told(verdict)}")
            progress.step()
    wrong = _hold_against_hands_before(good, quiet=options.quiet)
    counts[GOOD] -= wrong
    counts[TAMPERED] += wrong
    if len(paths) > 1:
        parts = [f"{counts[code]} {_WORDS[code]}" for code in _WORDS if counts[code]]
        print(f"{len(paths)} files: {', '.join(parts)}")
    return next((code for code in _SEVERITY if counts[code]), GOOD)


def _hold_against_hands_before(good: Mapping[str, tuple[Path, Absence]], *, quiet: bool) -> int:
    """Check who is called away from the deal by the hand before; return how many are wrong."""
    found, unknown = unproved((head, absence) for head, (_path, absence) in good.items())
    for head, seats in found.items():
        path, absence = good[head]
        if absence.previous:
            why = (
                f"in the hand before, {good[absence.previous][0]}, the clock did not play for them"
            )
        else:
            why = "there was no hand before it"
        print(f"{path}: {_WORDS[TAMPERED]} at line 1: seats {seats} are called away, but {why}")
    claims = sum(bool(absence.claimed) for _path, absence in good.values())
    if claims and not quiet:
        held = f"{claims - unknown} of {claims} held against the hand before"
        missing = f", {unknown} not checked for want of its record" if unknown else ""
        print(
            f"seats away from the deal: {held}{missing}; not checked: whether somebody came back"
            " between two hands, which no record tells"
        )
    return len(found)


def _files(names: list[str]) -> list[Path]:
    """Each name as a file; a directory stands for the .jsonl files in it, by name."""
    paths: list[Path] = []
    for name in names:
        path = Path(name)
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise CliFailure(f"There is no record (*.jsonl) in {path}.")
        paths += inside
    return paths


def _verdict(path: Path) -> Verdict:
    try:
        return verify(read_file(path))
    except CliFailure as failure:
        print(failure, file=sys.stderr)
        return Verdict(
            ok=False,
            exit_code=NOT_A_RECORD,
            line_no=0,
            reason="it can't be read",
            summary="",
        )


def _held_against(verdict: Verdict, options: Namespace) -> Verdict:
    """Compare a good record with what its reader kept: only that can show one made up whole."""
    kept = (("head", options.head, verdict.head), ("commitment", options.commit, verdict.commit))
    for name, mine, theirs in kept:
        if verdict.ok and mine and mine.lower() != theirs:
            reason = f"its {name} is {theirs}, not the one that you kept: it is another record"
            return replace(verdict, ok=False, exit_code=TAMPERED, reason=reason)
    return verdict


def _told(verdict: Verdict) -> str:
    word = _WORDS[verdict.exit_code]
    if verdict.ok:
        return f"{word}: {verdict.summary}, head {verdict.head}"
    where = f" at line {verdict.line_no}" if verdict.line_no else ""
    return f"{word}{where}: {verdict.reason}"
