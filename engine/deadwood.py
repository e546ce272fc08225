"""The least that is left of a hand once its best melds are made, exactly.

"Meld for the least, then throw the dearest card" is not the least that a hand can be brought to
with a throw: which cards are left decides what the throw is worth. So the tables answer with and
without a throw, and the best of both is taken over all choices of sets.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

from engine.cards import JOKER, Card
from engine.hand import Melds
from engine.meld_axes import MELD_MIN, MeldAxes
from engine.melding.bounded import Bounded
from engine.melding.hand import Reading
from engine.melding.laid import Leaf, laid_runs, laid_sets, walked
from engine.melding.points import NEVER, Left, Points, RankValues, RunPoints, run_points_for
from engine.melding.sets import SUITS, apart
from engine.melding.solver import solver_for
from engine.melding.tables import EIGHTS, HELD, THREE_HELD

Values: TypeAlias = tuple[int, ...]
"""What each face counts, the joker last: 53 numbers from 0 on."""

ONE_EACH: Final[Values] = (1,) * (JOKER + 1)
_POINTS_MASK: Final = (1 << HELD) - 1
_TABLES_MAX: Final = 64


def deadwood(
    cards: Sequence[Card], axes: MeldAxes, values: Sequence[int], *, throw: bool = False
) -> tuple[int, Melds]:
    """The least value of cards left when melds take the others, and such melds.

    With `throw` one of the cards left is thrown first, the one that makes the rest the least: for
    a hand that has drawn.
    """
    return deadwood_for(axes, tuple(values)).best(cards, throw=throw)


class _Best(NamedTuple):
    """The most points that go by melds and a throw, and how: `at` is the place in the points."""

    points: int
    reading: Reading
    leaf: Leaf
    at: int


class Deadwood:
    """Deadwood for a choice of axes and card values; `deadwood_for` keeps them."""

    def __init__(self, axes: MeldAxes, values: Values) -> None:
        """Raises ValueError for other than 53 values."""
        if len(values) != JOKER + 1:
            raise ValueError("Values are 53 numbers, one for each face, the joker last.")
        self._axes = axes
        self._values = values
        self._by_suit: tuple[RankValues, ...] = tuple(
            values[13 * of_suit : 13 * of_suit + 13] for of_suit in SUITS
        )
        self._solver = solver_for(axes)
        self._packed = self._solver.packer.packed
        self._natural = self._solver.search(())
        bound = self._natural.tables.bound
        # Suits whose cards count the same share a table.
        left = {
            by_rank: Left(points, bound, by_rank)
            for points, by_rank in zip(self._points(()), self._by_suit, strict=True)
        }
        self._left = tuple(left[by_rank] for by_rank in self._by_suit)

    def least(self, cards: Sequence[Card], *, throw: bool = False) -> int:
        """The least value left, without the melds."""
        hand = self._packed(cards)
        if throw or hand[4]:
            return self._best(cards, throw=throw)[0]
        a, b, c, d, _ = hand
        clubs, diamonds, hearts, spades = self._left
        total = clubs[a] + diamonds[b] + hearts[c] + spades[d]
        ranks = (total >> HELD) + THREE_HELD & EIGHTS
        if not ranks:
            return total & _POINTS_MASK
        return min(
            [
                (clubs[a] + diamonds[b] + hearts[c] + spades[d]) & _POINTS_MASK
                for a, b, c, d in self._natural.beside_sets(hand, ranks)
            ]
        )

    def best(self, cards: Sequence[Card], *, throw: bool = False) -> tuple[int, Melds]:
        """The least value left, and the melds that bring it about."""
        left, best, jokers = self._best(cards, throw=throw)
        melds = self._laid(best)
        return left, (*melds, (JOKER,) * jokers) if jokers else melds

    def _best(self, cards: Sequence[Card], *, throw: bool) -> tuple[int, _Best, int]:
        """The least value left, how it comes about, and the dead jokers that are melded."""
        jokers = 0 if JOKER in self._axes.wilds else cards.count(JOKER)
        others = [card for card in cards if card != JOKER] if jokers else cards
        melded = self._jokers_melded(jokers) if jokers else 0
        # A throw may hit a card that lies beside all this: a joker, or nothing at all.
        aside = self._values[JOKER] if throw and jokers > melded else 0
        found = max(
            (
                self._best_of(reading, aside, throw=throw)
                for reading in self._solver.readings(others)
            ),
            key=lambda best: best.points,
        )
        total = sum(self._values[card] for card in cards) - melded * self._values[JOKER]
        return total - found.points, found, melded

    def _jokers_melded(self, jokers: int) -> int:
        """How many dead jokers a meld takes."""
        counts = range(jokers, MELD_MIN - 1, -1)
        return next((count for count in counts if self._solver.jokers_meld(count)), 0)

    def _best_of(self, reading: Reading, aside: int, *, throw: bool) -> _Best:
        search = self._solver.search(reading.wilds)
        hand = reading.hand
        width = hand[4] + 1
        dearest_first = self._dearest_first(reading.wilds)
        best = _Best(NEVER, reading, (0, 0, 0, 0, 0, 0, None), 0)
        for leaf in search.leaves(hand):
            totals = _all_together(self._parts(leaf, reading))
            used = 0
            for stand_ins in range(width):
                # Of the stand-ins that no meld takes one may be thrown, the dearest.
                left = dearest_first[stand_ins] if stand_ins < hand[4] else 0
                thrown = max(aside, left) if throw else 0
                ways = [(totals[stand_ins] + thrown, stand_ins)]
                if throw:
                    ways.append((totals[stand_ins + width], stand_ins + width))
                points, at = max(ways, key=lambda way: way[0])
                if points + used > best.points:
                    best = _Best(points + used, reading, leaf, at)
                used += left
        return best

    def _parts(self, leaf: Leaf, reading: Reading) -> list[Points]:
        """The points of each choice for sets, and of each suit."""
        *vectors, _, _, trail = leaf
        width = len(reading.wilds) + 1
        never = (NEVER,) * width
        parts = []
        for of_rank, choice in walked(trail):
            gain = sum(
                held * self._by_suit[of_suit][of_rank]
                for of_suit, held in zip(SUITS, apart(choice.code), strict=True)
            )
            taken = (gain if choice.budget >> spent & 1 else NEVER for spent in range(width))
            parts.append((*taken, *never))
        points = self._points(reading.wilds)
        parts += [table[left] for table, left in zip(points, vectors, strict=True)]
        return parts

    def _points(self, wilds: tuple[Card, ...]) -> list[RunPoints]:
        shape = self._solver.search(wilds).tables.cover.shape.axes
        return [run_points_for(shape, by_rank, len(wilds)) for by_rank in self._by_suit]

    def _dearest_first(self, wilds: tuple[Card, ...]) -> list[int]:
        return sorted((self._values[card] for card in wilds), reverse=True)

    def _laid(self, best: _Best) -> Melds:
        reading = best.reading
        wilds = sorted(reading.wilds, key=lambda card: (-self._values[card], card))
        faces = iter(sorted(wilds[: best.at % (len(wilds) + 1)]))
        tables = self._solver.search(reading.wilds).tables
        *vectors, _, _, trail = best.leaf
        sets = walked(trail)
        places = _taken_apart(self._parts(best.leaf, reading), best.at)
        melds = laid_sets(tables, sets, places, faces)
        points = self._points(reading.wilds)
        for of_suit, left, at in zip(SUITS, vectors, places[len(sets) :], strict=True):
            melds += laid_runs(points[of_suit].runs(left, at), of_suit, faces)
        return tuple(melds)


class _Together(Bounded[tuple[Points, Points], Points]):
    """The best of two parts for each number of stand-ins, one of them with a throw or none."""

    __slots__ = ()

    def _work_out(self, key: tuple[Points, Points]) -> Points:
        one, other = key
        best = [NEVER] * len(one)
        for at, _, points in _sums(one, other):
            best[at] = max(best[at], points)
        return tuple(best)


_together: Final = _Together()


def _all_together(parts: Sequence[Points]) -> Points:
    """All parts, the four suits (the last) in pairs: most leaves share one of these."""
    *sets, clubs, diamonds, hearts, spades = parts
    runs = _together[_together[clubs, diamonds], _together[hearts, spades]]
    return reduce(_joined, sets, runs)


def _joined(one: Points, other: Points) -> Points:
    return _together[one, other]


def _taken_apart(parts: Sequence[Points], at: int) -> list[int]:
    """The place in each part that the best at this place is made of."""
    before = list(accumulate(parts, _joined))
    places = []
    for known, part in zip(reversed(before[:-1]), reversed(parts[1:]), strict=True):
        wanted = _together[known, part][at]
        at, place = next(
            split
            for total, split, points in _sums(known, part)
            if total == at and points == wanted
        )
        places.append(place)
    return [at, *reversed(places)]


def _sums(one: Points, other: Points) -> Iterator[tuple[int, tuple[int, int], int]]:
    """Every sum of one of each: its place, the two places, the points."""
    width = len(one) // 2
    for first in range(2 * width):
        if one[first] < 0:
            continue
        thrown = first >= width
        for second in range(width if thrown else 2 * width):
            if other[second] >= 0 and first % width + second % width < width:
                yield first + second, (first, second), one[first] + other[second]


@lru_cache(maxsize=_TABLES_MAX)
def deadwood_for(axes: MeldAxes, values: Values) -> Deadwood:
    """The deadwood for these axes and values, the same each time."""
    return Deadwood(axes, values)
