"""Which tables break and who moves where, so that tables differ by one player at most (2.6).

T* = ceil(players / seats) tables are needed. While there are more, the next one in the break order
is broken and its players go, one at a time, to the shortest table. Then one player at a time goes
from the longest table to the shortest until they differ by one at most. No two moves cancel, no
table is filled over its seats, and nobody is left alone (but for one of an odd number of players
at tables of two, who waits).

The published break order: an organiser's list, or by default the table with the fewest players,
of these the one with the highest number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.seeding import table_sizes

SEATS_MIN: Final = 2
SEATS_MAX: Final = 10


@dataclass(frozen=True, slots=True)
class Rebalance:
    """Tables to break, in this order, and how many players go where.

    `spread`: for each player of a broken table (from, to); `moves`: the balancing after that.
    """

    broken: tuple[int, ...]
    spread: tuple[tuple[int, int], ...]
    moves: tuple[tuple[int, int], ...]


def tables_needed(players: int, seats: int) -> int:
    """The fewest tables that hold so many players."""
    _check_seats(seats)
    return -(-players // seats)


def targets(players: int, seats: int) -> tuple[int, ...]:
    """The sizes that balanced tables have, largest first."""
    return table_sizes(players, tables_needed(players, seats))


def rebalance(
    counts: Mapping[int, int],
    seats: int,
    *,
    break_order: Sequence[int] = (),
    gave_at: Mapping[int, int] | None = None,
) -> Rebalance:
    """What has to happen at tables with so many players each, between hands.

    `gave_at`: at which number of moves each table last gave a player; of equally long tables the
    one gives that has not for the longest, then the lowest number. Raises Refused when a table
    has more players than seats.
    """
    _check(counts, seats)
    players = sum(counts.values())
    left = dict(counts)
    broken = _broken(left, tables_needed(players, seats), break_order)
    leavers = [(table, left.pop(table)) for table in broken]
    short = [(count, table) for table, count in left.items()]
    heapify(short)
    spread: list[tuple[int, int]] = []
    for source, count in leavers:
        for _ in range(count):
            size, table = heappop(short)
            left[table] = size + 1
            heappush(short, (size + 1, table))
            spread.append((source, table))
    return Rebalance(tuple(broken), tuple(spread), _moves(left, dict(gave_at or {})))


def balanced(counts: Sequence[int]) -> bool:
    """Whether the tables differ by one at most."""
    return not counts or max(counts) - min(counts) <= 1


def _moves(left: dict[int, int], gave_at: dict[int, int]) -> tuple[tuple[int, int], ...]:
    short = [(count, table) for table, count in left.items()]
    long = [(-count, gave_at.get(table, -1), table) for table, count in left.items()]
    heapify(short)
    heapify(long)
    clock = max(gave_at.values(), default=0)
    moves: list[tuple[int, int]] = []
    while short:
        # Entries that a move has made stale are dropped when they come to the top.
        while -long[0][0] != left[long[0][2]]:
            heappop(long)
        while short[0][0] != left[short[0][1]]:
            heappop(short)
        giver, taker = long[0][2], short[0][1]
        if left[giver] - left[taker] <= 1:
            break
        clock += 1
        gave_at[giver] = clock
        for table, change in ((giver, -1), (taker, 1)):
            left[table] += change
            heappush(short, (left[table], table))
            heappush(long, (-left[table], gave_at.get(table, -1), table))
        moves.append((giver, taker))
    return tuple(moves)


def _broken(left: Mapping[int, int], needed: int, break_order: Sequence[int]) -> list[int]:
    excess = len(left) - needed
    if excess <= 0:
        return []
    listed = [table for table in break_order if table in left]
    others = sorted(set(left) - set(listed), key=lambda table: (left[table], -table))
    return [*listed, *others][:excess]


def _check(counts: Mapping[int, int], seats: int) -> None:
    _check_seats(seats)
    for table, count in counts.items():
        if not 0 <= count <= seats:
            raise Refused("overfull", f"Table {table} has {count} players for {seats} seats.")


def _check_seats(seats: int) -> None:
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise Refused("bad-seats", f"A table has 2 to {SEATS_MAX} seats, not {seats}.")
