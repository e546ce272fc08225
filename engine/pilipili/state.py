"""The state of a round, and what a Mission may change in it.

Seats are *places* in here, 0.. clockwise. A Mission is an object whose methods the modules of play
ask; the base class is a round without one. So an effect is told in one place, and play asks nobody
which Mission it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine import cards
from engine.actions import Action
from engine.cards import Card
from engine.hand import Outcome, Setup
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.rulebook import PiliPiliRules

PEEK: Final = "peek"
BID: Final = kinds.BID
GIVE: Final = kinds.GIVE
PICK: Final = kinds.PICK
PLAY: Final = kinds.PLAY
NAME: Final = kinds.NAME
OVER: Final = "over"

VALUE_MIN: Final = 0
VALUE_MAX: Final = 56


class Played(NamedTuple):
    """A card on the table: who played it, and its value, which the owner of a Joker names."""

    place: int
    card: Card
    value: int


class Trick(NamedTuple):
    """A finished trick, in the order of play; `pilis`: what it cost its winner."""

    winner: int
    pilis: int
    played: tuple[Played, ...]


@dataclass(frozen=True)
class Mission:
    """A round by the plain rules; each Mission overrides what it changes.

    `cards`: how many the Mission deals to each. `look_ms`: how long all look at their cards before
    these are hidden; 0 where nothing is hidden. `extra`: cards that each draws after the bids.
    `play_kind`: the kind of action by which a card is played.
    """

    cards: int
    kind: ClassVar[str] = ""
    expert: ClassVar[bool] = False
    look_ms: ClassVar[int] = 0
    extra: ClassVar[int] = 0
    play_kind: ClassVar[str] = kinds.PLAY

    @property
    def name(self) -> str:
        """Its kind with what is printed on the card, as in "PASS(1,L)"."""
        return self.kind

    @property
    def text(self) -> str:
        """Its name and the cards it deals, as in "PASS(1,L) 5"."""
        return f"{self.name} {self.cards}"

    @property
    def fault(self) -> str:
        """A sentence on why no such card can be played; empty when it can."""
        return ""

    def bids(self, numbers: Sequence[int], previous: Sequence[int]) -> Sequence[int]:
        """Which of these bids may follow the previous ones, apart from the rule of the sum."""
        return numbers

    def sees(self, state: "State", viewer: int, owner: int) -> bool:
        """Whether a place sees the cards in an owner's hand now."""
        return viewer == owner

    def is_open(self, state: "State") -> bool:
        """Whether everybody sees all hands now."""
        return False

    def after_bids(self, state: "State") -> "State":
        """What happens between the last bid and the first trick."""
        return self.lead(state)

    def lead(self, state: "State") -> "State":
        """The leader is to begin a trick."""
        return changed(state, phase=PLAY, turn=state.leader, waits=(), chosen=())

    def plays(self, state: "State", place: int) -> list[Json]:
        """What the place may play now, as the legal list says it."""
        return played_open(state, self.playable(state.hands[place]))

    def playable(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """Which cards of a hand may be played."""
        return hand

    def beats(self, value: int, best: int) -> bool:
        """Whether a value wins over the best one played before it."""
        return value > best

    def cost(self, played: tuple[Played, ...], *, first: bool, last: bool) -> int:
        """Pilis that winning this trick costs, the first or the last of the round or another."""
        return 0

    def after_trick(self, state: "State") -> "State":
        """What happens between a trick and the next; the leader has won the one before."""
        return self.lead(state)

    def choices(self, state: "State", place: int) -> list[Json]:
        """What the place may choose where the Mission asks for a choice."""
        return []

    def chosen(self, state: "State") -> "State":
        """What follows when all have chosen."""
        return state

    def pilis(self, state: "State", own: tuple[int, ...]) -> tuple[int, ...]:
        """What each place's Pilis change by; `own` are those for bids and tricks."""
        return own


@dataclass(frozen=True, kw_only=True)
class State:
    """A round between two actions.

    `hands`: in the order dealt, which is how they lie where they are face down. `stock`: the cards
    not dealt, the next one first. `turn`: the place in turn. `waits`: the places that choose
    together, each unseen by the others, and `chosen` what they have chosen so far. `bids`: of the
    places from the dealer on. `leader` leads the trick; `trick` is what has been played to it.
    `turned`: a Joker that waits for its value. `named`: whom each place has picked (SHARED).
    """

    setup: Setup
    rules: PiliPiliRules
    mission: Mission
    mission_no: int | None
    dealt: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    leader: int
    phase: str = BID
    turn: int | None = None
    waits: tuple[int, ...] = ()
    chosen: tuple[Action, ...] = ()
    bids: tuple[int, ...] = ()
    trick: tuple[Played, ...] = ()
    turned: bool = False
    tricks: tuple[Trick, ...] = ()
    named: tuple[int, ...] = ()
    tick: int = 0
    outcome: Outcome | None = None

    @property
    def window_tick(self) -> int:
        """An action sent for an earlier tick is stale: nothing here outlives one."""
        return self.tick

    @property
    def to_play(self) -> int:
        """Tricks of the round."""
        return self.dealt + self.mission.extra


if TYPE_CHECKING:
    from dataclasses import replace

    # The type checker follows the fields that `replace` is given; what runs is the same, faster.
    changed = replace
else:
    _new, _set = object.__new__, object.__setattr__

    def changed(state: State, /, **changes: object) -> State:
        """The state with some fields changed: `dataclasses.replace`, five times as fast."""
        new = _new(State)
        _set(new, "__dict__", state.__dict__ | changes)
        return new


def place_of(state: State, seat: int | None) -> int | None:
    """The place of a seat number, None if it isn't dealt in."""
    seats = state.setup.seats
    # Seats are often numbered as they stand.
    if seat is not None and 0 <= seat < len(seats) and seats[seat].seat == seat:
        return seat
    for place, one in enumerate(seats):
        if one.seat == seat:
            return place
    return None


def seat_at(state: State, place: int) -> int:
    """The seat number of a place."""
    return state.setup.seats[place].seat


def clockwise(state: State, first: int) -> tuple[int, ...]:
    """All places, from this one on."""
    count = len(state.hands)
    return (*range(first, count), *range(first))


def bid_of(state: State, place: int) -> int | None:
    """What the place has bid, None before."""
    at = (place - state.dealer) % len(state.hands)
    return state.bids[at] if at < len(state.bids) else None


def taken(state: State) -> tuple[int, ...]:
    """Tricks won by each place."""
    won = [0] * len(state.hands)
    for trick in state.tricks:
        won[trick.winner] += 1
    return tuple(won)


def has_bid_all(state: State) -> bool:
    """Whether the last bid is in."""
    return len(state.bids) == len(state.hands)


def choice_of(state: State, place: int) -> Action | None:
    """What the place has chosen in this round of choices, None before."""
    seat = seat_at(state, place)
    return next((one for one in state.chosen if one.seat == seat), None)


def without(hand: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """A hand without these cards; no card is there twice."""
    return tuple(card for card in hand if card not in gone)


def played_open(state: State, playable: Sequence[Card]) -> list[Json]:
    """These cards as the legal list says them: the Joker apart, for it needs a value."""
    if cards.JOKER not in playable:
        return [{"kind": kinds.PLAY, "cards": cards.texts(playable)}]
    names = [cards.text(card) for card in playable if card != cards.JOKER]
    moves: list[Json] = [{"kind": kinds.PLAY, "cards": names}] if names else []
    if len(names) < len(playable):
        joker = cards.text(cards.JOKER)
        moves.append({"kind": kinds.PLAY, "cards": [joker], "range": [VALUE_MIN, VALUE_MAX]})
    return moves
