"""A drawn bracket in parts that fit a big screen: three columns each, laid out without holes.

A part is a whole piece of the tree, its last match in the middle of those that lead to it, so
nothing in it is cut and no line leads nowhere. All parts together show every match; pieces of two
neighbours may share a column, so that a hall sees where it goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

from tournaments.pages.bracket_drawing import (
    BOX_WIDTH,
    COLUMN,
    GAP,
    HEAD_ABOVE,
    HEADING,
    LINE,
    MARGIN,
    Box,
    Drawing,
    Heading,
    Line,
    curve,
)
from tournaments.pages.bracket_stacking import Stack

COLUMNS: Final = 3
ROOM: Final = 4 * 2 * LINE + 3 * GAP
"""The height that matches of one part may take: four of a first round."""
WIDTH: Final = 2 * MARGIN + (COLUMNS - 1) * COLUMN + BOX_WIDTH
HEIGHT: Final = 2 * MARGIN + HEADING + ROOM + GAP
BANDS: Final = (("winners", "third"), ("losers", "final"))
TOP: Final = MARGIN + HEADING
Ways: TypeAlias = dict[str, list[str]]


@dataclass(frozen=True)
class Part:
    """A part of a bracket as a drawing of its own; `key` names it, whatever has been played."""

    key: str
    drawing: Drawing

    @cached_property
    def matches(self) -> frozenset[str]:
        """The matches that it shows."""
        return frozenset(box.match for box in self.drawing.boxes)


def parts_of(drawing: Drawing) -> list[Part]:
    """The parts in the order of a screen: what is played now, what is to come, what is over.

    A bracket that fits is one part. Of what is over the end comes first.
    """
    if drawing.width <= WIDTH and drawing.height <= HEIGHT:
        return [Part("whole", drawing)]
    if any(box.part == "tables" for box in drawing.boxes):
        return _in_order(_of_tables(drawing))
    found: list[Part] = []
    for band in BANDS:
        boxes = [box for box in drawing.boxes if box.part in band]
        columns = sorted({box.x for box in boxes})
        starts = dict.fromkeys(max(0, end - COLUMNS) for end in range(len(columns), 0, -COLUMNS))
        for first in reversed(starts):
            chosen = columns[first : first + COLUMNS]
            piece = [box for box in boxes if box.x in chosen]
            found += [_laid_out(drawing, one, chosen) for one in _pieces(drawing, piece)]
    return _in_order(found)


def _in_order(parts: Sequence[Part]) -> list[Part]:
    """First the fewest that show all that is played now, then the others from the end back."""
    ready = {box.match for part in parts for box in part.drawing.boxes if box.status == "ready"}
    first: set[str] = set()
    while ready:
        best = max(parts, key=lambda part: len(part.matches & ready))
        first.add(best.key)
        ready -= best.matches
    left = [part for part in reversed(parts) if part.key not in first]
    return [part for part in parts if part.key in first] + sorted(left, key=_over)


def _over(part: Part) -> bool:
    return not any(box.status in ("ready", "waiting") for box in part.drawing.boxes)


def _ways(drawing: Drawing, boxes: Sequence[Box]) -> Ways:
    """By match: those of these matches that lead to it."""
    shown = {box.match for box in boxes}
    found: dict[str, list[str]] = {}
    for line in drawing.lines:
        if line.before in shown and line.after in shown:
            found.setdefault(line.after, []).append(line.before)
    return found


def _roots(boxes: Sequence[Box], ways: Ways) -> list[Box]:
    """The last matches of these, from the top; that for the third place hangs under the final."""
    led = {before for befores in ways.values() for before in befores}
    roots = [box for box in boxes if box.match not in led and box.part != "third"]
    return sorted(roots, key=lambda box: box.y)


def _pieces(drawing: Drawing, boxes: Sequence[Box]) -> list[list[Box]]:
    """Some columns of the bracket in pieces of a screen's height, each with whole trees."""
    ways, by_match = _ways(drawing, boxes), {box.match: box for box in boxes}
    heights = {box.match: box.height for box in boxes}
    pieces: list[list[Box]] = []
    used = ROOM
    for root in _roots(boxes, ways):
        stack = Stack(ways, heights, GAP)
        height = stack.place(root.match, 0)
        if used + height - GAP > ROOM:
            pieces.append([])
            used = 0
        used += height
        pieces[-1] += [by_match[match] for match in stack.tops]
    pieces[-1] += [box for box in boxes if box.part == "third"]
    return pieces


def _laid_out(drawing: Drawing, boxes: Sequence[Box], columns: Sequence[int]) -> Part:
    """These matches in the first columns of a drawing of their own, with heads and lines."""
    ways = _ways(drawing, boxes)
    stack, top = Stack(ways, {box.match: box.height for box in boxes}, GAP), TOP
    for root in _roots(boxes, ways):
        top = stack.place(root.match, top)
    for box in boxes:
        if box.part == "third":
            final = next(one for one in boxes if one.x == box.x and one is not box)
            stack.tops[box.match] = stack.tops[final.match] + final.height + GAP + HEADING
    xs = {x: MARGIN + COLUMN * number for number, x in enumerate(columns)}
    placed = {box.match: _moved(box, xs[box.x], stack.tops[box.match]) for box in boxes}
    lines = [
        _between(placed[line.before], placed[line.after], line)
        for line in drawing.lines
        if line.before in placed and line.after in placed
    ]
    return _part(drawing, list(placed.values()), lines)


def _between(before: Box, after: Box, line: Line) -> Line:
    return replace(line, path=curve(before.right, before.middle, after.x, after.middle))


def _moved(box: Box, x: int, y: int) -> Box:
    seats = tuple(replace(seat, y=seat.y - box.y + y) for seat in box.seats)
    return replace(box, x=x, y=y, seats=seats)


def _part(drawing: Drawing, boxes: Sequence[Box], lines: Sequence[Line]) -> Part:
    heads = {(head.part, head.round): head for head in drawing.headings}
    found: dict[tuple[str, int], Heading] = {}
    for box in boxes:
        name, top = (box.part, box.round), box.y if box.part == "third" else TOP
        found.setdefault(name, replace(heads[name], x=box.x, y=top - HEAD_ABOVE))
    width = max(box.right for box in boxes) + MARGIN
    height = max(box.y + box.height for box in boxes) + MARGIN
    drawn = Drawing(width, height, tuple(boxes), tuple(lines), tuple(found.values()))
    return Part(f"{boxes[0].match}-{boxes[-1].match}", drawn)


def _of_tables(drawing: Drawing) -> list[Part]:
    """Rounds of tables: each by screens, its tables one under another in up to three columns."""
    found: list[Part] = []
    for number in sorted({box.round for box in drawing.boxes}):
        screen: list[Box] = []
        column, y = 0, TOP
        for box in (one for one in drawing.boxes if one.round == number):
            if y > TOP and y + box.height > TOP + ROOM:
                column, y = column + 1, TOP
            if column == COLUMNS:
                found.append(_part(drawing, screen, ()))
                screen, column = [], 0
            screen.append(_moved(box, MARGIN + COLUMN * column, y))
            y += box.height + GAP
        found.append(_part(drawing, screen, ()))
    return found
