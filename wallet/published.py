"""Published seals as somebody kept them: what `manage.py ledger verify --seals FILE` reads."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeGuard

_HASH_LENGTH = 64
_MOST_DIGITS = 19  # of a number that the database can hold
# What whoever gave another file should have given.
WANTED = (
    "Wanted are published seals: what `manage.py ledger seals` prints, the JSON lines of the log"
    " of `deploy/run`, or the answer of GET /api/v1/ledger/seals"
)
AFTER_A_RESTORE = "after-a-restore"  # the fourth word of a seal in the list
_SAYS_SEAL = re.compile(r'"event"\s*:\s*"seal"')  # of a log line, also one that was cut short


class BadSeals(Exception):
    """No published seals, or a line that should be one and is none; says which."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was published with a seal: when (None: not said), and whether it follows a restore."""

    at: datetime | None
    restored: bool = False


Published = Mapping[int, Mapping[str, Told]]  # by number and hash
_Line = tuple[int, str, Told]


def parse(lines: Iterable[str]) -> dict[int, dict[str, Told]]:
    """Read published seals: number → hash → what was told of it; never none.

    A number has two hashes where a restore lies between.

    Taken are lines of `N HASH TIME`, as `manage.py ledger seals` prints them, the JSON lines of
    the product's log (its other lines are skipped), and what the API's list of seals answers.
    BadSeals for anything else, and where no seal is found: nothing compared proves nothing.
    """
    text = "\n".join(line.rstrip("\n") for line in lines)
    listed = _from_answer(text)
    published: dict[int, dict[str, Told]] = {}
    for n, value, told in _from_lines(text) if listed is None else listed:
        known = published.setdefault(n, {})
        known[value] = _both(known.get(value, told), told)
    if not published:
        raise BadSeals(f"there is no seal in it. {WANTED}")
    return published


def _both(one: Told, other: Told) -> Told:
    """Put together what was told twice: the list has the seal's moment, a log line a later one."""
    at = min(filter(None, (one.at, other.at)), default=None)
    return Told(at, restored=one.restored or other.restored)


def _from_answer(text: str) -> list[_Line] | None:
    """Return the seals of the API's answer; None if the text is not one whole JSON of a list."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    listed = answer.get("results") if isinstance(answer, dict) else answer
    if not isinstance(listed, list):
        return None
    found = [_seal_of(line) for line in listed]
    if None in found:
        raise BadSeals(f"line {found.index(None) + 1} of its list is no seal. {WANTED}")
    return [seal for seal in found if seal is not None]


def _from_lines(text: str) -> Iterator[_Line]:
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line:
            continue
        found = _from_log(line) if line.startswith("{") else _from_list(line)
        if found is not None:
            yield found
        elif not line.startswith("{") or _SAYS_SEAL.search(line):
            raise BadSeals(f"line {number} is no seal: {line[:80]!r}. {WANTED}")


def _from_log(text: str) -> _Line | None:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _seal_of(line) if line.get("event") == "seal" else None


def _seal_of(line: object) -> _Line | None:
    if not isinstance(line, dict):
        return None
    n, value = line.get("n"), line.get("hash")
    if type(n) is not int or not _is_hash(value):
        return None
    at = _moment(line.get("at", line.get("timestamp")))
    return n, value, Told(at, restored=line.get("restored") is True)


def _from_list(text: str) -> _Line | None:
    n, value, at, after, *_ = [*text.split(), "", "", "", ""]
    if not n.isdecimal() or len(n) > _MOST_DIGITS or not _is_hash(value):
        return None
    return int(n), value, Told(_moment(at), restored=after == AFTER_A_RESTORE)


def _moment(text: object) -> datetime | None:
    """Return the moment that a line says; None if it says none, or not of which zone."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return at if at and at.tzinfo else None


def _is_hash(value: object) -> TypeGuard[str]:
    return (
        isinstance(value, str)
        and len(value) == _HASH_LENGTH
        and set(value) <= set("0123456789abcdef")
    )
