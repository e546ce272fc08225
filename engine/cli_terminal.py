"""The person's side of a terminal: lines out, lines in; colour only as an extra."""

import io
import os
import re
import sys
import textwrap
from collections.abc import Iterable
from typing import Final

from engine.terminal.screen import WIDTH

_RED: Final = re.compile(r"(?<![\w\x1b])([A2-9TJQK][DH])(?!\w)")
_PAINTED: Final = "\x1b[31m\\1\x1b[0m"
_INDENT: Final = "    "


class Left(Exception):
    """The person has left: by a word, or by closing the input."""


class Terminal:
    """Says and asks; wraps at 79 columns.

    Red suits are painted at a terminal unless NO_COLOR is set or the terminal is "dumb"; what is
    said is the same without. Where the input is no terminal, the answers are repeated after the
    prompt, so that the output alone tells what went on.
    """

    def __init__(self) -> None:
        self._repeats = not sys.stdin.isatty()
        self._paints = (
            sys.stdout.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM") != "dumb"
        )
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # no text is no command: it is asked again

    def say(self, line: str = "") -> None:
        """Print a line."""
        indent = line[: len(line) - len(line.lstrip())] + _INDENT
        lines = textwrap.wrap(
            line, WIDTH, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
        )
        for part in lines or [""]:
            print(self._painted(part))

    def say_all(self, lines: Iterable[str]) -> None:
        """Print several lines."""
        for line in lines:
            self.say(line)

    def ask(self) -> str:
        """The next line that the person types. Raises Left at the end of the input."""
        sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            print()
            raise Left
        if self._repeats:
            print("".join(char for char in line.strip() if char.isprintable()))
        return line

    def _painted(self, line: str) -> str:
        return _RED.sub(_PAINTED, line) if self._paints else line
