"""Places in competition ranks: equal ones share a range, and the next rank skips them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rank:
    """One entrant's range of places, `first` to `last`; alone in a place both are the same."""

    entrant: str
    first: int
    last: int

    def __str__(self) -> str:
        """As it is shown: "4" or "4-5"."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def ranks_of(groups: Iterable[Sequence[str]], *, first: int = 1) -> tuple[Rank, ...]:
    """The ranks of groups of equals, best group first, counted from `first`."""
    ranks: list[Rank] = []
    for group in groups:
        last = first + len(group) - 1
        ranks += [Rank(entrant, first, last) for entrant in group]
        first = last + 1
    return tuple(ranks)


def groups_of(ranks: Iterable[Rank]) -> tuple[tuple[str, ...], ...]:
    """The groups of equals that these ranks came from, best first."""
    groups: dict[int, list[str]] = {}
    for rank in sorted(ranks, key=lambda rank: rank.first):
        groups.setdefault(rank.first, []).append(rank.entrant)
    return tuple(map(tuple, groups.values()))
