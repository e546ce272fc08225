"""The order of seats at the tables of a Swiss round (2.5, rule 5).

Who sits where at a table is worth something in a card game: who speaks after me, how early I act.
So a round takes its history into account: each player's earlier tables, with everybody in the
order of the seats. What is weighed, the heavier first:

* nobody sits twice just before the same player (rule 1 of the nine of VTES);
* nobody has the last seat of a full table twice (5);
* no pair is twice at the same distance round a table of the same size (6);
* each player sits equally often in each seat, by the fourth power of the times (7);
* each player acts equally early over the rounds (8);
* no pair is twice neighbours, or twice not (9).

The search swaps seats, within a table and between tables, and takes steps back that grow smaller
(threshold accepting, in whole numbers). A swap between tables is open only while what comes
before the seats (repeats, scores, sizes) gets no worse by it.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.shuffle import Choices

NEIGHBOUR: Final = 1_000_000
LAST_SEAT: Final = 100_000
RELATION: Final = 10_000
SEAT: Final = 1000
EARLY: Final = 100
GROUP: Final = 1

LATEST: Final = 3
"""From the fourth seat on it is one how late a player acts (VTES gives both four transfers)."""
_STEPS_DOWN: Final = 24
_WAVES: Final = 4
_ALONE: Final = 2


@dataclass(slots=True)
class Past:
    """One player's earlier tables, counted."""

    relations: dict[int, Counter[tuple[int, int]]] = field(default_factory=dict)
    adjacent: dict[int, Counter[bool]] = field(default_factory=dict)
    seats: Mapping[int, int] = field(default_factory=dict)
    early: int = 0


def past_of(
    entrant: str,
    tables: Sequence[Sequence[str]],
    index: Mapping[str, int],
    seats: Mapping[int, int] | None = None,
) -> Past:
    """Count what one player's tables say about those who play now; `seats` if known otherwise."""
    past = Past(seats=seats or Counter(table.index(entrant) for table in tables))
    for table in tables:
        mine, size = table.index(entrant), len(table)
        past.early += min(mine, LATEST)
        for seat, other in enumerate(table):
            if other != entrant and other in index:
                away = (seat - mine) % size
                past.relations.setdefault(index[other], Counter())[relation(away, size)] += 1
                past.adjacent.setdefault(index[other], Counter())[beside(away, size)] += 1
    return past


def relation(away: int, size: int) -> tuple[int, int]:
    """Where another sits who is `away` seats on: a neighbour is one at a table of any size."""
    if away == 1:
        return (1, 0)
    return (-1, 0) if away == size - 1 else (away, size)


def beside(away: int, size: int) -> bool:
    """Whether somebody that many seats on is a neighbour."""
    return away in (1, size - 1)


class SeatSearch:
    """Find a fair order of seats for tables of players, who are numbers here.

    `membership`: the cost of a table for what comes before the seats.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        past: Sequence[Past],
        membership: Callable[[Sequence[int]], int],
        draw: Choices,
    ) -> None:
        self.tables = [list(table) for table in tables]
        self._full = max(map(len, tables))
        self._past = past
        self._membership = membership
        self._draw = draw
        self._before = [membership(table) for table in self.tables]
        self._costs = [self._cost(table) for table in self.tables]

    @property
    def cost(self) -> tuple[int, int]:
        """What the tables cost before the seats, and what the seats do."""
        return sum(self._before), sum(self._costs)

    def run(self, effort: int) -> None:
        """Try so many random swaps, in a few waves; keep the best seating seen."""
        steps = effort // _WAVES
        for _ in range(_WAVES):
            self._wave(steps)

    def _wave(self, steps: int) -> None:
        best, kept = sum(self._costs), [table[:] for table in self.tables]
        now = best
        for step in range(steps):
            allowed = NEIGHBOUR >> step * _STEPS_DOWN // steps
            now += self._try(allowed)
            if now < best:
                best, kept = now, [table[:] for table in self.tables]
        self.tables = kept
        self._before = [self._membership(table) for table in kept]
        self._costs = [self._cost(table) for table in kept]

    def _try(self, allowed: int) -> int:
        """One random swap, taken when it costs no more than allowed; returns the change."""
        draw = self._draw
        one = draw.below(len(self.tables))
        first = self.tables[one]
        a = draw.below(len(first))
        if len(self.tables) < _ALONE or draw.below(2):
            if len(first) < _ALONE:
                return 0
            return self._turn(one, a, (a + 1 + draw.below(len(first) - 1)) % len(first), allowed)
        two = (one + 1 + draw.below(len(self.tables) - 1)) % len(self.tables)
        return self._exchange(one, a, two, draw.below(len(self.tables[two])), allowed)

    def _turn(self, at: int, a: int, b: int, allowed: int) -> int:
        table = self.tables[at]
        table[a], table[b] = table[b], table[a]
        cost = self._cost(table)
        change = cost - self._costs[at]
        if change > allowed:
            table[a], table[b] = table[b], table[a]
            return 0
        self._costs[at] = cost
        return change

    def _exchange(self, one: int, a: int, two: int, b: int, allowed: int) -> int:
        first, second = self.tables[one], self.tables[two]
        first[a], second[b] = second[b], first[a]
        before = self._membership(first), self._membership(second)
        if sum(before) <= self._before[one] + self._before[two]:
            costs = self._cost(first), self._cost(second)
            change = sum(costs) - self._costs[one] - self._costs[two]
            if change <= allowed:
                self._costs[one], self._costs[two] = costs
                self._before[one], self._before[two] = before
                return change
        first[a], second[b] = second[b], first[a]
        return 0

    def _cost(self, table: Sequence[int]) -> int:
        size = len(table)
        cost = 0
        for seat, one in enumerate(table):
            past = self._past[one]
            times = past.seats.get(seat, 0)
            cost += SEAT * ((times + 1) ** 4 - times**4 - 1)
            if times and seat == self._full - 1:
                cost += LAST_SEAT * times
            acts = min(seat, LATEST)
            cost += EARLY * acts * (2 * past.early + acts)
            if past.relations:
                cost += self._meetings(table, seat, past, size)
        return cost

    def _meetings(self, table: Sequence[int], mine: int, past: Past, size: int) -> int:
        cost = 0
        for away in range(1, size):
            other = table[mine + away - size]
            known = past.relations.get(other)
            if known is None:
                continue
            where = relation(away, size)
            if times := known[where]:
                cost += RELATION * times
                if where == (1, 0):
                    cost += NEIGHBOUR * times
            cost += GROUP * past.adjacent[other][beside(away, size)]
        return cost
