"""A bracket in parts for a big screen: laws for many sizes, whatever has been played."""

from itertools import combinations

import pytest

from tests.tournaments.house import names
from tests.tournaments.test_pages_drawing import started
from tournaments.pages.bracket_drawing import GAP, HEAD_ABOVE, Drawing, elimination
from tournaments.pages.bracket_views import HEIGHT, WIDTH, Part, parts_of
from tournaments.pages.projector_views import PARTS
from tournaments.pages.tables_drawing import tables_of_many
from tournaments.rules.seeding import snake
from tournaments.rules.state import Round, StageState
from tournaments.rules.structure import DOUBLE, SINGLE, TABLES, Stage

COUNTS = (3, 5, 8, 13, 16, 32, 64, 100)
HEAD_TEXT = 18
"""How far the letters of a head reach down into the room above the first match."""


def played(kind: str, count: int, share: float, *, third: bool = False) -> Drawing:
    """A bracket in which the first matches, this share of all, have their results."""
    stage = started(kind, count, third=third)
    done = started(kind, count, third=third, played=True).results
    stage.results = dict(list(done.items())[: round(len(done) * share)])
    return elimination(stage)


def assert_stands(part: Part) -> None:
    """Nothing overlaps or is cut, and every line joins two matches that are there."""
    drawing = part.drawing
    assert drawing.width <= WIDTH, part.key
    assert drawing.height <= HEIGHT, part.key
    for one, other in combinations(drawing.boxes, 2):
        if one.x == other.x:
            upper, lower = sorted((one, other), key=lambda box: box.y)
            assert upper.y + upper.height + GAP <= lower.y, part.key
    for box in drawing.boxes:
        assert 0 <= box.x < box.right <= drawing.width
        assert box.y + box.height <= drawing.height
        for head in drawing.headings:
            over = head.y <= box.y - HEAD_ABOVE or head.y - HEAD_TEXT >= box.y + box.height
            assert over or head.x >= box.right or head.x + WIDTH // 3 - GAP <= box.x, part.key
    ends = {(box.x, box.middle) for box in drawing.boxes}
    starts = {(box.right, box.middle) for box in drawing.boxes}
    for line in drawing.lines:
        x, y = line.path[1:].split("H")[0].split()
        assert (int(x), int(y)) in starts
        assert int(line.path.rsplit("H", 1)[1]) in {x for x, _y in ends}
    assert {(head.part, head.round) for head in drawing.headings} == {
        (box.part, box.round) for box in drawing.boxes
    }


@pytest.mark.parametrize("kind", [SINGLE, DOUBLE])
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("share", [0, 0.5, 0.9, 1])
def test_parts_show_every_match_and_what_is_open_first(
    kind: str, count: int, share: float
) -> None:
    drawing = played(kind, count, share)
    parts = parts_of(drawing)
    for part in parts:
        assert_stands(part)
    assert frozenset().union(*(part.matches for part in parts)) == {
        box.match for box in drawing.boxes
    }
    assert len({part.key for part in parts}) == len(parts)
    ready = {box.match for box in drawing.boxes if box.status == "ready"}
    opened = [bool(part.matches & ready) for part in parts]
    first = opened.index(False) if False in opened else len(parts)
    assert ready <= frozenset().union(*(part.matches for part in parts[:first]))
    if not ready:
        assert max(drawing.boxes, key=lambda box: (box.x, -box.y)).match in parts[0].matches


@pytest.mark.parametrize("count", COUNTS)
def test_results_do_not_change_the_parts(count: int) -> None:
    before, after = (
        {part.key: part.matches for part in parts_of(played(DOUBLE, count, share))}
        for share in (0, 1)
    )
    assert before == after


def test_small_bracket_is_one_part_with_every_line() -> None:
    drawing = played(SINGLE, 8, 0)
    (part,) = parts_of(drawing)
    assert part.drawing == drawing


@pytest.mark.parametrize(("count", "parts"), [(16, 3), (32, 5), (64, 9)])
def test_sixteen_take_three_screens(count: int, parts: int) -> None:
    assert len(parts_of(played(SINGLE, count, 0))) == parts


def test_sixty_four_beaten_twice_fit_the_screens_that_there_are() -> None:
    assert len(parts_of(played(DOUBLE, 64, 0))) <= PARTS


@pytest.mark.parametrize("count", [6, 13, 16])
def test_third_place_stands_under_the_final_with_its_own_head(count: int) -> None:
    parts = parts_of(played(SINGLE, count, 1, third=True))
    for part in parts:
        assert_stands(part)
    box = {one.match: one for one in parts[0].drawing.boxes}
    final = max((one for one in box.values() if one.part == "winners"), key=lambda one: one.round)
    assert box["third"].x == final.x
    assert box["third"].y > final.y + final.height


def test_tables_of_many_have_parts_too() -> None:
    spec = Stage("main", TABLES, sizes=(7, 6, 6), advance=(3, 3))
    stage = StageState(spec, names(28), started=True)
    stage.rounds = [Round(snake(stage.entrants, 4))]
    drawing = tables_of_many(stage)
    parts = parts_of(drawing)
    for part in parts:
        assert part.drawing.width <= WIDTH
        for one, other in combinations(part.drawing.boxes, 2):
            if one.x == other.x:
                assert one.y + one.height <= other.y or other.y + other.height <= one.y
    assert parts[0].matches >= {"r1.1", "r1.2"}
    assert frozenset().union(*(part.matches for part in parts)) == {
        box.match for box in drawing.boxes
    }
