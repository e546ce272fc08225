"""The ledger against its published seals: what an auditor checks who trusts only what he kept.

A seal that was printed, mailed or kept as a log line binds every entry before it: an altered,
deleted or re-hashed entry changes a chain, hence a seal's root, hence every later seal.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from wallet import queries
from wallet.published import Published

CHAIN_LAWS = ("the hash chains hold, from the first entry", "the seals hold, from the first one")
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong (nothing, if all is well), what a restore took, and how much was compared.

    `gone` are the published seals that are no more because the house was restored, with a
    sentence each; `after` is the newest seal that is older than all of them.
    """

    faults: tuple[str, ...]
    gone: tuple[str, ...]
    after: int | None
    agree: int
    entries: int
    seals: int
    published: int


class _Restore(NamedTuple):
    """At this moment the house came back with the seals up to the one of number `after`."""

    at: datetime
    after: int


class _Lost(NamedTuple):
    """A published seal that the house does not have."""

    n: int
    at: datetime | None
    hash: str
    restored: bool


def verify(published: Published) -> Verdict:
    """Walk every chain and every seal, and compare the seals with the published ones.

    A restore explains that seals above the one it came back with are gone if they were published
    before it and after the restore before, one of each number; anything else is a fault. The
    house states its restores, and published seals tell of them too: a backup that is restored a
    second time knows nothing of the first.
    """
    report = queries.audit()
    laws = {law.what: law for law in report.laws}
    faults = [
        f"not so that {law.what} ({law.broken} broken, first {law.example})"
        for law in report.broken
    ]
    kept = {seal.n: bytes(seal.hash).hex() for seal in queries.seals()}
    lost = _lost(published, kept)
    restores, gone = _restores(lost), []
    taken: set[tuple[int, _Restore]] = set()
    for seal in lost:
        above = [restore for restore in restores if restore.after < seal.n]
        took = next((restore for restore in above if seal.at and seal.at < restore.at), None)
        if took and (seal.n, took) not in taken:
            taken.add((seal.n, took))
            by = f"is gone by the restore of {took.at:%FT%TZ}"
            gone.append(f"seal {seal.n} ({seal.hash[:8]}…) {by}")
        else:
            why = "is not what was published" if seal.n in kept else "was published and is gone"
            faults.append(f"seal {seal.n} {why}{_unexplained(seal, took, above)}")
    told = sum(map(len, published.values()))
    return Verdict(
        faults=tuple(faults),
        gone=tuple(gone),
        after=min((restore.after for _, restore in taken), default=None),
        agree=told - len(lost),
        entries=laws[CHAIN_LAWS[0]].counted,
        seals=laws[CHAIN_LAWS[1]].counted,
        published=told,
    )


def _lost(published: Published, kept: dict[int, str]) -> list[_Lost]:
    """Return what was published and is not kept, by number and the oldest first."""
    found = [
        _Lost(n, told.at, value, told.restored)
        for n, values in published.items()
        for value, told in values.items()
        if kept.get(n) != value
    ]
    return sorted(found, key=lambda seal: (seal.n, seal.at or _NEVER, seal.hash))


def _restores(lost: list[_Lost]) -> list[_Restore]:
    """Return the restores that the house states and that lost seals tell of, the oldest first.

    A lost seal that follows a restore was itself published after it, and needs another.
    """
    stated = {_Restore(at, after) for after, at in queries.restores()}
    told = {_Restore(seal.at, seal.n - 1) for seal in lost if seal.restored and seal.at}
    return sorted(stated | told)


def _unexplained(seal: _Lost, took: _Restore | None, above: list[_Restore]) -> str:
    """Why the restores that there were do not explain that a seal is gone."""
    if not above:
        return ""
    if seal.at is None:
        return "; the time when it was published is missing, so no restore explains it"
    if took is None:
        return "; it was published after the restore, which so does not explain it"
    return (
        f"; the restore of {took.at:%FT%TZ} explains one seal of this number, not two, and no kept"
        " seal tells of another"
    )
