"""The words about one hand that all games share: who sits where, what is waited for, the end."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card

Melds: TypeAlias = tuple[tuple[Card, ...], ...]
Options: TypeAlias = tuple[tuple[str, object], ...]

ANTE_CAPPED_ROUND = "ante-capped-round"


@dataclass(frozen=True, slots=True)
class Seating:
    """A seat that is dealt in and the chips in front of it before the ante."""

    seat: int
    stack: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """How chips move in the hand.

    `kind` "ante-capped-round": each seat antes `ante` chips, then one capped betting round.
    """

    kind: str
    ante: int


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is fixed before the deal, except the deck.

    `seats` stand clockwise, and `dealer` is one of them.
    """

    rules_id: str
    options: Options
    seats: tuple[Seating, ...]
    dealer: int
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the hand waits for, and the seats that may act now.

    `kind` is "bet", "draw", "discard", "window" or "over". Built from public facts only: in a
    window it names every seat that stands in the claim order, able to claim or not.
    """

    kind: str
    seats: tuple[int, ...]


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
    card came from), or "void". `returned` holds what went back to the seats that paid it: the
    unmatched part of a bet, and pots the winner isn't in. Conservation: the pots with a winner and
    `returned` together are all that was paid; `deltas` sum to zero.
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
