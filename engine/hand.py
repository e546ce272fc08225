"""The words about one hand that all games share: who sits where, what is waited for, the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.cards import Card
from engine.jsonable import Json

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
Options: TypeAlias = tuple[tuple[str, object], ...]
Choose: TypeAlias = Callable[[int], int]
"""Chance: a number from 0 to n - 1 for n."""
Bot: TypeAlias = Callable[[Json, Sequence[Json], Choose], Json]
"""A player (`engine.bots`): its seat's view and legal list, and chance, give its action."""

ANTE_CAPPED_ROUND = "ante-capped-round"
FIXED = "fixed"
PLAY = "play"
VOID = "void"
SCORED = "scored"


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat that is dealt in and the chips in front of it before the ante.

    `score`: what the seat has in the match before this hand, penalty points or points left to
    lose; None when the hand belongs to no match.
    """

    seat: int
    stack: int
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house keeps of the pots that a hand's winner takes: `per_mille`, at most `cap`."""

    per_mille: int
    cap: int

    def of(self, pot: int) -> int:
        """The chips kept of so many in the pots, rounded down."""
        return min(pot * self.per_mille // 1000, self.cap)


@dataclass(frozen=True, slots=True)
class Stakes:
    """How chips move in the hand (rules 0.2).

    `kind` "ante-capped-round": each seat antes `ante` chips, then one capped betting round.
    "fixed": each seat puts `ante` chips in the pot, and the winner takes it. "play": no chips move
    in the hand, and `ante` is 0. `rake`: what the house keeps; None is nothing.
    """

    kind: str
    ante: int
    rake: Rake | None = None


@dataclass(frozen=True, slots=True)
class MatchRules:
    """What hands of these rules add up to.

    `kind`: "hand" (each hand is a game), "chips" (a hand pays its pot and nothing is counted),
    "penalty" (points until a total reaches `threshold`; the lowest wins), "countdown" (each seat
    has `start` points to lose; the last one left wins), "fixed-hands" (`hands` of them).
    `scoring`: what a hand's `Outcome.points` are: penalty points for "cards" left in the hand,
    "pilis" got (less than none where some are discarded), "lives" lost, or "win": none. `end`:
    reaching the threshold is the "end" of the match, or "eliminate"s that seat. `next_dealer`: the
    seat "left" of the dealer, or the "winner".
    """

    kind: str
    scoring: str
    threshold: int = 0
    start: int = 0
    hands: int = 0
    end: str = "end"
    next_dealer: str = "left"


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is fixed before the deal, except the deck.

    `seats` stand clockwise, and `dealer` is one of them. `carried`: what the match's hand before
    has left to this one, a public text that only the game reads; empty for the first.
    """

    rules_id: str
    options: Options
    seats: tuple[Seating, ...]
    dealer: int
    stakes: Stakes
    carried: str = ""


class Waiting(NamedTuple):
    """What the hand waits for, and the seats that may act now.

    `kind` is a word of the game's, as "bet" or "draw"; "window" (for a fixed time, until the clock
    closes it) and "over" mean the same in every game. Built from public facts only: in a window it
    names every seat that has the right to the discard, able to use it or not.

    `together`: all these seats choose at the same time, each unseen by the others, so those are
    named too that have chosen. `number`: another number is another turn, where the same seat may
    have two in a row. `ms`: how long a window lasts where the rules say so, not the table.
    """

    kind: str
    seats: tuple[int, ...]
    together: bool = False
    number: int = 0
    ms: int | None = None


@dataclass(frozen=True, slots=True)
class Pot:
    """One pot of a settled hand.

    `seats` could win it; `winner` did, or is None when it went back to those who paid it.
    """

    amount: int
    seats: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended and where every chip of it went.

    `how` is "folds" (all others folded, unplayed), "stock", "discard" or "claim" (where the last
    card came from), "scored" (a hand that counts for every seat and has no winner), or "void": not
    played. `returned` holds what went back to the seats that paid it: the
    unmatched part of a bet, and pots the winner isn't in. Conservation: the pots with a winner and
    `returned` together are all that was paid; `deltas` sum to minus the `rake`.

    `points`: penalty points that each seat gets, or points that it loses in a countdown; empty
    where the rules count none. `counts`: what else was counted by seat, under its name. `carried`:
    what the match's next hand is set up with. `direto`: the winner went out on his first turn.
    `out_with`: how many cards the winner melded, None when nobody went out. `rake`: chips the
    house keeps.
    """

    winner: int | None
    how: str
    melds: Melds
    discard: Card | None
    pots: tuple[Pot, ...]
    returned: tuple[tuple[int, int], ...]
    deltas: tuple[tuple[int, int], ...]
    stacks: tuple[tuple[int, int], ...]
    next_dealer: int
    points: tuple[tuple[int, int], ...] = ()
    direto: bool = False
    out_with: int | None = None
    rake: int = 0
    counts: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    carried: str = ""

    @property
    def is_void(self) -> bool:
        """Whether the hand counts for nothing."""
        return self.how == VOID
