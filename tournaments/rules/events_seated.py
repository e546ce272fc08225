"""The facts of freezeouts and of money: seats, levels, busts, what was bought, bounties, deals."""

from dataclasses import dataclass
from typing import ClassVar, Final

from tournaments.rules.bounties import Taken
from tournaments.rules.eliminations import Bust

START: Final = "start"
LATE: Final = "late"
BALANCE: Final = "balance"
BREAK: Final = "break"
FINAL: Final = "final-table"


@dataclass(frozen=True, slots=True)
class Seated:
    """Entrants of a freezeout take these seats: (entrant, table, seat), from 1.

    `why`: START (drawn), LATE (a late entry or re-entry, drawn), BALANCE, BREAK (the players of a
    broken table), FINAL (the final table, drawn), or what an organiser says who does it by hand.
    """

    kind: ClassVar[str] = "seated"
    stage: str
    seats: tuple[tuple[str, int, int], ...]
    why: str = START


@dataclass(frozen=True, slots=True)
class LevelBegan:
    """A level of antes begins, counted from 0."""

    kind: ClassVar[str] = "level-began"
    stage: str
    level: int


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Hand-for-hand begins or ends."""

    kind: ClassVar[str] = "hand-for-hand"
    stage: str
    on: bool


@dataclass(frozen=True, slots=True)
class Busted:
    """A batch of entrants is out: those of one hand, or of one hand at every table."""

    kind: ClassVar[str] = "busted"
    stage: str
    busts: tuple[Bust, ...]


@dataclass(frozen=True, slots=True)
class BustsCorrected:
    """The order of those who are out was wrong: groups of equals, who went first stands first."""

    kind: ClassVar[str] = "busts-corrected"
    stage: str
    out: tuple[tuple[str, ...], ...]
    reason: str


@dataclass(frozen=True, slots=True)
class LeftUnseated:
    """These entered, or re-entered, and have gone before they had a seat: nobody waits for them.

    They are out, as equals, behind all who have sat down: no chip of theirs was ever in play.
    """

    kind: ClassVar[str] = "left-unseated"
    stage: str
    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReEntered:
    """Somebody who was out plays again with a new stack, in `stage`; older logs have "" there."""

    kind: ClassVar[str] = "re-entered"
    entrant: str
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Rebought:
    """An entrant bought chips again: `chips` were in front, and it brought `brings`.

    Logs from before it was written down have 0 there.
    """

    kind: ClassVar[str] = "rebought"
    entrant: str
    chips: int
    brings: int = 0


@dataclass(frozen=True, slots=True)
class AddedOn:
    """An entrant bought the add-on, which brought `brings`; older logs have 0 there."""

    kind: ClassVar[str] = "added-on"
    entrant: str
    brings: int = 0


@dataclass(frozen=True, slots=True)
class BountyTaken:
    """A victim's head was paid out, or put on the killers' heads."""

    kind: ClassVar[str] = "bounty-taken"
    victim: str
    taken: tuple[Taken, ...]


@dataclass(frozen=True, slots=True)
class EntriesClosed:
    """Nothing more can be bought: the pool and the prizes are fixed."""

    kind: ClassVar[str] = "entries-closed"


@dataclass(frozen=True, slots=True)
class DealMade:
    """All who were left agreed: (entrant, amount); `for_first` goes to the winner on top."""

    kind: ClassVar[str] = "deal-made"
    amounts: tuple[tuple[str, int], ...]
    for_first: int = 0


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is off, for what it stood on has changed (a correction, a disqualification).

    Nobody's place or share changed by it: without a deal the prizes go by the places, and those
    who may win them, if all of them still play, may make another one.
    """

    kind: ClassVar[str] = "deal-ended"
    reason: str
