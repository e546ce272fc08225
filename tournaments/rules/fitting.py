"""What a stage plays when other numbers come to it than were announced: a published rule.

Before the start a plan that cannot be played is refused. Later nobody can take another plan: who
has left is missing, and the tournament goes on with those who are there, as near to what was
announced as they can play it. Where the announced plan fits, it is played as it stands.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tournaments.rules.errors import Impossible
from tournaments.rules.qualify import nearest_plans, plan_cuts
from tournaments.rules.seeding import table_sizes
from tournaments.rules.structure import (
    DOUBLE,
    FREEZEOUT,
    ROUND_ROBIN,
    SINGLE,
    SWISS,
    TABLES,
    Stage,
)
from tournaments.rules.swiss_split import SHORT_TOP, Split, split

MATCH: Final = 2
FOR_THIRD_PLACE: Final = 4
_SMALLEST: Final = 3
"""Tables of two alone would leave somebody over in an odd field."""


def fitted(stage: Stage, entrants: int) -> Stage:
    """The stage as so many play it; with fewer than two nothing is played.

    * single-elimination: without a match for the third place where fewer than four come.
    * tables: the plan that differs least, at tables no larger than the announced ones.
    * round-robin: no more groups than there are pairs; where tables of more than two do not come
      out even, a Swiss at such tables, with about as many rounds.
    * swiss: for two, no more rounds than there are opponents; at tables see `fitting_split`.
    * freezeout: it ends with all who came, where more should have been left.
    """
    return _FITTED[stage.kind](stage, entrants) if entrants >= MATCH else stage


def fitting_split(players: int, size: int, policy: str) -> Split:
    """The tables of a Swiss round: as announced, or, where that is impossible, nobody has a bye.

    Then everybody sits at as few tables as hold them, none larger than announced, whose sizes
    differ by one at most: 5 at tables of 4 are 3 and 2. Somebody alone has a bye.
    """
    try:
        return split(players, size, policy)
    except Impossible:
        if players < MATCH:
            return Split((), players)
        sizes = table_sizes(players, -(-players // size))
        return Split(sizes[::-1] if policy == SHORT_TOP else sizes)


def _single(stage: Stage, entrants: int) -> Stage:
    return replace(stage, third_place=stage.third_place and entrants >= FOR_THIRD_PLACE)


def _as_it_is(stage: Stage, entrants: int) -> Stage:
    return stage


def _tables(stage: Stage, entrants: int) -> Stage:
    try:
        plan_cuts(entrants, stage.sizes, stage.advance)
    except Impossible:
        most = max(_SMALLEST, *stage.sizes)
        sizes, advance = nearest_plans(entrants, stage.sizes, stage.advance, most=most)[0]
        return replace(stage, sizes=sizes, advance=advance)
    return stage


def _robin(stage: Stage, entrants: int) -> Stage:
    if stage.size == MATCH:
        return replace(stage, groups=min(stage.groups, entrants // MATCH))
    if entrants == stage.groups * stage.size * stage.size:
        return stage
    rounds = max(1, (entrants - 1) // (stage.size - 1))
    return replace(stage, kind=SWISS, groups=1, rounds=rounds)


def _swiss(stage: Stage, entrants: int) -> Stage:
    if stage.size != MATCH:
        return stage
    return replace(stage, rounds=min(stage.rounds, entrants - 1 + entrants % MATCH))


def _freezeout(stage: Stage, entrants: int) -> Stage:
    return replace(stage, ends_at=min(stage.ends_at, entrants))


_FITTED: Final[dict[str, Callable[[Stage, int], Stage]]] = {
    SINGLE: _single,
    DOUBLE: _as_it_is,
    TABLES: _tables,
    ROUND_ROBIN: _robin,
    SWISS: _swiss,
    FREEZEOUT: _freezeout,
}
