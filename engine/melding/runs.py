"""The runs of one suit, as tables.

A suit is one int (a *vector*): two bits a rank, the ace lowest, holding how many of that card
there are. Above them, from bit 28 on, stand *marks*: which of these ranks are wilds that stand on
their own face (they count as the cards they are, but a meld needs one card that isn't wild).

Which numbers of other wilds (*stand-ins*) let runs take a whole vector is an int too, bit n for n
stand-ins: a *budget*.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.meld_axes import MELD_MIN, RANKS_IN_SUIT
from engine.melding.bounded import Bounded

STAND_INS_MAX: Final = 10
BUDGETS: Final = (1 << STAND_INS_MAX + 1) - 1
STAND_IN: Final = -1
MARKS: Final = 28
COUNTS: Final = (1 << MARKS) - 1
EVEN: Final = 0x5555555
# A high ace is a fourteenth rank of the vector that runs are cut from.
_HIGH_ACE: Final = 13
_ACE_UP: Final = (1 << 2 * _HIGH_ACE) - 1
_SHAPES_MAX: Final = 32

Run: TypeAlias = tuple[int, ...]
"""The ranks of a run in its order, STAND_IN where a stand-in is."""


class Opening(NamedTuple):
    """A run that the lowest card of a vector may be in: the cards it takes of the vector.

    `budget`: with how many stand-ins they are a run. `span`: from its first to its last card.
    """

    taken: int
    first: int
    span: int
    held: int
    budget: int


def present(vector: int) -> int:
    """The ranks that a vector holds, one bit each, at the even bits."""
    return (vector | vector >> 1) & EVEN


def each_less_one(vector: int) -> list[tuple[int, int]]:
    """Each rank in the vector, and the vector without one card of it."""
    found = []
    for of_rank in range(RANKS_IN_SUIT):
        held = vector >> 2 * of_rank & 3
        if held:
            mark = 1 << MARKS + 2 * of_rank if held == 1 else 0
            found.append((of_rank, vector - (1 << 2 * of_rank) - (vector & mark)))
    return found


def lowest(budget: int) -> int:
    """The fewest stand-ins of a budget that isn't empty."""
    return (budget & -budget).bit_length() - 1


class _Both(Bounded[tuple[int, int], int]):
    """Two budgets that are spent together: all sums of one of each."""

    __slots__ = ()

    def _work_out(self, key: tuple[int, int]) -> int:
        one, other = key
        total = 0
        while other:
            total |= one << lowest(other)
            other &= other - 1
        return total & BUDGETS


together: Final = _Both()


class Cover(Bounded[int, int]):
    """Vector of a suit -> the budget with which runs take it whole."""

    __slots__ = ("_cut", "_cuts", "shape")

    def __init__(self, ace: str, size: str, cap: int | None) -> None:
        super().__init__()
        self.shape = Shape(ace, size, cap)
        self._cut = _Cut(self.shape)
        self._cuts = _Cuts(self.shape, self._cut)

    def _work_out(self, key: int) -> int:
        total = 0
        for vector in self.shape.aces_placed(key):
            total |= self._cut[vector]
        return total

    def runs(self, vector: int, stand_ins: int) -> tuple[Run, ...]:
        """The runs that take a vector with so many stand-ins, which its budget must hold."""
        return next(
            self._cuts[placed, stand_ins]
            for placed in self.shape.aces_placed(vector)
            if self._cut[placed] >> stand_ins & 1
        )


class Shape:
    """Which runs there are, by the axes."""

    def __init__(self, ace: str, size: str, cap: int | None) -> None:
        self.axes = (ace, size, cap)
        self.ace = ace
        self.exact = size == "exactly-three"
        self.cap = STAND_INS_MAX if cap is None else min(cap, STAND_INS_MAX)
        self.slots = RANKS_IN_SUIT + 1 if ace == "low-high" else RANKS_IN_SUIT
        self.longest = MELD_MIN if self.exact else RANKS_IN_SUIT
        self.free = cap is None and not self.exact

    def aces_placed(self, vector: int) -> Iterator[int]:
        """The vector with none, one or two aces moved above the king, where they may stand."""
        yield vector
        if self.ace != "low-high":
            return
        marked = vector >> MARKS & 1
        for high in range(1, (vector & 3) + 1):
            moved = vector + high * _ACE_UP
            if marked:
                moved |= 1 << MARKS + 2 * _HIGH_ACE
                if not moved & 3:
                    moved -= 1 << MARKS
            yield moved

    def openings(self, vector: int) -> Iterator[Opening]:
        """Every run that the lowest card may be in."""
        marks = vector >> MARKS
        for taken, first, span, count in self.takes(vector, greedy=self.free and not marks):
            budget = self._budget(count, span) if taken & ~marks else 0
            if budget:
                yield Opening(taken, first, span, count, budget)

    def takes(self, vector: int, *, greedy: bool) -> Iterator[tuple[int, int, int, int]]:
        """Cards that a run with the lowest card takes: those, the first, the span, how many.

        Greedy: a run takes every card in its window, for what stands there otherwise would serve
        as well in place of the card. That holds where a meld may have any number of stand-ins.
        """
        vector &= COUNTS
        low = (vector & -vector).bit_length() - 1 >> 1
        firsts = [low]
        if self.ace == "corner":
            firsts += [slot for slot in range(low + 1, self.slots) if vector >> 2 * slot & 3]
        must = 1 << 2 * low
        for first in firsts:
            for taken, span, count in self._grown(vector, first, greedy=greedy):
                if taken & must:
                    yield taken, first, span, count

    def _grown(self, vector: int, first: int, *, greedy: bool) -> Iterator[tuple[int, int, int]]:
        waiting = [(1 << 2 * first, 1, 1)]
        while waiting:
            taken, span, count = waiting.pop()
            yield taken, span, count
            gaps = self.cap - (span - count)
            for step in range(span, min(self.longest, span + gaps + 1)):
                slot = first + step
                if self.ace == "corner":
                    slot %= RANKS_IN_SUIT
                elif slot >= self.slots:
                    break
                if vector >> 2 * slot & 3:
                    waiting.append((taken + (1 << 2 * slot), step + 1, count + 1))
                    if greedy:
                        break

    def _budget(self, count: int, span: int) -> int:
        """With how many stand-ins so many cards are a run."""
        fewest = max(MELD_MIN, span) - count
        most = min(self.longest - count, self.cap)
        return (1 << most + 1) - (1 << fewest) if fewest <= most else 0

    def laid(self, opening: Opening, stand_ins: int) -> Run:
        """The run in its order; stand-ins that fill no gap go on top, then below."""
        length = opening.held + stand_ins
        first = opening.first
        if self.ace != "corner":
            first = min(first, self.slots - length)
        slots = (
            (first + step) % RANKS_IN_SUIT if self.ace == "corner" else first + step
            for step in range(length)
        )
        return tuple(
            slot % RANKS_IN_SUIT if opening.taken >> 2 * slot & 3 else STAND_IN for slot in slots
        )


def without(vector: int, taken: int) -> int:
    """The vector without these cards, and without the marks of ranks that are gone."""
    counts = (vector & COUNTS) - taken
    return counts | (vector >> MARKS & present(counts)) << MARKS


class _Cut(Bounded[int, int]):
    """The budget of a vector of fourteen ranks, its aces placed."""

    __slots__ = ("_shape",)

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self._shape = shape

    def _work_out(self, key: int) -> int:
        if not key:
            return 1
        total = 0
        for opening in self._shape.openings(key):
            total |= together[opening.budget, self[without(key, opening.taken)]]
        return total


class _Cuts(Bounded[tuple[int, int], tuple[Run, ...]]):
    """The runs themselves, for a vector whose aces are placed and a number of stand-ins."""

    __slots__ = ("_cut", "_shape")

    def __init__(self, shape: Shape, cut: _Cut) -> None:
        super().__init__()
        self._shape = shape
        self._cut = cut

    def _work_out(self, key: tuple[int, int]) -> tuple[Run, ...]:
        vector, stand_ins = key
        if not vector:
            return ()
        longest_first = sorted(self._shape.openings(vector), key=lambda way: -way.held)
        for opening in longest_first:
            rest = without(vector, opening.taken)
            for here in range(stand_ins + 1):
                if opening.budget >> here & self._cut[rest] >> stand_ins - here & 1:
                    return (self._shape.laid(opening, here), *self[rest, stand_ins - here])
        raise AssertionError("Runs were asked for with stand-ins that the budget doesn't hold.")


@lru_cache(maxsize=_SHAPES_MAX)
def cover_for(ace: str, size: str, cap: int | None) -> Cover:
    """The table of runs for these axes, the same each time."""
    return Cover(ace, size, cap)
