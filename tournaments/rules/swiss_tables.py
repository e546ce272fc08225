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
from tournaments.rules.swiss_costs import Faults, TableCosts
from tournaments.rules.swiss_seats import SeatSearch, past_of

EFFORT: Final = 20_000
"""Random swaps tried while a seating has repeats, and again for the order of seats."""
STARTS: Final = 4
STARTS_PLAYERS: Final = 100
_APART: Final = 10**6
_GAINS: Final = 30


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
        self._index = {player.entrant: i for i, player in enumerate(players)}
        self._costs = TableCosts(self._faults(max(sizes)), sizes, shared=shared)

    def descend(self) -> None:
        """Take the best swap of each player, table by table from the top.

        After a table that gained by it the round begins again at the top, so many times at most.
        Tables between which no swap helps are not tried again before one of them has changed.
        """
        settled: list[set[int]] = [set() for _ in self._costs.tables]
        for _ in range(_GAINS):
            if not any(self._improve(table, settled) for table in range(len(settled))):
                return

    def anneal(self, effort: int) -> None:
        """While there are repeats, try random swaps that may cost a little; keep the best."""
        costs, below = self._costs, self._draw.below
        count = len(costs.tables)
        best, since = costs.total, list[tuple[int, int, int, int]]()
        if count < 2 or not costs.meets_again(best):  # noqa: PLR2004 - one table has no other to swap with
            return
        bad = [at for at, cost in enumerate(costs.costs) if costs.meets_again(cost)]
        for step in range(effort):
            # Only a table where somebody meets again needs a swap: the rest stays as it is good.
            one = bad[below(len(bad))] if bad else below(count)
            others = costs.near(one)
            two = others[below(len(others))]
            a, b = below(len(costs.tables[one])), below(len(costs.tables[two]))
            change = costs.change(one, costs.tables[one][a], two, costs.tables[two][b])
            if change > costs.repeat * 2 * (effort - step) // effort:
                continue
            costs.swap(one, a, two, b)
            since.append((one, a, two, b))
            bad = [at for at, cost in enumerate(costs.costs) if costs.meets_again(cost)]
            if costs.total < best:
                best = costs.total
                since.clear()
                if not costs.meets_again(best):
                    break
        for swap in reversed(since):
            costs.swap(*swap)
        self.descend()

    def seated(self, effort: int) -> _Found:
        """The tables in a fair order of seats."""
        players, costs = self._players, self._costs
        if not any(player.sat for player in players):
            return _Found((costs.total, 0), tuple(map(self.seats, costs.tables)))
        past = [past_of(one.entrant, one.sat, self._index, one.seats) for one in players]
        search = SeatSearch(costs, past, self._draw)
        search.run(effort)
        tables = tuple(tuple(players[i].entrant for i in table) for table in costs.tables)
        return _Found((costs.total, search.cost), tables)

    def seats(self, table: Sequence[int]) -> tuple[str, ...]:
        """The players of a table in the fairest order of seats: exact, over all orders."""
        members = [self._players[i] for i in table]
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

    def _improve(self, one: int, settled: list[set[int]]) -> bool:
        """Take the best swap of each player of a table; whether any helped."""
        costs = self._costs
        improved = False
        for seat in range(len(costs.tables[one])):
            if not costs.costs[one]:
                return improved
            open_ = [two for two in costs.near(one) if two not in settled[one]]
            found = costs.best_swap(one, seat, open_)
            if found.change < 0:
                costs.swap(one, seat, found.table, found.seat)
                improved = True
                for at in (one, found.table):
                    for other in settled[at]:
                        settled[other].discard(at)
                    settled[at].clear()
        if not improved:
            for two in costs.near(one):
                settled[one].add(two)
                settled[two].add(one)
        return improved

    def _faults(self, full: int) -> Faults:
        players, index = self._players, self._index
        scale = lcm(*(player.score.denominator for player in players))
        met: list[dict[int, int]] = [{} for _ in players]
        for i, player in enumerate(players):
            for other, times in player.met.items():
                if other in index:
                    met[i][index[other]] = times * times
        for i, player in enumerate(players):
            for other in player.apart:
                if other in index:
                    met[i][index[other]] = met[index[other]][i] = _APART
        return Faults(
            [int(player.score * scale) for player in players],
            [player.pulled for player in players],
            met,
            [sum(full - len(table) for table in player.sat) for player in players],
        )
