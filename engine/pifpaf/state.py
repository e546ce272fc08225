"""The state of a hand: a value that nobody sees change.

Seats are *places* in here, 0.. clockwise as dealt in.
"""

from dataclasses import dataclass
from typing import Final, Literal

from engine.betting import Round
from engine.cards import Card
from engine.hand import Melds, Outcome, Setup
from engine.pifpaf.rules import PifPafRules
from engine.pots import Chips

Phase = Literal["bet", "draw", "discard", "window", "over"]
BET: Final = "bet"
DRAW: Final = "draw"
DISCARD: Final = "discard"
WINDOW: Final = "window"
OVER: Final = "over"

STOCK: Final = "stock"
PILE: Final = "discard"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that waits for its window to close: the card to be thrown, the nine as laid."""

    place: int
    card: Card
    melds: Melds


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A hand of the Pif Paf family between two actions.

    `stock`: the next card first. `discards`: the oldest first, so that the turned pile is the next
    stock as it is (D11). `turn`: the place in turn to play, in a window the one after the
    `discarder`; None while betting and when over. `drew`: where the player in turn has drawn from,
    None before. `returned`: chips that went back when the betting closed. `hands` keep a drawn
    card last.
    """

    setup: Setup
    rules: PifPafRules
    betting: Round
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...] = ()
    phase: Phase = BET
    turn: int | None = None
    drew: str | None = None
    discarder: int | None = None
    claims: tuple[Claim, ...] = ()
    recycled: int = 0
    tick: int = 0
    window_tick: int = 0
    returned: Chips = ()
    outcome: Outcome | None = None


def place_of(state: State, seat: int | None) -> int | None:
    """The place of a seat number, None if it isn't dealt in."""
    for place, seating in enumerate(state.setup.seats):
        if seating.seat == seat:
            return place
    return None


def seat_at(state: State, place: int) -> int:
    """The seat number of a place."""
    return state.setup.seats[place].seat


def in_play(state: State, place: int) -> bool:
    """Whether the place hasn't folded."""
    return not state.betting.bettors[place].folded


def after(state: State, place: int) -> list[int]:
    """The places in play clockwise after this one, itself left out."""
    count = len(state.hands)
    around = ((place + step) % count for step in range(1, count))
    return [other for other in around if in_play(state, other)]


def claimants(state: State) -> list[int]:
    """The places in the claim order of the open window: nearest after the discarder first.

    The rule is S1's and D13's. Public, so it asks neither who could use the card nor who has
    claimed it. The player in turn stands at his own place until he draws from the stock.
    """
    if state.phase != WINDOW or state.discarder is None:
        return []
    return [
        place
        for place in after(state, state.discarder)
        if not (place == state.turn and state.drew is not None)
    ]


def claim_of(state: State, place: int | None) -> Claim | None:
    """The claim that this place has made in the open window."""
    return next((claim for claim in state.claims if claim.place == place), None)
