"""What a big screen shows in turns: windows of the bracket, seats, standings, the last results.

Each view fits a screen with large type. Of a bracket only what is played now is shown, with the
rounds that follow from it: the whole of a large one could not be read from the last row.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.pages.bracket_drawing import BOX_WIDTH, Box, Drawing, Line
from tournaments.pages.bracket_told import BANDS, Bracket, bracket, numbered
from tournaments.pages.matches import open_matches
from tournaments.pages.reading import Seen
from tournaments.pages.standings_told import standings
from tournaments.rules.standings import stage_over

TABLES: Final = 12
SEATED_TABLES: Final = 6
WIDE_TABLES: Final = 4
"""So many where a name is longer than SHORT, which takes a wider column."""
SHORT: Final = 14
PAIR: Final = 2
PLACES: Final = 20
PAGES: Final = 6
WIDTH: Final = 720
HEIGHT: Final = 340
ABOVE: Final = 44
SIDE: Final = 12
SMALL: Final = (1010, 480)
LINE_CHARS: Final = 20
"""So many characters of a name fit in one of its lines in a match."""
HEAD: Final = 32
"""The height of a column's head at the top of a window."""
_NUMBER: Final = re.compile(r"-?\d+")


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a drawing: its corner and size, and the matches and lines that lie in it."""

    x: int
    y: int
    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


def views(here: Seen) -> list[dict[str, Any]]:
    """All views of what is played now, or of the end; each has a `kind`."""
    playing = [stage for stage in here.played if not stage_over(stage)]
    found: list[dict[str, Any]] = []
    for stage in playing or here.played[-1:]:
        drawn = bracket(here, stage)
        if drawn is not None:
            name = here.stage_name(stage.spec.id)
            found += [{"kind": "bracket", "name": name, **one} for one in _windows(drawn)]
    return found[:PAGES] + _seats(here) + _standings(here)


def windows(drawing: Drawing) -> list[Window]:
    """The parts of a drawing in which something is played; of one that is over, its end."""
    if drawing.width <= SMALL[0] and drawing.height <= SMALL[1]:
        return [_window(drawing, 0, 0, drawing.width, drawing.height)]
    ready = [box for box in drawing.boxes if box.status == "ready"]
    left = ready or [max(drawing.boxes, key=lambda box: box.x)]
    found = []
    while left:
        anchor = min(left, key=lambda box: (box.x, box.y))
        x = anchor.x - SIDE if ready else max(0, anchor.right - WIDTH + SIDE)
        y = anchor.y - ABOVE if ready else max(0, anchor.middle - HEIGHT // 2)
        one = _window(drawing, x, y, WIDTH, HEIGHT)
        found.append(one)
        left = [box for box in left if box not in one.boxes and box is not anchor]
    return found


def _window(drawing: Drawing, x: int, y: int, width: int, height: int) -> Window:
    inside = tuple(
        box
        for box in drawing.boxes
        if x <= box.x
        and box.right <= x + width
        and y <= box.y
        and box.y + box.height <= y + height
    )
    lines = tuple(line for line in drawing.lines if _touches(line.path, inside))
    return Window(x, y, width, height, inside, lines)


def _touches(path: str, boxes: Sequence[Box]) -> bool:
    """Whether a line leaves one of these matches, or leads to one."""
    numbers = [int(one) for one in _NUMBER.findall(path)]
    x, y = numbers[:2]
    # A curve ends in a point; bends end level: their last number is how far they go.
    to_x, to_y = numbers[-2:] if "C" in path else numbers[:-3:-1]
    return any(
        (box.right == x and box.y <= y <= box.y + box.height)
        or (box.x == to_x and box.y <= to_y <= box.y + box.height)
        for box in boxes
    )


def _windows(drawn: Bracket) -> list[dict[str, Any]]:
    """The windows with words: matches as the live page tells them, and heads of the columns."""
    told = {one["box"].match: _with_lines(one) for one in drawn.boxes}
    found = []
    for one in windows(drawn.drawing):
        parts = {box.part for box in one.boxes}
        taken = {box.x for box in one.boxes if box.y < one.y + HEAD}
        heads = {
            head["x"]: head["words"]
            for head in drawn.headings
            if head["part"] in parts and one.x <= head["x"] <= one.x + one.width - BOX_WIDTH
            and head["part"] in BANDS and head["x"] not in taken
        }  # fmt: skip
        whole = one.width == drawn.drawing.width
        found.append(
            {
                "window": one,
                "boxes": [told[box.match] for box in one.boxes],
                "heads": drawn.headings
                if whole
                else [{"x": x, "y": one.y + 20, "words": words} for x, words in heads.items()],
                "box_width": drawn.box_width,
                "line_height": drawn.line_height,
            }
        )
    return found


def _with_lines(match: dict[str, Any]) -> dict[str, Any]:
    seats = [{**one, "lines": lines_of(one["name"])} for one in match["seats"]]
    return {**match, "seats": seats}


def lines_of(name: str) -> tuple[str, ...]:
    """A name in one line, or parted at a space into two; what is longer still ends with a sign."""
    if len(name) <= LINE_CHARS:
        return (name,)
    at = name.rfind(" ", 0, LINE_CHARS + 5)
    first, rest = (name[:at], name[at + 1 :]) if at > 0 else (name[:LINE_CHARS], name[LINE_CHARS:])
    most = LINE_CHARS + 4
    return (first, rest if len(rest) <= most else f"{rest[: most - 1].rstrip()}…")


def _seats(here: Seen) -> list[dict[str, Any]]:
    """What is played now, each with the names of its players; of freezeouts tables and seats."""
    matches: list[dict[str, Any]] = []
    tables: list[dict[str, Any]] = []
    for stage in here.played:
        if stage_over(stage):
            continue
        called = numbered(here, stage)
        for match, players in open_matches(stage):
            names = [(place, here.name(one)) for place, one in enumerate(players, start=1)]
            matches.append({"called": called.get(match, match), "names": names})
        for table, seats in sorted(stage.tables().items()):
            names = [(seat, here.name(one)) for seat, one in sorted(seats.items())]
            tables.append({"called": "", "table": table, "names": names})
    most = max((len(one["names"]) for one in (*matches, *tables)), default=0)
    size = TABLES if most < PAGES else SEATED_TABLES
    said = [name for one in (*matches, *tables) for _, name in one["names"]]
    wide = max(map(len, said), default=0) > SHORT
    if wide and tables:
        size = min(size, WIDE_TABLES)
    told = {"wide": wide, "apart": wide and most <= PAIR}
    return [{**one, **told} for one in _pages("seats", [*matches, *tables], size)]


def _standings(here: Seen) -> list[dict[str, Any]]:
    if not here.played:
        return []
    table = standings(here, here.played[-1])
    rows = table["rows"] if table["columns"] or here.row.phase != "running" else []
    return _pages("standings", rows, PLACES)


def _pages(kind: str, rows: Sequence[Any], size: int) -> list[dict[str, Any]]:
    """Rows by the screen: no more than a few screens, and each says which ones of how many."""
    starts = range(0, min(len(rows), PAGES * size), size)
    return [
        {
            "kind": kind,
            "rows": rows[at : at + size],
            "first": at + 1,
            "last": min(at + size, len(rows)),
            "of": len(rows),
        }
        for at in starts
    ]
