"""A person at the terminal who reads the screen and types: for tests of `play`."""

import io
import re
from collections.abc import Callable
from random import Random

import pytest

from engine.__main__ import main


class Session:
    """What `play` was run with, and everything it printed."""

    def __init__(self, code: int, text: str, err: str) -> None:
        self.code = code
        self.text = text
        self.err = err


Types = Callable[[str], str]
"""Given what was printed since the last answer, the next line; "" with no newline closes it."""


class _Typed:
    """As much of standard input as `play` uses: whoever reads a line has seen the screen."""

    def __init__(self, types: Types, screen: io.StringIO) -> None:
        self._types = types
        self._screen = screen
        self._read = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        shown = self._screen.getvalue()
        text, self._read = shown[self._read :], len(shown)
        return self._types(text)


def play(monkeypatch: pytest.MonkeyPatch, types: Types | list[str], *arguments: str) -> Session:
    """Run `play`; `types` answers each prompt. A list is typed line by line, then closed."""
    lines = iter(types) if isinstance(types, list) else None
    screen, err = io.StringIO(), io.StringIO()
    answer = types if callable(types) else lambda _: _line(next(lines or iter(()), None))
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", screen)
        patch.setattr("sys.stderr", err)
        patch.setattr("sys.stdin", _Typed(answer, screen))
        code = main(["play", *arguments])
    return Session(code, screen.getvalue(), err.getvalue())


def _line(text: str | None) -> str:
    return "" if text is None else f"{text}\n"


def offered(text: str) -> str:
    """What the last screen offers, on one line."""
    block = text.rstrip("> \n").rsplit("\n\n", 1)[-1]
    return re.sub(r"\n\s*", " ", block)


class Sensible:
    """Plays by what is offered, with the hints, to the end of a match and then quits.

    `hands` bounds it where the rules have no match that ends.
    """

    def __init__(self, seed: int = 1, hands: int = 3) -> None:
        self._random = Random(seed)
        self._left = hands

    def __call__(self, text: str) -> str:
        return self._word(text) + "\n"

    def _word(self, text: str) -> str:
        found = re.search(r"Best throw: (\w+)", text)
        if found:
            return f"x {found[1]}"
        offer = offered(text)
        if "Enter deals" in offer or "Enter plays" in offer:
            self._left -= 1
            return "q" if not self._left or "plays another" in offer else ""
        found = re.search(r"\b(?:out|claim) (?:[A2-9TJQK][CDHS]|JK|all)\b", offer)
        if found:
            return found[0]
        return self._plain(offer)

    def _plain(self, offer: str) -> str:
        chance = self._random.random
        for words, answer in (
            (" lay", "lay 1"),
            ("buy (", "buy" if chance() < 0.5 else ""),
            ("Enter passes", ""),
            ("x CARD", "hint"),
            ("boa", "boa" if chance() < 0.3 else "d"),
            ("c checks", "c"),
            ("c calls", "c"),
            ("stay", "stay"),
            ("t takes", "t" if chance() < 0.3 else "d"),
            ("d draws", "d"),
        ):
            if words in offer:
                return answer
        raise AssertionError(f"nothing to type at: {offer}")
