"""The chip graph over time: a line for each chosen entrant, levels as upright lines.

Nothing here knows SVG but the lines' `d`. Lines differ in dash and mark as well as in colour, and
`rows` says in a table what they show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, log10
from typing import Final

WIDTH: Final = 720
HEIGHT: Final = 292
TOP: Final = 22
BOTTOM: Final = 258
LEFT: Final = 2
RIGHT: Final = 708
APART: Final = 74
ROWS_MAX: Final = 12
Count = tuple[datetime, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant's chips: the path, where it ends, and what is there now."""

    ref: str
    path: str
    x: float
    y: float
    chips: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across (`at`: a height, `value`: chips) or upright (`value`: a level's index)."""

    at: float
    value: int
    named: bool = True


@dataclass(frozen=True, slots=True)
class Lines:
    """Everything to draw. `rows`: moments, each with the chips of every entrant of `lines`."""

    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    upright: tuple[Tick, ...]
    rows: tuple[tuple[datetime, tuple[int | None, ...]], ...]
    width: int = WIDTH
    height: int = HEIGHT
    top: int = TOP
    bottom: int = BOTTOM


def chips_over_time(
    counts: Mapping[str, Sequence[Count]],
    levels: Sequence[tuple[datetime, int]] = (),
) -> Lines | None:
    """The graph of these counts, by ref and in order; None while nobody has two of them.

    `levels`: when each level began, and its index.
    """
    known = {ref: given for ref, given in counts.items() if given}
    if not any(len(given) > 1 for given in known.values()):
        return None
    begins = min(given[0][0] for given in known.values())
    ends = max(given[-1][0] for given in known.values())
    span = (ends - begins).total_seconds() or 1.0
    most = max(1, *(chips for given in known.values() for _at, chips in given))
    step = nice(most / 4)
    most = step * ceil(most / step)
    scale = (BOTTOM - TOP) / most

    def x_of(at: datetime) -> float:
        return round(LEFT + (RIGHT - LEFT) * (at - begins).total_seconds() / span, 1)

    lines = []
    for ref, given in known.items():
        points = thinned([(x_of(at), round(BOTTOM - chips * scale, 1)) for at, chips in given])
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        lines.append(Line(ref, path, *points[-1], given[-1][1]))
    across = tuple(
        Tick(round(BOTTOM - chips * scale, 1), chips) for chips in range(0, most + 1, step)
    )
    inside = [(at, level) for at, level in levels if begins <= at <= ends]
    return Lines(
        tuple(lines),
        across,
        _upright([(x_of(at), level) for at, level in inside]),
        _rows(known, [at for at, _level in inside] or [begins], ends),
    )


def nice(value: float) -> int:
    """The least of 1, 2, 5, 10, 20, 50 … that is not below a value."""
    power: int = 10 ** max(0, int(log10(max(value, 1))))
    return next(power * lead for lead in (1, 2, 5, 10) if power * lead >= value)


def thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Of points that would lie on one another the last one; the first and the last stay."""
    found: list[tuple[float, float]] = []
    for number, point in enumerate(points):
        last = number == len(points) - 1
        if len(found) > 1 and not last and point[0] - found[-2][0] < 2:  # noqa: PLR2004 - units
            found[-1] = point
        else:
            found.append(point)
    return found


def _upright(at: Sequence[tuple[float, int]]) -> tuple[Tick, ...]:
    """A line for each level; those have a name that leave room for it."""
    found: list[Tick] = []
    free = 0.0
    for x, level in at:
        named = x >= free and x <= RIGHT - APART / 2
        free = x + APART if named else free
        found.append(Tick(x, level, named))
    return tuple(found)


def _rows(
    counts: Mapping[str, Sequence[Count]], moments: Sequence[datetime], ends: datetime
) -> tuple[tuple[datetime, tuple[int | None, ...]], ...]:
    every = max(1, ceil(len(moments) / ROWS_MAX))
    chosen = [*moments[::every], ends]
    return tuple(
        (moment, tuple(_at(given, moment) for given in counts.values())) for moment in chosen
    )


def _at(given: Sequence[Count], moment: datetime) -> int | None:
    """What somebody had at a moment; None before the first count."""
    return next((chips for at, chips in reversed(given) if at <= moment), None)
