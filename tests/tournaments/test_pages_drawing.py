"""The drawing of brackets: laws for every number of entrants; the chip graph; calendar files."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from tests.tournaments.house import in_order, names, play
from tournaments.pages.bracket_drawing import GAP, LINE, Box, Drawing, elimination
from tournaments.pages.calendar import FOLD_OCTETS, Entry, calendar
from tournaments.pages.chips_drawing import BOTTOM, WIDTH, chip_graph
from tournaments.pages.projector_views import SMALL, lines_of, windows
from tournaments.pages.tables_drawing import tables_of_many
from tournaments.rules.plan import bracket_of, stage_rounds
from tournaments.rules.qualify import Qualifier, reseeded
from tournaments.rules.seeding import bracket_size, snake
from tournaments.rules.state import Round, StageState
from tournaments.rules.structure import DOUBLE, SINGLE, TABLES, Stage

FIELDS = [*range(2, 18), 23, 32, 33, 48, 63, 64, 65]


def started(kind: str, count: int, *, played: bool = False, third: bool = False) -> StageState:
    """A bracket that has started; with `played`, the better seed has won every match."""
    spec = Stage("main", kind, third_place=third)
    stage = StageState(spec, names(count), started=True)
    if played:
        _board, stage.results = play(bracket_of(spec, count))
    return stage


def assert_sound(drawing: Drawing) -> None:
    """Boxes stand apart, all lie inside, and each line leads from a box to a later one."""
    for one, other in combinations(drawing.boxes, 2):
        if one.x == other.x:
            upper, lower = sorted((one, other), key=lambda box: box.y)
            assert upper.y + upper.height + GAP <= lower.y, (one, other)
    for box in drawing.boxes:
        assert 0 <= box.x < box.right <= drawing.width
        assert 0 <= box.y < box.y + box.height <= drawing.height
        assert [seat.y for seat in box.seats] == [box.y + LINE * i for i in range(len(box.seats))]
    lefts = {(box.x, box.middle) for box in drawing.boxes}
    rights = {(box.right, box.middle) for box in drawing.boxes}
    for line in drawing.lines:
        x, y = line.path[1:].split("H")[0].split()
        assert (int(x), int(y)) in rights
        end_x = int(line.path.rsplit("H", 1)[1])
        assert any(end_x == left for left, _middle in lefts)


def byes(drawing: Drawing) -> list[Box]:
    """The lines that are no match."""
    return [box for box in drawing.boxes if not box.number]


@pytest.mark.parametrize("count", FIELDS)
def test_single_elimination_is_drawn_whole(count: int) -> None:
    drawing = elimination(started(SINGLE, count))
    assert_sound(drawing)
    assert max(box.number for box in drawing.boxes) == count - 1
    assert len(byes(drawing)) == bracket_size(count) - count
    assert {seat.entrant for seat in drawing.boxes[0].seats} <= {*names(count)}


@pytest.mark.parametrize("count", FIELDS)
def test_double_elimination_is_drawn_whole(count: int) -> None:
    drawing = elimination(started(DOUBLE, count))
    assert_sound(drawing)
    # Two entrants have one match; others play 2n - 2 and, if needed, the second final.
    matches = 1 if count == 2 else 2 * count - 1
    assert max(box.number for box in drawing.boxes) == matches
    assert {box.part for box in drawing.boxes} == (
        {"winners"} if count == 2 else {"winners", "losers", "final"}
    )


@pytest.mark.parametrize("kind", [SINGLE, DOUBLE])
@pytest.mark.parametrize("count", [3, 5, 13, 64])
def test_results_move_nothing(kind: str, count: int) -> None:
    before, after = (
        elimination(started(kind, count)),
        elimination(started(kind, count, played=True)),
    )
    places = [(box.match, box.x, box.y, box.number) for box in before.boxes]
    assert places == [(box.match, box.x, box.y, box.number) for box in after.boxes]
    assert [line.path for line in before.lines] == [line.path for line in after.lines]
    winner = names(count)[0]
    won = [box for box in after.boxes for seat in box.seats if seat.entrant == winner]
    assert len(won) > 1
    assert all(
        seat.mark in ("won", "bye") for box in won for seat in box.seats if seat.entrant == winner
    )


def test_unknown_sides_name_the_match_that_decides_them() -> None:
    drawing = elimination(started(DOUBLE, 5))
    box = {one.match: one for one in drawing.boxes}
    assert [(seat.takes, seat.of) for seat in box["w2.1"].seats] == [("", 0), ("winner", 1)]
    # The loser of match 1 has a bye in the first losers' round, and meets the loser of match 3.
    assert [(seat.takes, seat.of) for seat in box["l2.1"].seats] == [("loser", 3), ("loser", 1)]
    assert box["gf1"].seats[0].takes == "winner"


def test_third_place_stands_under_the_final() -> None:
    drawing = elimination(started(SINGLE, 6, third=True))
    box = {one.match: one for one in drawing.boxes}
    assert box["third"].x == box["w3.1"].x
    assert box["third"].y > box["w3.1"].y + box["w3.1"].height


@pytest.mark.parametrize(
    ("count", "sizes", "advance"),
    [
        (25, (5, 5), (1,)),
        (28, (7, 6, 6), (3, 3)),
        (16, (4, 4, 4), (2, 2)),
        (64, (8, 8), (1,)),
        (9, (3, 3), (1,)),
    ],
)
def test_tables_are_drawn_with_the_ways_between_them(
    count: int, sizes: tuple[int, ...], advance: tuple[int, ...]
) -> None:
    spec = Stage("main", TABLES, sizes=sizes, advance=advance)
    stage = StageState(spec, names(count), started=True)
    plan = stage_rounds(spec, count)
    empty = tables_of_many(stage)
    assert sorted(len(box.seats) for box in empty.boxes) == sorted(
        size for each in plan for size in each.sizes
    )
    first = snake(stage.entrants, len(plan[0].sizes))
    stage.rounds = [Round(first)]
    stage.results = {f"r1.{n}": in_order(players) for n, players in enumerate(first, 1)}
    through = [
        Qualifier(one, table, place, int(one))
        for table, players in enumerate(first, 1)
        for place, one in enumerate(players[: advance[0]], 1)
    ]
    stage.rounds.append(Round(reseeded(through, len(plan[1].sizes))))
    drawing = tables_of_many(stage)
    assert len(drawing.lines) == len(through)
    assert {line.entrants[0] for line in drawing.lines} == {one.entrant for one in through}
    for one, other in combinations(drawing.boxes, 2):
        if one.x == other.x:
            assert one.y + one.height <= other.y or other.y + other.height <= one.y
    marks = [seat.mark for box in drawing.boxes for seat in box.seats if box.round == 1]
    assert marks.count("won") == len(through)


@pytest.mark.parametrize("kind", [SINGLE, DOUBLE])
@pytest.mark.parametrize("count", [3, 5, 13, 64])
@pytest.mark.parametrize("played", [False, True])
def test_windows_of_a_big_screen_show_all_that_is_played(
    kind: str, count: int, *, played: bool
) -> None:
    drawing = elimination(started(kind, count, played=played))
    found = windows(drawing)
    shown = {box.match for one in found for box in one.boxes}
    ready = {box.match for box in drawing.boxes if box.status == "ready"}
    assert ready <= shown
    assert found
    for one in found:
        assert one.boxes
        assert one.width <= SMALL[0]
        for box in one.boxes:
            assert one.x <= box.x < box.right <= one.x + one.width
            assert one.y <= box.y < box.y + box.height <= one.y + one.height
        ends = {box.right for box in one.boxes} | {box.x for box in one.boxes}
        for line in one.lines:
            assert {int(line.path[1:].split()[0]), int(line.path.rsplit("H", 1)[1])} & ends
    if played:
        assert max(box.x for box in drawing.boxes) in {box.x for one in found for box in one.boxes}


def test_small_bracket_is_one_window_with_every_line() -> None:
    drawing = elimination(started(SINGLE, 5))
    (one,) = windows(drawing)
    assert (one.boxes, one.lines) == (drawing.boxes, drawing.lines)


def test_tables_of_many_have_windows_too() -> None:
    spec = Stage("main", TABLES, sizes=(7, 6, 6), advance=(3, 3))
    stage = StageState(spec, names(28), started=True)
    stage.rounds = [Round(snake(stage.entrants, 4))]
    found = windows(tables_of_many(stage))
    assert {box.match for one in found for box in one.boxes} >= {"r1.1", "r1.2", "r1.3", "r1.4"}


def test_chip_graph_is_in_proportion() -> None:
    graph = chip_graph([("Ana", 300, False), ("Bia", 900, True), ("Rui", 0, False)])
    assert graph is not None
    assert [bar.name for bar in graph.bars] == ["Bia", "Ana"]
    assert graph.bars[0].height == pytest.approx(3 * graph.bars[1].height, abs=0.05)
    assert graph.average == 600
    assert chip_graph([("Rui", 0, False)]) is None
    many = chip_graph([(str(n), n, False) for n in range(1, 1001)])
    assert many is not None
    assert many.bars[-1].x + many.bars[-1].width <= WIDTH
    assert max(bar.y + bar.height for bar in many.bars) <= BOTTOM + 0.01


def test_calendar_folds_and_escapes() -> None:
    starts = datetime(2026, 12, 5, 20, tzinfo=UTC)
    name = "Copa de São Paulo, à noite; " + "ção" * 40
    entry = Entry("t@x", name, "one\ntwo", "https://x/", starts, timedelta(minutes=90))
    text = calendar([entry], starts)
    lines = text.split("\r\n")
    assert all(len(line.encode()) <= FOLD_OCTETS for line in lines)
    unfolded = text.replace("\r\n ", "")
    assert f"SUMMARY:{name.replace(',', chr(92) + ',').replace(';', chr(92) + ';')}" in unfolded
    assert "DESCRIPTION:one\\ntwo" in unfolded
    assert "DTSTART:20261205T200000Z" in unfolded
    assert "DURATION:PT90M" in unfolded


def test_a_long_name_takes_two_lines_of_a_match_and_what_is_longer_still_a_sign() -> None:
    assert lines_of("Ana Almeida") == ("Ana Almeida",)
    assert lines_of("Maximiliana Albuquerque Prado") == ("Maximiliana Albuquerque", "Prado")
    assert lines_of("X" * 30) == ("X" * 20, "X" * 10)
    first, rest = lines_of("Maria " * 10)
    assert (len(first) <= 24, len(rest) <= 24, rest[-1]) == (True, True, "…")
