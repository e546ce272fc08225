"""A match as a value: where each seat stands between two hands."""

from dataclasses import dataclass
from typing import Final

from engine.match_setup import MatchSetup

HAND: Final = "hand"
THRESHOLD: Final = "threshold"
HANDS: Final = "hands"
LAST_LEFT: Final = "last-left"
LIMIT: Final = "limit"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands.

    `stack`: chips in front of it. `points`: penalty points, or points left in a countdown. `wins`:
    hands won. `out_after`: the number of the hand after which it dropped out, None while it is in.
    """

    seat: int
    stack: int
    points: int
    wins: int = 0
    out_after: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two hands.

    `standings` stand in the order of the set-up's seats. `hands` counts all hands, `won` those
    that were played to their end and not void. `carried`: what the last hand leaves to the next.
    `dealer` deals next, `dealt` dealt last (None before the first hand). `pot`: buy-ins not yet
    shared. `rake`: chips that the house has kept. `over`: why the match ended ("hand",
    "threshold", "hands", "last-left", "limit"), None while it goes on.
    """

    setup: MatchSetup
    standings: tuple[Standing, ...]
    dealer: int
    dealt: int | None = None
    hands: int = 0
    won: int = 0
    pot: int = 0
    rake: int = 0
    over: str | None = None
    carried: str = ""

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that haven't dropped out, clockwise."""
        return tuple(one.seat for one in self.standings if one.out_after is None)
