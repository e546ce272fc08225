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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.shuffle import Choices
from tournaments.rules.swiss_costs import TableCosts

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
    """One player's earlier tables: `met`: how others sat from him, (seats on, size of the table).

    `seats`: how often he sat in each. `early`: the sum of how late he acted.
    """

    met: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    seats: Mapping[int, int] = field(default_factory=dict)
    early: int = 0


def past_of(
    entrant: str,
    tables: Sequence[Sequence[str]],
    index: Mapping[str, int],
    seats: Mapping[int, int] | None = None,
) -> Past:
    """Read what one player's tables say about those who play now; `seats` if known otherwise."""
    past = Past(seats=seats or Counter(table.index(entrant) for table in tables))
    met = past.met
    for table in tables:
        mine, size = table.index(entrant), len(table)
        past.early += min(mine, LATEST)
        for seat, other in enumerate(table):
            if seat != mine and other in index:
                met.setdefault(index[other], []).append(((seat - mine) % size, size))
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

    `costs`: the tables, and what they cost before the seats; they are changed in place.
    """

    def __init__(self, costs: TableCosts, past: Sequence[Past], draw: Choices) -> None:
        self._before = costs
        self._tables = costs.tables
        self._met = [each.met for each in past]
        self._below = draw.below
        full = max(map(len, self._tables))
        self._alone = [[_alone(each, seat, full) for seat in range(full)] for each in past]
        self._costs = [self._cost(table) for table in self._tables]
        self.cost = sum(self._costs)

    def run(self, effort: int) -> None:
        """Try so many random swaps, in a few waves; keep the best seating seen."""
        steps = effort // _WAVES
        for _ in range(_WAVES):
            self._wave(steps)

    def _wave(self, steps: int) -> None:
        best = self.cost
        since: list[tuple[int, int, int, int]] = []
        for step in range(steps):
            swap = self._try(NEIGHBOUR >> step * _STEPS_DOWN // steps)
            if swap is None:
                continue
            since.append(swap)
            if self.cost < best:
                best = self.cost
                since.clear()
        for swap in reversed(since):
            self._swap(*swap)
        self._costs = [self._cost(table) for table in self._tables]
        self.cost = best

    def _try(self, allowed: int) -> tuple[int, int, int, int] | None:
        """One random swap, of seats of tables, taken when it costs no more than allowed."""
        below, tables = self._below, self._tables
        one = below(len(tables))
        size = len(tables[one])
        a = below(size)
        if len(tables) < _ALONE or below(2):
            if size < _ALONE:
                return None
            swap = one, a, one, (a + 1 + below(size - 1)) % size
        else:
            two = (one + 1 + below(len(tables) - 1)) % len(tables)
            swap = one, a, two, below(len(tables[two]))
            if self._before.worsens(one, tables[one][a], two, tables[two][swap[3]]):
                return None
        return swap if self._taken(swap, allowed) else None

    def _taken(self, swap: tuple[int, int, int, int], allowed: int) -> bool:
        """Swap, if it costs no more than allowed; whether it did."""
        one, a, two, b = swap
        first, second = self._tables[one], self._tables[two]
        first[a], second[b] = second[b], first[a]
        costs = self._cost(first), self._cost(second) if one != two else 0
        change = sum(costs) - self._costs[one] - (self._costs[two] if one != two else 0)
        first[a], second[b] = second[b], first[a]
        if change > allowed:
            return False
        self._swap(*swap)
        self._costs[one] = costs[0]
        if one != two:
            self._costs[two] = costs[1]
        self.cost += change
        return True

    def _swap(self, one: int, a: int, two: int, b: int) -> None:
        if one != two:
            self._before.swap(one, a, two, b)
            return
        table = self._tables[one]
        table[a], table[b] = table[b], table[a]

    def _cost(self, table: Sequence[int]) -> int:
        cost = 0
        for seat, one in enumerate(table):
            cost += self._alone[one][seat]
            met = self._met[one]
            if met.keys().isdisjoint(table):
                continue
            for at, other in enumerate(table):
                if other in met:
                    cost += _meeting(met[other], at - seat, len(table))
        return cost


def _alone(past: Past, seat: int, full: int) -> int:
    """What it costs to put a player into a seat, whoever else is there."""
    times = past.seats.get(seat, 0)
    acts = min(seat, LATEST)
    last = LAST_SEAT * times if seat == full - 1 else 0
    return SEAT * ((times + 1) ** 4 - times**4 - 1) + last + EARLY * acts * (2 * past.early + acts)


def _meeting(met: Sequence[tuple[int, int]], away: int, size: int) -> int:
    """What it costs that another, met before, sits so many seats on at a table of that size."""
    away %= size
    where, near = relation(away, size), beside(away, size)
    cost = 0
    for each in met:
        if relation(*each) == where:
            cost += RELATION + NEIGHBOUR * (where == (1, 0))
        cost += GROUP * (beside(*each) == near)
    return cost
