"""Whose chips the graph of a freezeout shows: those followed, the reader's own, the leaders'."""

from itertools import islice
from typing import Any, Final

from tournaments import queries
from tournaments.pages.chips_over_time import chips_over_time
from tournaments.pages.policies_told import level_number
from tournaments.pages.reading import Seen
from tournaments.rules.standings import stage_over
from tournaments.rules.state import StageState

LEADERS: Final = 4
LINES_MAX: Final = 6


def chips_told(here: Seen, stage: StageState, followed: str = "") -> dict[str, Any] | None:
    """The graph over time with names; None while there is nothing to compare."""
    refs = chosen(here, stage, followed)
    counts = queries.stack_counts(here.row, refs)
    start = queries.started_with(here.row, stage.spec.id)
    if start is not None:
        at, there = start
        for ref, given in counts.items():
            if ref in there and given:
                given.insert(0, (at, stage.spec.stack))
    graph = chips_over_time(counts, queries.levels_began(here.row, stage.spec.id))
    if graph is None:
        return None
    names = [here.name(line.ref) for line in graph.lines]
    return {
        "graph": graph,
        "lines": [
            {
                "line": line,
                "name": name,
                "number": number,
                "me": line.ref == here.me,
                "followed": line.ref == followed,
            }
            for number, (line, name) in enumerate(zip(graph.lines, names, strict=True))
        ],
        "names": names,
        "upright": [
            (one, level_number(here.structure, one.value), _is_break(stage, one.value))
            for one in graph.upright
        ],
        "rows": graph.rows,
    }


def chosen(here: Seen, stage: StageState, followed: str = "") -> list[str]:
    """The refs: who is followed, the reader, then those with most chips, as long as they play."""
    seated = () if stage_over(stage) else stage.seats
    playing = [ref for ref in seated if here.stack(stage, ref)]
    leaders = sorted(playing, key=lambda ref: -(here.stack(stage, ref) or 0))[:LEADERS]
    if not leaders:  # all is played: the best of the final ranking
        best = (rank.entrant for rank in here.ranks() if rank.entrant in stage.entrants)
        leaders = list(islice(best, LEADERS))
    first = [ref for ref in (followed, here.me) if ref in stage.entrants]
    return list(dict.fromkeys([*first, *leaders]))[:LINES_MAX]


def _is_break(stage: StageState, index: int) -> bool:
    return index < len(stage.spec.levels) and stage.spec.levels[index].is_break
