"""A drawn bracket with the names of its players and words for a reader; and the same as a list."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.pages.bracket_drawing import (
    BOX_WIDTH,
    BYES,
    LINE,
    WON,
    Box,
    Drawing,
    Seat,
    elimination,
)
from tournaments.pages.reading import Seen
from tournaments.pages.tables_drawing import tables_of_many
from tournaments.pages.words import column_said, part_said
from tournaments.queries import NOT_PLAYED, status_of
from tournaments.rules.advance import NOT_NEEDED
from tournaments.rules.standings import BRACKETS
from tournaments.rules.state import StageState
from tournaments.rules.structure import DOUBLE, TABLES

NAME_CHARS: Final = 18
BANDS: Final = ("winners", "losers", "tables")
HEAD_UP: Final = 21
HEAD_HEIGHT: Final = 31
JUMPS_FROM: Final = 3


@dataclass(frozen=True)
class Bracket:
    """What the template draws; `columns` say the same in sentences."""

    drawing: Drawing
    boxes: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    headings: list[dict[str, Any]]
    columns: list[tuple[str, list[dict[str, Any]]]]
    bands: list[dict[str, Any]]
    jumps: list[tuple[str, list[dict[str, Any]]]]
    box_width: int = BOX_WIDTH
    line_height: int = LINE


def bracket(here: Seen, stage: StageState, followed: str = "") -> Bracket | None:
    """The bracket of a stage that has one; None for the others. `followed`: a player's path."""
    if stage.spec.kind in BRACKETS:
        drawing = elimination(stage)
    elif stage.spec.kind == TABLES:
        drawing = tables_of_many(stage)
    else:
        return None
    statuses = {box.match: status_of(here.row, box.status) for box in drawing.boxes}
    boxes = tuple(replace(box, status=statuses[box.match]) for box in drawing.boxes)
    drawing = replace(drawing, boxes=boxes)
    double = stage.spec.kind == DOUBLE
    titles = {
        (one.part, one.round): column_said(one.part, one.round, one.rounds, double=double)
        for one in drawing.headings
    }
    headings = [
        {"x": one.x, "y": one.y, "part": one.part, "words": titles[one.part, one.round]}
        for one in drawing.headings
    ]
    columns: dict[str, list[dict[str, Any]]] = {}
    for box in sorted(drawing.boxes, key=lambda box: (box.x, box.y)):
        line = {"match": box.match, "words": sentence(here, box), "ready": box.status == "ready"}
        columns.setdefault(titles[box.part, box.round], []).append(line)
    return Bracket(
        drawing,
        [_box(here, box, followed) for box in drawing.boxes],
        [
            {"path": one.path, "who": " ".join(one.entrants), "on": followed in one.entrants}
            for one in drawing.lines
        ],
        headings,
        list(columns.items()),
        _bands(drawing, headings),
        _jumps(drawing, titles),
    )


def _bands(drawing: Drawing, headings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts from the top down, with the heads of their columns, which stay in sight."""
    parts: dict[int, list[dict[str, Any]]] = {}
    for one in headings:
        if one["part"] in BANDS:
            parts.setdefault(one["y"] - HEAD_UP, []).append(one)
    tops = sorted(parts)
    return [
        {
            "above": top if not number else 0,
            "fill": (*tops, drawing.height)[number + 1] - top - HEAD_HEIGHT,
            "heads": parts[top],
            "ground": max(one["x"] for one in parts[top]) + BOX_WIDTH,
        }
        for number, top in enumerate(tops)
    ]


def _jumps(
    drawing: Drawing, titles: Mapping[tuple[str, int], str]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """The ways to each column, by the parts of the bracket; none where all is in sight."""
    if len(titles) < JUMPS_FROM:
        return []
    found: dict[str, list[dict[str, Any]]] = {}
    for one in drawing.headings:
        column = [box for box in drawing.boxes if (box.part, box.round) == (one.part, one.round)]
        box = min(column, key=lambda each: each.y)
        last = one.part == "tables" or (one.part == "winners" and "losers" not in found)
        short = _("Final") if last and one.round == one.rounds else str(one.round)
        short = titles[one.part, one.round] if one.part == "third" else short
        found.setdefault(one.part, []).append(
            {
                "match": box.match,
                "x": box.x,
                "y": max(one.y, box.y - HEAD_HEIGHT),
                "round": one.round,
                "short": short,
                "words": titles[one.part, one.round],
                "ready": any(each.status == "ready" for each in column),
            }
        )
    double = "losers" in found
    return [
        (part_said(part, double=double), sorted(ways, key=lambda way: way["round"]))
        for part, ways in found.items()
    ]


def numbered(here: Seen, stage: StageState) -> dict[str, str]:
    """What each match of a stage is called: "Match 5", "Table 2 of round 1"."""
    if stage.spec.kind in BRACKETS and stage.started:
        return {
            box.match: _("Match %(n)s") % {"n": box.number}
            for box in elimination(stage).boxes
            if box.number
        }
    return {
        f"r{number}.{table}": _("Round %(round)s, table %(n)s") % {"round": number, "n": table}
        for number, each in enumerate(stage.rounds, start=1)
        for table in range(1, len(each.tables) + 1)
    }


def sentence(here: Seen, box: Box) -> str:
    """A match as a sentence, for those who hear the page."""
    names = [_who(here, seat) for seat in box.seats]
    if box.seats[0].mark == BYES:
        return _("%(name)s has a bye") % {"name": names[0]}
    about = {"n": box.number, "names": ", ".join(names), "first": names[0], "second": names[-1]}
    if box.part == "tables":
        return _of_table(box.status) % about
    if box.status == NOT_NEEDED:
        return _("Match %(n)s is not needed") % about
    if box.status == NOT_PLAYED:
        return _("Match %(n)s was not played: %(first)s against %(second)s") % about
    winner = next((seat for seat in box.seats if seat.mark == WON), None)
    if winner is None:
        return _("Match %(n)s: %(first)s against %(second)s") % about
    loser = next(seat for seat in box.seats if seat is not winner)
    about |= {"first": _who(here, winner), "second": _who(here, loser)}
    score = f" ({winner.score}:{loser.score})" if winner.score and loser.score else ""
    if not loser.entrant:
        return _("Match %(n)s: %(first)s goes on without a match") % about
    return _("Match %(n)s: %(first)s beat %(second)s") % about + score


def _of_table(status: str) -> str:
    """The sentence for a table of many, with places for its number and the names."""
    if status == NOT_PLAYED:
        return _("Table %(n)s was not played: %(names)s")
    return (
        _("Table %(n)s, in this order: %(names)s")
        if status == "done"
        else _("Table %(n)s: %(names)s")
    )


def _who(here: Seen, seat: Seat) -> str:
    if seat.entrant:
        return here.name(seat.entrant)
    if seat.takes == "winner" and seat.of:
        return _("winner of %(n)s") % {"n": seat.of}
    if seat.takes == "loser" and seat.of:
        return _("loser of %(n)s") % {"n": seat.of}
    return _("nobody") if seat.entrant == "" else _("to be decided")


def _box(here: Seen, box: Box, followed: str) -> dict[str, Any]:
    return {
        "box": box,
        "number": box.number,
        "bye": box.seats[0].mark == BYES,
        "label": sentence(here, box),
        "quiet": box.status in ("waiting", "not-needed", "empty", NOT_PLAYED),
        "seats": [
            {
                "seat": seat,
                "name": _who(here, seat),
                "short": _short(_who(here, seat)),
                "who": seat.entrant or "",
                "on": bool(followed) and seat.entrant == followed,
                "me": bool(here.me) and seat.entrant == here.me,
                "text_y": seat.y + LINE // 2,
            }
            for seat in box.seats
        ],
    }


def _short(name: str) -> str:
    return name if len(name) <= NAME_CHARS else name[: NAME_CHARS - 1].rstrip() + "…"
