"""How high the matches of a bracket stand: each in the middle of those that feed it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

Feeders = Mapping[str, Sequence[str]]


@dataclass
class Stack:
    """A tree of matches from the first ones on the left to its last one, placed from a top down.

    `feeders`: by match those before it that are drawn too; `heights`: of each match. What it
    finds is in `tops`, in units of the picture.
    """

    feeders: Feeders
    heights: Mapping[str, int]
    gap: int
    tops: dict[str, int] = field(default_factory=dict)

    def place(self, match: str, top: int) -> int:
        """Place a match after those that feed it; return the first free line under all of them."""
        return self._place(match, top)[1]

    def _place(self, match: str, top: int) -> tuple[int, int]:
        before, height = self.feeders.get(match, ()), self.heights[match]
        if not before:
            self.tops[match] = top
            return top + height // 2, top + height + self.gap
        if len(before) == 1:  # a taller match behind a bye needs its room above as well
            top += max(0, height - self.heights[before[0]]) // 2
        middles = []
        for feeder in before:
            middle, top = self._place(feeder, top)
            middles.append(middle)
        middle = sum(middles) // len(middles)
        self.tops[match] = middle - height // 2
        return middle, max(top, middle + height // 2 + self.gap)
