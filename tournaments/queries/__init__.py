"""Reading tournaments. Nothing here changes anything; everything may be called without a lock.

Lists read the rows; what a page shows of one tournament is read from its state (`states`).
"""

from tournaments.queries.lists import (
    due_tournaments,
    entrants,
    entries_of,
    events,
    log_text,
    seen_by,
    tournament,
    tournaments,
)
from tournaments.queries.lobby import clock, lobby, mine, plan_for, plan_of, policies, structure_of
from tournaments.queries.play import (
    bracket,
    deal,
    names,
    prizes,
    rounds,
    stages,
    standings,
    tables,
)
from tournaments.queries.previews import correction_of, corrections, preview

__all__ = [
    "bracket",
    "clock",
    "correction_of",
    "corrections",
    "deal",
    "due_tournaments",
    "entrants",
    "entries_of",
    "events",
    "lobby",
    "log_text",
    "mine",
    "names",
    "plan_for",
    "plan_of",
    "policies",
    "preview",
    "prizes",
    "rounds",
    "seen_by",
    "stages",
    "standings",
    "structure_of",
    "tables",
    "tournament",
    "tournaments",
]
