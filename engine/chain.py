"""The hash chain of a hand record, and the lines of its file.

The chain starts from the hand's id and takes in every event's exact bytes, so one changed byte
changes every value after it:

    h0 = SHA-256(lp("batida/1/genesis") lp(hand_id))
    h  = SHA-256(lp("batida/1/event") h_before lp(line))

A file has one line for each event: `{"event":<canonical event>,"hash":"<h in 64 hex digits>"}`
and a newline. The event's bytes are cut out of the line as they stand; nothing is written again to
be hashed.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from engine.canonical import NotCanonical
from engine.lines import read_line
from engine.shuffle import lp

GOOD, TAMPERED, NOT_A_RECORD, INCOMPLETE = 0, 1, 2, 3

_GENESIS = lp(b"batida/1/genesis")
_EVENT = lp(b"batida/1/event")
# A line of a file: these, the event's bytes, these, 64 digits, and the end.
_BEFORE, _BETWEEN, _AFTER = b'{"event":', b',"hash":"', b'"}'
_DIGITS = 64
_TEXT_AT = len(_BEFORE)
_DIGEST_AT = -_DIGITS - len(_AFTER)
_TEXT_END = _DIGEST_AT - len(_BETWEEN)
_SHORTEST = _TEXT_AT - _TEXT_END  # with no event in it: too short


class RecordFault(Exception):
    """A record is not good: which line (from 1; 0 is the file as a whole), and why."""

    def __init__(self, line_no: int, reason: str, exit_code: int = TAMPERED) -> None:
        """Name the first bad line, what is wrong with it, and the verifier's exit code."""
        super().__init__(reason)
        self.line_no = line_no
        self.reason = reason
        self.exit_code = exit_code


class Line(NamedTuple):
    """One line of a file: number (from 1), the event's exact text, the event, the chain value.

    `usual`: it is one of the lines whose fields are known to be good (`engine.lines`).
    """

    number: int
    text: str
    event: dict[str, object]
    head: bytes
    usual: bool


def genesis(hand_id: str) -> bytes:
    """Return the chain value before a hand's first event, 32 bytes."""
    return sha256(_GENESIS + lp(hand_id.encode())).digest()


def link(head: bytes, line: str) -> bytes:
    """Return the chain value after `line` (an event's canonical text), given the one before it."""
    text = line.encode()
    return sha256(_EVENT + head + len(text).to_bytes(4, "big") + text).digest()


def file_line(line: str, head: bytes) -> str:
    """Return the file's line for an event; `head` is the chain value after it, from `link`."""
    return f'{{"event":{line},"hash":"{head.hex()}"}}\n'


def entry(head: bytes, line: str) -> tuple[bytes, str]:
    """Return `link(head, line)` and the file's line with it."""
    text = line.encode()
    after = sha256(_EVENT + head + len(text).to_bytes(4, "big") + text).digest()
    return after, f'{{"event":{line},"hash":"{after.hex()}"}}\n'


def read_lines(content: str | bytes) -> list[Line]:
    """Return the lines of a record file with their chain proved and their events parsed.

    Raises RecordFault: exit code 2 when no line at all has the form of a record, else 1 naming the
    first bad line. The hashes are checked before any event's meaning, so the line named is the one
    whose own bytes are wrong.
    """
    first, proved = _proved(_rows(content))
    rest = [_line(number, text, head) for number, (text, head) in enumerate(proved[1:], start=2)]
    return [first._replace(head=proved[0][1]), *rest]


def _rows(content: str | bytes) -> list[bytes]:
    # A lone surrogate in text can only come from bytes that were not UTF-8: let it fail its own
    # line.
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    rows = data.split(b"\n")
    if not any(map(_has_form, rows)):
        reason = "this is not a hand record: no line has the form of one"
        raise RecordFault(0, reason, NOT_A_RECORD)
    if rows.pop():
        rows.append(b"")  # a last line without its newline is cut off: no form fits it
    return rows


def _has_form(row: bytes) -> bool:
    """Whether a row has the form of a record's line.

    Whether the digits are a hash shows when it is compared.
    """
    return (
        row.startswith(_BEFORE)
        and row.endswith(_AFTER)
        and row[_TEXT_END:_DIGEST_AT] == _BETWEEN
        and len(row) > _SHORTEST
    )


def _proved(rows: list[bytes]) -> tuple[Line, list[tuple[bytes, bytes]]]:
    """The first line, yet without its chain value; each event's bytes, and the value after it."""
    proved: list[tuple[bytes, bytes]] = []
    first, head = None, b""
    for number, row in enumerate(rows, start=1):
        if not _has_form(row):
            raise RecordFault(number, "the line has not the form of a record's line")
        text = row[_TEXT_AT:_TEXT_END]
        if first is None:
            first = _line(1, text, b"")
            head = genesis(_hand_of(first))
        head = sha256(_EVENT + head + len(text).to_bytes(4, "big") + text).digest()
        if head.hex().encode() != row[_DIGEST_AT : -len(_AFTER)]:
            raise RecordFault(number, "the line's hash does not follow from the line before it")
        proved.append((text, head))
    if first is None:
        raise AssertionError("A file has one row at least.")
    return first, proved


def _hand_of(first: Line) -> str:
    hand = first.event.get("hand")
    if not isinstance(hand, str):
        raise RecordFault(1, "the first event does not name its hand")
    return hand


def _line(number: int, data: bytes, head: bytes) -> Line:
    try:
        text = data.decode()
        event, usual = read_line(text)
    except UnicodeDecodeError as error:
        raise RecordFault(number, "the line is not UTF-8 text") from error
    except NotCanonical as error:
        raise RecordFault(number, f"the event is not canonical: {error}") from error
    if not isinstance(event, dict):
        raise RecordFault(number, "the event is not an object")
    return Line(number, text, event, head, usual)
