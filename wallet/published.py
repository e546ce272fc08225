"""Published seals as somebody kept them: what `manage.py ledger verify --seals FILE` reads."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeGuard

_HASH_LENGTH = 64
_MOST_DIGITS = 19  # of a number that the database can hold
# What whoever gave another file should have given.
WANTED = (
    "Wanted are published seals: what `manage.py ledger seals` prints, the JSON lines of the log"
    " of `deploy/run`, or the answer of GET /api/v1/ledger/seals"
)
AFTER_A_RESTORE = "after-a-restore"  # the fourth word of a seal in the list
_INK = re.compile(r"\S")
# A seal that was cut short or wrapped up, so that it is not read: what no other line says.
_SEEMS_SEAL = re.compile(
    r"[0-9a-fA-F]{64}"
    r"|\"event\\*\"\s*:\s*\\*\"seal|\"n\\*\"\s*:|\"hash\\*\"\s*:"
    r"|^\d+\s+([0-9a-fA-F]{8,}(\s|$)|\S+\s+\d{4}-\d\d-\d\dT)"
)


class BadSeals(Exception):
    """No published seals, or a line that should be one and is none; says which."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was published with a seal: when (None: not said), and whether it follows a restore."""

    at: datetime | None
    restored: bool = False


Published = Mapping[int, Mapping[str, Told]]  # by number and hash
_Line = tuple[int, str, Told]


class _Piece(NamedTuple):
    """A JSON of the text, on one line or more, or else what a line says up to its end."""

    line: int
    text: str
    value: object  # of the JSON; None if it is none


def parse(lines: Iterable[str]) -> dict[int, dict[str, Told]]:
    """Read published seals: number → hash → what was told of it; never none.

    A number has two hashes where a restore lies between.

    Taken are, also in one text, lines of `N HASH TIME`, as `manage.py ledger seals` prints them,
    the product's log (its other lines are skipped, JSON or not), and what the API's list of seals
    answers. BadSeals for anything else, for what seems to be a seal and cannot be read, and where
    no seal is found: nothing compared proves nothing.
    """
    published: dict[int, dict[str, Told]] = {}
    is_log, strange = False, None
    for piece in _pieces("\n".join(line.rstrip("\n") for line in lines)):
        is_log = is_log or _event(piece.value) is not None
        seals = _seals(piece)
        if seals is None:
            strange = strange or piece
        for n, value, told in seals or ():
            known = published.setdefault(n, {})
            known[value] = _both(known.get(value, told), told)
    if strange and not is_log:
        raise _refused(strange)
    if not published:
        raise BadSeals(f"there is no seal in it. {WANTED}")
    return published


def _pieces(text: str) -> Iterator[_Piece]:
    """Cut a text up. An answer of the API may end without a line's end, and the next follow it."""
    line, at = 1, 0
    while found := _INK.search(text, at):
        start = found.start()
        line += text.count("\n", at, start)
        value, end = _json_at(text, start)
        yield _Piece(line, text[start:end], value)
        line, at = line + text.count("\n", start, end), end


def _json_at(text: str, start: int) -> tuple[object, int]:
    """Return the object or list that begins here, or None, and where the piece ends."""
    if text[start] in "{[":
        try:
            return json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):
            pass
    end = text.find("\n", start)
    return None, end if end >= 0 else len(text)


def _event(value: object) -> object:
    """Return what a line of the log says has happened; None if it is no such line."""
    return value.get("event") if isinstance(value, dict) else None


def _seals(piece: _Piece) -> list[_Line] | None:
    """Return the seals of a piece; None if there is none, and only a log has such a piece.

    BadSeals if it seems to hold one that cannot be read.
    """
    if _event(piece.value) not in (None, "seal"):
        return []
    listed = piece.value.get("results") if isinstance(piece.value, dict) else piece.value
    several = listed if isinstance(listed, list) else [piece.value or piece.text]
    found = [_seal_of(one) for one in several]
    seals = [seal for seal in found if seal is not None]
    if len(seals) == len(found):
        return seals
    if seals or _SEEMS_SEAL.search(piece.text):
        raise _refused(piece, found.index(None) + 1 if several is listed else None)
    is_other_object = isinstance(piece.value, dict) and several is not listed
    return [] if is_other_object else None


def _refused(piece: _Piece, item: int | None = None) -> BadSeals:
    what = "no seal" if item is None else f"a list whose item {item} is no seal"
    return BadSeals(f"line {piece.line} is {what}: {piece.text[:80]!r}. {WANTED}")


def _both(one: Told, other: Told) -> Told:
    """Put together what was told twice: the list has the seal's moment, a log line a later one."""
    at = min(filter(None, (one.at, other.at)), default=None)
    return Told(at, restored=one.restored or other.restored)


def _seal_of(line: object) -> _Line | None:
    if isinstance(line, str):
        return _from_list(line)
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
