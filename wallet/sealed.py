"""The ledger against its published seals: what an auditor checks who trusts only what he kept.

A seal that was printed, mailed or kept as a log line binds every entry before it: an altered,
deleted or re-hashed entry changes a chain, hence a seal's root, hence every later seal.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from wallet import queries

_HASH_LENGTH = 64
CHAIN_LAWS = ("the hash chains hold, from the first entry", "the seals hold, from the first one")
# What whoever gave another file should have given.
WANTED = (
    "Wanted are published seals: what `manage.py ledger seals` prints, the JSON lines of the log"
    " of `deploy/run`, or the answer of GET /api/v1/ledger/seals"
)


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


Published = Mapping[int, Collection[str]]


def parse(lines: Iterable[str]) -> dict[int, set[str]]:
    """Read published seals: number → hash; never none. Two hashes where a restore lies between.

    Taken are lines of `N HASH …`, as `manage.py ledger seals` prints them, the JSON lines of the
    product's log (its other lines are skipped), and what the API's list of seals answers.
    BadSeals for anything else, and where no seal is found: nothing compared proves nothing.
    """
    text = "\n".join(line.rstrip("\n") for line in lines)
    listed = _from_answer(text)
    published: dict[int, set[str]] = {}
    for n, value in _from_lines(text) if listed is None else listed:
        published.setdefault(n, set()).add(value)
    if not published:
        raise BadSeals(f"there is no seal in it. {WANTED}")
    return published


def verify(published: Published) -> Verdict:
    """Walk every chain and every seal, and compare the seals with the published ones.

    A restore that the house states explains that seals above it are gone, and nothing below it.
    """
    report = queries.audit()
    laws = {law.what: law for law in report.laws}
    faults = [
        f"not so that {law.what} ({law.broken} broken, first {law.example})"
        for law in report.broken
    ]
    kept = {seal.n: bytes(seal.hash).hex() for seal in queries.seals()}
    restores, gone, afters = queries.restored_after(), [], []
    told = [(n, value) for n, values in sorted(published.items()) for value in sorted(values)]
    for n, value in told:
        if kept.get(n) == value:
            continue
        if after := [seal for seal in restores if seal < n]:
            afters.append(after[-1])
            moment = restores[after[-1]]
            gone.append(f"seal {n} ({value[:8]}…) is gone by the restore of {moment:%FT%TZ}")
        elif n not in kept:
            faults.append(f"seal {n} was published and is gone")
        else:
            faults.append(f"seal {n} is not what was published")
    return Verdict(
        faults=tuple(faults),
        gone=tuple(gone),
        after=min(afters, default=None),
        agree=sum(kept.get(n) == value for n, value in told),
        entries=laws[CHAIN_LAWS[0]].counted,
        seals=laws[CHAIN_LAWS[1]].counted,
        published=len(told),
    )


def _from_answer(text: str) -> list[tuple[int, str]] | None:
    """Return the seals of the API's answer; None if the text is not one whole JSON of a list."""
    try:
        answer = json.loads(text)
    except ValueError:
        return None
    listed = answer.get("results") if isinstance(answer, dict) else answer
    if not isinstance(listed, list):
        return None
    found = [_seal_of(line) for line in listed]
    if None in found:
        raise BadSeals(f"line {found.index(None) + 1} of its list is no seal. {WANTED}")
    return [seal for seal in found if seal is not None]


def _from_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line:
            continue
        found = _from_log(line) if line.startswith("{") else _from_list(line)
        if found is not None:
            yield found
        elif not line.startswith("{"):
            raise BadSeals(f"line {number} is no seal: {line[:80]!r}. {WANTED}")


def _from_log(text: str) -> tuple[int, str] | None:
    try:
        line = json.loads(text)
    except ValueError:
        return None
    return _seal_of(line) if line.get("event") == "seal" else None


def _seal_of(line: object) -> tuple[int, str] | None:
    if not isinstance(line, dict):
        return None
    n, value = line.get("n"), line.get("hash")
    return (n, value) if type(n) is int and _is_hash(value) else None


def _from_list(text: str) -> tuple[int, str] | None:
    parts = text.split()
    if len(parts) < 2 or not parts[0].isdecimal() or not _is_hash(parts[1]):  # noqa: PLR2004 - N and HASH
        return None
    return int(parts[0]), parts[1]


def _is_hash(value: object) -> TypeGuard[str]:
    return (
        isinstance(value, str)
        and len(value) == _HASH_LENGTH
        and set(value) <= set("0123456789abcdef")
    )
