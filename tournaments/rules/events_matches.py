"""The facts of rounds and matches: who meets, what players say, how it ended, corrections."""

from dataclasses import dataclass
from typing import ClassVar, Final

from tournaments.rules.results import Result

AGREEMENT: Final = "agreement"
RULING: Final = "ruling"
TABLE: Final = "table"
NO_SHOW: Final = "no-show"
LEFT: Final = "left"
PUT_OUT: Final = "put-out"
GROUNDS: Final = (AGREEMENT, RULING, TABLE, NO_SHOW, LEFT, PUT_OUT)
"""Who or what decided a match: its players say so, the organiser says so, its live table, the
clock (somebody had not come in time), or that somebody had left or was disqualified."""

WORDS_OF_TWO: Final = ""
WORDS_OF_ALL: Final = "all"
WORDS_OF_NONE: Final = "none"
WORDS: Final = (WORDS_OF_TWO, WORDS_OF_ALL, WORDS_OF_NONE)
"""What its players' words decide of a match: in logs from before this was announced, two who say
the same; else all who have not gone; or nothing, where each match has its live table."""


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """The next round of a stage with rounds: who sits together, in the order of seats."""

    kind: ClassVar[str] = "round-drawn"
    stage: str
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Warned:
    """These have not come to their match, whose live table is open: they are called.

    Who has not come `minutes` after the opening (`Structure.no_show`) forfeits, unless two or more
    others are there, who play on.
    """

    kind: ClassVar[str] = "warned"
    stage: str
    match: str
    entrants: tuple[str, ...]
    minutes: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player says how a match ended: never a result, but what others say of it, on the record.

    It takes the place of what the same player said of the match before (`anew`: there was such).
    `against`: the other players who say something else just then, in the order of their seats: who
    makes such a claim makes a dispute. A log whose `anew` or `against` is not so is refused.
    """

    kind: ClassVar[str] = "claimed"
    stage: str
    match: str
    entrant: str
    result: Result
    anew: bool = False
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimTakenBack:
    """A player says nothing of a match any more: what was said was a slip, and nobody's result."""

    kind: ClassVar[str] = "claim-taken-back"
    stage: str
    match: str
    entrant: str


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """A match ended: `w1.3` of a bracket, or `r2.5`: round 2, table 5.

    `ground`: one of GROUNDS; a log that claims one that cannot be is refused. In old logs it is ""
    where no player and no organiser said so, and in the oldest ones everywhere.
    """

    kind: ClassVar[str] = "result-recorded"
    stage: str
    match: str
    result: Result
    ground: str = ""


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A recorded result was wrong; `result` None: the match is open again.

    `rulings`: for matches further on, "keep", "swap", "replay" or "void"; "replay" if none.
    """

    kind: ClassVar[str] = "result-corrected"
    stage: str
    match: str
    result: Result | None
    reason: str
    rulings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsRestored:
    """Undo or redo of a correction: these results, pins and tables are set as they were."""

    kind: ClassVar[str] = "results-restored"
    stage: str
    reason: str
    results: tuple[tuple[str, Result | None], ...]
    pins: tuple[tuple[str, tuple[str, str] | None], ...] = ()
    tables: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class TieBroken:
    """Equals are put in order, best first: by a "playoff", a "draw" or a "ruling"."""

    kind: ClassVar[str] = "tie-broken"
    stage: str
    order: tuple[str, ...]
    how: str
