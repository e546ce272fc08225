"""The search of the meld solver, for hands as numbers.

Sets tie the suits together and runs do not. So the search first decides which cards go to sets;
what is left of each suit is then a separate small question that a table answers. A *leaf* is one
choice of cards for sets and the four vectors left for runs; most hands have one to three leaves.
Before any leaf, a bound on the whole hand ends most searches.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.meld_laid import Leaf, spent
from engine.meld_runs import MARKS, together
from engine.meld_sets import CODE_MARKS, SUITS, Choices
from engine.meld_tables import (
    AT_MOST_ONE,
    EIGHTS,
    GAINS,
    GAINS_MASK,
    HELD,
    LONE,
    NEEDS_MASK,
    ROOM,
    THREE_HELD,
    TWO_HELD,
    Tables,
    missing,
)

Hand: TypeAlias = tuple[int, int, int, int, int]
"""The vectors of the four suits, and the number of stand-ins."""
Groups: TypeAlias = list[tuple[int, Choices]]
"""The ranks that may go to sets, with the choices there are."""

_TWINS: Final = 0x2AAAAAA
_GAIN_MAX: Final = 2


class Thrown(NamedTuple):
    """A card that may go so that all the others are melded: of_suit None for a stand-in."""

    of_suit: int | None
    of_rank: int
    leaf: Leaf


class Search:
    """The search with the tables of one choice of axes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._sums = tables.sums
        self._bound = tables.bound
        self._choices = tables.sets.choices

    def all_but_one(self, hand: Hand) -> bool:
        """Whether all cards but one can be melded."""
        groups = self._hopeful(hand, 1)
        if groups is None:
            return False
        stand_ins = hand[4]
        sums = self._sums
        for leaf in self.leaves(hand, groups):
            a, b, c, d, cost, _ = leaf
            total = sums[a] + sums[b] + sums[c] + sums[d]
            if (total & NEEDS_MASK) + cost < stand_ins + ROOM[total >> GAINS & GAINS_MASK] and (
                self._sure(hand) or any(self._thrown_of(leaf, stand_ins))
            ):
                return True
        return False

    def whole(self, hand: Hand) -> Leaf | None:
        """The first leaf whose runs and sets take all cards, or None."""
        groups = self._hopeful(hand, 0)
        if groups is None:
            return None
        stand_ins = hand[4]
        sums = self._sums
        for leaf in self.leaves(hand, groups):
            a, b, c, d, cost, _ = leaf
            total = sums[a] + sums[b] + sums[c] + sums[d]
            if (total & NEEDS_MASK) + cost <= stand_ins and (
                self._sure(hand) or self._budget(leaf) >> stand_ins & 1
            ):
                return leaf
        return None

    def thrown(self, hand: Hand) -> Iterator[Thrown]:
        """Each way to throw one card and meld all the others; a card may come more than once."""
        groups = self._hopeful(hand, 1)
        if groups is None:
            return
        stand_ins = hand[4]
        sums = self._sums
        for leaf in self.leaves(hand, groups):
            a, b, c, d, cost, _ = leaf
            total = sums[a] + sums[b] + sums[c] + sums[d]
            if (total & NEEDS_MASK) + cost < stand_ins + ROOM[total >> GAINS & GAINS_MASK]:
                yield from self._thrown_of(leaf, stand_ins)

    def _thrown_of(self, leaf: Leaf, stand_ins: int) -> Iterator[Thrown]:
        cover, less = self.tables.cover, self.tables.less
        a, b, c, d, _, trail = leaf
        vectors = (a, b, c, d)
        sets = spent(trail)
        left, right = together[cover[a], cover[b]], together[cover[c], cover[d]]
        others = (
            together[cover[b], right],
            together[cover[a], right],
            together[left, cover[d]],
            together[left, cover[c]],
        )
        for of_suit in SUITS:
            if not vectors[of_suit]:
                continue
            wanted = missing[together[others[of_suit], sets], stand_ins]
            if wanted:
                for of_rank, rest, budget in less[vectors[of_suit]]:
                    if budget & wanted:
                        yield Thrown(of_suit, of_rank, _with(leaf, of_suit, rest))
        if stand_ins and together[together[left, right], sets] >> stand_ins - 1 & 1:
            yield Thrown(None, 0, leaf)

    def _budget(self, leaf: Leaf) -> int:
        """With how many stand-ins the leaf's runs and sets take everything."""
        cover = self.tables.cover
        a, b, c, d, _, trail = leaf
        runs = together[together[cover[a], cover[b]], together[cover[c], cover[d]]]
        return together[runs, spent(trail)]

    def _sure(self, hand: Hand) -> bool:
        """Whether the fewest stand-ins that are needed say all there is to know."""
        a, b, c, d, stand_ins = hand
        if (a | b | c | d) >> MARKS:
            return False
        if not stand_ins:
            return True
        # A lone natural card may be the one that goes.
        naturals = a + b + c + d
        return self.tables.any_more and bool(naturals & naturals - 1)

    def _hopeful(self, hand: Hand, spare: int) -> Groups | None:
        """The ranks that may go to sets, or None when `spare` cards left over aren't enough."""
        a, b, c, d, stand_ins = hand
        bound = self._bound
        total = bound[a] + bound[b] + bound[c] + bound[d]
        if not stand_ins:
            ranks = (total >> HELD) + THREE_HELD & EIGHTS
            lone = (total >> LONE) & ~((ranks >> 3) * 15)
            if lone and (not spare or lone not in AT_MOST_ONE):
                return None
            return self._groups(hand, ranks) if ranks else []
        groups = self._groups(hand, self._ranks(hand, total))
        saved, more = 0, []
        for _, choices in groups:
            saved += choices.saves_free
            more.append(choices.saves - choices.saves_free)
        if len(more) > stand_ins:
            more = sorted(more)[-stand_ins:]
        if (total & NEEDS_MASK) - saved - sum(more) > stand_ins + _GAIN_MAX * spare:
            return None
        return groups

    def _ranks(self, hand: Hand, total: int) -> int:
        """The ranks that sets may be made of with stand-ins, at the high bit of each four."""
        held = total >> HELD
        if self.tables.sets_need_three:
            return held + THREE_HELD & EIGHTS
        ranks = held + TWO_HELD & EIGHTS
        a, b, c, d, stand_ins = hand
        twins = (a | b | c | d) & _TWINS
        if twins and stand_ins > 1:
            while twins:
                at = twins.bit_length()
                ranks |= 1 << 2 * at - 1
                twins -= 1 << at - 1
        return ranks

    def choices(self, hand: Hand) -> Groups:
        """The ranks that may go to sets at all."""
        a, b, c, d, stand_ins = hand
        bound = self._bound
        total = bound[a] + bound[b] + bound[c] + bound[d]
        if stand_ins:
            return self._groups(hand, self._ranks(hand, total))
        return self._groups(hand, (total >> HELD) + THREE_HELD & EIGHTS)

    def _groups(self, hand: Hand, ranks: int) -> Groups:
        a, b, c, d, stand_ins = hand
        choices = self._choices[stand_ins]
        marked = (a | b | c | d) >> MARKS
        groups = []
        while ranks:
            low = ranks & -ranks
            ranks -= low
            of_rank = (low.bit_length() >> 2) - 1
            shift = 2 * of_rank
            code = (
                a >> shift & 3
                | (b >> shift & 3) << 2
                | (c >> shift & 3) << 4
                | (d >> shift & 3) << 6
            )
            if marked:
                code |= marks_of(hand, of_rank) << CODE_MARKS
            found = choices[code]
            if found.ways:
                groups.append((of_rank, found))
        return groups

    def leaves(self, hand: Hand, groups: Groups) -> list[Leaf]:
        """Every way to give some of the cards to sets, none first."""
        a, b, c, d, stand_ins = hand
        leaves: list[Leaf] = [(a, b, c, d, 0, None)]
        for of_rank, choices in groups:
            shift = 2 * of_rank
            leaves += [
                (
                    a - (way[0][0] << shift),
                    b - (way[0][1] << shift),
                    c - (way[0][2] << shift),
                    d - (way[0][3] << shift),
                    cost + way[1],
                    (trail, of_rank, way),
                )
                for a, b, c, d, cost, trail in leaves
                for way in choices.ways
                if cost + way[1] <= stand_ins
            ]
        return leaves


def _with(leaf: Leaf, of_suit: int, vector: int) -> Leaf:
    a, b, c, d, cost, trail = leaf
    vectors = [a, b, c, d]
    vectors[of_suit] = vector
    return (vectors[0], vectors[1], vectors[2], vectors[3], cost, trail)


def marks_of(hand: Hand, of_rank: int) -> int:
    """The suits whose card of that rank is a wild on its own face, one bit each."""
    return sum((hand[of_suit] >> MARKS + 2 * of_rank & 1) << of_suit for of_suit in SUITS)
