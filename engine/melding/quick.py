"""Yes or no, for hands as numbers: whether all cards but one can be melded.

It is the search of `engine.melding.search` without the melds. Bots, claims and lists of legal
actions ask this at every card, nearly always for a no; at two to five microseconds each call and
each object made counts, so the steps stand in a row here.
"""

from typing import Final, TypeAlias

from engine.melding.runs import together
from engine.melding.sets import Choice
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
)

Hand: TypeAlias = tuple[int, int, int, int, int]
"""The vectors of the four suits, and the number of stand-ins."""
Groups: TypeAlias = list[tuple[int, int, int, tuple[Choice, ...]]]
"""The ranks that may go to sets: twice the rank, the most that it saves, with stand-ins and
without, and the ways to go, the best first."""
Spent: TypeAlias = "tuple[Spent, int] | None"
"""The budgets of sets, the last one first: (those before, budget)."""
Leaf: TypeAlias = tuple[int, int, int, int, int, int, Spent]
"""What is left of the four suits, the stand-ins that the sets need and save, and their budgets."""

_NIBBLE: Final = 15  # a number modulo this is the sum of its nibbles, where that is less
_SAVED_BY_TWO: Final = 3


class Quick:
    """The answer with the tables of one choice of axes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._bound = tables.bound
        self._copies = tables.bound_of_copies
        self._choices = tables.sets.choices
        # Where these are the bound too, one look-up serves for both.
        self._sums = tables.bound_of_copies if tables.any_more else tables.sums

    def all_but_one(self, hand: Hand) -> bool:
        """Whether all cards but one can be melded, of a hand without marks."""
        return self.with_stand_ins(hand) if hand[4] else self.natural(hand)

    def natural(self, hand: Hand) -> bool:
        """The same for a hand without stand-ins."""
        bound = self._bound
        a, b, c, d, _ = hand
        total = bound[a] + bound[b] + bound[c] + bound[d]
        ranks = (total >> HELD) + THREE_HELD & EIGHTS
        lone = (total >> LONE) & ~((ranks >> 3) * _NIBBLE)
        if lone and lone not in AT_MOST_ONE:
            return False
        missing = (total & NEEDS_MASK) - GAIN_MAX
        return self._searched(hand, missing, ranks, self._tables.sums)

    def with_stand_ins(self, hand: Hand) -> bool:
        """The same for a hand with some."""
        copies = self._copies
        a, b, c, d, stand_ins = hand
        total = copies[a] + copies[b] + copies[c] + copies[d]
        missing = (total & NEEDS_MASK) - stand_ins - GAIN_MAX
        held = total >> HELD
        ranks = held + TWO_HELD & EIGHTS
        if missing > 0:
            # Two cards of a rank save three at most and take a stand-in, each of more saves two.
            threes = held + THREE_HELD & EIGHTS
            saved = 2 * ((held & (threes >> 3) * _NIBBLE) % _NIBBLE)
            if missing > saved + _SAVED_BY_TWO * min((ranks ^ threes).bit_count(), stand_ins):
                return False
        return self._searched(hand, missing, ranks, self._sums)

    def _searched(self, hand: Hand, missing: int, ranks: int, sums: Sums) -> bool:
        """Look at every choice of cards for sets that saves the stand-ins `missing`.

        `ranks`: those that sets may be made of, at the high bit of each four.
        """
        a, b, c, d, stand_ins = hand
        leaves: list[Leaf] = [(a, b, c, d, 0, 0, None)]
        if missing <= 0:
            total = sums[a] + sums[b] + sums[c] + sums[d]
            if (total & NEEDS_MASK) < stand_ins + ROOM[
                total >> GAINS & GAINS_MASK
            ] and self._lets_one_go(leaves[0], stand_ins):
                return True
        # What the runs need less must be saved: `least` of it by the ranks up to this one, and
        # more of it (`alone`) where no stand-in is left, for those to come save less without any.
        groups, least, alone = self._groups(hand, ranks, missing)
        for shift, saves, saves_free, ways in groups:
            least += saves
            alone += saves_free
            before, leaves = leaves, []
            for leaf in before:
                a, b, c, d, cost, saved, spent = leaf
                if saved >= (least if cost < stand_ins else alone):
                    leaves.append(leaf)
                for (w, x, y, z), needs, gain, budget, _ in ways:
                    if saved + gain < least:
                        break
                    paid = cost + needs
                    if paid > stand_ins or (paid == stand_ins and saved + gain < alone):
                        continue
                    found = (
                        a - (w << shift),
                        b - (x << shift),
                        c - (y << shift),
                        d - (z << shift),
                        paid,
                        saved + gain,
                        (spent, budget),
                    )
                    leaves.append(found)
                    if saved + gain >= missing:
                        total = sums[found[0]] + sums[found[1]] + sums[found[2]] + sums[found[3]]
                        room = stand_ins + ROOM[total >> GAINS & GAINS_MASK]
                        if (total & NEEDS_MASK) + paid < room and self._lets_one_go(
                            found, stand_ins
                        ):
                            return True
        return False

    def _groups(self, hand: Hand, ranks: int, missing: int) -> tuple[Groups, int, int]:
        """The ranks that may go to sets, none if they can't save what is missing.

        Then what is missing less all that they save, with stand-ins and without any.
        """
        a, b, c, d, stand_ins = hand
        choices = self._choices[stand_ins]
        groups: Groups = []
        total, free, more = 0, 0, []
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            shift = (low.bit_length() >> 1) - 2
            _, saves, saves_free, ways = choices[
                a >> shift & 3
                | (b >> shift & 3) << 2
                | (c >> shift & 3) << 4
                | (d >> shift & 3) << 6
            ]
            if saves:
                groups.append((shift, saves, saves_free, ways))
                total += saves
                free += saves_free
                if saves > saves_free:
                    more.append(saves - saves_free)
        # Each that saves more with stand-ins takes one at least.
        if len(more) > stand_ins:
            more.sort(reverse=True)
            if free + sum(more[:stand_ins]) < missing:
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
        all_runs = ends_together[left, ends_together[ends[c], ends[d]]]
        while spent:
            spent, budget = spent
            all_runs = ends_together[all_runs, budget]
        return bool(all_runs >> LESS_ONE + stand_ins & 1 or all_runs >> stand_ins - 1 & 1)
