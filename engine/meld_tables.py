"""The tables of the meld solver, and the search that uses them.

Sets tie the suits together and runs do not. So the search first decides which cards go to sets;
what is left of each suit is then a separate small question that a table answers:

- A suit is one int (a *vector*): two bits a rank, the ace lowest, holding how many of that card
  there are (0-2).
- The cards of one rank are one int too (a *code*): two bits a suit, clubs lowest.
- A *leaf* is one choice of cards for sets and the four vectors left for runs. Most hands have one
  to three leaves.

The tables fill as vectors are met and only ever hold what follows from the axes, so sharing them
between threads at worst computes an entry twice. They are bounded by the suits that ten cards can
make; play meets a few thousand.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from engine.cards import Card, rank, suit
from engine.hand import Melds
from engine.meld_axes import HIGH_ACE, MELD_MIN, MeldAxes, is_meld

_SUITS: Final = range(4)


class Leaf(NamedTuple):
    """One way to give cards to sets: the takes (rank, code), and what is left of each suit."""

    vectors: tuple[int, int, int, int]
    takes: tuple[tuple[int, int], ...]


Runs: TypeAlias = tuple[tuple[int, ...], ...]


def leaf_of(cards: Iterable[Card]) -> Leaf:
    """The leaf that gives none of these natural cards to sets."""
    vectors = [0, 0, 0, 0]
    for card in cards:
        vectors[_SUIT[card]] += _UNIT[card]
    return Leaf((vectors[0], vectors[1], vectors[2], vectors[3]), ())


def codes_of(cards: Iterable[Card]) -> dict[int, int]:
    """The code of each rank that these natural cards hold."""
    codes: dict[int, int] = {}
    for card in cards:
        of_rank = _RANK[card]
        codes[of_rank] = codes.get(of_rank, 0) + _CODE[card]
    return codes


def apart(code: int) -> tuple[int, int, int, int]:
    """How many cards of each suit a code holds."""
    return code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3


def left_for_runs(leaf: Leaf, of_rank: int, take: int) -> Leaf:
    """The leaf with `take` of that rank given to sets as well."""
    shift = 2 * of_rank
    a, b, c, d = leaf.vectors
    vectors = (
        a - ((take & 3) << shift),
        b - ((take >> 2 & 3) << shift),
        c - ((take >> 4 & 3) << shift),
        d - ((take >> 6 & 3) << shift),
    )
    return Leaf(vectors, (*leaf.takes, (of_rank, take)))


_SUIT: Final = tuple(suit(card) for card in range(52))
_RANK: Final = tuple(rank(card) for card in range(52))
_UNIT: Final = tuple(1 << 2 * rank(card) for card in range(52))
_CODE: Final = tuple(1 << 2 * suit(card) for card in range(52))
# Every code that two packs can make, by its number of cards, the greatest first.
CODES: Final = tuple(
    sorted(
        (a | b << 2 | c << 4 | d << 6 for a, b, c, d in product(range(3), repeat=4)),
        key=lambda code: (-sum(apart(code)), code),
    ),
)


def within(part: int, whole: int) -> bool:
    """Whether a code holds no card that the other lacks."""
    return all(few <= many for few, many in zip(apart(part), apart(whole), strict=True))


class Tables:
    """All that is worked out once for a choice of axes."""

    def __init__(self, axes: MeldAxes) -> None:
        """Work out the sets (81 codes); the tables of runs fill by use."""
        self.axes = axes
        self.partition = self._partitions()
        self.set_choices = {
            code: choices
            for code in CODES
            if (
                choices := tuple(
                    part
                    for part in CODES
                    if part and part in self.partition and within(part, code)
                )
            )
        }
        self.cover = _Cover(axes)
        self.short = _Short(self.cover)
        self.spare = _Spare(self.cover)

    def leaves(self, cards: Iterable[Card]) -> list[Leaf]:
        """Every way to give some of the cards to sets, none first."""
        cards = tuple(cards)
        leaves = [leaf_of(cards)]
        choices = self.set_choices
        for of_rank, code in codes_of(cards).items():
            if code in choices:
                leaves += [
                    left_for_runs(leaf, of_rank, take) for leaf in leaves for take in choices[code]
                ]
        return leaves

    def melds(self, leaf: Leaf, without: tuple[int, int] | None = None) -> Melds:
        """The melds of a leaf whose suits the runs can take, less one card (suit, rank)."""
        melds: list[tuple[Card, ...]] = []
        for of_rank, take in sorted(leaf.takes):
            for one_set in self.partition[take]:
                copies = zip(_SUITS, apart(one_set), strict=True)
                melds.append(
                    tuple(of_suit * 13 + of_rank for of_suit, n in copies for _ in range(n))
                )
        for of_suit, vector in zip(_SUITS, leaf.vectors, strict=True):
            kept = (
                vector
                if without is None or without[0] != of_suit
                else vector - (1 << 2 * without[1])
            )
            runs = self.cover[kept]
            if runs is None:
                msg = (
                    "the runs can't take this suit: a leaf was chosen without looking at the table"
                )
                raise AssertionError(msg)
            melds.extend(tuple(of_suit * 13 + of_rank % 13 for of_rank in run) for run in runs)
        return tuple(melds)

    def _partitions(self) -> dict[int, tuple[int, ...]]:
        """Every code that is wholly sets, and the sets, as few as can be."""
        partition: dict[int, tuple[int, ...]] = {0: ()}
        sets = [code for code in CODES if self._is_set(code)]
        for code in reversed(CODES):
            ways = [
                (one, *partition[code - one])
                for one in sets
                if within(one, code) and code - one in partition
            ]
            if ways:
                partition[code] = min(ways, key=len)
        return partition

    def _is_set(self, code: int) -> bool:
        counts = apart(code)
        cards = [of_suit * 13 for of_suit, n in zip(_SUITS, counts, strict=True) for _ in range(n)]
        return is_meld(cards, self.axes)


class _Cover(dict[int, Runs | None]):
    """Vector of a suit -> the runs that take it whole, or None."""

    def __init__(self, axes: MeldAxes) -> None:
        super().__init__()
        self._axes = axes
        self._cuts: dict[int, Runs | None] = {0: ()}

    def __missing__(self, vector: int) -> Runs | None:
        aces = vector & 3 if self._axes.ace == "low-high" else 0
        ways = (self._cut(vector + high * ((1 << 2 * HIGH_ACE) - 1)) for high in range(aces + 1))
        self[vector] = found = next((way for way in ways if way is not None), None)
        return found

    def _cut(self, vector: int) -> Runs | None:
        """Runs for a vector of fourteen ranks: the lowest card begins one, the longest first."""
        if vector in self._cuts:
            return self._cuts[vector]
        low = ((vector & -vector).bit_length() - 1) // 2
        length = 0
        while vector >> 2 * (low + length) & 3:
            length += 1
        longest = length if self._axes.size == "three-or-more" else min(length, MELD_MIN)
        found: Runs | None = None
        for size in range(longest, MELD_MIN - 1, -1):
            run = tuple(range(low, low + size))
            rest = self._cut(vector - sum(1 << 2 * of_rank for of_rank in run))
            if rest is not None:
                found = (run, *rest)
                break
        self._cuts[vector] = found
        return found


class _Short(dict[int, int]):
    """Vector of a suit -> cards that must go before runs take the rest: 0, 1, or 2 for more."""

    def __init__(self, cover: _Cover) -> None:
        super().__init__()
        self._cover = cover

    def __missing__(self, vector: int) -> int:
        if self._cover[vector] is not None:
            found = 0
        else:
            found = (
                1
                if any(self._cover[rest] is not None for _, rest in _each_less_one(vector))
                else 2
            )
        self[vector] = found
        return found


class _Spare(dict[int, tuple[int, ...]]):
    """Vector of a suit -> the ranks of which one card may go so that the runs take the rest."""

    def __init__(self, cover: _Cover) -> None:
        super().__init__()
        self._cover = cover

    def __missing__(self, vector: int) -> tuple[int, ...]:
        found = tuple(
            of_rank for of_rank, rest in _each_less_one(vector) if self._cover[rest] is not None
        )
        self[vector] = found
        return found


def _each_less_one(vector: int) -> list[tuple[int, int]]:
    """Each rank in the vector, and the vector without one card of it."""
    return [
        (of_rank, vector - (1 << 2 * of_rank))
        for of_rank in range(13)
        if vector >> 2 * of_rank & 3
    ]


@cache
def tables_for(axes: MeldAxes) -> Tables:
    """The tables for these axes, the same each time."""
    return Tables(axes)
