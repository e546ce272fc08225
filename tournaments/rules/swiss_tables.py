"""Seating a Swiss round at tables of more than two (2.5).

What is weighed, in this order, each only among the seatings that are equal before it:

1. forbidden pairs sit apart;
2. repeat meetings, by the square of how often the two have met: a third meeting is worse than two
   second ones;
3. scores inside a table: each player below the table's best counts by the square of the
   difference, and more if he was pulled up before;
4. short tables in turn, by the square of the seats that a player's tables were short of; where
   the split says "short-shared" this comes before 2;
5. seats and neighbours: `swiss_seats`;
6. the draw.

The search starts from the standings cut into slices, swaps players as long as that helps, and
accepts a few steps back while there are repeats (threshold accepting, in whole numbers, so that
every machine gets the same seating from the same draw). Fields of up to a hundred are searched
from several drawn starts, of which the best seating counts: among few players the first tables
that part everybody often leave no fair order of seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Final, NamedTuple

from engine.shuffle import Choices
from tournaments.rules.errors import Refused
from tournaments.rules.swiss_seats import SeatSearch, past_of

EFFORT: Final = 20_000
"""Random swaps tried while a seating has repeats, and again for the order of seats."""
STARTS: Final = 4
STARTS_PLAYERS: Final = 100
_APART: Final = 10**6
_SWEEPS: Final = 30
_REACH: Final = 20
"""How many tables up or down the standings a player is swapped to: further ones are no better."""


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """One player before a round: how often he met whom, sat in which seat, was pulled up.

    `sat`: the tables he played at, everybody in the order of seats. `seats` may be left out then.
    """

    entrant: str
    score: Fraction
    met: Mapping[str, int] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    seats: Mapping[int, int] = field(default_factory=dict)
    pulled: int = 0
    sat: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Seated:
    """A proposed round: tables with players in the order of their seats, and its weak spots.

    `repeats`: pairs that meet again, with how often they have met. `pulled_up`: who plays above
    his score. `together`: forbidden pairs that could not be parted.
    """

    tables: tuple[tuple[str, ...], ...]
    repeats: tuple[tuple[str, str, int], ...]
    pulled_up: tuple[str, ...]
    together: tuple[tuple[str, str], ...]


def seat_round(
    players: Sequence[TablePlayer],
    sizes: Sequence[int],
    draw: Choices,
    *,
    effort: int = EFFORT,
    shared: bool = False,
) -> Seated:
    """Seat everybody at tables of these sizes, the best table first.

    `shared`: that everybody has his turn at the short tables comes before all but the forbidden
    pairs.

    Raises Refused unless the sizes add up to the players.
    """
    if sum(sizes) != len(players):
        raise Refused(
            "bad-sizes", f"Tables of {sum(sizes)} seats do not fit {len(players)} players."
        )
    again = len(players) <= STARTS_PLAYERS and any(player.sat for player in players)
    found = []
    for _ in range(STARTS if again else 1):
        drawn = _drawn(players, draw)
        order = sorted(range(len(drawn)), key=lambda i: -drawn[i].score)
        search = _Search([drawn[i] for i in order], sizes, draw, shared=shared)
        search.descend()
        search.anneal(effort)
        found.append(search.seated(effort))
    return report(players, min(found).tables)


def report(players: Sequence[TablePlayer], tables: Sequence[Sequence[str]]) -> Seated:
    """The weak spots of any seating, drawn here or laid by hand."""
    by_name = {player.entrant: player for player in players}
    repeats: list[tuple[str, str, int]] = []
    together: list[tuple[str, str]] = []
    pulled: list[str] = []
    for table in tables:
        best = max(by_name[entrant].score for entrant in table)
        pulled += [entrant for entrant in table if by_name[entrant].score < best]
        for a, b in combinations(table, 2):
            if times := by_name[a].met.get(b, 0):
                repeats.append((a, b, times))
            if b in by_name[a].apart or a in by_name[b].apart:
                together.append((a, b))
    return Seated(tuple(map(tuple, tables)), tuple(repeats), tuple(pulled), tuple(together))


def _drawn(players: Sequence[TablePlayer], draw: Choices) -> list[TablePlayer]:
    order = sorted(players, key=lambda player: player.entrant)
    for i in range(len(order) - 1, 0, -1):
        j = draw.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class _Found(NamedTuple):
    """What a search came to; the less it costs the better, before the seats and by them."""

    cost: tuple[int, int]
    tables: tuple[tuple[str, ...], ...]


class _Search:
    """Players are indices in the order of the standings; a table is a list of them."""

    def __init__(
        self,
        players: Sequence[TablePlayer],
        sizes: Sequence[int],
        draw: Choices,
        *,
        shared: bool,
    ) -> None:
        self._players = players
        self._draw = draw
        index = {player.entrant: i for i, player in enumerate(players)}
        scale = lcm(*(player.score.denominator for player in players))
        self._scores = [int(player.score * scale) for player in players]
        self._pulled = [player.pulled for player in players]
        self._met: list[dict[int, int]] = [{} for _ in players]
        for i, player in enumerate(players):
            for other, times in player.met.items():
                if other in index:
                    self._met[i][index[other]] = times * times
            for other in player.apart:
                if other in index:
                    self._met[i][index[other]] = self._met[index[other]][i] = _APART
        full = max(sizes)
        self._full = full
        self._short = [sum(full - len(table) for table in player.sat) for player in players]
        self._weigh(shared=shared)
        self._tables: list[list[int]] = []
        start = 0
        for size in sizes:
            self._tables.append(list(range(start, start + size)))
            start += size
        self._costs = [self._cost(table) for table in self._tables]

    def descend(self) -> None:
        """Take the best swap of each player as long as any helps."""
        for _ in range(_SWEEPS):
            if not any(self._improve(table) for table in range(len(self._tables))):
                return

    def anneal(self, effort: int) -> None:
        """While there are repeats, try random swaps that may cost a little; keep the best."""
        count = len(self._tables)
        best, best_tables = sum(self._costs), [table[:] for table in self._tables]
        if count < 2 or not self._meets_again(best):  # noqa: PLR2004 - one table has no other to swap with
            return
        now = best
        for step in range(effort):
            # Only a table where somebody meets again needs a swap: the rest stays as it is good.
            bad = [at for at, cost in enumerate(self._costs) if self._meets_again(cost)]
            one = bad[self._draw.below(len(bad))] if bad else self._draw.below(count)
            others = self._near(one)
            two = others[self._draw.below(len(others))]
            a = self._draw.below(len(self._tables[one]))
            b = self._draw.below(len(self._tables[two]))
            allowed = self._repeat * 2 * (effort - step) // effort
            now += self._swap_if(one, a, two, b, allowed)
            if now < best:
                best, best_tables = now, [table[:] for table in self._tables]
                if not self._meets_again(best):
                    break
        self._tables = best_tables
        self._costs = [self._cost(table) for table in self._tables]
        self.descend()

    def seated(self, effort: int) -> _Found:
        """The tables in a fair order of seats."""
        players = self._players
        if not any(player.sat for player in players):
            cost = (sum(self._costs), 0)
            return _Found(cost, tuple(self.seats(table) for table in range(len(self._tables))))
        index = {player.entrant: i for i, player in enumerate(players)}
        past = [past_of(one.entrant, one.sat, index, one.seats) for one in players]
        search = SeatSearch(self._tables, past, self._cost, self._draw)
        search.run(effort)
        tables = tuple(tuple(players[i].entrant for i in table) for table in search.tables)
        return _Found(search.cost, tables)

    def seats(self, table: int) -> tuple[str, ...]:
        """The players of a table in the fairest order of seats: exact, over all orders."""
        members = [self._players[i] for i in self._tables[table]]
        full = (1 << len(members)) - 1
        cheapest: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for seat in range(len(members)):
            following: dict[int, tuple[int, tuple[int, ...]]] = {}
            for taken, (cost, order) in cheapest.items():
                for i, member in enumerate(members):
                    if taken >> i & 1:
                        continue
                    times = member.seats.get(seat, 0)
                    option = (cost + (times + 1) ** 4 - times**4, (*order, i))
                    key = taken | 1 << i
                    if key not in following or option < following[key]:
                        following[key] = option
            cheapest = following
        return tuple(members[i].entrant for i in cheapest[full][1])

    def _near(self, one: int) -> list[int]:
        last = len(self._tables) - 1
        return [*range(max(0, one - _REACH), one), *range(one + 1, min(last, one + _REACH) + 1)]

    def _improve(self, one: int) -> bool:
        improved = False
        for a in range(len(self._tables[one])):
            if not self._costs[one]:
                break
            found = min(
                (
                    (self._delta(one, a, two, b), abs(one - two), two, b)
                    for two in self._near(one)
                    for b in range(len(self._tables[two]))
                ),
                default=(0, 0, 0, 0),
            )
            if found[0] < 0:
                self._swap_if(one, a, found[2], found[3], -1)
                improved = True
        return improved

    def _cost(self, table: Sequence[int]) -> int:
        best = max(self._scores[i] for i in table)
        spread = sum((best - self._scores[i]) ** 2 * (1 + self._pulled[i]) for i in table)
        met = self._met
        repeats = sum(met[a].get(b, 0) for a, b in combinations(table, 2))
        missing = self._full - len(table)
        short = missing and sum(
            (self._short[i] + missing) ** 2 - self._short[i] ** 2 for i in table
        )
        return repeats * self._repeat + spread * self._spread + short * self._size

    def _weigh(self, *, shared: bool) -> None:
        """Weights under which no sum of lesser faults outweighs a greater one."""
        spread = max(self._scores) - min(self._scores)
        spreads = len(self._players) * spread * spread * (1 + max(self._pulled))
        worst = max(map(abs, self._short)) + self._full
        shorts = len(self._players) * worst * worst
        self._spread = 1 if shared else 1 + shorts
        self._repeat = 1 + spreads if shared else (1 + spreads) * (1 + shorts)
        often = sum(sum(each.values()) for each in self._met)
        self._size = self._repeat * (1 + often) if shared else 1

    def _meets_again(self, cost: int) -> bool:
        return (cost % self._size if self._size > 1 else cost) >= self._repeat

    def _swapped(self, one: int, a: int, two: int, b: int) -> tuple[list[int], list[int]]:
        first, second = self._tables[one][:], self._tables[two][:]
        first[a], second[b] = second[b], first[a]
        return first, second

    def _delta(self, one: int, a: int, two: int, b: int) -> int:
        first, second = self._swapped(one, a, two, b)
        return self._cost(first) + self._cost(second) - self._costs[one] - self._costs[two]

    def _swap_if(self, one: int, a: int, two: int, b: int, allowed: int) -> int:
        """Swap when the seating gets worse by no more than `allowed`; by how much it got worse."""
        first, second = self._swapped(one, a, two, b)
        costs = self._cost(first), self._cost(second)
        change = sum(costs) - self._costs[one] - self._costs[two]
        if change > allowed:
            return 0
        self._tables[one], self._tables[two] = first, second
        self._costs[one], self._costs[two] = costs
        return change
