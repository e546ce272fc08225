"""The sets of one rank, as tables.

The cards of one rank are one int (a *code*): two bits a suit, clubs lowest, and from bit 8 on a
mark for each suit whose card is a wild that stands on its own face.
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from engine.meld_axes import MELD_MIN, set_has_its_suits
from engine.melding.bounded import Bounded
from engine.melding.runs import BUDGETS, MARKS, STAND_INS_MAX, lowest, together

SUITS: Final = range(4)
CODE_MARKS: Final = 8
_CODE: Final = (1 << CODE_MARKS) - 1
_FEWEST_IN_SET: Final = 2
RUN_COST: Final = 2
"""Stand-ins that a card costs the runs at most."""
_SHAPES_MAX: Final = 64


Losses: TypeAlias = tuple[int, int, int, int]
Way: TypeAlias = tuple[int, int, int, int, int, int, int]
"""What each suit's vector loses, then the cost, what it saves and the budget of a `Choice`."""
Group: TypeAlias = tuple[int, int, tuple[Way, ...]]
"""Of one rank: the most that sets save, the same where they need no stand-ins, and the ways to go,
those that save the most first."""


class Choice(NamedTuple):
    """Cards of one rank that go to sets.

    `losses`: what each suit's vector loses by it, once moved up to the rank.
    `cost`: the fewest stand-ins they need. `saves`: the most that the runs need less then, less
    the cost (a card costs runs two stand-ins at most). `budget`: all numbers of stand-ins they
    can have.
    """

    losses: Losses
    cost: int
    saves: int
    budget: int
    code: int


def apart(code: int) -> tuple[int, int, int, int]:
    """How many cards of each suit a code holds."""
    return code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3


def parts(code: int) -> list[int]:
    """Every part of a code, the greatest first, the empty one last; marks stay where cards do."""
    marks = code >> CODE_MARKS
    found = []
    for counts in product(*(range(held + 1) for held in apart(code))):
        part = sum(count << 2 * of_suit for of_suit, count in zip(SUITS, counts, strict=True))
        kept = sum(1 << of_suit for of_suit in SUITS if counts[of_suit] and marks >> of_suit & 1)
        found.append(part | kept << CODE_MARKS)
    return sorted(found, key=lambda part: (-sum(apart(part)), part))


class Sets:
    """Which cards of one rank make sets, by the axes."""

    def __init__(self, set_suits: str, size: str, cap: int | None, scope: str) -> None:
        """Tables fill by use; there are 81 codes without marks."""
        self.set_suits = set_suits
        self.exact = size == "exactly-three"
        allowed = STAND_INS_MAX if cap is None else cap
        self.cap = 0 if scope == "runs" else allowed
        self.whole = _Whole(self)
        self.choices = tuple(_Choices(self, stand_ins) for stand_ins in range(STAND_INS_MAX + 1))
        self.groups = tuple(map(_Groups, self.choices))
        self._split = _Split(self)

    def budget(self, code: int) -> int:
        """With how many stand-ins these very cards are one set.

        One card and stand-ins are always a run too, so that is left to the runs.
        """
        counts = apart(code)
        held = sum(counts)
        naturals = sum(
            counts[of_suit] for of_suit in SUITS if not code >> CODE_MARKS + of_suit & 1
        )
        if held < _FEWEST_IN_SET or not naturals:
            return 0
        suits = sum(1 for count in counts if count)
        total = 0
        for stand_ins in range(self.cap + 1):
            cards = held + stand_ins
            if cards < MELD_MIN or (self.exact and cards != MELD_MIN):
                continue
            if set_has_its_suits(suits, stand_ins, self.set_suits):
                total |= 1 << stand_ins
        return total

    def split(self, code: int, stand_ins: int) -> tuple[tuple[int, int], ...]:
        """The sets that take a code with so many stand-ins: (code, its stand-ins) of each."""
        return self._split[code, stand_ins]


class _Whole(Bounded[int, int]):
    """Code -> the budget with which sets take it whole."""

    __slots__ = ("_sets",)

    def __init__(self, sets: Sets) -> None:
        super().__init__()
        self._sets = sets

    def _work_out(self, key: int) -> int:
        if not key:
            return 1
        total = 0
        for part, rest in first_parts(key):
            budget = self._sets.budget(part)
            if budget:
                total |= together[budget, self[rest]]
        return total


class _Split(Bounded[tuple[int, int], tuple[tuple[int, int], ...]]):
    __slots__ = ("_sets",)

    def __init__(self, sets: Sets) -> None:
        super().__init__()
        self._sets = sets

    def _work_out(self, key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
        code, stand_ins = key
        if not code:
            return ()
        for part, rest in first_parts(code):
            budget = self._sets.budget(part)
            for here in range(stand_ins + 1):
                if budget >> here & self._sets.whole[rest] >> stand_ins - here & 1:
                    return ((part, here), *self[rest, stand_ins - here])
        raise AssertionError("Sets were asked for with stand-ins that the budget doesn't hold.")


class Choices(NamedTuple):
    """What of a rank may go to sets, the greatest part first.

    `saves`: the most that any of it saves. `saves_free`: the same where the sets need none.
    """

    ways: tuple[Choice, ...]
    saves: int
    saves_free: int


class _Choices(Bounded[int, Choices]):
    """Code -> its choices, with so many stand-ins in the hand."""

    __slots__ = ("_budgets", "_sets")

    def __init__(self, sets: Sets, stand_ins: int) -> None:
        super().__init__()
        self._sets = sets
        self._budgets = (2 << stand_ins) - 1 & BUDGETS

    def _work_out(self, key: int) -> Choices:
        found = []
        for part in parts(key)[:-1]:
            budget = self._sets.whole[part] & self._budgets
            if budget:
                cost = lowest(budget)
                saves = RUN_COST * sum(apart(part)) - cost
                found.append(Choice(losses(key, part), cost, saves, budget, part))
        return Choices(
            tuple(found),
            max((way.saves for way in found), default=0),
            max((way.saves for way in found if not way.cost), default=0),
        )


class _Groups(Bounded[int, Group]):
    """Code without marks, and twice the rank from bit `CODE_MARKS` on -> its choices there.

    What a search asks at every rank of every hand: the losses are moved up to the rank, and no
    object stands between them and the loop.
    """

    __slots__ = ("_choices",)

    def __init__(self, choices: "_Choices") -> None:
        super().__init__()
        self._choices = choices

    def _work_out(self, key: int) -> Group:
        shift = key >> CODE_MARKS
        ways, saves, saves_free = self._choices[key & _CODE]
        best_first = sorted(ways, key=lambda way: -way.saves)
        return saves, saves_free, tuple(_moved(way, shift) for way in best_first)


def _moved(way: Choice, shift: int) -> Way:
    a, b, c, d = way.losses
    return a << shift, b << shift, c << shift, d << shift, way.cost, way.saves, way.budget


def losses(code: int, part: int) -> Losses:
    """What each suit's vector loses when a part of a code goes."""
    clubs, diamonds, hearts, spades = (_loss(code, part, of_suit) for of_suit in SUITS)
    return clubs, diamonds, hearts, spades


def _loss(code: int, part: int, of_suit: int) -> int:
    """The cards of one suit, and its mark when none of them is left."""
    held, gone = apart(code)[of_suit], apart(part)[of_suit]
    marked = code >> CODE_MARKS + of_suit & 1
    return gone | (1 << MARKS if marked and gone and gone == held else 0)


def first_parts(code: int) -> list[tuple[int, int]]:
    """The parts that hold the code's first card, the greatest first, and what is left of it."""
    marks = code >> CODE_MARKS
    first = next(of_suit for of_suit in SUITS if apart(code)[of_suit])
    found = []
    for part in parts(code):
        counts = apart(part)
        if counts[first]:
            rest = (code & 0xFF) - (part & 0xFF)
            kept = sum(
                1 << of_suit
                for of_suit in SUITS
                if rest >> 2 * of_suit & 3 and marks >> of_suit & 1
            )
            found.append((part, rest | kept << CODE_MARKS))
    return found


@lru_cache(maxsize=_SHAPES_MAX)
def sets_for(set_suits: str, size: str, cap: int | None, scope: str) -> Sets:
    """The tables of sets for these axes, the same each time."""
    return Sets(set_suits, size, cap, scope)
