"""Reading tournaments. Nothing here changes anything; everything may be called without a lock.

Lists read the rows; what a page shows of one tournament is read from its state (`states`).
"""

from tournaments.queries.lists import (
    entrants,
    entries_of,
    events,
    log_text,
    seen_by,
    tournament,
    tournaments,
)

__all__ = [
    "entrants",
    "entries_of",
    "events",
    "log_text",
    "seen_by",
    "tournament",
    "tournaments",
]
