"""The search of the meld solver, for hands as numbers.

Sets tie the suits together and runs do not. So the search first decides which cards go to sets;
what is left of each suit is then a separate small question that a table answers. A *leaf* is one
choice of cards for sets and the four vectors left for runs; most hands have one to three leaves.
Before any leaf, a bound on the whole hand ends most searches.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.meld_axes import RANKS_IN_SUIT
from engine.melding.laid import Leaf, spent
from engine.melding.quick import left_for_suits
from engine.melding.runs import MARKS
from engine.melding.sets import CODE_MARKS, SUITS, Choices
from engine.melding.tables import (
    AT_MOST_ONE,
    EIGHTS,
    GAIN_MAX,
    GAINS,
    GAINS_MASK,
    HELD,
    LONE,
    NEEDS_MASK,
    ONES,
    ROOM,
    THREE_HELD,
    TWO_HELD,
    Tables,
    ends_together,
)

Hand: TypeAlias = tuple[int, int, int, int, int]
"""The vectors of the four suits, and the number of stand-ins."""
Vectors: TypeAlias = tuple[int, int, int, int]
"""Those of four suits."""
Groups: TypeAlias = list[tuple[int, Choices]]
"""The ranks that may go to sets, with the choices there are."""

_TWINS: Final = 0x2AAAAAA


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

    def whole(self, hand: Hand) -> Leaf | None:
        """The first leaf whose runs and sets take all cards, or None."""
        for leaf in self._near(hand, 0):
            if self._sure(hand) or self._ends(leaf) >> hand[4] & 1:
                return leaf
        return None

    def thrown(self, hand: Hand) -> Iterator[Thrown]:
        """Each way to throw one card and meld all the others; a card may come more than once."""
        for leaf in self._near(hand, 1):
            yield from self._thrown_of(leaf, hand[4])

    def meldless(self, hand: Hand, cards: int) -> bool:
        """Whether a hand of so many cards, at most 15 and no stand-ins, holds no meld at all."""
        bound = self._bound
        a, b, c, d, _ = hand
        total = bound[a] + bound[b] + bound[c] + bound[d]
        # Times ones, the top four bits add up all the lone cards of the ranks.
        lone = (total >> LONE) * ONES >> 4 * (RANKS_IN_SUIT - 1) & 15
        return lone == cards and not (total >> HELD) + THREE_HELD & EIGHTS

    def _near(self, hand: Hand, spare: int) -> Iterator[Leaf]:
        """The leaves that the fewest stand-ins allow for, with `spare` (0 or 1) cards thrown."""
        hopes = self._hopeful(hand, spare)
        if hopes is None:
            return
        groups, missing = hopes
        a, b, c, d, stand_ins = hand
        sums = self._sums
        fresh: list[Leaf] = [(a, b, c, d, 0, 0, None)]
        leaves: list[Leaf] = []
        rest = sum(choices.saves for _, choices in groups)
        for group in (*groups, None):
            for leaf in fresh:
                a, b, c, d, cost, saved, _ = leaf
                if saved >= missing:
                    total = sums[a] + sums[b] + sums[c] + sums[d]
                    room = ROOM[total >> GAINS & GAINS_MASK] if spare else 1
                    if (total & NEEDS_MASK) + cost < stand_ins + room:
                        yield leaf
            if group is not None:
                # A leaf that can't save what is missing, all ranks to come taken, isn't gone on.
                leaves = [leaf for leaf in (*leaves, *fresh) if leaf[5] + rest >= missing]
                rest -= group[1].saves
                fresh = _with_sets(leaves, group, stand_ins, missing - rest)

    def _thrown_of(self, leaf: Leaf, stand_ins: int) -> Iterator[Thrown]:
        a, b, c, d, *_, trail = leaf
        vectors = (a, b, c, d)
        left, one_goes = left_for_suits(self.tables, vectors, spent(trail), stand_ins)
        for of_suit, vector, wanted in zip(SUITS, vectors, left, strict=True):
            if vector and wanted:
                for of_rank, rest, budget in self.tables.less[vector]:
                    if budget & wanted:
                        yield Thrown(of_suit, of_rank, _with(leaf, of_suit, rest))
        if one_goes:
            yield Thrown(None, 0, leaf)

    def _ends(self, leaf: Leaf) -> int:
        """With how many stand-ins the leaf's runs and sets take everything, or all but a card."""
        ends = self.tables.ends
        a, b, c, d, *_, trail = leaf
        left = ends_together[ends[a], ends[b]]
        runs = ends_together[left, ends_together[ends[c], ends[d]]]
        return runs if trail is None else ends_together[runs, spent(trail)]

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

    def _hopeful(self, hand: Hand, spare: int) -> tuple[Groups, int] | None:
        """The ranks that may go to sets and what these have to save, in stand-ins.

        None when that is too much, with `spare` (0 or 1) cards thrown.
        """
        a, b, c, d, stand_ins = hand
        bound = self._bound
        total = bound[a] + bound[b] + bound[c] + bound[d]
        missing = (total & NEEDS_MASK) - stand_ins - GAIN_MAX * spare
        if not stand_ins:
            ranks = (total >> HELD) + THREE_HELD & EIGHTS
            lone = (total >> LONE) & ~((ranks >> 3) * 15)
            if lone and (not spare or lone not in AT_MOST_ONE):
                return None
            return self._groups(hand, ranks) if ranks else [], missing
        ranks = self._ranks(hand, total)
        if missing > 0 and self._quick_bound(hand, total, ranks, missing):
            return None
        groups = self._groups(hand, ranks)
        saved, more = 0, []
        for _, choices in groups:
            saved += choices.saves_free
            more.append(choices.saves - choices.saves_free)
        if len(more) > stand_ins:
            more = sorted(more)[-stand_ins:]
        return None if missing > saved + sum(more) else (groups, missing)

    def _quick_bound(self, hand: Hand, total: int, ranks: int, missing: int) -> bool:
        """Whether sets can't save what is missing, seen without looking at each rank.

        Without twins a rank of two cards saves three stand-ins and takes one, a rank of three or
        four cards saves eight at most.
        """
        a, b, c, d, stand_ins = hand
        if (a | b | c | d) & _TWINS:
            return False
        threes = ((total >> HELD) + THREE_HELD & EIGHTS).bit_count()
        twos = ranks.bit_count() - threes
        return missing > 8 * threes + 3 * min(twos, stand_ins)

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

    def beside_sets(self, hand: Hand, ranks: int) -> list[Vectors]:
        """The vectors of all `leaves`, of a hand without stand-ins and marks.

        `ranks`: those of three cards or more, at the high bit of each four.
        """
        a, b, c, d, _ = hand
        left = [(a, b, c, d)]
        choices = self._choices[0]
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            shift = (low.bit_length() >> 1) - 2
            found = choices[
                a >> shift & 3
                | (b >> shift & 3) << 2
                | (c >> shift & 3) << 4
                | (d >> shift & 3) << 6
            ]
            left += [
                (e - (w << shift), f - (x << shift), g - (y << shift), h - (z << shift))
                for (w, x, y, z), _, _, _, _ in found[0]
                for e, f, g, h in left
            ]
        return left

    def leaves(self, hand: Hand) -> list[Leaf]:
        """Every way to give some of the cards to sets, none first."""
        a, b, c, d, stand_ins = hand
        bound = self._bound
        total = bound[a] + bound[b] + bound[c] + bound[d]
        ranks = (total >> HELD) + THREE_HELD & EIGHTS
        if stand_ins:
            ranks = self._ranks(hand, total)
        leaves: list[Leaf] = [(a, b, c, d, 0, 0, None)]
        for group in self._groups(hand, ranks):
            leaves += _with_sets(leaves, group, stand_ins, 0)  # a set never costs what it saves
        return leaves


def _with_sets(
    leaves: list[Leaf], group: tuple[int, Choices], stand_ins: int, missing: int
) -> list[Leaf]:
    """These leaves with each choice of one more rank, as far as the stand-ins go.

    Only those that save what is missing.
    """
    of_rank, choices = group
    shift = 2 * of_rank
    return [
        (
            a - (way[0][0] << shift),
            b - (way[0][1] << shift),
            c - (way[0][2] << shift),
            d - (way[0][3] << shift),
            cost + way[1],
            saved + way[2],
            (trail, of_rank, way),
        )
        for a, b, c, d, cost, saved, trail in leaves
        for way in choices.ways
        if cost + way[1] <= stand_ins and saved + way[2] >= missing
    ]


def _with(leaf: Leaf, of_suit: int, vector: int) -> Leaf:
    a, b, c, d, cost, saved, trail = leaf
    vectors = [a, b, c, d]
    vectors[of_suit] = vector
    return (vectors[0], vectors[1], vectors[2], vectors[3], cost, saved, trail)


def marks_of(hand: Hand, of_rank: int) -> int:
    """The suits whose card of that rank is a wild on its own face, one bit each."""
    return sum((hand[of_suit] >> MARKS + 2 * of_rank & 1) << of_suit for of_suit in SUITS)
