"""How many cards a hand is missing, for bots and hints.

The number of cards missing is the number of wild cards that would complete nine melded cards, if
wild cards knew no limit. A meld in the making costs as many places of the nine as it will have
cards, and keeps the cards it already has; the best hand keeps the most for nine places. As in the
meld solver, sets are chosen first and a table answers for the runs of each suit. It doesn't ask
whether the missing cards are still to be had.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

from engine.cards import Card
from engine.meld_axes import MELD_MIN, MeldAxes
from engine.meld_tables import CODES, apart, codes_of, leaf_of, tables_for, within

HAND_SIZE: Final = 9
_BUDGETS: Final = range(HAND_SIZE + 1)
_NOTHING: Final = (0,) * (HAND_SIZE + 1)

Kept: TypeAlias = tuple[int, ...]
# Cards by suit that go to sets, the places these will need, the cards they keep.
Choice: TypeAlias = tuple[tuple[int, int, int, int], int, int]


def distance(cards: Iterable[Card], axes: MeldAxes) -> int:
    """How many other cards these nine or ten need until nine can be melded; 0 when they can."""
    tables = _tables_for(axes)
    cards = tuple(cards)
    # A branch is one choice of cards for sets: what is left of the four suits, the places that the
    # sets take, the cards they keep. Plain tuples, for a bot asks this ten times a turn.
    branches = [(*leaf_of(cards).vectors, 0, 0)]
    for of_rank, code in codes_of(cards).items():
        if code not in tables.set_choices:
            continue
        shift = 2 * of_rank
        branches += [
            (
                a - (w << shift),
                b - (x << shift),
                c - (y << shift),
                d - (z << shift),
                places + cost,
                kept + gain,
            )
            for a, b, c, d, places, kept in branches
            for (w, x, y, z), cost, gain in tables.set_choices[code]
            if places + cost <= HAND_SIZE
        ]
    best = max(
        kept + tables.runs_keep(vectors, HAND_SIZE - places) for *vectors, places, kept in branches
    )
    return HAND_SIZE - best


class _Tables:
    """What sets and runs in the making keep, for a choice of axes."""

    def __init__(self, axes: MeldAxes) -> None:
        self._axes = axes
        self._cut: dict[int, Kept] = {0: _NOTHING}
        # Thousands of vectors share a few hundred answers, so each two of them are joined once.
        self._kept: dict[int, Kept] = {}
        self._joined: dict[tuple[Kept, Kept], Kept] = {}
        self.set_choices = self._set_choices()

    def runs_keep(self, vectors: Iterable[int], places: int) -> int:
        """The most cards that runs of these four suits keep in so many places."""
        a, b, c, d = (self._kept_of(vector) for vector in vectors)
        return self._join(self._join(a, b), self._join(c, d))[places]

    def _set_choices(self) -> dict[int, tuple[Choice, ...]]:
        """For each code, what of it may go to sets: (take, places it will need, cards it keeps).

        Only takes that miss one card at most: two places to fill are never better spent on one set
        than on a run.
        """
        whole = [code for code in CODES if code and code in tables_for(self._axes).partition]
        costs = {
            part: min(
                (sum(apart(code)) for code in whole if within(part, code)), default=HAND_SIZE + 1
            )
            for part in CODES
        }
        useful = [
            (part, costs[part], sum(apart(part)))
            for part in CODES
            if sum(apart(part)) >= MELD_MIN - 1 and costs[part] - sum(apart(part)) <= 1
        ]
        choices = {
            code: tuple(
                (apart(part), cost, kept) for part, cost, kept in useful if within(part, code)
            )
            for code in CODES
        }
        return {code: ways for code, ways in choices.items() if ways}

    def _kept_of(self, vector: int) -> Kept:
        """The most cards that runs of one suit keep, for each number of places."""
        kept = self._kept.get(vector)
        if kept is None:
            aces = vector & 3 if self._axes.ace == "low-high" else 0
            ways = [self._cut_of(vector + high * ((1 << 26) - 1)) for high in range(aces + 1)]
            kept = self._kept[vector] = tuple(max(way) for way in zip(*ways, strict=True))
        return kept

    def _join(self, a: Kept, b: Kept) -> Kept:
        """What two suits keep together, the places shared out between them at best."""
        both = self._joined.get((a, b))
        if both is None:
            both = self._joined[a, b] = tuple(
                max(a[used] + b[places - used] for used in range(places + 1))
                for places in _BUDGETS
            )
        return both

    def _cut_of(self, vector: int) -> Kept:
        """The same for a vector of fourteen ranks: its lowest card goes, or begins a run."""
        if vector in self._cut:
            return self._cut[vector]
        top = 14 if self._axes.ace == "low-high" else 13
        low = ((vector & -vector).bit_length() - 1) // 2
        best = list(self._cut_of(vector - (1 << 2 * low)))
        longest = MELD_MIN if self._axes.size == "exactly-three" else HAND_SIZE
        for length in range(MELD_MIN, longest + 1):
            first = min(low, top - length)
            held = [of_rank for of_rank in range(low, first + length) if vector >> 2 * of_rank & 3]
            rest = self._cut_of(vector - sum(1 << 2 * of_rank for of_rank in held))
            for places in range(length, HAND_SIZE + 1):
                best[places] = max(best[places], len(held) + rest[places - length])
        self._cut[vector] = found = tuple(best)
        return found


@cache
def _tables_for(axes: MeldAxes) -> _Tables:
    return _Tables(axes)
