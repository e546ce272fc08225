"""Pairing a graph: Edmonds' algorithm for a largest matching, and one that is kept as proof.

The Swiss system asks over and over "if these two meet, can all others still be paired?". A kept
perfect matching answers each time with one search for an augmenting path instead of a new match.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

_NONE: Final = -1


class Matching:
    """A matching of vertices 0…n - 1, made as large as can be; vertices can be taken out."""

    def __init__(self, neighbours: Sequence[Sequence[int]], alive: Iterable[int]) -> None:
        """Match the vertices `alive`, first by order of the neighbours, then by augmenting."""
        self._neighbours = neighbours
        self._alive = [False] * len(neighbours)
        self._mate = [_NONE] * len(neighbours)
        vertices = list(alive)
        for vertex in vertices:
            self._alive[vertex] = True
        for vertex in vertices:
            if self._mate[vertex] == _NONE:
                self._greedy(vertex)
        for vertex in vertices:
            if self._mate[vertex] == _NONE:
                self._augment(vertex)

    @classmethod
    def perfect(cls, neighbours: Sequence[Sequence[int]], alive: Iterable[int]) -> bool:
        """Whether all of `alive` can be matched; known at the first that cannot."""
        found = cls(neighbours, ())
        vertices = list(alive)
        for vertex in vertices:
            found._alive[vertex] = True
        for vertex in vertices:
            if found._mate[vertex] == _NONE:
                found._greedy(vertex)
        return len(vertices) % 2 == 0 and all(
            found._mate[vertex] != _NONE or found._augment(vertex) for vertex in vertices
        )

    def exposed(self) -> list[int]:
        """The vertices that no largest matching like this one covers."""
        alive = enumerate(zip(self._alive, self._mate, strict=True))
        return [vertex for vertex, (lives, mate) in alive if lives and mate == _NONE]

    def fix(self, a: int, b: int) -> bool:
        """Take out a and b as a pair, if all others can still be matched; else change nothing."""
        mates = [self._mate[a], self._mate[b]]
        before = self._mate[:]
        self._alive[a] = self._alive[b] = False
        if mates[0] == b:
            return True
        for vertex in mates:
            if vertex != _NONE:
                self._mate[vertex] = _NONE
        if _NONE not in mates and self._augment(mates[0]):
            return True
        self._mate = before
        self._alive[a] = self._alive[b] = True
        return False

    def _greedy(self, vertex: int) -> None:
        for other in self._neighbours[vertex]:
            if self._alive[other] and self._mate[other] == _NONE:
                self._mate[vertex], self._mate[other] = other, vertex
                return

    def _augment(self, root: int) -> bool:
        """Find a path from `root` to another unmatched vertex, and swap along it.

        Odd cycles (blossoms) met on the way are shrunk into their base.
        """
        count = len(self._mate)
        parent = [_NONE] * count
        base = list(range(count))
        outer = [False] * count
        outer[root] = True
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self._neighbours[vertex]:
                if not self._alive[other]:
                    continue
                if base[vertex] == base[other] or self._mate[vertex] == other:
                    continue
                mate = self._mate[other]
                if other == root or (mate != _NONE and parent[mate] != _NONE):
                    queue.extend(self._shrink(vertex, other, parent, base, outer))
                elif parent[other] == _NONE:
                    parent[other] = vertex
                    if mate == _NONE:
                        self._flip(other, parent)
                        return True
                    outer[mate] = True
                    queue.append(mate)
        return False

    def _shrink(
        self, a: int, b: int, parent: list[int], base: list[int], outer: list[bool]
    ) -> list[int]:
        """Shrink the odd cycle that the edge a-b closes; return the vertices that became outer."""
        top = self._common_base(a, b, parent, base)
        inside: set[int] = set()
        self._mark(a, top, b, parent, base, inside)
        self._mark(b, top, a, parent, base, inside)
        found = []
        for vertex, its_base in enumerate(base):
            if its_base in inside:
                base[vertex] = top
                if not outer[vertex]:
                    outer[vertex] = True
                    found.append(vertex)
        return found

    def _common_base(self, a: int, b: int, parent: list[int], base: list[int]) -> int:
        seen: set[int] = set()
        vertex = base[a]
        while True:
            seen.add(vertex)
            if self._mate[vertex] == _NONE:
                break
            vertex = base[parent[self._mate[vertex]]]
        vertex = base[b]
        while vertex not in seen:
            vertex = base[parent[self._mate[vertex]]]
        return vertex

    def _mark(
        self,
        vertex: int,
        top: int,
        child: int,
        parent: list[int],
        base: list[int],
        *rest: set[int],
    ) -> None:
        (inside,) = rest
        while base[vertex] != top:
            mate = self._mate[vertex]
            inside.add(base[vertex])
            inside.add(base[mate])
            parent[vertex] = child
            child = mate
            vertex = parent[mate]

    def _flip(self, vertex: int, parent: list[int]) -> None:
        while vertex != _NONE:
            before = parent[vertex]
            following = self._mate[before]
            self._mate[vertex], self._mate[before] = before, vertex
            vertex = following
