"""Table sizes for a Swiss round of many seats, who has the byes, and points for places (2.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.rules.errors import Impossible, Refused

SHORT_BOTTOM: Final = "short-bottom"
SHORT_TOP: Final = "short-top"
SHORT_SHARED: Final = "short-shared"
LONG: Final = "long"
BYES: Final = "byes"
POLICIES: Final = (SHORT_BOTTOM, SHORT_TOP, SHORT_SHARED, LONG, BYES)


@dataclass(frozen=True, slots=True)
class Split:
    """Table sizes from the top table down, and how many players have a bye."""

    sizes: tuple[int, ...]
    byes: int = 0


def split(players: int, size: int, policy: str = SHORT_BOTTOM) -> Split:
    """Tables of `size` for so many players.

    `policy`: who does not fit sits at tables of one seat less, at the foot of the standings
    ("short-bottom") or at the top ("short-top") or wherever everybody has his turn at them
    ("short-shared"), at tables of one seat more ("long"), or has a bye ("byes"). Raises Impossible
    with the splits that other policies would give.
    """
    if policy not in POLICIES:
        raise Refused("bad-policy", f"A split is one of {', '.join(POLICIES)}, not {policy!r}.")
    found = _splits(players, size).get(policy)
    if found is None:
        others = tuple(_splits(players, size).items())
        raise Impossible(
            "no-split",
            f"{players} players cannot sit at tables of {size} with {policy}: take another split,"
            " or let a part of the field pause in turn.",
            others,
        )
    return found


def choose_byes(players: Sequence[tuple[str, Fraction, int, int]], count: int) -> tuple[str, ...]:
    """Who has the byes, of (entrant, score, byes so far, number): fewest byes, lowest, last."""
    order = sorted(players, key=lambda one: (one[2], one[1], -one[3]))
    return tuple(entrant for entrant, *_ in order[:count])


def place_points(
    places: Sequence[Sequence[str]], table: Mapping[int, Sequence[Fraction]]
) -> dict[str, Fraction]:
    """Points by place, from the table for as many seats as were played.

    Equal places share the mean of the places that they occupy, exactly. Raises Refused when the
    table has no row for so many seats.
    """
    seats = sum(map(len, places))
    row = table.get(seats)
    if row is None or len(row) != seats:
        raise Refused("no-points", f"The points say nothing about a table of {seats}.")
    found: dict[str, Fraction] = {}
    first = 0
    for group in places:
        mean = row[first]
        if len(group) > 1:
            mean = sum(row[first : first + len(group)], Fraction(0)) / len(group)
        found.update(dict.fromkeys(group, mean))
        first += len(group)
    return found


def normalised(row: Sequence[int], seats: int) -> tuple[Fraction, ...]:
    """The row of points stretched over a shorter table, or one of one seat more (LONG).

    First and last place have what they have at a full table.
    """
    most = len(row) + 1
    if not 2 <= seats <= most:  # noqa: PLR2004 - a table has two players or more
        raise Refused("no-points", f"A row of {len(row)} fits tables of 2 to {most} seats.")
    steps = Fraction(len(row) - 1, seats - 1)
    found = []
    for place in range(seats):
        at = place * steps
        below = int(at)
        part = at - below
        after = row[min(below + 1, len(row) - 1)]
        found.append(row[below] + part * (after - row[below]))
    return tuple(found)


def interval_tables(
    ranked: Sequence[str], size: int, interval: int
) -> tuple[tuple[str, ...], ...]:
    """Tables of every `interval`-th player of the standings, within blocks of size × interval."""
    if size < 2 or interval < 1 or len(ranked) % (size * interval):  # noqa: PLR2004 - as above
        raise Refused(
            "no-split", f"{len(ranked)} players do not fill blocks of {size} × {interval}."
        )
    block = size * interval
    return tuple(
        tuple(ranked[start + offset : start + block : interval])
        for start in range(0, len(ranked), block)
        for offset in range(interval)
    )


def _splits(players: int, size: int) -> dict[str, Split]:
    found: dict[str, Split] = {}
    short = -players % size
    full = players - short * (size - 1)
    if full >= 0 and size > 2:  # noqa: PLR2004 - nobody plays alone
        sizes = (size,) * (full // size) + (size - 1,) * short
        if sizes:
            found[SHORT_BOTTOM] = Split(sizes)
            found[SHORT_TOP] = Split(sizes[::-1])
            found[SHORT_SHARED] = Split(sizes)
    long = players % size
    full = players - long * (size + 1)
    if full >= 0 and players:
        found[LONG] = Split((size,) * (full // size) + (size + 1,) * long)
    if players >= size:
        found[BYES] = Split((size,) * (players // size), players % size)
    return found
