"""Rounds at tables of many seats, of which the best k go on (2.3): plan, cut and reseeding.

A plan names for each round the largest table and, but for the last, how many of each table go on.
It is whole: the organiser sees every round's tables before the start, or is told why it cannot be
played and which plans come nearest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.seeding import check_entrants, table_sizes

SEATS_MAX: Final = 9
ROUNDS_MAX: Final = 12
_SEATS: Final = range(2, SEATS_MAX + 1)
_NEAREST: Final = 3
_ROUND_COST: Final = 4
"""A round more or fewer is as far from what was asked as four changed numbers."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One round: so many players at tables of these sizes, of each table `advance` go on.

    `advance` is 0 in the last round, which has one table.
    """

    players: int
    sizes: tuple[int, ...]
    advance: int


def plan_cuts(entrants: int, sizes: Sequence[int], advance: Sequence[int]) -> tuple[Cut, ...]:
    """The rounds for tables of at most these sizes, of which so many go on.

    Raises Impossible with the reason and the nearest plans, as pairs (sizes, advance).
    """
    check_entrants(entrants, 2)
    reason = _why_not(entrants, sizes, advance)
    if reason:
        raise Impossible("impossible-plan", reason, nearest_plans(entrants, sizes, advance))
    return tuple(_cuts(entrants, sizes, advance))


def nearest_plans(
    entrants: int, sizes: Sequence[int], advance: Sequence[int], *, most: int = SEATS_MAX
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Up to three plans that can be played, those first that differ least from what was asked.

    No table has more than `most` seats.
    """
    asked = tuple((size, advance[i] if i < len(advance) else 0) for i, size in enumerate(sizes))
    return tuple(
        (tuple(size for size, _ in rounds), tuple(k for _, k in rounds[:-1]))
        for _, rounds in _nearest(entrants, asked, 0, most)
    )


def cut_is_clear(groups: Sequence[Sequence[str]], advance: int) -> bool:
    """Whether the best `advance` are whole groups: no tie lies across the cut."""
    count = 0
    for group in groups:
        if count >= advance:
            break
        count += len(group)
    return count == advance


def clear_by_score(scores: Sequence[int], advance: int) -> bool:
    """The same from scores, most first or in any order."""
    ordered = sorted(scores, reverse=True)
    return advance >= len(ordered) or ordered[advance - 1] != ordered[advance]


def through(groups: Sequence[Sequence[str]], advance: int) -> tuple[tuple[str, int], ...]:
    """Who goes on, each with the place at the table.

    Raises Refused while a tie lies across the cut: another hand decides, or a recorded draw.
    """
    if not cut_is_clear(groups, advance):
        raise Refused(
            "tie-at-the-cut",
            f"Two or more players share the place at which {advance} go on: compare the stacks at"
            " the start of the hand, then play another hand, then draw.",
        )
    found: list[tuple[str, int]] = []
    for group in groups:
        if len(found) == advance:
            break
        place = len(found) + 1
        found += [(entrant, place) for entrant in group]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Qualifier:
    """Somebody who goes on: from which table, in which place there, and the seed that counts."""

    entrant: str
    table: int
    place: int
    seed: int


def reseeded(qualifiers: Sequence[Qualifier], tables: int) -> tuple[tuple[str, ...], ...]:
    """The next round's tables: by place, then by seed, in a snake; table mates are kept apart.

    Where the snake would bring two of one table together, others of their rows change places, so
    that each table still has one of each row. With at least as many tables as go on of each, no
    two mates meet; with fewer, the mates are spread evenly.
    """
    ranked = sorted(qualifiers, key=lambda one: (one.place, one.seed))
    table_sizes(len(ranked), tables)  # refuses tables without players
    spread = _Spread(tables)
    for number, player in enumerate(ranked):
        row, at = divmod(number, tables)
        forth = row % 2 == 0 and (row + 1) * tables <= len(ranked)
        spread.place(player, row, at if forth else tables - 1 - at)
    seated = spread.seated()
    return tuple(seated[table] for table in range(tables))


class _Spread:
    """Players between their old tables and the rows of the snake, coloured by new tables.

    A bipartite graph has a proper colouring with as many colours as its largest degree (König):
    a player who finds no colour free at both ends swaps two colours along an alternating path.
    """

    def __init__(self, tables: int) -> None:
        self._tables = tables
        self._mates: dict[tuple[int, int], dict[int, int]] = {}
        self._rows: dict[int, dict[int, int]] = {}
        self._players: list[tuple[Qualifier, tuple[int, int], int]] = []
        self._placed: list[int] = []
        self._count: dict[int, int] = {}

    def place(self, player: Qualifier, row: int, wanted: int) -> None:
        """Give the player the wanted table if mates and row allow it, else another one."""
        # More mates than tables cannot all be parted: each batch of them is.
        nth = self._count.get(player.table, 0)
        self._count[player.table] = nth + 1
        source = (player.table, nth // self._tables)
        mates = self._mates.setdefault(source, {})
        others = self._rows.setdefault(row, {})
        number = len(self._players)
        self._players.append((player, source, row))
        order = sorted(range(self._tables), key=lambda table: abs(table - wanted))
        free = [table for table in order if table not in mates]
        both = [table for table in free if table not in others]
        if not both:
            self._flip(row, free[0], next(table for table in order if table not in others))
        table = both[0] if both else free[0]
        mates[table] = others[table] = number
        self._placed.append(table)

    def seated(self) -> dict[int, tuple[str, ...]]:
        """The players by table, in the order of their rows."""
        found: dict[int, list[str]] = {table: [] for table in range(self._tables)}
        for (player, _, _), table in zip(self._players, self._placed, strict=True):
            found[table].append(player.entrant)
        return {table: tuple(players) for table, players in found.items()}

    def _flip(self, row: int, one: int, other: int) -> None:
        """Swap two colours along the path that starts in `row` with the colour `one`."""
        path: list[int] = []
        at_row, ends = True, self._rows[row]
        colour = one
        while colour in ends:
            number = ends[colour]
            path.append(number)
            _, source, its_row = self._players[number]
            ends = self._mates[source] if at_row else self._rows[its_row]
            at_row, colour = not at_row, other if colour == one else one
        for number in path:
            _, source, its_row = self._players[number]
            for ends in (self._mates[source], self._rows[its_row]):
                if ends.get(self._placed[number]) == number:
                    del ends[self._placed[number]]
        for number in path:
            _, source, its_row = self._players[number]
            table = other if self._placed[number] == one else one
            self._placed[number] = table
            self._mates[source][table] = self._rows[its_row][table] = number


def _cuts(entrants: int, sizes: Sequence[int], advance: Sequence[int]) -> Iterator[Cut]:
    players = entrants
    for number, size in enumerate(sizes):
        tables = -(-players // size)
        k = advance[number] if number < len(advance) else 0
        yield Cut(players, table_sizes(players, tables), k)
        players = tables * k


def _why_not(entrants: int, sizes: Sequence[int], advance: Sequence[int]) -> str:
    if not sizes or len(sizes) > ROUNDS_MAX or len(advance) != len(sizes) - 1:
        return f"A plan has 1 to {ROUNDS_MAX} rounds, and says for each but the last who goes on."
    # The last round's size is judged below, where one seat is seen to be one player alone.
    if min(sizes[:-1], default=2) not in _SEATS or max(sizes) > SEATS_MAX or sizes[-1] < 1:
        return f"A table has 2 to {SEATS_MAX} seats."
    players = entrants
    for number, size in enumerate(sizes, start=1):
        if players < 2:  # noqa: PLR2004 - one player has nobody to play with
            return f"Round {number} would have one player, and nobody to play with."
        tables = -(-players // size)
        if number == len(sizes):
            one_more = f"{players} players do not fit at one table of {size}: add a round."
            return "" if tables == 1 else one_more
        why = _bad_cut(players, tables, advance[number - 1], number)
        if why:
            return why
        players = tables * advance[number - 1]
    return ""


def _bad_cut(players: int, tables: int, k: int, number: int) -> str:
    small = players // tables
    if not 1 <= k < small:
        sizes = ", ".join(map(str, table_sizes(players, tables)))
        many = "1" if small <= _SEATS.start else f"1 to {small - 1}"
        return f"Round {number} has tables of {sizes} players: {many} of each can go on, not {k}."
    return "" if tables * k < players else f"Round {number} would send everybody on."


@lru_cache(maxsize=65536)
def _nearest(
    players: int, asked: tuple[tuple[int, int], ...], number: int, most: int
) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The cheapest ways to play on from here: (cost, rounds), at most three."""
    if number >= ROUNDS_MAX:
        return ()
    size_asked, k_asked = asked[number] if number < len(asked) else (0, 0)
    extra = 0 if number < len(asked) else _ROUND_COST
    missing = _ROUND_COST * max(0, len(asked) - number - 1)
    found: list[tuple[int, tuple[tuple[int, int], ...]]] = []
    for size in range(2, most + 1):
        cost = extra or abs(size - size_asked)
        tables = -(-players // size)
        if tables == 1:
            found.append((cost + missing, ((size, 0),)))
            continue
        for k in range(1, players // tables):
            step = cost + (abs(k - k_asked) if k_asked else 0)
            found += [
                (step + more, ((size, k), *rest))
                for more, rest in _nearest(tables * k, asked, number + 1, most)
            ]
    return tuple(sorted(found)[:_NEAREST])
