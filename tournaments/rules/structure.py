"""What a tournament is, before anybody enters: a graph of stages, prizes, and named policies.

A stage takes its entrants from the entries (all, or one flight) or from places of other stages'
rankings, and hands on a ranking. Several may feed one (flights, redemption), and one may feed
several (groups into a main and a consolation bracket). Nothing here changes after the start.
"""

from dataclasses import dataclass, field
from typing import Final

from tournaments.rules.bracket import RESET_FINAL
from tournaments.rules.buying import BuyingRules
from tournaments.rules.eliminations import STACKS
from tournaments.rules.levels import Level
from tournaments.rules.payouts import FLOOR_FIRST
from tournaments.rules.seats import FIRST_TO_ACT
from tournaments.rules.swiss_split import SHORT_BOTTOM

SINGLE: Final = "single-elimination"
DOUBLE: Final = "double-elimination"
TABLES: Final = "tables"
ROUND_ROBIN: Final = "round-robin"
SWISS: Final = "swiss"
FREEZEOUT: Final = "freezeout"
KINDS: Final = (SINGLE, DOUBLE, TABLES, ROUND_ROBIN, SWISS, FREEZEOUT)

ENTRIES: Final = "entries"

AS_RATED: Final = "rated"
AS_DRAWN: Final = "drawn"
AS_TAKEN: Final = "taken"
AS_PARTED: Final = "parted"
SEEDINGS: Final = (AS_RATED, AS_DRAWN, AS_TAKEN, AS_PARTED)


@dataclass(frozen=True, slots=True)
class Take:
    """Where entrants come from: places `first` to `last` of `source` (last 0: all the rest).

    With `source` "entries": everybody of that `flight`, or all when it is empty.
    """

    source: str = ENTRIES
    first: int = 1
    last: int = 0
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. Fields that its kind has no use for keep their defaults.

    `seeding`: "rated" (by rating, then entry), "drawn", "taken" (in the order of the takes; the
    first stage: in the order of entry), "parted" (likewise, but nobody meets one of the own group
    in the first round: see `parting`; for brackets after groups of a round robin). `seconds`: how
    long one round is expected to take.

    * single-elimination: `third_place`. double-elimination: `final` ("none", "single", "reset").
    * tables: `sizes` and `advance` by round (2.3); a shootout is `advance` of ones.
    * round-robin: `groups`, of `size` 2 or an affine plane's tables; `double`.
    * swiss: `size`, `rounds`, `split`; for two as for more.
    * round-robin and swiss: `points` for places at a full table (most first), `bye_points`,
      `tie_breaks`.
    * freezeout: `size` (seats), `levels`, `stack`, `bust_policy`, `scheme`, `early_bubble`,
      `clock_waits` (the clock of levels stands while hand-for-hand lets a table wait),
      `final_redraw` (seats are drawn anew when all fit at one table), `break_order`, `ends_at`
      (players left: 1, or the seats of a satellite or of the next stage).
    """

    id: str
    kind: str
    takes: tuple[Take, ...] = (Take(),)
    seeding: str = AS_TAKEN
    seconds: int = 1800
    third_place: bool = False
    final: str = RESET_FINAL
    sizes: tuple[int, ...] = ()
    advance: tuple[int, ...] = ()
    groups: int = 1
    size: int = 2
    double: bool = False
    rounds: int = 0
    split: str = SHORT_BOTTOM
    points: tuple[int, ...] = (2, 0)
    bye_points: int = 2
    tie_breaks: tuple[str, ...] = ("buchholz", "sonneborn-berger", "wins")
    levels: tuple[Level, ...] = ()
    stack: int = 0
    bust_policy: str = STACKS
    scheme: str = FIRST_TO_ACT
    early_bubble: bool = False
    clock_waits: bool = True
    final_redraw: bool = True
    break_order: tuple[int, ...] = ()
    ends_at: int = 1


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """How the pool is paid: amounts are house chips.

    `prize_part`, `fee_part` and `bounty_part` are what one buy-in is made of; rebuys and add-ons
    have their own prices and all of it goes into the pool. `weights` empty: the usual table for
    the number of entries. `seat_value` above 0 makes it a satellite into `seat_into`.
    `bounty_cash_per_cent` below 100: progressive.
    """

    prize_part: int = 0
    fee_part: int = 0
    bounty_part: int = 0
    rebuy_price: int = 0
    addon_price: int = 0
    weights: tuple[int, ...] = ()
    guarantee: int = 0
    unit: int = 1
    rounding: str = FLOOR_FIRST
    seat_value: int = 0
    seat_into: str = ""
    seat_portion: int = 0
    bounty_cash_per_cent: int = 100


@dataclass(frozen=True, slots=True)
class Structure:
    """The whole tournament.

    `ranking`: the stages whose rankings make the final one, best first; empty: from the last stage
    back. `cap` 0: no limit; who comes after it waits. Fewer than `fewest` entrants do not start.
    `no_show` minutes after a match's live table has opened, whoever has not come forfeits (see
    `events.Warned`); 0: only the organiser says so.
    """

    stages: tuple[Stage, ...]
    prizes: PrizeRules = field(default=PrizeRules())
    buying: BuyingRules = field(default=BuyingRules(0))
    cap: int = 0
    fewest: int = 2
    check_in: bool = False
    no_show: int = 0
    ranking: tuple[str, ...] = ()

    @property
    def flights(self) -> tuple[str, ...]:
        """The flights of which each entrant has to take one; none where some stage takes all."""
        takes = [take for stage in self.stages for take in stage.takes if take.source == ENTRIES]
        names = {take.flight for take in takes}
        return () if "" in names else tuple(sorted(names))
