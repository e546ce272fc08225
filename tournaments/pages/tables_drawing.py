"""The drawing of rounds at tables of many seats, of which the best k go on (2.3).

Each round is a column of tables; a curve leads each player who goes on from his seat to the next.
Rounds that are not drawn yet stand there empty, as the plan has them.
"""

from tournaments.pages.bracket_drawing import (
    BOX_WIDTH,
    COLUMN,
    GAP,
    HEAD_ABOVE,
    HEADING,
    LINE,
    MARGIN,
    OPEN,
    Box,
    Drawing,
    Heading,
    Line,
    Seat,
)
from tournaments.rules.plan import stage_rounds
from tournaments.rules.standings import match_id, places_at
from tournaments.rules.state import StageState

WIDER = 70


def tables_of_many(stage: StageState) -> Drawing:
    """The drawing of a stage of the kind "tables" that has started."""
    plans = stage_rounds(stage.spec, len(stage.entrants))
    heights = [sum(size * LINE + GAP for size in plan.sizes) - GAP for plan in plans]
    tallest = max(heights)
    top = MARGIN + HEADING
    boxes: list[Box] = []
    headings: list[Heading] = []
    seeds = {entrant: number for number, entrant in enumerate(stage.entrants, 1)}
    for number, (plan, height) in enumerate(zip(plans, heights, strict=True), start=1):
        x = MARGIN + (COLUMN + WIDER) * (number - 1)
        space = (tallest - height) // (len(plan.sizes) + 1)
        y = top + space
        headings.append(Heading(x, top - HEAD_ABOVE, "tables", number, len(plans)))
        for table, size in enumerate(plan.sizes, start=1):
            drawn = len(stage.rounds) >= number and len(stage.rounds[number - 1].tables) >= table
            players = stage.rounds[number - 1].tables[table - 1] if drawn else (None,) * size
            boxes.append(_box(stage, number, table, (x, y), players, seeds))
            y += len(players) * LINE + GAP + space
    width = MARGIN * 2 + (COLUMN + WIDER) * (len(plans) - 1) + BOX_WIDTH
    end = max(box.y + box.height for box in boxes)
    return Drawing(width, end + MARGIN, tuple(boxes), tuple(_lines(boxes)), tuple(headings))


def _box(
    stage: StageState,
    number: int,
    table: int,
    corner: tuple[int, int],
    players: "tuple[str | None, ...]",
    seeds: dict[str, int],
) -> Box:
    """One table: before it is played in the order of seats, afterwards in that of places."""
    x, y = corner
    match = match_id(number, table)
    places = places_at(stage, number, table)
    scores = dict(stage.results[match].scores) if match in stage.results else {}
    k = stage.spec.advance[number - 1] if number <= len(stage.spec.advance) else 1
    marks: dict[str | None, str] = {}
    in_order = list(players)
    if places:
        in_order = [entrant for group in places for entrant in group]
        first = 1
        for group in places:
            for entrant in group:
                marks[entrant] = "won" if first + len(group) - 1 <= k else "lost"
            first += len(group)
    seats = tuple(
        Seat(
            entrant,
            y + LINE * line,
            seeds.get(entrant or "", 0),
            marks.get(entrant, "") if entrant else OPEN,
            str(scores.get(entrant or "", "")),
        )
        for line, entrant in enumerate(in_order)
    )
    status = "done" if places else "ready" if players and players[0] else "waiting"
    return Box(match, "tables", number, table, x, y, len(players) * LINE, status, seats)


def _lines(boxes: list[Box]) -> list[Line]:
    found: list[Line] = []
    here: dict[str, tuple[Box, int]] = {}
    for box in boxes:
        for seat in box.seats:
            if not seat.entrant:
                continue
            y = seat.y + LINE // 2
            before = here.get(seat.entrant)
            if before is not None and before[0].round == box.round - 1:
                path = _swing(before[0].right, before[1], box.x, y)
                found.append(Line(path, before[0].match, box.match, (seat.entrant,)))
            here[seat.entrant] = (box, y)
    return found


def _swing(x: int, y: int, to_x: int, to_y: int) -> str:
    """A smooth curve: many of them cross between two columns, and bends would hide who is who."""
    middle = (x + to_x) // 2
    return f"M{x} {y}C{middle} {y} {middle} {to_y} {to_x} {to_y}"
