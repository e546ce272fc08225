"""Whether all cards but one of a hand can be melded, and which may be that one; no melds.

It is the search of `engine.melding.search` for hands without marks. Bots, claims and lists of
legal actions ask this at every card, nearly always for a no; at two to five microseconds each
call and each object made counts, so the steps stand in a row here.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.melding.runs import together
from engine.melding.sets import CODE_MARKS, Group
from engine.melding.tables import (
    AT_MOST_ONE,
    EIGHTS,
    GAIN_MAX,
    GAINS,
    GAINS_MASK,
    HELD,
    LESS_ONE,
    LONE,
    NEEDS_MASK,
    ROOM,
    THREE_HELD,
    TWO_HELD,
    Sums,
    Tables,
    ends_together,
    missing,
)

Hand: TypeAlias = tuple[int, int, int, int, int]
"""The vectors of the four suits, and the number of stand-ins."""
Spent: TypeAlias = "tuple[Spent, int] | None"
"""The budgets of sets, the last one first: (those before, budget)."""
Leaf: TypeAlias = tuple[int, int, int, int, int, int, Spent]
"""What is left of the four suits, the stand-ins that the sets need and save, and their budgets."""
Judge: TypeAlias = Callable[[Leaf, int], bool]
"""Told a leaf that the fewest stand-ins allow for, and the stand-ins: whether it will do."""

_NIBBLE: Final = 15  # a number modulo this is the sum of its nibbles, where that is less
_SAVED_BY_TWO: Final = 3


class Quick:
    """The answers with the tables of one choice of axes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._bound = tables.bound
        self._copies = tables.bound_of_copies
        self._groups_of = tables.sets.groups
        self._one_each = tables.one_each
        # Where these are the bound too, one look-up serves for both.
        self._sums = tables.bound_of_copies if tables.any_more else tables.sums

    def all_but_one(self, hand: Hand) -> bool:
        """Whether all cards but one can be melded, of a hand without marks."""
        return self.with_stand_ins(hand) if hand[4] else self.natural(hand)

    def natural(self, hand: Hand, good: Judge | None = None) -> bool:
        """The same for a hand without stand-ins. `good` judges a leaf; True ends the search."""
        bound = self._bound
        a, b, c, d, _ = hand
        total = bound[a] + bound[b] + bound[c] + bound[d]
        ranks = (total >> HELD) + THREE_HELD & EIGHTS
        lone = (total >> LONE) & ~((ranks >> 3) * _NIBBLE)
        if lone and lone not in AT_MOST_ONE:
            return False
        missing = (total & NEEDS_MASK) - GAIN_MAX
        return self._found(hand, missing, ranks, self._tables.sums, good or self._lets_one_go)

    def with_stand_ins(self, hand: Hand, good: Judge | None = None) -> bool:
        """The same for a hand with some."""
        copies = self._copies
        a, b, c, d, stand_ins = hand
        total = copies[a] + copies[b] + copies[c] + copies[d]
        missing = (total & NEEDS_MASK) - stand_ins - GAIN_MAX
        held = total >> HELD
        ranks = held + TWO_HELD & EIGHTS
        if self._one_each:
            # A card without another one to share a meld with must be the one that goes.
            lone = (total >> LONE) & ~((ranks >> 3) * _NIBBLE)
            if lone and lone not in AT_MOST_ONE:
                return False
        if missing > 0:
            # Two cards of a rank save three at most and take a stand-in, each of more saves two.
            threes = held + THREE_HELD & EIGHTS
            saved = 2 * ((held & (threes >> 3) * _NIBBLE) % _NIBBLE)
            if missing > saved + _SAVED_BY_TWO * min((ranks ^ threes).bit_count(), stand_ins):
                return False
        return self._found(hand, missing, ranks, self._sums, good or self._lets_one_go)

    def throws(self, hand: Hand) -> tuple[int, bool]:
        """The cards that may go so that all others are melded, one bit each; and a stand-in."""
        leaves: list[Leaf] = []

        def keep(leaf: Leaf, _: int) -> bool:
            leaves.append(leaf)
            return False

        if hand[4]:
            self.with_stand_ins(hand, keep)
        else:
            self.natural(hand, keep)
        naturals = hand[0] + hand[1] + hand[2] + hand[3]
        if hand[4] and not (self._tables.any_more and naturals & naturals - 1):
            return self._throws_by_budgets(leaves, hand[4])
        return self._throws_by_needs(leaves, hand[4])

    def _throws_by_needs(self, leaves: list[Leaf], stand_ins: int) -> tuple[int, bool]:
        """Where the fewest stand-ins say all there is to know."""
        sums = self._sums if stand_ins else self._tables.sums
        goes = self._tables.goes
        found, stand_in = 0, False
        for a, b, c, d, cost, *_ in leaves:
            e, f, g, h = (
                sums[a] & NEEDS_MASK,
                sums[b] & NEEDS_MASK,
                sums[c] & NEEDS_MASK,
                sums[d] & NEEDS_MASK,
            )
            left = stand_ins - cost - e - f - g - h
            stand_in = stand_in or left > 0
            for vector, needs, shift in ((a, e, 0), (b, f, 13), (c, g, 26), (d, h, 39)):
                if vector and left + needs >= 0:
                    ranks = goes[vector]
                    found |= ranks[min(left + needs, len(ranks) - 1)] << shift
        return found, stand_in

    def _throws_by_budgets(self, leaves: list[Leaf], stand_ins: int) -> tuple[int, bool]:
        """The same where it matters how many stand-ins each meld can have."""
        less = self._tables.less
        found, stand_in = 0, False
        for a, b, c, d, *_, spent in leaves:
            left, one_goes = left_for_suits(self._tables, (a, b, c, d), _all_of(spent), stand_ins)
            stand_in = stand_in or one_goes
            for vector, wanted, shift in zip((a, b, c, d), left, (0, 13, 26, 39), strict=True):
                if wanted:
                    for of_rank, _, budget in less[vector]:
                        if budget & wanted:
                            found |= 1 << of_rank + shift
        return found, stand_in

    def _found(  # noqa: C901 - in parts it would be a third slower
        self, hand: Hand, missing: int, ranks: int, sums: Sums, good: Judge
    ) -> bool:
        """Put every choice of cards for sets that may do to `good`, until that is true.

        `missing`: the stand-ins that sets must save. `ranks`: those that sets may be made of, at
        the high bit of each four.
        """
        a, b, c, d, stand_ins = hand
        leaves: list[Leaf] = [(a, b, c, d, 0, 0, None)]
        if missing <= 0:
            total = sums[a] + sums[b] + sums[c] + sums[d]
            room = stand_ins + ROOM[total >> GAINS & GAINS_MASK]
            if (total & NEEDS_MASK) < room and good(leaves[0], stand_ins):
                return True
        # `least` must be saved once the rank at hand is done; `alone` where no stand-in is left,
        # for then the ranks to come save less. At the last rank both are what is missing.
        groups, least, alone = self._groups(hand, ranks, missing)
        for saves, saves_free, ways in groups:
            least += saves
            alone += saves_free
            before, leaves = leaves, []
            for leaf in before:
                a, b, c, d, cost, saved, spent = leaf
                if least < missing and saved >= (least if cost < stand_ins else alone):
                    leaves.append(leaf)
                for w, x, y, z, needs, gain, budget in ways:
                    gained, paid = saved + gain, cost + needs
                    if gained < least:
                        break
                    if paid > stand_ins or (paid == stand_ins and gained < alone):
                        continue
                    e, f = a - w, b - x  # in pairs, for four at once make a tuple first
                    g, h = c - y, d - z
                    if gained >= missing:
                        total = sums[e] + sums[f] + sums[g] + sums[h]
                        room = stand_ins + ROOM[total >> GAINS & GAINS_MASK]
                        if (total & NEEDS_MASK) + paid < room and good(
                            (e, f, g, h, paid, gained, (spent, budget)), stand_ins
                        ):
                            return True
                    if least < missing:
                        leaves.append((e, f, g, h, paid, gained, (spent, budget)))
        return False

    def _groups(self, hand: Hand, ranks: int, missing: int) -> tuple[list[Group], int, int]:
        """The ranks that may go to sets, none if they can't save what is missing.

        Then what is missing less all that they save, with stand-ins and without any.
        """
        a, b, c, d, stand_ins = hand
        groups_of = self._groups_of[stand_ins]
        groups: list[Group] = []
        total, free, more = 0, 0, []
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            shift = (low.bit_length() >> 1) - 2
            group = groups_of[
                a >> shift & 3
                | (b >> shift & 3) << 2
                | (c >> shift & 3) << 4
                | (d >> shift & 3) << 6
                | shift << CODE_MARKS
            ]
            saves, saves_free, _ = group
            if saves:
                groups.append(group)
                total += saves
                free += saves_free
                if saves > saves_free:
                    more.append(saves - saves_free)
        # Each that saves more with stand-ins takes one at least.
        if len(more) > stand_ins:
            most = max(more) if stand_ins == 1 else sum(sorted(more)[-stand_ins:])
            if free + most < missing:
                return [], 0, 0
        return ([], 0, 0) if total < missing else (groups, missing - total, missing - free)

    def _lets_one_go(self, leaf: Leaf, stand_ins: int) -> bool:
        """Whether it is so, of a leaf that the fewest stand-ins allow for."""
        a, b, c, d, *_, spent = leaf
        tables = self._tables
        naturals = a + b + c + d
        if not stand_ins or (tables.any_more and naturals & naturals - 1):
            return True
        ends = tables.ends
        left = ends_together[ends[a], ends[b]]
        runs = ends_together[left, ends_together[ends[c], ends[d]]]
        both = ends_together[runs, _all_of(spent)] if spent else runs
        return bool((both >> LESS_ONE + stand_ins | both >> stand_ins - 1) & 1)


def _all_of(spent: Spent) -> int:
    """The budget of all these sets together."""
    budget = 1
    while spent:
        spent, one = spent
        budget = together[budget, one]
    return budget


def left_for_suits(
    tables: Tables, vectors: tuple[int, int, int, int], sets: int, stand_ins: int
) -> tuple[tuple[int, int, int, int], bool]:
    """With which stand-ins each suit must make do when the others and the sets take all cards.

    `sets`: their budget. Then whether runs and sets take all the cards with one stand-in less.
    """
    cover = tables.cover
    a, b, c, d = (cover[vector] for vector in vectors)
    left, right = together[together[a, b], sets], together[together[c, d], sets]
    wanted = (
        missing[together[b, right], stand_ins],
        missing[together[a, right], stand_ins],
        missing[together[left, d], stand_ins],
        missing[together[left, c], stand_ins],
    )
    one_goes = bool(stand_ins and together[together[a, b], right] >> stand_ins - 1 & 1)
    return wanted, one_goes
