"""A tournament as its log has made it: `log.replay(events)` is the only way to get one.

A state is a value: nobody who was handed one sees it change. `log.apply` works on a copy; replay
works on one of its own, so that a log of n events costs n steps and not n copies.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.rules.advance import Board
from tournaments.rules.payouts import Prizes
from tournaments.rules.results import Result
from tournaments.rules.satellites import Satellite
from tournaments.rules.structure import Stage, Structure

ANNOUNCED: Final = "announced"
REGISTERING: Final = "registering"
CLOSED: Final = "closed"
RUNNING: Final = "running"
FINISHED: Final = "finished"
PAID: Final = "paid"
CANCELLED: Final = "cancelled"
NOT_OVER: Final = (ANNOUNCED, REGISTERING, CLOSED, RUNNING)

REGISTERED: Final = "registered"
WAITING_LIST: Final = "waiting"
CHECKED_IN: Final = "checked-in"
WITHDRAWN: Final = "withdrawn"
NO_SHOW: Final = "no-show"
DISQUALIFIED: Final = "disqualified"
IN: Final = (REGISTERED, CHECKED_IN)
GONE: Final = (WITHDRAWN, NO_SHOW, DISQUALIFIED)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who entered; `number` counts the entries from 1.

    `status`: "registered", "waiting", "checked-in", "withdrawn", "no-show" or "disqualified".
    `before` is the status that a reinstatement gives back. `left_early`: gone before anything was
    played, so not ranked, and the buy-in is paid back.
    """

    id: str
    number: int
    status: str
    rating: int = 0
    flight: str = ""
    before: str = ""
    left_early: bool = False
    reentries: int = 0
    rebuys: int = 0
    addons: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A drawn round: tables in the order of the standings, and who has a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(slots=True)
class StageState:
    """One stage in play; `spec` as it is played, see `fitting.fitted`.

    `results` and `pins` by match; `claims`: what players say of open ones, by match and entrant
    (see `claims.standing`); `ties`: equals that were put in order. Of a freezeout: `seats`
    by entrant (table, seat), `out`: groups of equals in the order in which they went, `level`,
    `one_hand`: hand-for-hand is on, `gave`: by table, which move to balance it gave last,
    `unseated`: those of `out` who left before they had a seat.

    `read`: the bracket as far as it has been read, no part of the value; whoever changes results
    or pins sets it to None, or calls `Board.forget`.
    """

    spec: Stage
    entrants: tuple[str, ...] = ()
    started: bool = False
    rounds: list[Round] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)
    pins: dict[str, tuple[str, str]] = field(default_factory=dict)
    claims: dict[str, dict[str, Result]] = field(default_factory=dict)
    ties: dict[str, int] = field(default_factory=dict)
    seats: dict[str, tuple[int, int]] = field(default_factory=dict)
    out: list[tuple[str, ...]] = field(default_factory=list)
    level: int = 0
    one_hand: bool = False
    gave: dict[int, int] = field(default_factory=dict)
    unseated: set[str] = field(default_factory=set)
    read: Board | None = field(default=None, compare=False, repr=False)

    def clone(self) -> "StageState":
        """A copy that can be changed alone."""
        return replace(
            self,
            rounds=[*self.rounds],
            results={**self.results},
            pins={**self.pins},
            claims={**self.claims},
            ties={**self.ties},
            seats={**self.seats},
            out=[*self.out],
            gave={**self.gave},
            unseated={*self.unseated},
            read=None,
        )

    def tables(self) -> dict[int, dict[int, str]]:
        """Of a freezeout: by table and seat, who sits there."""
        found: dict[int, dict[int, str]] = {}
        for entrant, (table, seat) in self.seats.items():
            found.setdefault(table, {})[seat] = entrant
        return found


@dataclass(slots=True)
class Tournament:
    """The whole state.

    `words`: what players' words decide of their matches (`events_matches.WORDS`).
    `active`: how many entrants are in. `waiting`: the waiting list in order. `prizes` and
    `satellite`: fixed when the entries are closed. `heads` and `bounties`: bounties on heads, and
    paid out in cash. `deal`: what was agreed, with `for_first` for the winner.
    """

    id: str
    structure: Structure
    stages: dict[str, StageState]
    words: str = ""
    phase: str = ANNOUNCED
    paused: str = ""
    commitment: str = ""
    seed: str = ""
    entrants: dict[str, Entrant] = field(default_factory=dict)
    active: int = 0
    waiting: list[str] = field(default_factory=list)
    prizes: Prizes | None = None
    satellite: Satellite | None = None
    heads: dict[str, int] = field(default_factory=dict)
    bounties: dict[str, int] = field(default_factory=dict)
    deal: dict[str, int] = field(default_factory=dict)
    for_first: int = 0

    def clone(self) -> "Tournament":
        """A copy that can be changed alone."""
        return replace(
            self,
            stages={name: stage.clone() for name, stage in self.stages.items()},
            entrants={**self.entrants},
            waiting=[*self.waiting],
            heads={**self.heads},
            bounties={**self.bounties},
            deal={**self.deal},
        )

    @property
    def level(self) -> int:
        """The level of antes that the freezeouts in play have reached; -1 before the first."""
        levels = [s.level for s in self.stages.values() if s.started and s.spec.levels]
        return max(levels, default=-1)

    def gone(self, entrant: str) -> bool:
        """Whether somebody has withdrawn, did not show up, or is disqualified."""
        return self.entrants[entrant].status in GONE
