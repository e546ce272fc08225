"""Standings, each line with its reason: terms of tie-breaks, or how somebody went out (2.4)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.pages.bracket_told import numbered
from tournaments.pages.reading import Seen
from tournaments.pages.words import BREAKS, said
from tournaments.rules.advance import DONE
from tournaments.rules.ranks import ranks_of
from tournaments.rules.standings import (
    BRACKETS,
    board,
    games,
    lines,
    places_at,
    robin_groups,
    round_over,
    stage_groups,
)
from tournaments.rules.state import StageState
from tournaments.rules.structure import FREEZEOUT, ROUND_ROBIN, SWISS, TABLES
from tournaments.rules.tiebreaks import DIRECT, TIE_BREAKS, Games, Line

MATCH: Final = 2
TOP: Final = 10
AROUND: Final = 3
_VULGAR: Final = {
    Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼", Fraction(3, 4): "¾",
}  # fmt: skip


def number(value: Fraction) -> str:
    """A fraction as people write it: "7½", "3⅓", "22/7"."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    if rest in _VULGAR:
        return f"{whole or ''}{_VULGAR[rest]}"
    return f"{value.numerator}/{value.denominator}"


def standings(here: Seen, stage: StageState) -> dict[str, Any]:
    """The standings of a stage: columns, and rows with rank, name, values and the reason."""
    if stage.spec.kind in (SWISS, ROUND_ROBIN):
        return _by_points(here, after_rounds(stage))
    reasons = _REASONS.get(stage.spec.kind, _none)(here, stage)
    rows = [
        {
            "ref": rank.entrant,
            "rank": str(rank),
            "first": rank.first,
            "name": here.name(rank.entrant),
            "me": rank.entrant == here.me,
            "values": [],
            "why": [reasons[rank.entrant]] if rank.entrant in reasons else [],
            "in": rank.entrant not in reasons,
        }
        for rank in ranks_of(stage_groups(stage))
    ]
    if stage.spec.kind == FREEZEOUT:
        return _by_stacks(here, rows)
    return {"columns": [], "rows": rows}


def _by_stacks(here: Seen, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Those who are in by their chips, as far as these are known; then those who are out."""
    playing = [row for row in rows if row["in"]]
    stacks = {
        row["ref"]: here.rows[row["ref"]].stack for row in playing if row["ref"] in here.rows
    }
    if len(playing) < MATCH or not any(stacks.values()):
        return {"columns": [], "rows": rows}
    playing.sort(key=lambda row: -(stacks.get(row["ref"]) or 0))
    for place, row in enumerate(playing, start=1):
        stack = stacks.get(row["ref"])
        row |= {
            "rank": str(place),
            "values": [number_format(stack, force_grouping=True) if stack else "–"],
        }
        row["why"] = [_("still in")]
    for row in rows:
        row["values"] = row["values"] or [""]
    return {"columns": [_("Chips")], "rows": playing + [row for row in rows if not row["in"]]}


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
    if everything or len(kept & set(range(len(rows)))) >= len(rows) - 1:
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
            below = flat[index + 1] if index + 1 < len(flat) else None
            rank = ranks[line.entrant]
            rows.append(
                {
                    "ref": line.entrant,
                    "rank": str(rank),
                    "first": rank.first,
                    "group": part if len(tables) > 1 and not index else 0,
                    "name": here.name(line.entrant),
                    "me": line.entrant == here.me,
                    "values": [number(line.points), *map(number, line.values)],
                    "why": _why(here, stage, every, line, below),
                    "in": True,
                }
            )
    columns = [_("Points"), *(said(BREAKS, name) for name in stage.spec.tie_breaks)]
    return {"columns": columns, "rows": rows, "after": len(stage.rounds)}


def _why(here: Seen, stage: StageState, every: Games, line: Line, below: Line | None) -> list[str]:
    """Why a line stands before the next one, then the terms of each tie-break."""
    found: list[str] = []
    breaks = stage.spec.tie_breaks
    if below is not None and below.points != line.points:
        more = {"mine": number(line.points), "other": number(below.points)}
        words = _("More points than %(name)s: %(mine)s against %(other)s.")
        found.append(words % {"name": here.name(below.entrant), **more})
    elif below is not None:
        differs = next(
            (i for i, (a, b) in enumerate(zip(line.values, below.values, strict=True)) if a != b),
            None,
        )
        other = here.name(below.entrant)
        if differs is None:
            found.append(
                _("Level with %(name)s in everything: they share the place.") % {"name": other}
            )
        else:
            words = _(
                "Level with %(name)s on points; %(what)s decides: %(mine)s against %(other)s."
            )
            told = {
                "name": other,
                "what": said(BREAKS, breaks[differs]),
                "mine": number(line.values[differs]),
                "other": number(below.values[differs]),
            }
            found.append(words % told)
    for name, value in zip(breaks, line.values, strict=True):
        if name == DIRECT:
            continue
        terms = TIE_BREAKS[name](every, line.entrant)
        shown = " + ".join(_term(here, one.opponent, one.value) for one in terms) or "0"
        found.append(f"{said(BREAKS, name)}: {shown} = {number(value)}")
    return found


def _term(here: Seen, opponent: str, value: Fraction) -> str:
    if not opponent:
        return _("%(value)s (no opponent)") % {"value": number(value)}
    if "," in opponent:
        return number(value)
    return f"{number(value)} ({here.name(opponent)})"


Reasons = Mapping[str, str]


def _none(here: Seen, stage: StageState) -> Reasons:
    return {}


def _out_of_bracket(here: Seen, stage: StageState) -> Reasons:
    known = numbered(here, stage)
    found: dict[str, str] = {}
    for stand in board(stage).stands():
        if stand.status == DONE and stand.loser and stand.match.loser_place:
            about = {"name": here.name(stand.winner), "match": known.get(stand.match.id, "")}
            found[stand.loser] = _("Lost to %(name)s in %(match)s") % about
        for gone in stand.result.out if stand.result is not None else ():
            found[gone] = _("Left the tournament at %(match)s") % {
                "match": known.get(stand.match.id, "")
            }
    for stand in board(stage).stands():  # a second chance taken is no end
        if stand.winner in found and stand.match.winner_place:
            del found[stand.winner]
    return found


def _out_of_tables(here: Seen, stage: StageState) -> Reasons:
    found: dict[str, str] = {}
    for round_, each in enumerate(stage.rounds, start=1):
        for table in range(1, len(each.tables) + 1):
            place = 1
            for group in places_at(stage, round_, table) or ():
                went_on = (
                    round_ <= len(stage.spec.advance) and place <= stage.spec.advance[round_ - 1]
                )
                for entrant in () if went_on else group:
                    about = {"place": place, "n": table, "round": round_}
                    found[entrant] = _("Place %(place)s at table %(n)s of round %(round)s") % about
                place += len(group)
    return found


def _out_of_freezeout(here: Seen, stage: StageState) -> Reasons:
    found: dict[str, str] = {}
    for group in stage.out:
        for entrant in group:
            if len(group) > 1:
                others = tuple(one for one in group if one != entrant)
                found[entrant] = _("Out in the same hand as %(names)s, with the same stack") % {
                    "names": here.names(others)
                }
            else:
                found[entrant] = _("Out")
    return found


_REASONS: Final[dict[str, Callable[[Seen, StageState], Reasons]]] = {
    **dict.fromkeys(BRACKETS, _out_of_bracket),
    TABLES: _out_of_tables,
    FREEZEOUT: _out_of_freezeout,
}
