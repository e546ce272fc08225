"""The facts that a tournament's log is made of. Each is immutable, and written in one way only.

What a fact does to a tournament is in `log`; how it reads as JSON: an object with its fields and
`"kind"`. Times and who did it belong to the row that holds the event, not to the rules.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias, get_args

from tournaments.rules.events_matches import (
    AGREEMENT,
    GROUNDS,
    LEFT,
    NO_SHOW,
    PUT_OUT,
    RULING,
    TABLE,
    WORDS_OF_ALL,
    WORDS_OF_NONE,
    WORDS_OF_TWO,
    Claimed,
    ClaimTakenBack,
    ResultCorrected,
    ResultRecorded,
    ResultsRestored,
    RoundDrawn,
    TieBroken,
    Warned,
)
from tournaments.rules.events_seated import (
    BALANCE,
    BREAK,
    FINAL,
    LATE,
    START,
    AddedOn,
    BountyTaken,
    Busted,
    BustsCorrected,
    DealEnded,
    DealMade,
    EntriesClosed,
    HandForHand,
    LeftUnseated,
    LevelBegan,
    Rebought,
    ReEntered,
    Seated,
)
from tournaments.rules.structure import Structure

__all__ = [
    "AGREEMENT",
    "BALANCE",
    "BREAK",
    "EVENTS",
    "FINAL",
    "GROUNDS",
    "LATE",
    "LEFT",
    "NO_SHOW",
    "PUT_OUT",
    "RULING",
    "START",
    "TABLE",
    "WORDS_OF_ALL",
    "WORDS_OF_NONE",
    "WORDS_OF_TWO",
    "AddedOn",
    "Announced",
    "BountyTaken",
    "Busted",
    "BustsCorrected",
    "Cancelled",
    "CheckedIn",
    "ClaimTakenBack",
    "Claimed",
    "DealEnded",
    "DealMade",
    "Disqualified",
    "DrawCommitted",
    "DrawRevealed",
    "EntriesClosed",
    "Event",
    "Finished",
    "HandForHand",
    "LeftUnseated",
    "LevelBegan",
    "Paid",
    "Paused",
    "ReEntered",
    "Rebought",
    "Registered",
    "RegistrationClosed",
    "RegistrationOpened",
    "Reinstated",
    "ResultCorrected",
    "ResultRecorded",
    "ResultsRestored",
    "Resumed",
    "RoundDrawn",
    "Seated",
    "StageStarted",
    "TieBroken",
    "Warned",
    "Withdrawn",
]


@dataclass(frozen=True, slots=True)
class Announced:
    """The tournament and its whole structure are public. The first event of every log.

    `words`: what players' words decide of their match, one of `events_matches.WORDS`.
    """

    kind: ClassVar[str] = "announced"
    tournament: str
    structure: Structure
    words: str = WORDS_OF_TWO


@dataclass(frozen=True, slots=True)
class DrawCommitted:
    """The commitment to the seed of all draws, 128 hex digits; before registration closes."""

    kind: ClassVar[str] = "draw-committed"
    commitment: str


@dataclass(frozen=True, slots=True)
class DrawRevealed:
    """The seed itself, 128 hex digits; it has to fit the commitment."""

    kind: ClassVar[str] = "draw-revealed"
    seed: str


@dataclass(frozen=True, slots=True)
class RegistrationOpened:
    """Entrants may come."""

    kind: ClassVar[str] = "registration-opened"


@dataclass(frozen=True, slots=True)
class Registered:
    """Somebody entered; over the cap, on the waiting list. `rating`: more is better.

    `stage`: after the start, the freezeout in which the late entrant will sit, and counts from now
    on. Logs from before it was written down have "" there.
    """

    kind: ClassVar[str] = "registered"
    entrant: str
    rating: int = 0
    flight: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """An entrant is there."""

    kind: ClassVar[str] = "checked-in"
    entrant: str


@dataclass(frozen=True, slots=True)
class RegistrationClosed:
    """Nobody new comes before the start; with check-in, who is not there is a no-show."""

    kind: ClassVar[str] = "registration-closed"


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entrant leaves. Before the start the first of the waiting list comes in."""

    kind: ClassVar[str] = "withdrawn"
    entrant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Disqualified:
    """An entrant is put out, from now on: what was played stands."""

    kind: ClassVar[str] = "disqualified"
    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A withdrawal, no-show or disqualification is taken back, from now on."""

    kind: ClassVar[str] = "reinstated"
    entrant: str
    reason: str


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins with these, best seed first."""

    kind: ClassVar[str] = "stage-started"
    stage: str
    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands and no new hand is dealt."""

    kind: ClassVar[str] = "paused"
    reason: str


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on."""

    kind: ClassVar[str] = "resumed"


@dataclass(frozen=True, slots=True)
class Finished:
    """Every stage is over; the ranking is final unless it is corrected."""

    kind: ClassVar[str] = "finished"


@dataclass(frozen=True, slots=True)
class Paid:
    """The prizes were transferred."""

    kind: ClassVar[str] = "paid"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """It does not take place; everybody gets back what was paid in."""

    kind: ClassVar[str] = "cancelled"
    reason: str


Event: TypeAlias = (
    Announced
    | DrawCommitted
    | DrawRevealed
    | RegistrationOpened
    | Registered
    | CheckedIn
    | RegistrationClosed
    | Withdrawn
    | Disqualified
    | Reinstated
    | StageStarted
    | RoundDrawn
    | Warned
    | Claimed
    | ClaimTakenBack
    | ResultRecorded
    | ResultCorrected
    | ResultsRestored
    | TieBroken
    | Seated
    | LevelBegan
    | HandForHand
    | Busted
    | BustsCorrected
    | LeftUnseated
    | ReEntered
    | Rebought
    | AddedOn
    | BountyTaken
    | EntriesClosed
    | DealMade
    | DealEnded
    | Paused
    | Resumed
    | Finished
    | Paid
    | Cancelled
)

EVENTS: Final[dict[str, type[Event]]] = {event.kind: event for event in get_args(Event)}
