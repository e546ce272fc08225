"""What the meld solver looks up: one number for each suit, made so that those of four just add.

The fields of such a number, from its low end:

- 8 bits: the fewest stand-ins with which runs take the suit (`HOPELESS` when none do),
- 12 bits: four flags, one for each that throwing one card may gain: 0, 1, 2 or more stand-ins,
- 52 bits: 4 for each rank, how many suits hold it (how many cards, where sets are of any suits),
- 52 bits: 4 for each rank, its cards that are in no run without stand-ins (with one at most, in
  `bound_of_copies` where no meld may have more).
"""

from functools import lru_cache
from typing import Final

from engine.meld_axes import MELD_MIN, RANKS_IN_SUIT, MeldAxes
from engine.melding.bounded import Bounded
from engine.melding.runs import BUDGETS, COUNTS, Cover, cover_for, each_less_one, lowest, together
from engine.melding.sets import RUN_COST, sets_for

HOPELESS: Final = 20
GAINS: Final = 8
HELD: Final = 20
LONE: Final = 72
LESS_ONE: Final = 16
GAINS_MASK: Final = 0xFFF
NEEDS_MASK: Final = 0xFF
ONES: Final = 0x1111111111111
EIGHTS: Final = 8 * ONES
THREE_HELD: Final = 5 * ONES
"""Added to the counts of ranks, it sets the high bit of those that are three or more."""
TWO_HELD: Final = 6 * ONES
AT_MOST_ONE: Final = frozenset({0, *(1 << 4 * of_rank for of_rank in range(RANKS_IN_SUIT))})
_TABLES_MAX: Final = 64
# Without a card to throw a stand-in goes, which costs one.
_GAIN_OF_STAND_IN: Final = -1
GAIN_MAX: Final = 2
"""The most stand-ins that throwing one card gains, but for a suit that no runs take."""


def _room(flags: int) -> int:
    """One more than the stand-ins that throwing the best card gains, by the summed flags."""
    for gain, shift in ((HOPELESS, 9), (2, 6), (1, 3), (0, 0)):
        if flags >> shift:
            return gain + 1
    return _GAIN_OF_STAND_IN + 1


ROOM: Final = bytes(_room(flags) for flags in range(GAINS_MASK + 1))


class Sums(Bounded[int, int]):
    """Vector of a suit -> its number, as the module's docstring tells; marks don't count."""

    __slots__ = ("_copies", "_cover", "_least_in_run")

    def __init__(self, cover: Cover, *, copies: bool, stand_ins: int) -> None:
        """`stand_ins`: how many the runs may have in which a card isn't lone."""
        super().__init__()
        self._cover = cover
        self._copies = copies
        self._least_in_run = MELD_MIN - stand_ins

    def _work_out(self, key: int) -> int:
        cover = self._cover
        key &= COUNTS
        needs = _fewest(cover[key])
        number = needs
        less = each_less_one(key)
        if less:
            gain = needs - min(_fewest(cover[rest]) for _, rest in less)
            number |= sum(1 << GAINS + 3 * flag for flag in range(4) if gain >= flag)
        in_runs = self._in_runs(key)
        for of_rank in range(RANKS_IN_SUIT):
            held = key >> 2 * of_rank & 3
            if held:
                number += (held if self._copies else 1) << HELD + 4 * of_rank
                if not in_runs >> of_rank & 1:
                    number += held << LONE + 4 * of_rank
        return number

    def _in_runs(self, vector: int) -> int:
        """The ranks that are in a run of three, with the stand-ins it may have; one bit each."""
        ace = self._cover.shape.ace
        has = [bool(vector >> 2 * of_rank & 3) for of_rank in range(RANKS_IN_SUIT)]
        # A high ace stands above the king, and a two above it where runs go round the corner.
        has += {"low": [], "low-high": has[:1], "corner": has[:2]}[ace]
        found = 0
        for slot in range(len(has) - 2):
            if sum(has[slot : slot + MELD_MIN]) >= self._least_in_run:
                for step in range(3):
                    found |= 1 << (slot + step) % RANKS_IN_SUIT
        return found


class Bound(Sums):
    """The same, but with the fewest stand-ins that runs need where any card may leave for two.

    A card in a set saves the runs no more than two, by this count; by their own it may, where runs
    can't take every suit. So no choice of sets needs fewer than this sum less what the sets save.
    """

    __slots__ = ("_least",)

    def __init__(self, cover: Cover, *, copies: bool, stand_ins: int) -> None:
        super().__init__(cover, copies=copies, stand_ins=stand_ins)
        self._least = _Least(cover)

    def _work_out(self, key: int) -> int:
        return super()._work_out(key) & ~NEEDS_MASK | self._least[key & COUNTS]


class _Least(Bounded[int, int]):
    """Vector of a suit -> the needs of `Bound`."""

    __slots__ = ("_cover",)

    def __init__(self, cover: Cover) -> None:
        super().__init__()
        self._cover = cover

    def _work_out(self, key: int) -> int:
        left = [self[rest] + RUN_COST for _, rest in each_less_one(key)]
        return min(_fewest(self._cover[key]), *left, HOPELESS)


def _fewest(budget: int) -> int:
    return lowest(budget) if budget else HOPELESS


class Less(Bounded[int, tuple[tuple[int, int, int], ...]]):
    """Vector of a suit -> (rank, rest, budget of the rest) for each card that may go."""

    __slots__ = ("_cover",)

    def __init__(self, cover: Cover) -> None:
        super().__init__()
        self._cover = cover

    def _work_out(self, key: int) -> tuple[tuple[int, int, int], ...]:
        return tuple(
            (of_rank, rest, self._cover[rest])
            for of_rank, rest in each_less_one(key)
            if self._cover[rest]
        )


class Goes(Bounded[int, tuple[int, ...]]):
    """Vector of a suit -> which ranks may lose a card, one bit each, for each number of stand-ins.

    From none on, as far as it makes a difference: so many that runs take what is left with them.
    """

    __slots__ = ("_cover",)

    def __init__(self, cover: Cover) -> None:
        super().__init__()
        self._cover = cover

    def _work_out(self, key: int) -> tuple[int, ...]:
        needs = [(of_rank, _fewest(self._cover[rest])) for of_rank, rest in each_less_one(key)]
        most = max(fewest for _, fewest in needs)
        return tuple(
            sum(1 << of_rank for of_rank, fewest in needs if fewest <= stand_ins)
            for stand_ins in range(most + 1)
        )


class Ends(Bounded[int, int]):
    """Vector of a suit -> its budget, and from bit `LESS_ONE` on its budget with one card less."""

    __slots__ = ("_cover",)

    def __init__(self, cover: Cover) -> None:
        super().__init__()
        self._cover = cover

    def _work_out(self, key: int) -> int:
        less_one = 0
        for _, rest in each_less_one(key):
            less_one |= self._cover[rest]
        return self._cover[key] | less_one << LESS_ONE


class _EndsTogether(Bounded[tuple[int, int], int]):
    """Two of these spent together; the card less is one of either."""

    __slots__ = ()

    def _work_out(self, key: tuple[int, int]) -> int:
        (one, one_less), (other, other_less) = ((ends & BUDGETS, ends >> LESS_ONE) for ends in key)
        less_one = together[one, other_less] | together[one_less, other]
        return together[one, other] | less_one << LESS_ONE


ends_together: Final = _EndsTogether()


class Missing(Bounded[tuple[int, int], int]):
    """Budget and stand-ins to spend -> the budget of what may be left for others to spend."""

    __slots__ = ()

    def _work_out(self, key: tuple[int, int]) -> int:
        budget, stand_ins = key
        return sum(1 << stand_ins - n for n in range(stand_ins + 1) if budget >> n & 1)


missing: Final = Missing()


class Tables:
    """All that is worked out for a choice of axes; which cards are wild doesn't matter here.

    `any_more`: stand-ins to spare go on any meld, so that the fewest say all there is to know.
    `one_each`: a meld has one stand-in at most.
    """

    def __init__(self, axes: MeldAxes) -> None:
        """Every table fills by use."""
        self.cover = cover_for(axes.ace, axes.size, axes.wild_cap)
        self.sets = sets_for(axes.set_suits, axes.size, axes.wild_cap, axes.wild_scope)
        self.sums = _sums_for(axes.ace, axes.size, axes.wild_cap, axes.set_suits == "any")
        # What no axes can beat: melds of any size with any number of stand-ins.
        self.bound = _sums_for(axes.ace, "three-or-more", None, axes.set_suits == "any")
        self.less = Less(self.cover)
        self.goes = Goes(self.cover)
        self.ends = Ends(self.cover)
        self.any_more = (
            axes.size == "three-or-more" and axes.wild_cap is None and axes.wild_scope == "all"
        )
        # Every card of a rank counted: sets with stand-ins may hold twins. Where any more go on a
        # meld, runs save two a card at most by their own needs.
        self.bound_of_copies = (
            _sums_for(axes.ace, axes.size, None, True)  # noqa: FBT003 - a key of the cache
            if self.any_more
            else _bound_for(axes.ace, axes.size, axes.wild_cap)
        )
        self.one_each = axes.wild_cap == 1
        self.sets_need_three = axes.wild_scope == "runs"
        self.counts_copies = axes.set_suits == "any"


@lru_cache(maxsize=_TABLES_MAX)
def _sums_for(
    ace: str,
    size: str,
    cap: int | None,
    copies: bool,  # noqa: FBT001 - a key of the cache
) -> Sums:
    return Sums(cover_for(ace, size, cap), copies=copies, stand_ins=0)


@lru_cache(maxsize=_TABLES_MAX)
def _bound_for(ace: str, size: str, cap: int | None) -> Bound:
    return Bound(cover_for(ace, size, cap), copies=True, stand_ins=1 if cap == 1 else 0)


@lru_cache(maxsize=_TABLES_MAX)
def tables_for(axes: MeldAxes) -> Tables:
    """The tables for axes without wild faces, the same each time."""
    return Tables(axes)
