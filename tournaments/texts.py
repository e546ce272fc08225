"""Texts that people send, as they are kept: composed (NFC), and nothing in them goes unseen.

A log is written in one way, so each text in it is, too: what was typed as "e" and an accent is
kept as "é". Every door that takes a text, REST or form, comes through one of these functions.
"""

from typing import Any, Final
from unicodedata import normalize

NOTE_CHARS_MAX: Final = 300
"""Characters of a public reason."""


def composed(value: Any) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """The same JSON value with all its texts in NFC. RecursionError where it is too deep."""
    if isinstance(value, str):
        return normalize("NFC", value)
    if isinstance(value, list | tuple):
        return [composed(one) for one in value]
    if isinstance(value, dict):
        return {composed(key): composed(one) for key, one in value.items()}
    return value


def one_line(text: str) -> str:
    """A sentence in NFC and on one line: spaces, and whatever ends a line, become one space each.

    What cannot be printed stays in it: `str.isprintable` is for the caller to ask.
    """
    return " ".join(normalize("NFC", text).split())


def paragraphs(text: str) -> str:
    r"""A text in NFC whose lines end with "\n", each of them as `one_line` makes it."""
    return "\n".join(one_line(line) for line in text.splitlines()).strip()


def is_readable(text: str) -> bool:
    r"""Whether all of it can be printed, the ends of its lines ("\n") aside."""
    return text.replace("\n", "").isprintable()
