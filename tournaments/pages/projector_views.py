"""What a big screen shows in turns: parts of the bracket, seats, standings, the last results.

Each view fits a screen and is drawn as large as that allows. What is played now has its turn in
every round of the views. Of a large bracket the rest is `seldom`: one such part a round, so that
the hall sees every match in time, and never waits long for what matters.

The least size of a name that matters is 1/50 of the screen's width: 38 pixels of 1920. On a
picture two metres wide its capitals are 28 mm high, which six metres away are 16 minutes of arc,
the least that ISO 9241-303 allows for reading.
"""

from collections.abc import Sequence
from typing import Any, Final

from tournaments.pages.bracket_drawing import LINE, Box, Drawing
from tournaments.pages.bracket_told import Bracket, bracket, numbered
from tournaments.pages.bracket_views import parts_of
from tournaments.pages.matches import open_matches
from tournaments.pages.reading import Seen
from tournaments.pages.standings_told import standings
from tournaments.rules.standings import BRACKETS, stage_over
from tournaments.rules.state import StageState
from tournaments.rules.structure import TABLES as TABLES_KIND

OFTEN: Final = 4
"""So many parts of brackets have their turn in every round of the views."""
NAMED_CHARS: Final = 14
"""A name of no more characters stands in larger type."""
LEAST: Final = (400, 210)
"""A drawing is not blown up beyond what one of this width and height would be."""
TABLES: Final = 12
ACROSS: Final = 4
"""So many tables stand side by side, and so many fit on a screen where most names are long."""
ROOM: Final = 25.6
"""How high the tables of a screen may stand, in lines of a table's type."""
TABLE_LINES: Final = 2.6
"""What a table takes besides its names: its number, its frame, and the gap below."""
NAME_LINES: Final = (1.2, 1.7)
"""What a name takes, and a long one, which has two smaller lines."""
LONG_NAME: Final = 17
"""A name with more characters than these is long where tables stand four across."""
SHORT: Final = 14
CARDS: Final = 8
"""So few tables fill the screen as cards, with a line for each player; of CARD_NAMES at most."""
CARD_NAMES: Final = 5
PAIR: Final = 2
PAIRS: Final = 16
"""So many matches for two stand on a screen: two columns, a line for each name."""
PLACES: Final = 20
PAGES: Final = 6
PARTS: Final = 24
"""So many parts of brackets at most: enough for every match of 64 entrants, beaten twice."""
EDGE: Final = 18
"""So much of a drawing's upper edge is empty, above the heads of its columns."""
FOOT: Final = 8
"""So much of its lower edge is not needed."""
LINE_CHARS: Final = 20
"""So many characters of a name fit in one of its lines in a match."""


def views(here: Seen) -> list[dict[str, Any]]:
    """All views of what is played now, or of the end; each has a `kind` and a `key`."""
    playing = [stage for stage in here.played if not stage_over(stage)]
    found: list[dict[str, Any]] = []
    for stage in playing or here.played[-1:]:
        drawn = bracket(here, stage)
        if drawn is not None:
            name = here.stage_name(stage.spec.id)
            found += [{"kind": "bracket", "name": name, **one} for one in _parts(drawn)]
    first = [one for one in found if one["open"]] or found[:1]
    others = [one for one in found if one not in first]
    often = _often(first, others)
    # What a bracket shows in every round need not be told once more.
    seats = _seats(here, [one for one in here.played if _drawn(one) and often])
    told = [*often[: len(first)], *seats, *_standings(here)]
    told += [one for one in (*first, *others)[:PARTS] if one not in told]
    return [
        {**one, "key": _key(one), "seldom": one["kind"] == "bracket" and one not in often}
        for one in told
    ]


def _drawn(stage: StageState) -> bool:
    return stage.spec.kind in (*BRACKETS, TABLES_KIND)


def _often(first: list[dict[str, Any]], others: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The parts of brackets in every round of the views: all of a few, else what is played now.

    Where that is too much as well, the names of who meets stand on fewer screens than the parts.
    """
    if len(first) + len(others) <= OFTEN:
        return first + others
    return first if len(first) <= OFTEN else []


def _key(view: dict[str, Any]) -> str:
    """What a view is called, so that news does not turn the page."""
    return f"{view['kind']} {view.get('name', '')} {view.get('part', view.get('first', ''))}"


def _parts(drawn: Bracket) -> list[dict[str, Any]]:
    """The parts with words: matches as the live page tells them, and heads of the columns."""
    matches = {one["box"].match: one for one in drawn.boxes}
    headed = zip(drawn.drawing.headings, drawn.headings, strict=True)
    titles = {(head.part, head.round): told["words"] for head, told in headed}
    return [
        {
            "part": one.key,
            "open": any(box.status == "ready" for box in one.drawing.boxes),
            "lines": one.drawing.lines,
            **_frame(one.drawing),
            "boxes": [_there(matches[box.match], box) for box in one.drawing.boxes],
            "heads": [
                {"x": head.x, "y": head.y, "words": titles[head.part, head.round]}
                for head in one.drawing.headings
            ],
            "box_width": drawn.box_width,
            "named": NAMED_CHARS,
        }
        for one in parts_of(drawn.drawing)
    ]


def _frame(drawing: Drawing) -> dict[str, int]:
    """The piece of the plane that is shown: the drawing and no more, in the middle if it is small.

    The drawing's own edges give it air.
    """
    width, height = max(LEAST[0], drawing.width), max(LEAST[1], drawing.height - EDGE - FOOT)
    return {
        "left": (drawing.width - width) // 2,
        "top": EDGE + (drawing.height - EDGE - FOOT - height) // 2,
        "width": width,
        "height": height,
    }


def _there(told: dict[str, Any], box: Box) -> dict[str, Any]:
    """A match with its words where a part of the bracket has it."""
    seats = [
        {**one, "seat": seat, "text_y": seat.y + LINE // 2, "lines": lines_of(one["name"])}
        for one, seat in zip(told["seats"], box.seats, strict=True)
    ]
    return {**told, "box": box, "seats": seats}


def lines_of(name: str) -> tuple[str, ...]:
    """A name in one line, or parted at a space into two; what is longer still ends with a sign."""
    if len(name) <= LINE_CHARS:
        return (name,)
    at = name.rfind(" ", 0, LINE_CHARS + 5)
    first, rest = (name[:at], name[at + 1 :]) if at > 0 else (name[:LINE_CHARS], name[LINE_CHARS:])
    most = LINE_CHARS + 4
    return (first, rest if len(rest) <= most else f"{rest[: most - 1].rstrip()}…")


def _seats(here: Seen, shown: Sequence[StageState]) -> list[dict[str, Any]]:
    """What is played now, with the names of its players; of freezeouts tables and seats.

    `shown`: stages whose open matches the hall sees already.
    """
    matches: list[dict[str, Any]] = []
    tables: list[dict[str, Any]] = []
    for stage in here.played:
        if stage_over(stage) or stage in shown:
            continue
        called = numbered(here, stage)
        for match, players in open_matches(stage):
            names = [(place, here.name(one)) for place, one in enumerate(players, start=1)]
            matches.append({"called": called.get(match, match), "names": names})
        for table, seats in sorted(stage.tables().items()):
            names = [(seat, here.name(one)) for seat, one in sorted(seats.items())]
            tables.append({"called": "", "table": table, "names": names})
    if tables and not matches:
        return _tables(tables)
    if matches and not tables and all(len(one["names"]) <= PAIR for one in matches):
        return [{**one, "pairs": True} for one in _pages("seats", matches, PAIRS)]
    said = [name for one in (*matches, *tables) for _, name in one["names"]]
    wide = max(map(len, said), default=0) > SHORT
    most = max((len(one["names"]) for one in (*matches, *tables)), default=0)
    if matches and not tables and len(matches) <= CARDS and most <= CARD_NAMES:
        few = [{**one, "card": True} for one in matches]
        across = ACROSS if len(few) > CARDS - 2 else ACROSS - 1 if len(few) > ACROSS else 2
        return [{**one, "cards": across} for one in _pages("seats", few, CARDS)]
    size = TABLES if most < PAGES else TABLES // 2
    return [{**one, "wide": wide} for one in _pages("seats", [*matches, *tables], size)]


def _tables(tables: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tables with seats: four across, in as many rows as fit; wider ones where names are long."""
    highest = max(
        TABLE_LINES + sum(NAME_LINES[len(name) > LONG_NAME] for _, name in one["names"])
        for one in tables
    )
    rows = int(ROOM // highest)
    wide = rows <= 1
    told = {"wide": wide, "short": SHORT if wide else LONG_NAME}
    size = ACROSS * (1 if wide else max(1, rows))
    return [{**one, **told} for one in _pages("seats", tables, size)]


def _standings(here: Seen) -> list[dict[str, Any]]:
    if not here.played:
        return []
    table = standings(here, here.played[-1])
    rows = table["rows"] if table["columns"] or here.row.phase != "running" else []
    for row in rows:
        row["chars"] = len(row["name"]) + (1 + len(row["mark"]) if row["mark"] else 0)
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
