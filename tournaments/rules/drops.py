"""In which order the losers of each winners' round drop into the losers' bracket (2.2).

The order is published: it keeps those apart who have met already, for as long as can be. Each
name says how the winners' matches of that round, from top to bottom, are read.
"""

from collections.abc import Callable
from typing import Final

NATURAL: Final = "natural"
REVERSE: Final = "reverse"
HALF_SHIFT: Final = "half-shift"
REVERSE_HALF_SHIFT: Final = "reverse-half-shift"
PAIR_FLIP: Final = "pair-flip"

DROPS: Final[dict[int, tuple[str, ...]]] = {
    4: (NATURAL, REVERSE),
    8: (NATURAL, REVERSE),
    16: (NATURAL, REVERSE_HALF_SHIFT, REVERSE),
    32: (NATURAL, REVERSE, HALF_SHIFT, NATURAL),
    64: (NATURAL, REVERSE, HALF_SHIFT, REVERSE, NATURAL),
    128: (NATURAL, REVERSE, HALF_SHIFT, PAIR_FLIP, PAIR_FLIP, PAIR_FLIP),
}
"""By size: the order for the losers of the winners' round 1, 2, 3, …; one match needs none."""

_BEYOND: Final = (REVERSE, HALF_SHIFT)


def drop_name(size: int, wave: int) -> str:
    """The order's name; `wave` 0 is the first round. Above 128, reverse and half-shift in turn."""
    named = DROPS.get(size)
    if named is not None:
        return named[wave] if wave < len(named) else NATURAL
    return NATURAL if wave == 0 else _BEYOND[(wave - 1) % len(_BEYOND)]


def drop_order(size: int, wave: int) -> list[int]:
    """The matches of that winners' round in the order in which their losers drop, from 0."""
    return _ORDERS[drop_name(size, wave)](list(range(max(1, size >> (wave + 1)))))


def _half_shift(order: list[int]) -> list[int]:
    half = len(order) // 2
    return order[half:] + order[:half]


def _reverse_half_shift(order: list[int]) -> list[int]:
    half = len(order) // 2
    return order[:half][::-1] + order[half:][::-1]


def _pair_flip(order: list[int]) -> list[int]:
    return [match for i in range(0, len(order), 2) for match in order[i : i + 2][::-1]]


_ORDERS: Final[dict[str, Callable[[list[int]], list[int]]]] = {
    NATURAL: list,
    REVERSE: lambda order: order[::-1],
    HALF_SHIFT: _half_shift,
    REVERSE_HALF_SHIFT: _reverse_half_shift,
    PAIR_FLIP: _pair_flip,
}
