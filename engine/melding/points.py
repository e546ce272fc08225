"""The points that runs of one suit take off a hand, as tables.

`Points` hold, for each number of stand-ins from none to those of the hand, the most points of the
cards that runs take with exactly so many of them; then the same once more with the dearest card
that is left thrown as well. `NEVER` marks what can't be.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from engine.meld_axes import RANKS_IN_SUIT
from engine.melding.bounded import Bounded
from engine.melding.runs import Run, Shape, cover_for, without
from engine.melding.tables import HELD, LONE, Sums

Points: TypeAlias = tuple[int, ...]
RankValues: TypeAlias = tuple[int, ...]
"""What a card of one suit counts, ace to king."""

NEVER: Final = -(10**6)
RANKS_MASK: Final = (1 << LONE) - (1 << HELD)
_TABLES_MAX: Final = 128


def points_of(vector: int, values: RankValues) -> int:
    """What the cards of a vector count; a high ace as an ace."""
    return sum(
        (vector >> 2 * slot & 3) * values[slot % RANKS_IN_SUIT]
        for slot in range(RANKS_IN_SUIT + 1)
    )


class RunPoints(Bounded[int, Points]):
    """Vector of a suit -> its points, for hands with so many stand-ins."""

    __slots__ = ("_cut", "_shape")

    def __init__(self, shape: Shape, values: RankValues, stand_ins: int) -> None:
        super().__init__()
        self._shape = shape
        self._cut = _Cut(shape, values, stand_ins)

    def _work_out(self, key: int) -> Points:
        ways = [self._cut[placed] for placed in self._shape.aces_placed(key)]
        return ways[0] if len(ways) == 1 else tuple(map(max, *ways))

    def runs(self, vector: int, at: int) -> list[Run]:
        """The runs that make the points of a vector which stand at this place of `Points`."""
        wanted = self[vector][at]
        ways = self._shape.aces_placed(vector)
        return self._cut.runs(next(way for way in ways if self._cut[way][at] == wanted), at)


class _Cut(Bounded[int, Points]):
    """The points of a vector of fourteen ranks, its aces placed."""

    __slots__ = ("_shape", "_values", "_width")

    def __init__(self, shape: Shape, values: RankValues, stand_ins: int) -> None:
        super().__init__()
        self._shape = shape
        self._values = values
        self._width = stand_ins + 1

    def _work_out(self, key: int) -> Points:
        width = self._width
        if not key:
            return (0, *(NEVER for _ in range(2 * width - 1)))
        low = _first_card(key)
        left = self[without(key, low)]
        value = points_of(low, self._values)
        best = [
            *left[:width],
            *(max(thrown, kept + value) for kept, thrown in zip(left, left[width:], strict=False)),
        ]
        for opening in self._shape.openings(key):
            gain = points_of(opening.taken, self._values)
            rest = self[without(key, opening.taken)]
            for here in range(width):
                if opening.budget >> here & 1:
                    for others in range(width - here):
                        for at in (others, others + width):
                            best[at + here] = max(best[at + here], gain + rest[at])
        return tuple(best)

    def runs(self, vector: int, at: int) -> list[Run]:
        """The runs behind the points at this place."""
        if not vector:
            return []
        wanted = self[vector][at]
        for opening in sorted(self._shape.openings(vector), key=lambda way: -way.held):
            gain = points_of(opening.taken, self._values)
            rest = without(vector, opening.taken)
            for here in range(at % self._width + 1):
                if opening.budget >> here & 1 and gain + self[rest][at - here] == wanted:
                    return [self._shape.laid(opening, here), *self.runs(rest, at - here)]
        low = _first_card(vector)
        rest = without(vector, low)
        if self[rest][at] == wanted:
            return self.runs(rest, at)
        # Nothing else has made the points, so this card is the one thrown.
        return self.runs(rest, at - self._width)


def _first_card(vector: int) -> int:
    """One card of the lowest rank, as a vector."""
    low = vector & -vector
    return low if low.bit_length() & 1 else low >> 1


class Left(Bounded[int, int]):
    """Vector of a suit -> the fewest points that runs leave of it, without stand-ins.

    From `HELD` on stand its ranks, as in `engine.melding.tables`, so that four of these add too.
    """

    __slots__ = ("_points", "_sums", "_values")

    def __init__(self, points: RunPoints, sums: Sums, values: RankValues) -> None:
        super().__init__()
        self._points = points
        self._sums = sums
        self._values = values

    def _work_out(self, key: int) -> int:
        left = points_of(key, self._values) - self._points[key][0]
        return left | self._sums[key] >> HELD << HELD & RANKS_MASK


@lru_cache(maxsize=_TABLES_MAX)
def run_points_for(
    shape: tuple[str, str, int | None], values: RankValues, stand_ins: int
) -> RunPoints:
    """The table for runs of this shape (ace, size, cap), the same each time."""
    return RunPoints(cover_for(*shape).shape, values, stand_ins)
