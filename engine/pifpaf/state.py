"""The state of a hand: a value that nobody sees change.

Seats are *places* in here, 0.. in the direction of play.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.betting import Round
from engine.cards import Card
from engine.hand import Melds, Outcome, Setup
from engine.melds import MeldAxes
from engine.pifpaf.pile import EMPTY, Pile, said
from engine.pifpaf.rules import PifPafRules
from engine.pots import Chips
from engine.shuffle import StreamPlace

Phase = Literal["bet", "stay", "draw", "discard", "window", "over"]
BET: Final = "bet"
STAY: Final = "stay"
DRAW: Final = "draw"
DISCARD: Final = "discard"
WINDOW: Final = "window"
OVER: Final = "over"

STOCK: Final = "stock"
PILE: Final = "discard"


@dataclass(frozen=True, slots=True)
class Claim:
    """A wish for the discard that waits for its window to close.

    To go out with it: the card to be thrown (None: all are melded) and the melds as laid (None:
    the engine arranges them). To buy it: neither.
    """

    place: int
    card: Card | None = None
    melds: Melds | None = None


class Player(NamedTuple):
    """What is known of one place beside its cards and chips; all of it public.

    `played`: he has finished a turn of his own. `announced`: the tick of his "tô de boa", None if
    he hasn't said it. `burned`: he took a discard out of turn and couldn't go out (D14).
    `stock_only`: after a false go-out only a card from the stock lets him go out (D15). `bought`:
    cards bought. `laid`: melds on the table (D20).
    """

    played: bool = False
    announced: int | None = None
    burned: bool = False
    stock_only: bool = False
    bought: int = 0
    laid: Melds = ()


# Without slots: `changed` copies the whole of a state at once, which is most of what an action
# costs.
@dataclass(frozen=True, kw_only=True)
class State:
    """A hand of the Pif Paf family between two actions.

    `melds`: what a meld is in this hand, with the cards that its `vira` made wild. `stock`: the
    next card first. `discards`: the oldest first, so that the turned pile is the next stock as it
    is (D11). `pile`: all that happened there. `turn`: the place in turn to play,
    in a window the one after the `discarder`; None while betting and when over. `drew`: where the
    player in turn has drawn from, None before; `drawn`: the face drawn, None again once it is
    thrown or laid. `failed`: he has shown a false hand in this turn. `hands` keep a drawn card
    last. `returned`: chips that went back when the betting closed. `later`: where the hand's
    stream goes on, for the next shuffle of the discards.
    """

    setup: Setup
    rules: PifPafRules
    melds: MeldAxes
    betting: Round
    hands: tuple[tuple[Card, ...], ...]
    players: tuple[Player, ...]
    stock: tuple[Card, ...]
    later: StreamPlace | None = None
    vira: Card | None = None
    discards: tuple[Card, ...] = ()
    pile: Pile = EMPTY
    phase: Phase = BET
    turn: int | None = None
    drew: str | None = None
    drawn: Card | None = None
    failed: bool = False
    discarder: int | None = None
    claims: tuple[Claim, ...] = ()
    recycled: int = 0
    tick: int = 0
    window_tick: int = 0
    returned: Chips = ()
    outcome: Outcome | None = None


if TYPE_CHECKING:
    from dataclasses import replace

    # The type checker follows the fields that `replace` is given; what runs is the same, faster.
    changed = replace
else:
    _new, _set = object.__new__, object.__setattr__

    def changed(state: State, /, **changes: object) -> State:
        """The state with some fields changed: `dataclasses.replace`, six times as fast."""
        new = _new(State)
        _set(new, "__dict__", state.__dict__ | changes)
        return new


def place_of(state: State, seat: int | None) -> int | None:
    """The place of a seat number, None if it isn't dealt in."""
    bettors = state.betting.bettors
    # At a full table that plays clockwise it is the same number.
    if seat is not None and 0 <= seat < len(bettors) and bettors[seat].seat == seat:
        return seat
    return next((place for place, one in enumerate(bettors) if one.seat == seat), None)


def seat_at(state: State, place: int) -> int:
    """The seat number of a place."""
    return state.betting.bettors[place].seat


def piled(state: State, place: int, what: str, card: Card) -> Pile:
    """All that has happened at the discard pile, now that a place "threw", "took" or "bought"."""
    return state.pile.plus(said(state.betting.bettors[place].seat, what, card))


def in_play(state: State, place: int) -> bool:
    """Whether the place hasn't folded."""
    return not state.betting.bettors[place].folded


def after(state: State, place: int) -> list[int]:
    """The places in play after this one in the direction of play, itself left out."""
    bettors = state.betting.bettors
    return [
        other
        for other in (*range(place + 1, len(bettors)), *range(place))
        if not bettors[other].folded
    ]


def next_after(state: State, place: int) -> int:
    """The first of these: who plays after this place."""
    bettors = state.betting.bettors
    at = (place + 1) % len(bettors)
    while bettors[at].folded:
        at = (at + 1) % len(bettors)
    return at


def claim_of(state: State, place: int | None) -> Claim | None:
    """The claim that this place has made and that isn't settled yet."""
    return next((claim for claim in state.claims if claim.place == place), None)


def to_hold(state: State, place: int) -> int:
    """How many cards the place holds between its turns: those laid don't count (D20)."""
    size = state.rules.hand_size
    laid = state.players[place].laid
    return size - sum(map(len, laid)) if laid else size


def less(held: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one copy of this one: the last, so the drawn one if it has that face."""
    at = len(held) - 1 - held[::-1].index(card)
    return held[:at] + held[at + 1 :]


def with_hand(state: State, place: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """All hands, with this one at the place."""
    hands = list(state.hands)
    hands[place] = hand
    return tuple(hands)


def with_player(state: State, place: int, player: Player) -> tuple[Player, ...]:
    """All players, with this one at the place."""
    return (*state.players[:place], player, *state.players[place + 1 :])
