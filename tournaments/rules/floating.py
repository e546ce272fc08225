"""Who floats out of a score bracket, found without trying every set of players.

Sets of one size are ordered: those of the lowest players first. Wanted is the first whose rest
pairs inside the bracket and whose players pair with all below. A choice begun is given up as soon
as no set can go on from it: then jokers, who play with whomever may still go either way, could not
fill the places that are open. Most sets are passed over so, unseen; the answer is the same.
"""

from collections.abc import Iterable, Sequence
from math import comb

from tournaments.rules.matching import Matching

_FEW = 3
"""So few sets are looked at one by one: to rule them out together costs as much."""


class Floating:
    """The search among the sets of `count` players of a bracket, above the players of `rest`.

    `candidates` is the bracket from its lowest player; of the sets, the first `tried` count.
    """

    def __init__(
        self, neighbours: Sequence[Sequence[int]], candidates: Sequence[int], rest: Sequence[int]
    ) -> None:
        self._neighbours = neighbours
        self._candidates = candidates
        self._rest = rest

    def first(self, count: int, tried: int) -> list[int] | None:
        """The first set that will do among the first `tried` of this size; None if none will."""
        return self._go_on([], 0, count, tried)[0]

    def _go_on(
        self, chosen: list[int], at: int, count: int, tried: int
    ) -> tuple[list[int] | None, int]:
        """Choose on from candidate number `at`; also say how many of the `tried` are left over."""
        sets = comb(len(self._candidates) - at, count)
        if count == 0:
            return (chosen if self._will_do(chosen) else None), tried - 1
        if sets > _FEW and not self._could_do(chosen, at, count):
            return None, tried - sets
        for index in range(at, len(self._candidates) - count + 1):
            if tried <= 0:
                break
            one = self._candidates[index]
            found, tried = self._go_on([*chosen, one], index + 1, count - 1, tried)
            if found is not None:
                return found, tried
        return None, tried

    def _will_do(self, floating: Sequence[int]) -> bool:
        inside = [one for one in self._candidates if one not in floating]
        return self._pairs(inside, (), 0) and self._pairs([*floating, *self._rest], (), 0)

    def _could_do(self, chosen: Sequence[int], at: int, count: int) -> bool:
        """False if no `count` of the candidates from `at` on can join the `chosen`.

        Each half of the question is answered exactly, by itself: that many can leave so that all
        others pair inside, and that many can join so that the floaters pair with all below.
        """
        free = self._candidates[at:]
        staying = [one for one in self._candidates[:at] if one not in chosen]
        return self._pairs([*chosen, *self._rest, *free], free, len(free) - count) and self._pairs(
            [*staying, *free], free, count
        )

    def _pairs(self, vertices: Iterable[int], free: Sequence[int], jokers: int) -> bool:
        """Whether all pair when each of so many `jokers` takes one of the `free`."""
        if not jokers:
            return Matching.perfect(self._neighbours, vertices)
        first = len(self._neighbours)
        extra = list(range(first, first + jokers))
        neighbours = [*self._neighbours, *([free] * jokers)]
        for one in free:
            neighbours[one] = [*neighbours[one], *extra]
        return Matching.perfect(neighbours, [*vertices, *extra])
