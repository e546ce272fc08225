"""Corrections of an order while more go out: taken back and put in force again at any time."""

import random
from itertools import chain
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.house import LEVELS, PRIZES, SEED, opening
from tournaments.rules import events as e
from tournaments.rules.buying import BuyingRules
from tournaments.rules.correction import fitted, inverse, re_entered_since
from tournaments.rules.due import due
from tournaments.rules.eliminations import Bust
from tournaments.rules.log import line, read, replay
from tournaments.rules.state import Tournament
from tournaments.rules.structure import FREEZEOUT, Stage, Structure

Groups: TypeAlias = list[tuple[str, ...]]

BUYING = BuyingRules(1000, late_until=2, reentries=2)
FREEZE = Structure((Stage("f", FREEZEOUT, size=9, stack=1000, levels=LEVELS),), PRIZES, BUYING)


class Floor:
    """A freezeout of nine at one table, and its log."""

    def __init__(self) -> None:
        self.log = opening(FREEZE, 9)
        for _ in range(2):
            self.log += due(self.state, SEED)

    @property
    def state(self) -> Tournament:
        return replay(read(line(event)) for event in self.log)

    @property
    def out(self) -> Groups:
        return self.state.stages["f"].out

    def bust(self, *entrants: str) -> None:
        seats = self.state.stages["f"].seats
        for one in entrants:
            self.log.append(e.Busted("f", (Bust(one, *seats[one][:1], 100),)))

    def re_enter(self, one: str) -> None:
        taken = {seat for _, seat in self.state.stages["f"].seats.values()}
        free = min({*range(1, 10)} - taken)
        self.log += [e.ReEntered(one), e.Seated("f", ((one, 1, free),))]

    def correct(self, *out: tuple[str, ...]) -> tuple[int, e.BustsCorrected]:
        """Return the correction's number and the event that takes it back."""
        event = e.BustsCorrected("f", out, "misread")
        back = inverse(self.state, event)
        assert isinstance(back, e.BustsCorrected)
        self.log.append(event)
        return len(self.log), back

    def turn(self, made: tuple[int, e.BustsCorrected]) -> tuple[int, e.BustsCorrected]:
        """Take a correction back (or put it in force again); return what turns it once more."""
        since, event = made
        back = inverse(self.state, event)
        assert isinstance(back, e.BustsCorrected)
        self.log.append(fitted(self.state, event, re_entered_since(self.log, since, "f")))
        return since, back


def test_who_went_out_later_stays_behind_those_whose_order_is_taken_back() -> None:
    floor = Floor()
    floor.bust("p1", "p2", "p3")
    made = floor.correct(("p3",), ("p1", "p2"))
    floor.bust("p4")
    back = floor.turn(made)
    assert floor.out == [("p1",), ("p2",), ("p3",), ("p4",)]
    floor.bust("p5")
    floor.turn(back)
    assert floor.out == [("p3",), ("p1", "p2"), ("p4",), ("p5",)]


def test_who_re_entered_since_stands_where_the_last_chip_went() -> None:
    floor = Floor()
    floor.bust("p1", "p2", "p3")
    made = floor.correct(("p3",), ("p2",), ("p1",))
    floor.re_enter("p1")
    floor.re_enter("p2")
    floor.bust("p1")
    back = floor.turn(made)
    assert floor.out == [("p3",), ("p1",)]
    floor.bust("p4", "p2")
    floor.turn(back)
    assert floor.out == [("p3",), ("p1",), ("p4",), ("p2",)]


def test_a_re_entry_before_the_correction_is_none_since() -> None:
    floor = Floor()
    floor.bust("p1")
    floor.re_enter("p1")
    floor.bust("p2", "p1")
    made = floor.correct(("p1",), ("p2",))
    floor.turn(made)
    assert floor.out == [("p2",), ("p1",)]


@settings(deadline=None, max_examples=25)
@given(st.randoms())
def test_correcting_and_taking_back_is_nothing_whatever_comes_between(
    rng: random.Random,
) -> None:
    """Two alike, one corrected and taken back, redone and taken back: they end alike."""
    plain, floor = Floor(), Floor()
    corrections: list[tuple[int, e.BustsCorrected]] = []
    undone: list[tuple[int, e.BustsCorrected]] = []
    for _ in range(rng.randrange(2, 14)):
        seats, gone = sorted(plain.state.stages["f"].seats), sorted(chain(*plain.out))
        act = rng.choice(["bust", "bust", "re-enter", "correct", "correct", "undo", "redo"])
        again = [one for one in gone if plain.state.entrants[one].reentries < 2]
        if act == "bust" and len(seats) > 2:
            one = rng.choice(seats)
            plain.bust(one)
            floor.bust(one)
        elif act == "re-enter" and again:
            one = rng.choice(again)
            plain.re_enter(one)
            floor.re_enter(one)
        elif act == "correct" and gone:
            rng.shuffle(gone)
            corrections.append(floor.correct(*((one,) for one in gone)))
            undone.clear()
        elif act == "undo" and corrections:
            undone.append(floor.turn(corrections.pop()))
        elif act == "redo" and undone:
            corrections.append(floor.turn(undone.pop()))
    while corrections:
        floor.turn(corrections.pop())
    assert floor.out == plain.out
    assert floor.state == plain.state
