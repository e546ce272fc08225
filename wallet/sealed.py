"""The ledger against its published seals: what an auditor checks who trusts only what he kept.

A seal that was printed, mailed or kept as a log line binds every entry before it: an altered,
deleted or re-hashed entry changes a chain, hence a seal's root, hence every later seal.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wallet import queries

_HASH_LENGTH = 64
CHAIN_LAWS = ("the hash chains hold, from the first entry", "the seals hold, from the first one")


class BadSeals(Exception):
    """A line that should be a published seal and is none; says which."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong (nothing, if all is well), and how much was compared."""

    faults: tuple[str, ...]
    entries: int
    seals: int
    published: int


def parse(lines: Iterable[str]) -> dict[int, str]:
    """Read published seals: number → hash.

    Lines are `N HASH …`, as `manage.py ledger seals` prints them, or the JSON lines of the
    product's log (its other lines are skipped). BadSeals for anything else.
    """
    published: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        found = _from_log(text) if text.startswith("{") else _from_list(text)
        if found is None:
            if not text.startswith("{"):
                raise BadSeals(f"line {number} is no seal: {text[:80]!r}")
            continue
        n, value = found
        if published.setdefault(n, value) != value:
            raise BadSeals(f"line {number}: seal {n} is published with two hashes")
    return published


def verify(published: Mapping[int, str]) -> Verdict:
    """Walk every chain and every seal, and compare the seals with the published ones."""
    report = queries.audit()
    laws = {law.what: law for law in report.laws}
    faults = [
        f"not so that {law.what} ({law.broken} broken, first {law.example})"
        for law in report.broken
    ]
    kept = {seal.n: bytes(seal.hash).hex() for seal in queries.seals()}
    for n, value in sorted(published.items()):
        if n not in kept:
            faults.append(f"seal {n} was published and is gone")
        elif kept[n] != value:
            faults.append(f"seal {n} is not what was published")
    return Verdict(
        faults=tuple(faults),
        entries=laws[CHAIN_LAWS[0]].counted,
        seals=laws[CHAIN_LAWS[1]].counted,
        published=len(published),
    )


def _from_log(text: str) -> tuple[int, str] | None:
    try:
        line = json.loads(text)
    except ValueError:
        return None
    if line.get("event") != "seal":
        return None
    n, value = line.get("n"), line.get("hash")
    return (n, value) if type(n) is int and _is_hash(value) else None


def _from_list(text: str) -> tuple[int, str] | None:
    parts = text.split()
    if len(parts) < 2 or not parts[0].isdecimal() or not _is_hash(parts[1]):  # noqa: PLR2004 - N and HASH
        return None
    return int(parts[0]), parts[1]


def _is_hash(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) == _HASH_LENGTH
        and set(value) <= set("0123456789abcdef")
    )
