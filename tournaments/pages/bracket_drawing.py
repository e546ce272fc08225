"""The drawing of a knock-out: where each match stands, from the state alone, for any seats.

Nothing here knows SVG but the curves' `d`; a template writes the rest, so a bracket needs no
script. Single and double elimination are drawn here; rounds of tables in `tables_drawing`.
A match that nobody can ever play (a bye against a bye) is left out; a bye is one line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.pages.bracket_stacking import Stack
from tournaments.rules.advance import DONE, NOBODY, NOT_NEEDED, WALKOVER, Board, Slot, Stand
from tournaments.rules.bracket import BYE, LOSER, SEED, Bracket, Match, Side
from tournaments.rules.standings import board
from tournaments.rules.state import StageState

BOX_WIDTH: Final = 208
LINE: Final = 26
GAP: Final = 26
COLUMN: Final = 246
MARGIN: Final = 14
HEADING: Final = 46
HEAD_ABOVE: Final = 26
"""How far the name of a column stands above its first match: its number is between."""
PART_GAP: Final = 40

WON: Final = "won"
LOST: Final = "lost"
BYES: Final = "bye"
OPEN: Final = "open"


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of a match: who sits there, or who will.

    `entrant`: a ref, "" (nobody will come) or None (not known yet: then `of` is the number of the
    match that decides it, and `takes` is "winner" or "loser"). `mark`: "won", "lost", "bye",
    "open" or "".
    """

    entrant: Slot
    y: int
    seed: int = 0
    mark: str = ""
    score: str = ""
    of: int = 0
    takes: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """One match or table. `number` counts those that can be played, from 1; a bye has 0."""

    match: str
    part: str
    round: int
    number: int
    x: int
    y: int
    height: int
    status: str
    seats: tuple[Seat, ...]
    set_aside: bool = False

    @property
    def right(self) -> int:
        """Where lines leave."""
        return self.x + BOX_WIDTH

    @property
    def middle(self) -> int:
        """The height at which its winner leaves."""
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Line:
    """A way from one match to the next; `entrants`: those who went it."""

    path: str
    before: str
    after: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a column: the part of the bracket, its round, and how many rounds it has."""

    x: int
    y: int
    part: str
    round: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything to draw, in units of the picture."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    headings: tuple[Heading, ...]


def elimination(stage: StageState) -> Drawing:
    """The drawing of a single or double elimination that has started."""
    return _Elimination(board(stage), stage.entrants).drawing()


def curve(x: int, y: int, to_x: int, to_y: int) -> str:
    """An SVG path from a box to one in the next column: straight, a bend, straight."""
    middle = (x + to_x) // 2
    if y == to_y:
        return f"M{x} {y}H{to_x}"
    bend = min(8, abs(to_y - y) // 2)
    down = bend if to_y > y else -bend
    return (
        f"M{x} {y}H{middle - bend}Q{middle} {y} {middle} {y + down}"
        f"V{to_y - down}Q{middle} {to_y} {middle + bend} {to_y}H{to_x}"
    )


def never(bracket: Bracket) -> dict[str, tuple[bool, bool]]:
    """By match: which of its sides nobody can ever fill, whatever is played."""
    found: dict[str, tuple[bool, bool]] = {}
    for match in bracket.matches:
        first, second = (_never(side, found) for side in match.sides)
        found[match.id] = (first, second)
    return found


def _never(side: Side, known: Mapping[str, tuple[bool, bool]]) -> bool:
    if side.kind in (SEED, BYE):
        return side.kind == BYE
    before = known[side.match]
    return any(before) if side.kind == LOSER else all(before)


@dataclass
class _Elimination:
    board: Board
    entrants: Sequence[str]
    placed: dict[str, Box] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seeds = {entrant: number for number, entrant in enumerate(self.entrants, 1)}
        self.never = never(self.board.bracket)
        self.matches = {
            match.id: match
            for match in self.board.bracket.matches
            if not all(self.never[match.id])
        }
        for match in self.matches.values():
            if not any(self.never[match.id]):
                self.numbers[match.id] = len(self.numbers) + 1

    def drawing(self) -> Drawing:
        parts = {match.part: match for match in self.matches.values()}  # the last one of each
        bottom = self._part(parts["winners"], MARGIN + HEADING)
        if "losers" in parts:
            bottom = self._part(parts["losers"], bottom + PART_GAP + HEADING)
        self._finals()
        boxes = tuple(self.placed.values())
        width = max(box.right for box in boxes) + MARGIN
        height = max(bottom, *(box.y + box.height for box in boxes)) + MARGIN
        return Drawing(width, height, boxes, tuple(self._lines()), tuple(self._headings()))

    def _part(self, last: Match, top: int) -> int:
        """Place a part of the bracket; return where it ends."""
        part = {key: match for key, match in self.matches.items() if match.part == last.part}
        feeders = {
            key: [side.match for side in match.sides if side.match in part]
            for key, match in part.items()
        }
        stack = Stack(feeders, {key: self._height(match) for key, match in part.items()}, GAP)
        bottom = stack.place(last.id, top)
        for key, y in stack.tops.items():
            self._put(part[key], y)
        return bottom

    def _finals(self) -> None:
        """Place the grand finals behind both parts, the third place under the final."""
        column = max(box.x for box in self.placed.values())
        for match in self.matches.values():
            if match.part == "third":
                final = max(
                    (one for one in self.placed.values() if one.part == "winners"),
                    key=lambda one: one.round,
                )
                self._put(match, final.y + final.height + GAP + HEADING, final.x)
            elif match.part == "final":
                column += COLUMN
                middle = self._between(match)
                self._put(match, middle - self._height(match) // 2, column)

    def _between(self, match: Match) -> int:
        feeders = [self.placed[side.match].middle for side in match.sides if side.match]
        return sum(feeders) // len(feeders)

    def _height(self, match: Match) -> int:
        return LINE if any(self.never[match.id]) else 2 * LINE

    def _put(self, match: Match, y: int, x: int | None = None) -> None:
        stand = self.board.stand(match.id)
        bye = any(self.never[match.id])
        column = MARGIN + COLUMN * (match.round - 1) if x is None else x
        sides = [
            (side, slot)
            for side, slot, never_ in zip(
                match.sides, stand.sides, self.never[match.id], strict=True
            )
            if not never_
        ]
        seats = tuple(
            self._seat(stand, side, slot, y + LINE * line, bye=bye)
            for line, (side, slot) in enumerate(sides)
        )
        self.placed[match.id] = Box(
            match.id,
            match.part,
            match.round,
            self.numbers.get(match.id, 0),
            column,
            y,
            self._height(match),
            stand.status,
            seats,
            stand.set_aside,
        )

    def _seat(self, stand: Stand, side: Side, slot: Slot, y: int, *, bye: bool) -> Seat:
        if bye:
            mark = BYES
        elif slot and stand.status in (DONE, WALKOVER):
            mark = WON if slot == stand.winner else LOST
        else:
            mark = OPEN if slot is None else ""
        score = ""
        if stand.result is not None and slot:
            score = str(dict(stand.result.scores).get(slot, ""))
        if slot:
            return Seat(slot, y, self.seeds.get(slot, 0), mark, score)
        if slot is not None or stand.status == NOT_NEEDED:
            return Seat(slot, y, 0, mark)
        decider = self._decider(side)
        return Seat(slot, y, 0, mark, "", self.numbers.get(decider.match, 0), decider.kind)

    def _decider(self, side: Side) -> Side:
        """The side that decides who comes: byes are passed through."""
        while side.match in self.matches and side.match not in self.numbers:
            sides = zip(self.matches[side.match].sides, self.never[side.match], strict=True)
            side = next(one for one, never_ in sides if not never_)
        return side

    def _lines(self) -> list[Line]:
        found = []
        for box in self.placed.values():
            for index, side in enumerate(self.matches[box.match].sides):
                before = self.placed.get(side.match)
                if before is None or side.kind == LOSER or before.part == "third":
                    continue
                slot = self.board.stand(box.match).sides[index]
                to_y = box.middle
                path = curve(before.right, before.middle, box.x, to_y)
                went = (slot,) if slot and slot != NOBODY else ()
                found.append(Line(path, before.match, box.match, went))
        return found

    def _headings(self) -> list[Heading]:
        rounds: dict[str, int] = {}
        tops: dict[str, int] = {}
        for box in self.placed.values():
            rounds[box.part] = max(rounds.get(box.part, 0), box.round)
            tops[box.part] = min(tops.get(box.part, box.y), box.y)
        found: dict[tuple[str, int], Heading] = {}
        for box in self.placed.values():
            y = tops[box.part] if box.part in ("winners", "losers") else box.y
            key = (box.part, box.round)
            found.setdefault(
                key, Heading(box.x, y - HEAD_ABOVE, box.part, box.round, rounds[box.part])
            )
        return list(found.values())
