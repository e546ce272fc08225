"""Standings, each line with its reason: terms of tie-breaks, or how somebody went out (2.4)."""

from bisect import bisect_right
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.pages.reading import Seen
from tournaments.pages.standings_why import chips, number, reasons_of, why_by_points, won_said
from tournaments.pages.words import BREAKS, said
from tournaments.rules.ranks import ranks_of
from tournaments.rules.standings import (
    games,
    lines,
    robin_groups,
    round_over,
    stage_groups,
    stage_over,
)
from tournaments.rules.state import StageState
from tournaments.rules.structure import FREEZEOUT, ROUND_ROBIN, SWISS

MATCH: Final = 2
TOP: Final = 10
AROUND: Final = 3


def standings(here: Seen, stage: StageState) -> dict[str, Any]:
    """The standings of a stage: columns, and rows with rank, name, values and the reason."""
    if stage.spec.kind in (SWISS, ROUND_ROBIN):
        return _by_points(here, after_rounds(stage))
    reasons = reasons_of(here, stage)
    left = [one for group in stage_groups(stage) for one in group if one not in reasons]
    won = won_said(stage, len(left)) if stage_over(stage) else ""
    rows = [
        {
            "ref": rank.entrant,
            "rank": str(rank),
            "first": rank.first,
            "name": here.name(rank.entrant),
            "mark": here.mark(rank.entrant),
            "me": rank.entrant == here.me,
            "values": [],
            "why": [why] if (why := reasons.get(rank.entrant, won)) else [],
            "in": rank.entrant not in reasons,
        }
        for rank in ranks_of(stage_groups(stage))
    ]
    if stage.spec.kind == FREEZEOUT:
        return _by_stacks(here, stage, rows)
    return {"columns": [], "rows": rows}


def _by_stacks(here: Seen, stage: StageState, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Those who are in by their chips, as far as these are known; then those who are out."""
    playing = [row for row in rows if row["in"]]
    stacks = {row["ref"]: here.stack(stage, row["ref"]) for row in playing}
    if len(playing) < MATCH or not any(stacks.values()):
        return {"columns": [], "rows": rows}
    playing.sort(key=lambda row: -(stacks.get(row["ref"]) or 0))
    held = [stacks.get(row["ref"]) or 0 for row in playing]
    for place, (row, stack) in enumerate(zip(playing, held, strict=True)):
        first, last = held.index(stack) + 1, len(held) - held[::-1].index(stack)
        row |= {
            "rank": str(first) if first == last else f"{first}-{last}",
            "values": [chips(stack) if stack else "–"],
            "why": [] if row["mark"] else [_why_in(playing, held, place), _("still in")],
        }
    for row in rows:
        row["values"] = row["values"] or [""]
    return {"columns": [_("Chips")], "rows": playing + [row for row in rows if not row["in"]]}


def _why_in(playing: list[dict[str, Any]], held: list[int], place: int) -> str:
    """Why somebody who plays on stands there: the chips of who comes next."""
    if place and place + 1 == len(playing) and held[place - 1] == held[place]:
        told = {"name": playing[place - 1]["name"], "mine": chips(held[place])}
        return _("As many chips as %(name)s: %(mine)s.") % told
    if place + 1 == len(playing):
        return _("Fewest chips of those who are still in.")
    told = {"name": playing[place + 1]["name"], "mine": chips(held[place])}
    if held[place + 1] == held[place]:
        return _("As many chips as %(name)s: %(mine)s.") % told
    told["other"] = chips(held[place + 1])
    return _("More chips than %(name)s: %(mine)s against %(other)s.") % told


def after_rounds(stage: StageState) -> StageState:
    """The stage after its last whole round: a round in play is no bye for those who play it."""
    if not stage.rounds or round_over(stage):
        return stage
    found = stage.clone()
    found.rounds = found.rounds[:-1]
    return found


def around(rows: list[dict[str, Any]], ref: str, *, everything: bool) -> list[dict[str, Any]]:
    """The first places and those around a player; a row of None stands for what is left out."""
    at = next((i for i, row in enumerate(rows) if row["ref"] == ref), -1)
    kept = set(range(TOP)) | set(range(at - AROUND, at + AROUND + 1) if at >= 0 else ())
    kept &= set(range(len(rows)))
    heads = [index for index, row in enumerate(rows) if row.get("group")]
    for index in tuple(kept):  # nobody is shown without the name of the group
        kept |= {max(heads[: bisect_right(heads, index)])} if heads else set()
    if everything or len(kept) >= len(rows) - 1:
        return rows
    found: list[dict[str, Any]] = []
    for index, row in enumerate(rows):
        if index in kept:
            found.append(row)
        elif index - 1 in kept:
            found.append({"gap": True})
    return found


def _by_points(here: Seen, stage: StageState) -> dict[str, Any]:
    every = games(stage)
    groups = robin_groups(stage) if stage.spec.kind == ROUND_ROBIN else ()
    tables = [lines(stage, members) for members in groups] if len(groups) > 1 else [lines(stage)]
    rows: list[dict[str, Any]] = []
    for part, table in enumerate(tables, start=1):
        flat = [line for group in table for line in group]
        ranks = {one.entrant: one for one in ranks_of([[x.entrant for x in g] for g in table])}
        for index, line in enumerate(flat):
            near = (flat[index - 1] if index else None, (*flat, None)[index + 1])
            rank = ranks[line.entrant]
            rows.append(
                {
                    "ref": line.entrant,
                    "rank": str(rank),
                    "first": rank.first,
                    "group": part if len(tables) > 1 and not index else 0,
                    "name": here.name(line.entrant),
                    "mark": here.mark(line.entrant),
                    "me": line.entrant == here.me,
                    "values": [number(line.points), *map(number, line.values)],
                    # Before the first result all are equal, which no reason explains better.
                    "why": why_by_points(here, stage, every, line, near, ranks)
                    if stage.results
                    else [],
                    "in": True,
                }
            )
    columns = [_("Points"), *(said(BREAKS, name) for name in stage.spec.tie_breaks)]
    return {"columns": columns, "rows": rows, "after": len(stage.rounds)}
