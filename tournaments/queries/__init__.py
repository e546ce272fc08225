"""Reading tournaments. Nothing here changes anything; everything may be called without a lock.

Lists read the rows; what a page shows of one tournament is read from its state (`states`).
"""

from tournaments.queries.claims import claims
from tournaments.queries.decided import decided_by
from tournaments.queries.lists import (
    BOTS_MAX,
    began,
    bots_most,
    due_tournaments,
    entrants,
    entries_of,
    events,
    log_text,
    name_of,
    seen_by,
    tournament,
    tournaments,
    winners,
)
from tournaments.queries.lobby import (
    AHEAD,
    clock,
    lobby,
    mine,
    plan_for,
    plan_of,
    planned_for,
    structure_of,
)
from tournaments.queries.play import (
    NOT_PLAYED,
    bracket,
    deal,
    deal_mark,
    names,
    prizes,
    rounds,
    stages,
    standings,
    status_of,
    tables,
)
from tournaments.queries.policies import policies
from tournaments.queries.previews import correction_of, corrections, preview, preview_busts
from tournaments.queries.projector import projector
from tournaments.queries.sheets import (
    bracket_rows,
    checked_entrants,
    checked_results,
    entrant_rows,
    result_rows,
    trf_text,
)
from tournaments.queries.stacks import (
    Out,
    bust_batches,
    levels_began,
    stack_counts,
    started_with,
    went_out,
)
from tournaments.queries.streaming import head_for, news

__all__ = [
    "AHEAD",
    "BOTS_MAX",
    "NOT_PLAYED",
    "Out",
    "began",
    "bots_most",
    "bracket",
    "bracket_rows",
    "bust_batches",
    "checked_entrants",
    "checked_results",
    "claims",
    "clock",
    "correction_of",
    "corrections",
    "deal",
    "deal_mark",
    "decided_by",
    "due_tournaments",
    "entrant_rows",
    "entrants",
    "entries_of",
    "events",
    "head_for",
    "levels_began",
    "lobby",
    "log_text",
    "mine",
    "name_of",
    "names",
    "news",
    "plan_for",
    "plan_of",
    "planned_for",
    "policies",
    "preview",
    "preview_busts",
    "prizes",
    "projector",
    "result_rows",
    "rounds",
    "seen_by",
    "stack_counts",
    "stages",
    "standings",
    "started_with",
    "status_of",
    "structure_of",
    "tables",
    "tournament",
    "tournaments",
    "trf_text",
    "went_out",
    "winners",
]
