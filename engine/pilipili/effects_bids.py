"""Missions that change the bids, or what is seen while bidding and playing (S2, rules 2.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.state import PEEK, Mission, State, has_bid_all


@dataclass(frozen=True)
class Forbid(Mission):
    """FORBID(x): nobody may bid x, which is 0 or 1 (P07 to P09)."""

    kind: ClassVar[str] = "FORBID"
    number: int

    @property
    def name(self) -> str:
        """With the number."""
        return f"{self.kind}({self.number})"

    def bids(self, numbers: Sequence[int], previous: Sequence[int]) -> Sequence[int]:
        """All but that one."""
        return [number for number in numbers if number != self.number]


class NoEcho(Mission):
    """NOECHO: a bid may not equal the one before it (P10 to P12)."""

    kind = "NOECHO"
    expert = True

    @property
    def fault(self) -> str:
        """With one card the last of two could be left without any bid (P11)."""
        if self.cards > 1:
            return ""
        return "NOECHO needs 2 cards or more: with one, the last bidder could have no bid left."

    def bids(self, numbers: Sequence[int], previous: Sequence[int]) -> Sequence[int]:
        """All but the previous bid."""
        return [number for number in numbers if number not in previous[-1:]]


class Forehead(Mission):
    """FOREHEAD: while bidding, each sees all hands but his own; then his own only (P47)."""

    kind = "FOREHEAD"

    def sees(self, state: State, viewer: int, owner: int) -> bool:
        """The others' hands first."""
        return (viewer == owner) == has_bid_all(state)


class BlindBid(Mission):
    """BLINDBID: nobody sees a card before all have bid."""

    kind = "BLINDBID"

    def sees(self, state: State, viewer: int, owner: int) -> bool:
        """Nothing first."""
        return viewer == owner and has_bid_all(state)


class Peek(Mission):
    """PEEK3: each looks at his cards for three seconds, and again when all have bid."""

    kind = "PEEK3"
    expert = True
    look_ms = 3_000

    def sees(self, state: State, viewer: int, owner: int) -> bool:
        """Nothing while bidding."""
        return viewer == owner and (state.phase == PEEK or has_bid_all(state))


class BlindPlay(Mission):
    """BLINDPLAY: after a look of five seconds the cards lie face down and are turned by place.

    A Joker gets its value when it is turned.
    """

    kind = "BLINDPLAY"
    expert = True
    look_ms = 5_000
    play_kind = kinds.TURN

    def sees(self, state: State, viewer: int, owner: int) -> bool:
        """Only while looking."""
        return viewer == owner and state.phase == PEEK

    def plays(self, state: State, place: int) -> list[Json]:
        """A card by its place."""
        return [{"kind": kinds.TURN, "numbers": list(range(1, len(state.hands[place]) + 1))}]


class Open(Mission):
    """OPEN: after the bids all hands lie face up."""

    kind = "OPEN"

    def sees(self, state: State, viewer: int, owner: int) -> bool:
        """All, once the bids are in."""
        return viewer == owner or has_bid_all(state)

    def is_open(self, state: State) -> bool:
        """For spectators too."""
        return has_bid_all(state)
