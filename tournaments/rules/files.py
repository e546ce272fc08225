"""A log as a file that anybody can check: one event a line, each with the chain value after it.

    {"event":{"kind":"announced",…},"hash":"<128 hex digits>"}

A line that is changed, moved, added or dropped inside breaks the chain at that line. Whoever makes
all values anew makes another chain: so a file proves what it says against a head that was noted
before (`GET …/events` shows one for each event), or against the commitment of the draws.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from engine.record import canonical
from tournaments.rules import events as e
from tournaments.rules.errors import Refused
from tournaments.rules.log import genesis, line, link, read


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
    """Read a file and check its chain. Raises Refused, which names the first line that is bad."""
    events: list[e.Event] = []
    heads: list[str] = []
    head = b""
    for number, row in enumerate(text.splitlines(), 1):
        try:
            event, head = _next(row, head)
        except Refused as refused:
            raise Refused(refused.code, f"line {number}: {refused.detail}") from refused
        events.append(event)
        heads.append(head.hex())
    if not events:
        raise Refused("bad-log", "the file is empty: a log begins with the announcement")
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
        raise Refused("bad-chain", "its hash is not that of this event after those before")
    return event, head


def _read_row(row: str) -> tuple[e.Event, str]:
    try:
        data = json.loads(row)
    except (ValueError, RecursionError):
        raise Refused("bad-json", "it is not JSON") from None
    if not isinstance(data, dict) or data.keys() != {"event", "hash"}:
        raise Refused("bad-json", 'a line is {"event": …, "hash": …}')
    said = data["hash"]
    event = read(canonical(data["event"]))
    if not isinstance(said, str) or row != f'{{"event":{line(event)},"hash":"{said}"}}':
        raise Refused("not-canonical", "a line is written in one way: sorted keys, no spaces")
    return event, said
