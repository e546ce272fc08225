"""What would be played where those who are in cannot play what was announced."""

from tournaments.commands.starting import entries_by_flight
from tournaments.pages.plan_told import Told, told
from tournaments.pages.reading import Seen
from tournaments.rules.plan import MATCH_SEATS


def nearest_plan(here: Seen) -> Told | None:
    """What those who are in would play if it started now, where that is not what was announced."""
    if here.state is None:
        return None
    entries = entries_by_flight(here.state)
    if sum(entries.values()) < MATCH_SEATS or not told(here.structure, entries).refused:
        return None
    spread = entries if here.structure.flights else sum(entries.values())
    found = told(here.structure, spread, nearest=True)
    return None if found.refused else found
