"""Whether a structure makes sense before anybody enters: its graph, its names, its amounts.

What depends on the number of entries is judged by `plan`.
"""

import re
from collections import Counter
from collections.abc import Collection
from typing import Final

from tournaments.rules.buying import UNLIMITED
from tournaments.rules.codec import to_json
from tournaments.rules.eliminations import POLICIES as BUST_POLICIES
from tournaments.rules.errors import Refused
from tournaments.rules.levels import check_levels
from tournaments.rules.overlaps import check_apart
from tournaments.rules.payouts import ROUNDINGS
from tournaments.rules.plan import in_order, ranking_order
from tournaments.rules.seats import SCHEMES
from tournaments.rules.seeding import ENTRANTS_MAX
from tournaments.rules.sold_checks import check_sold
from tournaments.rules.structure import (
    AS_PARTED,
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SEEDINGS,
    SINGLE,
    SWISS,
    Stage,
    Structure,
)
from tournaments.rules.swiss_split import POLICIES as SPLITS
from tournaments.rules.tiebreaks import NAMES as TIE_BREAKS

_PER_CENT = 100
STAGE_ID: Final = re.compile(r"[\w-]{1,40}")
ROUNDS_MAX = 200
PARTS_MAX = 300
GROUPS_MAX = 1000
SIZE_MAX = 100
NO_SHOW_MAX = 120
NUMBER_MAX = 1_000_000_000
"""No number of a structure is larger in size: a log holds up to 2^53 - 1, a column 2^31 - 1."""
SECONDS_MAX = 7 * 24 * 3600
CHIPS_MAX = 1_000_000_000
"""Of one amount, so that those of a whole field stay far below what a ledger can issue."""


def check_structure(structure: Structure) -> None:
    """Raise Refused with the first thing that is wrong."""
    check_bounds(structure)
    in_order(structure)
    ranking_order(structure)
    for stage in structure.stages:
        _check_stage(stage)
    prizes, buying = structure.prizes, structure.buying
    _one_of(prizes.rounding, ROUNDINGS, "A rounding")
    amounts = (
        prizes.prize_part,
        prizes.fee_part,
        prizes.bounty_part,
        prizes.rebuy_price,
        prizes.addon_price,
        prizes.guarantee,
        prizes.seat_value,
        prizes.seat_portion,
        buying.start_chips,
        buying.rebuy_chips,
        buying.addon_chips,
        buying.rebuy_stack,
        structure.cap,
    )
    if min(amounts) < 0 or prizes.unit < 1 or not 0 <= prizes.bounty_cash_per_cent <= _PER_CENT:
        raise Refused(
            "bad-structure", "Amounts are zero or more, and a bounty is 0 to 100 % cash."
        )
    weights = list(prizes.weights)
    if weights != sorted(weights, reverse=True) or min(weights, default=1) < 1:
        raise Refused(
            "bad-weights", "Each place is paid something, and no more than the one above."
        )
    if min(buying.reentries, buying.rebuys) < UNLIMITED or structure.fewest < 1:
        raise Refused("bad-structure", "Limits are zero or more, or -1 for none.")
    if structure.cap and structure.cap < structure.fewest:
        raise Refused("bad-structure", "The cap is not below the fewest entrants that can start.")
    _check_no_show(structure)


def check_draft(structure: Structure) -> None:
    """Raise Refused for what no new tournament may have, though logs that have it replay still.

    An id is a part of addresses, so of letters that mean nothing there; a stage is in the final
    ranking once; "parted" is a seeding where there are groups to be parted; nobody is needed in
    two places at once (`overlaps`); and what is paid for is given (`sold_checks`).
    """
    check_structure(structure)
    check_apart(structure)
    check_sold(structure)
    for stage in structure.stages:
        if not STAGE_ID.fullmatch(stage.id):
            raise Refused(
                "bad-stage-id",
                f"Stage {stage.id!r}: an id is made of 1 to 40 letters, digits, - and _, for it is"
                " a part of addresses.",
            )
        if stage.seeding == AS_PARTED:
            _check_parted(structure, stage)
    twice = [one for one, count in Counter(structure.ranking).items() if count > 1]
    if twice:
        raise Refused(
            "bad-ranking",
            f"The ranking names {', '.join(twice)} more than once: an entrant's place comes from"
            " the first stage named that has it, so name each stage once.",
        )


def _check_parted(structure: Structure, stage: Stage) -> None:
    """Refuse to keep apart where `outcome.due_entrants` could not: see `parting`."""
    if stage.kind not in (SINGLE, DOUBLE):
        raise Refused(
            "not-parted",
            f"Stage {stage.id}: those of a group are kept apart in the first round of a bracket,"
            f" and a {stage.kind} seats by rules of its own: choose another seeding.",
        )
    sources = {take.source for take in stage.takes}
    groups = [s.groups for s in structure.stages if s.id in sources and s.kind == ROUND_ROBIN]
    if sum(groups) <= 1:
        raise Refused(
            "not-parted",
            f"Stage {stage.id}: those of a group are kept apart, and its entrants do not come from"
            " several groups of a round robin: choose another seeding.",
        )


def _check_no_show(structure: Structure) -> None:
    if not 0 <= structure.no_show <= NO_SHOW_MAX:
        raise Refused(
            "bad-structure",
            f"Who does not come forfeits after 1 to {NO_SHOW_MAX} minutes; 0: never by itself.",
        )


def check_bounds(structure: Structure) -> None:
    """Raise Refused for numbers that would only keep a planner busy; no field needs more."""
    for stage in structure.stages:
        many = len(stage.sizes) + len(stage.advance) + len(stage.levels)
        if not 0 <= stage.rounds <= ROUNDS_MAX or many > PARTS_MAX:
            raise Refused("bad-structure", f"A stage has at most {ROUNDS_MAX} rounds.")
        if not 1 <= stage.groups <= GROUPS_MAX or not 1 <= stage.size <= SIZE_MAX:
            raise Refused("bad-structure", "Groups are 1 to 1000, and seats at a table 1 to 100.")
    if len(structure.stages) > PARTS_MAX:
        raise Refused("bad-structure", f"A tournament has at most {PARTS_MAX} stages.")
    if structure.cap > ENTRANTS_MAX:
        raise Refused("bad-structure", f"The cap is at most {ENTRANTS_MAX} entrants, or 0.")
    _check_sizes(structure)
    _check_numbers(to_json(structure))


def _check_sizes(structure: Structure) -> None:
    """Refuse times, amounts and numbers of entrants that no clock, ledger or field can hold."""
    prizes, buying, stages = structure.prizes, structure.buying, structure.stages
    levels = [level for stage in stages for level in stage.levels]
    times = [*(stage.seconds for stage in stages), *(level.seconds for level in levels)]
    if max(times, default=0) > SECONDS_MAX:
        raise Refused("bad-structure", f"A round or a level takes {SECONDS_MAX} seconds at most.")
    amounts = [
        *(level.ante for level in levels),
        *(chips for stage in stages for chips in (stage.stack, stage.bye_points, *stage.points)),
        *(prizes.prize_part, prizes.fee_part, prizes.bounty_part, prizes.guarantee, prizes.unit),
        *(prizes.rebuy_price, prizes.addon_price, prizes.seat_value, prizes.seat_portion),
        *(buying.start_chips, buying.rebuy_chips, buying.addon_chips, buying.rebuy_stack),
    ]
    if max(amounts) > CHIPS_MAX:
        raise Refused("bad-structure", f"An amount is at most {CHIPS_MAX}, of chips or points.")
    if max([structure.fewest, *(stage.ends_at for stage in stages)]) > ENTRANTS_MAX:
        raise Refused("bad-structure", f"A field is of {ENTRANTS_MAX} entrants at most.")


def _check_numbers(data: object) -> None:
    if isinstance(data, list | dict):
        for one in data.values() if isinstance(data, dict) else data:
            _check_numbers(one)
    elif isinstance(data, int) and abs(data) > NUMBER_MAX:
        raise Refused("bad-structure", f"A number is at most {NUMBER_MAX} in size, not {data}.")


def _check_stage(stage: Stage) -> None:
    _one_of(stage.seeding, SEEDINGS, "A seeding")
    _one_of(stage.split, SPLITS, "A split")
    _one_of(stage.scheme, SCHEMES, "A scheme of acting")
    _one_of(stage.bust_policy, BUST_POLICIES, "A policy of busts")
    for name in stage.tie_breaks:
        _one_of(name, TIE_BREAKS, "A tie-break")
    if stage.seconds < 1 or not stage.points or min(*stage.points, stage.bye_points) < 0:
        raise Refused(
            "bad-structure", "A round takes a second or more, and points are not negative."
        )
    if stage.kind in (SWISS, ROUND_ROBIN) and len(stage.points) != stage.size:
        raise Refused(
            "bad-points", f"A full table of {stage.size} has points for {stage.size} places."
        )
    if list(stage.points) != sorted(stage.points, reverse=True):
        raise Refused("bad-points", "A better place has as many points as the next one, or more.")
    if stage.kind == FREEZEOUT:
        check_levels(stage.levels)
        if stage.stack < 1 or stage.ends_at < 1:
            raise Refused(
                "bad-structure", "A freezeout has stacks, and ends with 1 player or more."
            )


def _one_of(value: str, known: Collection[str], what: str) -> None:
    if value not in known:
        raise Refused("bad-structure", f"{what} is one of {', '.join(known)}, not {value!r}.")
