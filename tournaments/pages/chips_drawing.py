"""The chip graph of a freezeout: one bar for each stack, largest first, and the average's line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 720
HEIGHT: Final = 190
BOTTOM: Final = 164
TOP: Final = 14
LEFT: Final = 4
BAR_MAX: Final = 46


@dataclass(frozen=True, slots=True)
class Bar:
    """One stack; `me` is the reader's, `label` says it whole."""

    x: float
    y: float
    width: float
    height: float
    name: str
    chips: int
    me: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything to draw. `average` is in whole chips."""

    bars: tuple[Bar, ...]
    average: int
    average_y: float
    width: int = WIDTH
    height: int = HEIGHT
    bottom: int = BOTTOM


def chip_graph(stacks: Sequence[tuple[str, int, bool]]) -> Graph | None:
    """The graph of these stacks (name, chips, the reader's own); None when there are none."""
    known = sorted((one for one in stacks if one[1] > 0), key=lambda one: -one[1])
    if not known:
        return None
    most = known[0][1]
    average = sum(chips for _, chips, _ in known) // len(known)
    step = min(BAR_MAX, (WIDTH - 2 * LEFT) / len(known))
    gap = step * 0.18 if step > 4 else 0  # noqa: PLR2004 - thinner bars touch
    scale = (BOTTOM - TOP) / most
    bars = tuple(
        Bar(
            round(LEFT + index * step, 2),
            round(BOTTOM - chips * scale, 2),
            round(step - gap, 2),
            round(chips * scale, 2),
            name,
            chips,
            me,
        )
        for index, (name, chips, me) in enumerate(known)
    )
    return Graph(bars, average, round(BOTTOM - average * scale, 2))
