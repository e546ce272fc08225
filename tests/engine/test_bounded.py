"""Tables that never grow without end."""

import pytest

from engine.melding import bounded
from engine.melding.bounded import Bounded, empty_all, entries
from engine.melds import winning_discards
from tests.engine.hands import AXES
from tests.engine.table import hand


class Squares(Bounded[int, int]):
    """Numbers and their squares."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def _work_out(self, key: int) -> int:
        self.asked += 1
        return key * key


def test_an_entry_is_worked_out_once() -> None:
    squares = Squares()
    assert [squares[3], squares[3]] == [9, 9]
    assert squares.asked == 1


def test_all_tables_are_emptied_when_they_hold_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    empty_all()
    monkeypatch.setattr(bounded, "ENTRIES_MAX", 10)
    one, other = Squares(), Squares()
    for number in range(100):
        assert one[number] == number * number
        assert other[number] == number * number
        assert entries() <= 10
        assert len(one) + len(other) <= 10


def test_the_solver_answers_alike_when_it_forgets_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = hand("7C 7D JK 4S 5S 6S QH KH AH 2C")
    before = winning_discards(cards, AXES["pif-paf"])
    monkeypatch.setattr(bounded, "ENTRIES_MAX", 3)
    empty_all()
    assert winning_discards(cards, AXES["pif-paf"]) == before
