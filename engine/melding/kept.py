"""How many cards melds in the making keep, for the distance to going out.

A meld in the making costs as many places of the hand as it will have cards, and keeps the cards
it has already; what is missing counts as cards of the right face that may still be drawn. It also
has *room*: how many of its missing cards could be stand-ins instead.

`Kept` holds, for each number of places and each amount of room, the most cards kept: a tuple of
rows (places) of equal width (room 0, 1, …). Where room doesn't matter the width is 1 and a row
means "so many places or fewer", else it means exactly so many.
"""

from typing import Final, NamedTuple, TypeAlias

from engine.meld_axes import MELD_MIN, SUITS_OF_A_SET
from engine.melding.bounded import Bounded
from engine.melding.runs import MARKS, STAND_INS_MAX, Shape, without
from engine.melding.sets import CODE_MARKS, SUITS, Losses, Sets, apart, first_parts, losses, parts

Kept: TypeAlias = tuple[int, ...]

NEVER: Final = -99


class Frame(NamedTuple):
    """What all tables of one question share.

    `goal`: cards to be melded. `width`: 1, or one more than the stand-ins whose room counts.
    `cap`: the most stand-ins in a run. `exact`: melds have three cards.
    """

    goal: int
    width: int
    cap: int
    exact: bool

    def nothing(self) -> Kept:
        """No meld at all."""
        if self.width == 1:
            return (0,) * (self.goal + 1)
        return (0, *(NEVER for _ in range((self.goal + 1) * self.width - 1)))

    def sizes(self, fewest: int) -> range:
        """The sizes that a meld of at least so many cards may have in the end."""
        if self.exact:
            return range(fewest, MELD_MIN + 1)
        # Room grows with the size; without it the smallest is the best.
        return range(fewest, (fewest if self.width == 1 else self.goal) + 1)

    def with_meld(self, rest: Kept, best: list[int], meld: "Making") -> None:
        """Raise `best` by what `rest` and one meld in the making keep together."""
        width = self.width
        for size in self.sizes(meld.fewest):
            room = max(min(meld.cap, size - meld.held - (not meld.natural)), 0)
            for places in range(size, self.goal + 1):
                row, before = places * width, (places - size) * width
                for wanted in range(width):
                    kept = rest[before + max(wanted - room, 0)] + meld.held
                    best[row + wanted] = max(best[row + wanted], kept)


class Making(NamedTuple):
    """A meld in the making: cards held, the least size it can end with, stand-ins it may have.

    `natural`: whether it holds a card outside the wild class; if not, one has to come.
    """

    held: int
    fewest: int
    cap: int
    natural: bool


class Joined(Bounded[tuple[Kept, Kept], Kept]):
    """What two lots of melds keep together, the places shared out between them at best."""

    __slots__ = ("_frame",)

    def __init__(self, frame: Frame) -> None:
        super().__init__()
        self._frame = frame

    def _work_out(self, key: tuple[Kept, Kept]) -> Kept:
        one, other = key
        goal, width, *_ = self._frame
        best = [NEVER] * len(one)
        useful = [(at, kept) for at, kept in enumerate(other) if kept >= 0]
        for at, kept in enumerate(one):
            if kept < 0:
                continue
            places, room = divmod(at, width)
            for other_at, other_kept in useful:
                other_places, other_room = divmod(other_at, width)
                both = min(room + other_room, width - 1)
                if places + other_places <= goal:
                    row = (places + other_places) * width
                    best[row + both] = max(best[row + both], kept + other_kept)
        return tuple(best)


class RunsKept(Bounded[int, Kept]):
    """Vector of a suit -> what runs keep of it."""

    __slots__ = ("_cut", "_same", "_shape")

    def __init__(self, ace: str, frame: Frame) -> None:
        super().__init__()
        self._shape = Shape(ace, "exactly-three" if frame.exact else "three-or-more", None)
        self._cut = _RunsCut(self._shape, frame)
        self._same: dict[Kept, Kept] = {}

    def _work_out(self, key: int) -> Kept:
        ways = [self._cut[placed] for placed in self._shape.aces_placed(key)]
        found = ways[0] if len(ways) == 1 else tuple(map(max, *ways))
        # Thousands of vectors share a few hundred answers.
        return self._same.setdefault(found, found)


class _RunsCut(Bounded[int, Kept]):
    """The same for a vector of fourteen ranks, its aces placed."""

    __slots__ = ("_frame", "_shape")

    def __init__(self, shape: Shape, frame: Frame) -> None:
        super().__init__()
        self._shape = shape
        self._frame = frame

    def _work_out(self, key: int) -> Kept:
        frame = self._frame
        if not key:
            return frame.nothing()
        low = key & -key
        low = low if low.bit_length() & 1 else low >> 1
        best = list(self[without(key, low)])
        marks = key >> MARKS
        greedy = frame.width == 1 and not marks
        for taken, _, span, count in self._shape.takes(key, greedy=greedy):
            natural = bool(taken & ~marks)
            fewest = max(MELD_MIN, span, count + (not natural))
            if fewest <= frame.goal:
                meld = Making(count, fewest, frame.cap, natural)
                frame.with_meld(self[without(key, taken)], best, meld)
        return tuple(best)


class SetChoice(NamedTuple):
    """Cards of one rank that go to sets in the making; `losses` as in `engine.melding.sets`.

    `places`: the fewest that they take. `kept`: what they keep in so many places or more.
    """

    losses: Losses
    places: int
    held: int
    kept: Kept


class SetsKept(Bounded[int, tuple[SetChoice, ...]]):
    """Code of a rank -> what of it may go to sets in the making."""

    __slots__ = ("_frame", "_sets", "_whole")

    def __init__(self, sets: Sets, frame: Frame) -> None:
        super().__init__()
        self._frame = frame
        self._whole = _SetsWhole(sets, frame)

    def _work_out(self, key: int) -> tuple[SetChoice, ...]:
        width = self._frame.width
        found = []
        for part in parts(key)[:-1]:
            kept = self._whole[part]
            held = sum(apart(part))
            places = [at // width for at, most in enumerate(kept) if most == held]
            if places:
                found.append(SetChoice(losses(key, part), min(places), held, kept))
        return tuple(found)


class _SetsWhole(Bounded[int, Kept]):
    """Code -> what sets keep that have all of its cards."""

    __slots__ = ("_frame", "_sets")

    def __init__(self, sets: Sets, frame: Frame) -> None:
        super().__init__()
        self._sets = sets
        self._frame = frame

    def _work_out(self, key: int) -> Kept:
        frame = self._frame
        if not key:
            return frame.nothing()
        best = [NEVER] * ((frame.goal + 1) * frame.width)
        for part, rest in first_parts(key):
            meld = self._making(part)
            if meld is not None and meld.fewest <= frame.goal:
                frame.with_meld(self[rest], best, meld)
        return tuple(best)

    def _making(self, code: int) -> Making | None:
        """These cards as one set in the making, or None; one card alone is left to the runs."""
        counts = apart(code)
        held = sum(counts)
        suits = sum(1 for count in counts if count)
        if held == 1 or (self._sets.set_suits == "exact3" and suits > SUITS_OF_A_SET):
            return None
        natural = any(
            counts[of_suit] and not code >> CODE_MARKS + of_suit & 1 for of_suit in SUITS
        )
        fewest = max(MELD_MIN, held + (not natural))
        if self._sets.set_suits != "any":
            fewest = max(fewest, held + SUITS_OF_A_SET - suits)
        if self._frame.exact and fewest > MELD_MIN:
            return None
        return Making(held, fewest, min(self._sets.cap, STAND_INS_MAX), natural)


def all_missing(frame: Frame) -> Kept:
    """What melds keep of which no card is held: nothing, but stand-ins have room in them."""
    if frame.width == 1:
        return frame.nothing()
    best = list(frame.nothing())
    for _ in range(frame.goal // MELD_MIN):
        frame.with_meld(tuple(best), best, Making(0, MELD_MIN, frame.cap, natural=False))
    return tuple(best)
