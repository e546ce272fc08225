"""A log as a file that anybody can check: one event a line, each with the chain value after it.

    {"event":{"kind":"announced",…},"hash":"<128 hex digits>"}

A line that is changed, moved, added or dropped inside breaks the chain at that line. Whoever makes
all values anew makes another chain: so a file proves what it says against a head that was noted
before (`GET …/events` shows one for each event), or against the commitment of the draws.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.record import NotCanonical, canonical
from tournaments.rules import events as e
from tournaments.rules.errors import Refused
from tournaments.rules.log import genesis, line, link, read

_FORM: Final = re.compile(r'\{"event":(.*),"hash":"([^"]{128})"\}', re.DOTALL)


class NoLog(Refused):
    """A file of which no line has the form of a log's: it proves nothing, good or bad."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """What a file holds: its events, and the chain value after each."""

    events: tuple[e.Event, ...]
    heads: tuple[str, ...]


def file_text(lines: Iterable[tuple[str, bytes]]) -> str:
    """The file of a log's lines, each with the chain value after it."""
    return "".join(f'{{"event":{text},"hash":"{head.hex()}"}}\n' for text, head in lines)


def file_of(events: Iterable[e.Event]) -> str:
    """The file of a log's events, which begin with the announcement."""
    lines: list[tuple[str, bytes]] = []
    head = b""
    for event in events:
        if isinstance(event, e.Announced) and not lines:
            head = genesis(event.tournament)
        text = line(event)
        head = link(head, text)
        lines.append((text, head))
    return file_text(lines)


def read_file(text: str) -> LogFile:
    r"""Read a file and check its chain. Raises Refused, which names the first line that is bad.

    NoLog for what is none. A line ends with "\n" alone: a text may hold what others take for the
    end of a line (U+2028), and other ends are other bytes than those that the house has written.
    """
    rows = text.split("\n")
    if not any(map(_FORM.fullmatch, rows)):
        raise NoLog("no-log", "no line has the form of a line of a tournament's log")
    whole = not rows.pop()
    events: list[e.Event] = []
    heads: list[str] = []
    head = b""
    for number, row in enumerate(rows, 1):
        try:
            event, head = _next(row, head)
        except Refused as refused:
            raise Refused(
                refused.code, f"line {number}: {_why(row, head, number, refused)}"
            ) from refused
        events.append(event)
        heads.append(head.hex())
    if not whole:
        raise Refused("bad-json", f"line {len(rows) + 1}: it is cut off, for no line end follows")
    return LogFile(tuple(events), tuple(heads))


def _next(row: str, before: bytes) -> tuple[e.Event, bytes]:
    """The event of a line and the chain value after it; `before` is empty at the first line."""
    event, said = _read_row(row)
    if not before:
        if not isinstance(event, e.Announced):
            raise Refused("bad-log", "a log begins with the announcement")
        before = genesis(event.tournament)
    head = link(before, line(event))
    if said != head.hex():
        raise Refused("bad-chain", "it was altered, or a line is missing or out of its place")
    return event, head


def _why(row: str, before: bytes, number: int, refused: Refused) -> str:
    """What is wrong with a line, and first of all that its hash does not follow, if that is so."""
    if _follows(row, before):
        return refused.detail
    return f"the hash of event {number} does not follow: {refused.detail}"


def _follows(row: str, before: bytes) -> bool:
    """Whether a line's hash is that of its event, whatever this is, after those before."""
    found = _FORM.fullmatch(row)
    if found is None:
        return True  # there is no hash of an event
    text, said = found.groups()
    if not before:
        try:
            before = genesis(str(json.loads(text)["tournament"]))
        except (ValueError, RecursionError, KeyError, TypeError):
            return True  # it does not say of which tournament it is
    try:
        return link(before, text).hex() == said
    except UnicodeEncodeError:
        return False  # a house writes what can be encoded


def _read_row(row: str) -> tuple[e.Event, str]:
    try:
        data = json.loads(row)
    except (ValueError, RecursionError):
        raise Refused("bad-json", "it is not JSON") from None
    if not isinstance(data, dict) or data.keys() != {"event", "hash"}:
        raise Refused("bad-json", 'a line is {"event": …, "hash": …}')
    said = data["hash"]
    try:
        event = read(canonical(data["event"]))
    except (NotCanonical, RecursionError) as error:
        raise Refused("not-canonical", f"its event cannot be written: {error}") from None
    if not isinstance(said, str) or row != f'{{"event":{line(event)},"hash":"{said}"}}':
        raise Refused("not-canonical", "a line is written in one way: sorted keys, no spaces")
    return event, said
