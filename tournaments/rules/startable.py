"""Whether a tournament can start at all: what nobody could ever play is not announced."""

from typing import Final

from tournaments.rules.errors import Impossible, Refused
from tournaments.rules.plan import plan, spread_evenly
from tournaments.rules.seeding import ENTRANTS_MAX
from tournaments.rules.structure import Structure

TRIED_MAX: Final = 500
LARGEST_TRIED: Final = 1000


def check_can_start(structure: Structure) -> None:
    """Raise what `plan` has against it, where no number of entrants would do.

    It looks at the numbers from `fewest` to `cap`, at most so many of them: where others are left,
    or flights can be filled otherwise, only what depends on no number is held against it.
    """
    least, most = max(structure.fewest, 1), structure.cap or ENTRANTS_MAX
    last = min(most, least + TRIED_MAX, LARGEST_TRIED)
    against: list[Refused] = []
    for entries in range(least, last + 1):
        try:
            plan(structure, spread_evenly(structure, entries))
        except Refused as refused:
            against.append(refused)
        else:
            return
    flights = any(take.flight for stage in structure.stages for take in stage.takes)
    all_tried = last == most and not flights
    if against and (all_tried or not any(isinstance(one, Impossible) for one in against)):
        raise against[-1]
