"""From the pool to each place's prize: whole units, and the proof that the sum is the pool (2.9).

Percentages are weights: basis points that sum to 10000, or any whole numbers that do not grow.
Never a binary fraction: int(100 * 0.29) is 28.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.ranks import Rank

FLOOR_FIRST: Final = "floor-first"
LARGEST_REMAINDER: Final = "largest-remainder"
ROUNDINGS: Final = (FLOOR_FIRST, LARGEST_REMAINDER)
BASIS: Final = 10_000

_ROWS: Final[tuple[tuple[int, int, tuple[int, ...]], ...]] = (
    (1, 3, (10_000,)),
    (4, 9, (7000, 3000)),
    (10, 30, (5000, 3000, 2000)),
    (31, 60, (3700, 2200, 1500, 1100, 800, 700)),
    (61, 70, (3000, 2000, 1200, 1000, 800, 650, 550, 450, 350)),
    (
        131,
        200,
        (2750, 1660, 1015, 790, 680, 580, 470, 370, 260, 200, *[150] * 3, *[125] * 3, *[100] * 4),
    ),
)
"""By entries, from and to: what is usual; other fields get `curve` for as many places as lie
evenly between the rows, and 200 from 1351 entries on."""
_SMALL_PER_CENT: Final = 15
_LARGE_FROM, _LARGE_TO = (200, 20), (1351, 200)


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prize of each place from the first, and how it came about.

    `pool` is `paid_in` or the guarantee, whichever is more; `overlay` is what the house adds.
    """

    paid_in: int
    guarantee: int
    weights: tuple[int, ...]
    unit: int
    rounding: str
    amounts: tuple[int, ...]

    @property
    def pool(self) -> int:
        """What is paid out."""
        return max(self.paid_in, self.guarantee)

    @property
    def overlay(self) -> int:
        """What the house adds to keep its guarantee."""
        return self.pool - self.paid_in

    def proof(self) -> tuple[str, ...]:
        """The lines that show the sum, one for each place, then the total."""
        total = sum(self.weights)
        lines = [
            f"{place}: {self.pool} × {weight} / {total} → {amount}"
            for place, (weight, amount) in enumerate(
                zip(self.weights, self.amounts, strict=True), start=1
            )
        ]
        sums = " + ".join(map(str, self.amounts))
        return (*lines, f"{sums} = {sum(self.amounts)} = pool {self.pool}")


def usual_weights(entries: int) -> tuple[int, ...]:
    """The usual percentages for so many entries, in basis points."""
    for low, high, row in _ROWS:
        if low <= entries <= high:
            return row
    if entries < 1:
        raise Refused("no-entries", "Prizes are for one entry or more.")
    (low, fewest), (high, most) = _LARGE_FROM, _LARGE_TO
    if entries <= low:
        return curve(entries * _SMALL_PER_CENT // 100)
    return curve(min(most, fewest + (entries - low) * (most - fewest) // (high - low)))


def curve(places: int) -> tuple[int, ...]:
    """Basis points for so many places, each about place to the power -4/5, summing to 10000.

    The power is taken in whole numbers (the fourth root of a fifth of squares would be the same
    on every machine only by luck): weight k is 10^9 over the integer root of k^4.
    """
    if not 1 <= places <= BASIS // 2:
        raise Refused("bad-places", f"A field pays 1 to {BASIS // 2} places, not {places}.")
    weights = [10**9 // _fifth_root(k**4 * 10**15) for k in range(1, places + 1)]
    return _shares(BASIS, weights, 1, FLOOR_FIRST)


def prizes(
    paid_in: int,
    entries: int,
    weights: Sequence[int] | None = None,
    *,
    guarantee: int = 0,
    unit: int = 1,
    rounding: str = FLOOR_FIRST,
) -> Prizes:
    """The prizes once entries, rebuys and add-ons are closed.

    No more places are paid than there are entries: the weights of the places beyond go to the
    others in proportion. Raises Refused for weights that grow or sums below zero.
    """
    row = tuple(usual_weights(entries) if weights is None else weights)[: max(entries, 0)]
    if not row or min(row) < 1 or list(row) != sorted(row, reverse=True):
        raise Refused(
            "bad-weights", "Each place is paid something, and no more than the one above."
        )
    if paid_in < 0 or guarantee < 0 or unit < 1:
        raise Refused("bad-pool", "A pool is zero or more, and the unit is one or more.")
    if rounding not in ROUNDINGS:
        raise Refused("bad-rounding", f"A rounding is one of {', '.join(ROUNDINGS)}.")
    amounts = _shares(max(paid_in, guarantee), row, unit, rounding)
    return Prizes(paid_in, guarantee, row, unit, rounding, amounts)


def split_evenly(amount: int, count: int) -> tuple[int, ...]:
    """Equal parts of which the first ones get the odd units: 701 for two is 351 and 350."""
    small, more = divmod(amount, count)
    return (small + 1,) * more + (small,) * (count - more)


def awards(
    ranks: Sequence[Rank], amounts: Sequence[int], better: Mapping[str, int] | None = None
) -> dict[str, int]:
    """What each entrant is paid: tied ones pool the prizes of the places that they hold.

    An odd unit goes to the one with the lower number in `better` (seed, or order of entry); ranks
    as they stand if it is not given. Raises Refused when a paid place has nobody.
    """
    order = better or {rank.entrant: i for i, rank in enumerate(ranks)}
    found: dict[str, int] = {}
    ordered = sorted(ranks, key=lambda rank: (rank.first, order[rank.entrant]))
    for (first, last), tied in groupby(ordered, key=lambda rank: (rank.first, rank.last)):
        group = [rank.entrant for rank in tied]
        if len(group) != last - first + 1:
            raise Refused("bad-ranks", f"Places {first} to {last} are not held by as many.")
        pooled = sum(amounts[first - 1 : last])
        found.update(zip(group, split_evenly(pooled, len(group)), strict=True))
    if sum(found.values()) != sum(amounts):
        raise Refused("bad-ranks", "Some paid places have nobody in them yet.")
    return found


def _shares(pool: int, weights: Sequence[int], unit: int, rounding: str) -> tuple[int, ...]:
    total = sum(weights)
    floors = [pool * weight // total // unit * unit for weight in weights]
    rest = pool - sum(floors)
    if rounding == LARGEST_REMAINDER:
        rest = _give_remainders(floors, rest, pool, weights, unit)
    floors[0] += rest
    return tuple(floors)


def _give_remainders(
    floors: list[int], rest: int, pool: int, weights: Sequence[int], unit: int
) -> int:
    """Round up whole bands of equal weights, largest remainder first; return what is left.

    A band for which the rest is too small ends it, or a place below could get more than one above.
    """
    total = sum(weights)
    bands = [list(band) for _, band in groupby(range(len(weights)), key=weights.__getitem__)]
    bands.sort(key=lambda band: (-(pool * weights[band[0]] - floors[band[0]] * total), band[0]))
    for band in bands:
        if len(band) * unit > rest:
            break
        rest -= len(band) * unit
        for place in band:
            floors[place] += unit
    return rest


def _fifth_root(number: int) -> int:
    low, high = 1, 1 << (number.bit_length() // 5 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**5 <= number else (low, middle - 1)
    return low
