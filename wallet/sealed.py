"""The ledger against its published seals: what an auditor checks who trusts only what he kept.

A seal that was printed, mailed or kept as a log line binds every entry before it: an altered,
deleted or re-hashed entry changes a chain, hence a seal's root, hence every later seal.
"""

from collections.abc import Iterable, Iterator, Mapping
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


class Restore(NamedTuple):
    """At this moment the house came back with the seals up to the one of number `after`."""

    at: datetime
    after: int


class Lost(NamedTuple):
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
    kept = {seal.n: seal for seal in queries.seals()}
    lost = _lost(published, {n: bytes(seal.hash).hex() for n, seal in kept.items()})
    gone, after = [], []
    stated = [Restore(at, number) for number, at in queries.restores()]
    for seal, why in explain(lost, stated, {n: one.created_at for n, one in kept.items()}):
        if isinstance(why, str):
            how = "is not what was published" if seal.n in kept else "was published and is gone"
            faults.append(f"seal {seal.n} {how}{why}")
        else:
            after.append(why.after)
            by = f"is gone by the restore of {why.at:%FT%TZ}"
            gone.append(f"seal {seal.n} ({seal.hash[:8]}…) {by}")
    told = sum(map(len, published.values()))
    return Verdict(
        faults=tuple(faults),
        gone=tuple(gone),
        after=min(after, default=None),
        agree=told - len(lost),
        entries=laws[CHAIN_LAWS[0]].counted,
        seals=laws[CHAIN_LAWS[1]].counted,
        published=told,
    )


def explain(
    lost: Iterable[Lost], stated: Iterable[Restore], kept: Mapping[int, datetime]
) -> Iterator[tuple[Lost, Restore | str]]:
    """Say of each lost seal which restore took it, or why none of them did.

    `stated` are the restores that the house states; lost seals that follow one tell of more, and
    need another themselves. `kept` says when each seal was made that the house has. What took a
    seal is the first restore after it was published that came back with less, so in an honest
    house it took no other of that number. A house may also come back to a line that it had left;
    then its own seal of this number was taken before, and given back, and is older than the
    restore that the lost one followed.
    """
    lost = sorted(lost, key=lambda seal: (seal.n, seal.at or _NEVER, seal.hash))
    told = {Restore(seal.at, seal.n - 1) for seal in lost if seal.restored and seal.at}
    restores = sorted({*stated, *told})
    taken: set[tuple[int, Restore]] = set()
    for seal in lost:
        at, made = seal.at or _NEVER, kept.get(seal.n, _NEVER)
        less = [restore for restore in restores if restore.after < seal.n]
        left = [restore for restore in less if made < restore.at <= at]
        took = _first(restores if left else less, at)
        if not less:
            yield seal, ""
        elif seal.at is None:
            yield seal, "; the time when it was published is missing, so no restore explains it"
        elif took is None:
            yield seal, "; it was published after the restore, which so does not explain it"
        elif (seal.n, took) in taken or took == _first(less, made):
            why = f"; the restore of {took.at:%FT%TZ} explains one seal of this number, not two"
            yield seal, f"{why}, and no kept seal tells of another"
        else:
            taken.add((seal.n, took))
            yield seal, took._replace(after=min(one.after for one in (took, *left)))


def _first(restores: Iterable[Restore], after: datetime) -> Restore | None:
    return next((restore for restore in restores if after < restore.at), None)


def _lost(published: Published, kept: Mapping[int, str]) -> list[Lost]:
    return [
        Lost(n, told.at, value, told.restored)
        for n, values in published.items()
        for value, told in values.items()
        if kept.get(n) != value
    ]
