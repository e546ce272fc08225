"""Whatever was saved and restored, an auditor who kept every seal is told of restores alone.

The model has what the ledger has: seals, of which the first after a restore says so, and notes of
restores, which a backup brings along.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wallet.sealed import Lost, Restore, explain

BEGUN = datetime(2026, 11, 30, tzinfo=UTC)
# Seals are made, backup 0, 1 … is restored (of those that there are), a backup is saved.
STEPS = st.lists(
    st.one_of(st.just("seal"), st.just("seal"), st.just("save"), st.integers(0, 9)), max_size=30
)


@dataclass(frozen=True)
class Made:
    """A seal; `several` are the moments of the restores before it that are in its hash."""

    seal: Lost
    several: tuple[datetime, ...]


@dataclass(frozen=True)
class Copy:
    """What a backup holds: the seals, and the restores that were noted."""

    seals: tuple[Made, ...] = ()
    notes: tuple[Restore, ...] = ()


@dataclass
class House:
    """A house that is saved and restored, and the auditor beside it."""

    now: Copy = Copy()
    saved: list[Copy] = field(default_factory=lambda: [Copy()])
    published: list[Lost] = field(default_factory=list)
    clock: int = 0

    def moment(self) -> datetime:
        self.clock += 1
        return BEGUN + timedelta(seconds=self.clock)

    def do(self, step: str | int) -> None:
        if step == "seal":
            self.seal()
        elif step == "save":
            self.saved.append(self.now)
        else:
            self.restore(int(step))

    def seal(self) -> None:
        newest, at = len(self.now.seals), self.moment()
        noted = tuple(note.at for note in self.now.notes if note.after == newest)
        made = Lost(newest + 1, at, f"{self.clock:064x}", restored=bool(noted))
        self.published.append(made)
        self.now = replace(self.now, seals=(*self.now.seals, Made(made, noted[:-1])))

    def restore(self, backup: int, *, stated: bool = True) -> None:
        copy = self.saved[backup % len(self.saved)]
        note = Restore(self.moment(), len(copy.seals))
        self.now = replace(copy, notes=(*copy.notes, note)) if stated else copy

    def stated(self) -> list[Restore]:
        """What `queries.restores` reads."""
        newest = len(self.now.seals)
        found = [note for note in self.now.notes if note.after == newest]
        for made in self.now.seals:
            if made.seal.restored and made.seal.at:
                moments = (*made.several, made.seal.at)
                found += [Restore(at, made.seal.n - 1) for at in moments]
        return found

    def judged(self, *forged: Lost) -> dict[Lost, Restore | str]:
        """What the auditor is told of the seals that the house has no more, or never had."""
        kept = {made.seal for made in self.now.seals}
        lost = [seal for seal in (*self.published, *forged) if seal not in kept]
        made = {seal.n: seal.at for seal in kept if seal.at}
        return dict(explain(lost, self.stated(), made))


@given(STEPS)
def test_every_seal_that_honest_restores_took_is_explained(steps: list[str | int]) -> None:
    house = House()
    for step in steps:
        house.do(step)
    judged = house.judged()
    assert [why for why in judged.values() if isinstance(why, str)] == []
    assert all(why.after < seal.n for seal, why in judged.items() if isinstance(why, Restore))
    taken = [(seal.n, why.at) for seal, why in judged.items() if isinstance(why, Restore)]
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("says", ["a restore", "nothing"])
@given(STEPS, st.integers(0, 30))
def test_no_two_seals_of_a_number_were_published_between_two_restores(
    says: str, steps: list[str | int], which: int
) -> None:
    """So one of them is a fault, be the other lost, or what the house has."""
    house = House()
    for step in steps:
        house.do(step)
    assume(house.published)
    one = house.published[which % len(house.published)]
    judged = house.judged(one._replace(hash="f" * 64, restored=says == "a restore"))
    assert any(isinstance(why, str) for seal, why in judged.items() if seal.n == one.n)


@given(STEPS, st.integers(1, 3), st.integers(0, 9), st.integers(0, 3))
def test_what_is_taken_back_without_a_word_is_not_explained(
    steps: list[str | int], seals: int, backup: int, more: int
) -> None:
    """By restores before it, however many there were: they are older than what is gone."""
    house = House()
    for step in steps:
        house.do(step)
    for _ in range(seals):
        house.seal()
    house.restore(backup, stated=False)
    for _ in range(more):
        house.seal()
    newest = house.published[-seals - more :][:seals]
    assume(all(made.seal not in newest for made in house.now.seals))
    judged = house.judged()
    # Unless the backup itself has a note that no seal followed yet, and the next seal says so.
    assume(more == 0 or not house.now.seals[-more].seal.restored)
    assert all(isinstance(judged[seal], str) for seal in newest)


@given(
    st.lists(
        st.builds(
            Lost,
            st.integers(1, 4),
            st.none() | st.integers(0, 9).map(lambda second: BEGUN + timedelta(seconds=second)),
            st.integers(0, 99).map(lambda value: f"{value:064x}"),
            st.booleans(),
        ),
        unique=True,
    ),
    st.lists(
        st.builds(
            Restore,
            st.integers(0, 9).map(lambda second: BEGUN + timedelta(seconds=second)),
            st.integers(0, 4),
        )
    ),
    st.dictionaries(
        st.integers(1, 4), st.integers(0, 9).map(lambda second: BEGUN + timedelta(seconds=second))
    ),
)
def test_a_restore_explains_one_older_seal_of_a_number_whatever_was_kept(
    lost: list[Lost], stated: list[Restore], kept: dict[int, datetime]
) -> None:
    judged = dict(explain(lost, stated, kept))
    assert judged.keys() == set(lost)
    taken = [(seal, why) for seal, why in judged.items() if isinstance(why, Restore)]
    assert all(seal.at and seal.at < why.at for seal, why in taken)
    moments = {restore.at for restore in stated} | {
        seal.at for seal in lost if seal.restored and seal.at
    }
    for n in range(1, 5):
        assert sum(seal.n == n for seal, _ in taken) <= len(moments)
