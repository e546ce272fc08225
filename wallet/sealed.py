"""The ledger against its published seals: what an auditor checks who trusts only what he kept.

A seal that was printed, mailed or kept as a log line binds every entry before it: an altered,
deleted or re-hashed entry changes a chain, hence a seal's root, hence every later seal.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeGuard

from wallet import queries

_HASH_LENGTH = 64
_MOST_DIGITS = 19  # of a number that the database can hold
CHAIN_LAWS = ("the hash chains hold, from the first entry", "the seals hold, from the first one")
# What whoever gave another file should have given.
WANTED = (
    "Wanted are published seals: what `manage.py ledger seals` prints, the JSON lines of the log"
    " of `deploy/run`, or the answer of GET /api/v1/ledger/seals"
)


_SAYS_SEAL = re.compile(r'"event"\s*:\s*"seal"')  # of a log line, also one that was cut short


class BadSeals(Exception):
    """No published seals, or a line that should be one and is none; says which."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong (nothing, if all is well), what a restore took, and how much was compared.

    `gone` are the published seals that are no more because the house was restored, with a
    sentence each; `after` is the newest seal that the earliest such restore came back with.
    """

    faults: tuple[str, ...]
    gone: tuple[str, ...]
    after: int | None
    agree: int
    entries: int
    seals: int
    published: int


Published = Mapping[int, Mapping[str, datetime | None]]
_Line = tuple[int, str, datetime | None]  # number, hash, published when
_Restore = tuple[int, datetime]  # the newest seal then, and when


def parse(lines: Iterable[str]) -> dict[int, dict[str, datetime | None]]:
    """Read published seals: number → hash → published when (None: not said); never none.

    A number has two hashes where a restore lies between.

    Taken are lines of `N HASH TIME`, as `manage.py ledger seals` prints them, the JSON lines of
    the product's log (its other lines are skipped), and what the API's list of seals answers.
    BadSeals for anything else, and where no seal is found: nothing compared proves nothing.
    """
    text = "\n".join(line.rstrip("\n") for line in lines)
    listed = _from_answer(text)
    published: dict[int, dict[str, datetime | None]] = {}
    for n, value, at in _from_lines(text) if listed is None else listed:
        known = published.setdefault(n, {})
        # Told twice: the list has the moment of the seal itself, a log line may be a bit later.
        known[value] = min(filter(None, (known.get(value), at)), default=None)
    if not published:
        raise BadSeals(f"there is no seal in it. {WANTED}")
    return published


def verify(published: Published) -> Verdict:
    """Walk every chain and every seal, and compare the seals with the published ones.

    A restore that the house states explains that seals above the one it came back with are gone
    if they were published before it and after the restore before; anything else is a fault, also
    a second seal of one number.
    """
    report = queries.audit()
    laws = {law.what: law for law in report.laws}
    faults = [
        f"not so that {law.what} ({law.broken} broken, first {law.example})"
        for law in report.broken
    ]
    kept = {seal.n: bytes(seal.hash).hex() for seal in queries.seals()}
    restores, gone = queries.restores(), []
    told = [(n, *of) for n, values in sorted(published.items()) for of in sorted(values.items())]
    taken: set[tuple[int, _Restore]] = set()  # the number of a seal, and what took it
    for n, value, at in told:
        if kept.get(n) == value:
            continue
        why = "was published and is gone" if n not in kept else "is not what was published"
        above = [restore for restore in restores if restore[0] < n]
        took = next((restore for restore in above if at and at < restore[1]), None)
        if took and (n, took) not in taken:
            taken.add((n, took))
            gone.append(f"seal {n} ({value[:8]}…) is gone by the restore of {took[1]:%FT%TZ}")
        else:
            faults.append(f"seal {n} {why}{_unexplained(at, took, above)}")
    return Verdict(
        faults=tuple(faults),
        gone=tuple(gone),
        after=min((after for _, (after, _) in taken), default=None),
        agree=sum(kept.get(n) == value for n, value, _ in told),
        entries=laws[CHAIN_LAWS[0]].counted,
        seals=laws[CHAIN_LAWS[1]].counted,
        published=len(told),
    )


def _unexplained(at: datetime | None, took: _Restore | None, above: list[_Restore]) -> str:
    """Why the restores that there were do not explain that a seal is gone."""
    if not above:
        return ""
    if at is None:
        return "; the time when it was published is missing, so no restore explains it"
    if took is None:
        return "; it was published after the restore, which so does not explain it"
    return f"; the restore of {took[1]:%FT%TZ} explains one seal of this number, not two"


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
    return n, value, _moment(line.get("at", line.get("timestamp")))


def _from_list(text: str) -> _Line | None:
    n, value, at, *_ = [*text.split(), "", "", ""]
    if not n.isdecimal() or len(n) > _MOST_DIGITS or not _is_hash(value):
        return None
    return int(n), value, _moment(at)


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
