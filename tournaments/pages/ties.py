"""Ties that a tournament waits for: equals across a cut, to be put in order (2.3)."""

from tournaments.pages.reading import Seen
from tournaments.rules.outcome import still_here
from tournaments.rules.standings import places_at, stage_over
from tournaments.rules.state import StageState, Tournament
from tournaments.rules.structure import ENTRIES, TABLES


def ties(here: Seen) -> list[tuple[str, tuple[str, ...]]]:
    """Stages and equals that hold something up now: at a table, or between two stages."""
    found: list[tuple[str, tuple[str, ...]]] = []
    if here.state is None or here.row.phase != "running":
        return found
    for stage in here.played:
        if stage.spec.kind == TABLES:
            found += [(stage.spec.id, group) for group in _at_tables(stage)]
        if stage_over(stage):
            found += [(stage.spec.id, group) for group in _between(here.state, stage)]
    return found


def _at_tables(stage: StageState) -> list[tuple[str, ...]]:
    """Groups of the last round that lie across the cut."""
    number = len(stage.rounds)
    if not number or number > len(stage.spec.advance):
        return []
    k, found = stage.spec.advance[number - 1], []
    for table in range(1, len(stage.rounds[-1].tables) + 1):
        place = 0
        for group in places_at(stage, number, table) or ():
            if place < k < place + len(group):
                found.append(group)
            place += len(group)
    return found


def _between(state: Tournament, stage: StageState) -> list[tuple[str, ...]]:
    """Groups that lie across a border between stages that have not started."""
    borders: set[int] = set()
    for following in state.stages.values():
        if following.started:
            continue
        for take in following.spec.takes:
            if take.source != ENTRIES and take.source == stage.spec.id:
                borders |= {take.first - 1, take.last or len(stage.entrants)}
    found, place = [], 0
    for group in still_here(state, stage):
        if any(place < border < place + len(group) for border in borders):
            found.append(group)
        place += len(group)
    return found
