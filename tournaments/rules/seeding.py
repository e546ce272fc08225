"""Where seeds stand: the standard bracket order and its byes, snakes for tables of many seats.

Seeds are numbers from 1. A snake short of players leaves the short table to seed 1 (2.3).
"""

from collections.abc import Sequence
from typing import Final, TypeVar

from tournaments.rules.errors import Refused

ENTRANTS_MAX: Final = 1 << 16
"""More than this in one stage is refused: split it into flights."""

Item = TypeVar("Item")


def bracket_size(entrants: int) -> int:
    """The next power of two: the slots of the first round."""
    check_entrants(entrants, 2)
    return 1 << (entrants - 1).bit_length()


def check_entrants(entrants: int, fewest: int) -> None:
    """Refuse a field that is too small or too large for one stage."""
    if not fewest <= entrants <= ENTRANTS_MAX:
        raise Refused(
            "bad-field", f"A stage takes {fewest} to {ENTRANTS_MAX} entrants, not {entrants}."
        )


def standard_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of the bracket to its foot (2.1); neighbours meet in round 1.

    From `[1]`, doubling replaces each p by p, (2m + 1 - p), m the length so far. So seeds 1 and 2
    can meet in the final only, 1 to 4 in semi-finals, and each first pair sums to size + 1.
    """
    if size < 1 or size & (size - 1):
        raise Refused("bad-size", f"A bracket has a power of two of slots, not {size}.")
    order = [1]
    while len(order) < size:
        top = 2 * len(order) + 1
        order = [seed for p in order for seed in (p, top - p)]
    return tuple(order)


def byes(entrants: int) -> tuple[int, ...]:
    """The seeds that have no first-round opponent: exactly the top (size - entrants)."""
    return tuple(range(1, bracket_size(entrants) - entrants + 1))


def first_round(entrants: int) -> tuple[tuple[int, int], ...]:
    """The first-round pairs that are played, in the order of the bracket."""
    order = standard_order(bracket_size(entrants))
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(pair for pair in pairs if max(pair) <= entrants)


def table_sizes(players: int, tables: int) -> tuple[int, ...]:
    """So many players over so many tables, sizes that differ by one at most, largest first."""
    if not 1 <= tables <= players:
        raise Refused("bad-tables", f"{players} players fill 1 to {players} tables, not {tables}.")
    small, more = divmod(players, tables)
    return (small + 1,) * more + (small,) * (tables - more)


def snake(ranked: Sequence[Item], tables: int) -> tuple[tuple[Item, ...], ...]:
    """The ranked players in rows, the first from left to right, the next back again."""
    table_sizes(len(ranked), tables)
    seated: list[list[Item]] = [[] for _ in range(tables)]
    rows = range(0, len(ranked), tables)
    for number, start in enumerate(rows):
        row = ranked[start : start + tables]
        # A row from the right fills the right-hand tables first: the short one is the leader's.
        where = range(tables) if number % 2 == 0 else range(tables - 1, -1, -1)
        for table, player in zip(where, row, strict=False):
            seated[table].append(player)
    return _evened(seated) if len(ranked) % tables else tuple(map(tuple, seated))


def equal_sums(ranked: Sequence[Item], tables: int) -> tuple[tuple[Item, ...], ...]:
    """Another way: pairs of a strong and a weak seed, dealt to the tables in turn.

    Of the first half of the field each table takes one from each stretch of `tables`, and of the
    second half its mirror image: {1, 3, 6, 8} {2, 4, 5, 7}. With a field that does not divide,
    the empty seats are the last seeds, so the short tables are the first ones.
    """
    sizes = table_sizes(len(ranked), tables)
    slots = sizes[0] * tables
    seated: list[list[Item]] = [[] for _ in range(tables)]
    half = sizes[0] // 2
    for table in range(tables):
        seeds = [row * tables + table for row in range(half)]
        mirrored = [slots - 1 - seed for seed in reversed(seeds)]
        middle = [half * tables + table] if sizes[0] % 2 else []
        wanted = [*seeds, *middle, *mirrored]
        seated[table] = [ranked[seed] for seed in wanted if seed < len(ranked)]
    return tuple(map(tuple, seated))


def _evened(seated: list[list[Item]]) -> tuple[tuple[Item, ...], ...]:
    """The same when the last row went from left to right: the short tables come first anyway.

    The last row's players move to the right-hand tables, where the snake would have gone back.
    """
    longest = max(map(len, seated))
    last = [table[-1] for table in seated if len(table) == longest]
    if len(seated[0]) < longest:
        return tuple(map(tuple, seated))
    rest = [table[:-1] if len(table) == longest else table for table in seated]
    for table, player in zip(reversed(rest), last, strict=False):
        table.append(player)
    return tuple(map(tuple, rest))
