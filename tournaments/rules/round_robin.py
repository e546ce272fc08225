"""Everybody meets everybody: Berger's tables for two, even meetings for tables of more, groups."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, TypeAlias

from tournaments.rules.errors import Refused
from tournaments.rules.seeding import check_entrants

Tables: TypeAlias = tuple[tuple[int, ...], ...]
"""One round: who sits together, numbers from 1, in the order of their seats."""

BYE_NUMBER: Final = 0


def berger(entrants: int) -> tuple[Tables, ...]:
    """The rounds of a round robin for two at a time, as Berger's tables have them.

    The first of a pair deals first. In round r the numbers i and j meet when i + j ≡ r + 1
    (mod n - 1), and the last number takes the place of the one that would meet itself. With an
    odd field the last number is nobody: that opponent has a bye, written (i,).
    """
    check_entrants(entrants, 2)
    last = entrants + entrants % 2
    rounds = []
    for number in range(1, last):
        pairs = [_berger_pair(i, number, last) for i in range(1, last)]
        unique = dict.fromkeys(pair for pair in pairs if pair)
        rounds.append(tuple(_without(pair, last if entrants % 2 else 0) for pair in unique))
    return tuple(rounds)


def double_berger(entrants: int) -> tuple[Tables, ...]:
    """The same twice; the second time the other one deals first."""
    once = berger(entrants)
    return once + tuple(tuple(pair[::-1] for pair in each) for each in once)


def even_meetings(size: int) -> tuple[Tables, ...]:
    """size² players at tables of `size` for size + 1 rounds: each pair meets exactly once.

    The lines of the affine plane over the field of that many elements; 2, 3, 4, 5, 7, 8 or 9
    seats. Other fields are seated by `swiss_tables`, without scores.
    """
    field = _field(size)
    points = {(x, y): 1 + x * size + y for x in range(size) for y in range(size)}
    rounds: list[Tables] = [
        tuple(tuple(points[x, y] for y in range(size)) for x in range(size)),
        tuple(tuple(points[x, y] for x in range(size)) for y in range(size)),
    ]
    add, times = field
    rounds += [
        tuple(
            tuple(points[x, add[times[slope][x]][start]] for x in range(size))
            for start in range(size)
        )
        for slope in range(1, size)
    ]
    return tuple(rounds)


def repeats(rounds: Sequence[Tables]) -> int:
    """How many meetings were not the first of that pair."""
    met: set[tuple[int, int]] = set()
    count = 0
    for table in (table for each in rounds for table in each):
        for pair in combinations(sorted(table), 2):
            count += pair in met
            met.add(pair)
    return count


def _berger_pair(i: int, number: int, last: int) -> tuple[int, int] | None:
    j = (number + 1 - i) % (last - 1) or last - 1
    if i == j:
        return (i, last) if i <= last // 2 else (last, i)
    if i > j:
        return None
    return (i, j) if (i + j) % 2 else (j, i)


def _without(pair: tuple[int, ...], nobody: int) -> tuple[int, ...]:
    return tuple(number for number in pair if number != nobody)


_POWERS: Final = {4: (2, 0b111), 8: (2, 0b1011)}
"""Fields of 2^m elements: the polynomial that carries wrap by."""


def _field(size: int) -> tuple[list[list[int]], list[list[int]]]:
    """Addition and multiplication tables of the field with so many elements."""
    numbers = range(size)
    if size in (2, 3, 5, 7):
        return (
            [[(a + b) % size for b in numbers] for a in numbers],
            [[a * b % size for b in numbers] for a in numbers],
        )
    if size in _POWERS:
        _, polynomial = _POWERS[size]
        return (
            [[a ^ b for b in numbers] for a in numbers],
            [[_times_2(a, b, polynomial, size) for b in numbers] for a in numbers],
        )
    if size == 9:  # noqa: PLR2004 - pairs a + bi over three elements, i² = -1
        return (
            [[(a + b) % 3 + 3 * ((a // 3 + b // 3) % 3) for b in numbers] for a in numbers],
            [[_times_9(a, b) for b in numbers] for a in numbers],
        )
    raise Refused("no-plane", f"Even meetings are known for 2, 3, 4, 5, 7, 8 or 9, not {size}.")


def _times_2(a: int, b: int, polynomial: int, size: int) -> int:
    product = 0
    while b:
        if b & 1:
            product ^= a
        b >>= 1
        a <<= 1
        if a & size:
            a ^= polynomial
    return product


def _times_9(a: int, b: int) -> int:
    real = (a % 3) * (b % 3) - (a // 3) * (b // 3)
    imaginary = (a % 3) * (b // 3) + (a // 3) * (b % 3)
    return real % 3 + 3 * (imaginary % 3)
