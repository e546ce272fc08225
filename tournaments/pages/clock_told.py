"""The clock of a freezeout's levels, from the house's own moments: pages only let it tick."""

from datetime import datetime, timedelta
from typing import Any

from tournaments.pages.reading import Seen
from tournaments.rules.levels import level_at, starts_at
from tournaments.rules.standings import stage_over
from tournaments.rules.state import RUNNING, StageState
from tournaments.rules.structure import FREEZEOUT


def freezeout_of(here: Seen) -> StageState | None:
    """The freezeout whose clock a page shows: the first one in play."""
    kept = (one for one in here.played if one.spec.kind == FREEZEOUT and not stage_over(one))
    return next(kept, None)


def clock_told(here: Seen, now: datetime) -> dict[str, Any] | None:
    """Level, ante, what is next, and the moment at which it ends; None without levels.

    `until` is None when the clock stands or the level has no end; `left` is what is left then.
    """
    stage = freezeout_of(here)
    if stage is None or here.state is None or here.state.phase != RUNNING:
        return None
    row, levels = here.row, stage.spec.levels
    runs = row.clock_from is not None and not row.paused
    elapsed = row.elapsed_s + (int((now - row.clock_from).total_seconds()) if runs else 0)
    at = level_at(levels, max(0, elapsed))
    number = sum(not level.is_break for level in levels[: at.index + 1])
    later = levels[at.index + 1] if at.index + 1 < len(levels) else None
    breaks = [i for i, level in enumerate(levels) if level.is_break and i > at.index]
    until_break = starts_at(levels, breaks[0]) - elapsed if breaks else None
    left = at.seconds_left
    return {
        "number": number,
        "is_break": at.level.is_break,
        "ante": at.level.ante,
        "next": later,
        "left": left,
        "until": now + timedelta(seconds=left) if runs and left is not None else None,
        "break_at": now + timedelta(seconds=until_break)
        if runs and until_break is not None
        else None,
        "runs": runs,
        "hand_for_hand": stage.one_hand,
    }
