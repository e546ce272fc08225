"""Nothing on the table lies on anything else, at any size, with any number of seats.

With `BATIDA_PICTURES` a folder, a picture of every state at every size is left there.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser import fake_table, pili_states, states
from tests.browser.conftest import Open
from tests.browser.fake_table import Json, now_ms
from tests.browser.rectangles import misplaced

pytestmark = pytest.mark.browser

SIZES = (
    (390, 844), (360, 640), (768, 1024), (900, 800), (1024, 700), (1280, 800), (1280, 720),
    (1920, 1080),
)  # fmt: skip
SEATS = range(2, 9)
# What is measured each time: the smallest phone and the lowest desk, with few seats and with many.
SOME_SIZES = ((360, 640), (1280, 720))
SOME_SEATS = (3, 8)


def crowd(seats: int, *, phase: str = "draw", you: int | None = 0) -> Json:
    """Return a hand of Pif Paf with bets that every seat of the table plays."""
    state = fake_table.playing(seats, seats=seats, you=you, phase=phase)
    state["hand"].update(stock=63, discards=5, top="KH", dealer=seats - 1)
    for seat in state["seats"][1::2]:
        seat["bot"] = True
    return state


def my_turn(seats: int) -> Json:
    """Return my draw, with the discard to take."""
    state = crowd(seats)
    state["hand"]["turn"] = state["clock"]["seat"] = 0
    state["legal"] = [{"kind": "draw", "from": "stock"}, {"kind": "draw", "from": "discard"}]
    return state


def betting(seats: int) -> Json:
    """Return a bet of another, with bets before all, and a side pot."""
    state = crowd(seats, phase="bet")
    for seat in state["hand"]["seats"]:
        seat.update(bet=10, paid=15)
    state["hand"]["pots"].append({"amount": 20, "seats": [0, 1]})
    return state


def window(seats: int) -> Json:
    """Return an open window: I am next, and another too is told so."""
    state = my_turn(seats)
    state["hand"].update(phase="window", seq=20, window={"card": "KH", "from": seats - 1})
    state["clock"] = {"what": "window", "due": now_ms() + 2_600, "seat": None}
    state["legal"] = [{"kind": "draw", "from": "stock"}]
    return state


def announced(seats: int, *, out: bool = False) -> Json:
    """Return my draw at cacheta where all others have announced; `out`: after it I sit out."""
    state = my_turn(seats)
    vira: dict[str, Any] = {
        "vira": "8S",
        "wilds": ["9C", "9S"],
        "out_of_turn": "announce",
        "ten_card_out": True,
    }
    state = states.in_match(
        states.played(state, "cacheta", **vira), list(range(10, 10 - seats, -1))
    )
    for seat in state["hand"]["seats"][1:]:
        seat["announced"] = True
    state["legal"].append({"kind": "announce"})
    state["you"].update(sitting_out=out, topping_up=120)
    return state


def cutting(seats: int) -> Json:
    """Return an open window at cacheta in which I may cut, and others have announced."""
    state = announced(seats)
    turn = min(2, seats - 1)
    state["hand"].update(phase="window", turn=turn, window={"card": "KH", "from": 1}, seq=20)
    state["clock"] = {"what": "window", "due": now_ms() + 2_600, "seat": None, "reserve": False}
    state["legal"] = [{"kind": "claim", "options": [], "declare": True}]
    return state


def laid(seats: int) -> Json:
    """Return another's turn at open Pif Paf where each has laid two melds."""
    state = states.played(crowd(seats), "pif-paf-aberto", open_melds=True)
    state = states.in_match(state, list(range(40, 40 - seats, -1)))
    for seat in state["hand"]["seats"]:
        seat.update(cards=3, laid=[["KC", "KD", "JK"], ["4C", "4D", "4S"]])
    state["hand"]["cards"] = ["7H", "8H", "9H"]
    return state


def between(seats: int) -> Json:
    """Return the pause before the first hand, with half of the seats taken."""
    state = fake_table.idle(max(2, seats // 2 + 1), seats=seats)
    state["table"]["min_players"] = 2
    state["clock"] = {"what": "deal", "due": now_ms() + 7_000, "seat": None}
    return state


def watched(seats: int) -> Json:
    """Return a hand as a spectator sees it."""
    return crowd(seats, you=None)


def half_empty(seats: int) -> Json:
    """Return a table where somebody who watches may sit down."""
    return fake_table.playing(2, seats=seats, you=None, phase="draw")


def bidding(seats: int) -> Json:
    """Return my bid at Pili Pili under a Mission."""
    return pili_states.Round("REVERSE 5", seats).my_turn("bid").page()


def trick(seats: int) -> Json:
    """Return the last card of a trick at Pili Pili under open hands, another's."""
    game = pili_states.Round("OPEN 5", seats, you=1)
    return game.until(lambda view: view["tricks"] and len(view["trick"]) == seats - 1).page()


def taken(seats: int) -> Json:
    """Return a finished trick at Pili Pili: who takes it, and why."""
    game = pili_states.Round("CURSED(7,13,44) 5", seats)
    return game.until(lambda view: view["tricks"] and not view["trick"]).page()


STATES: dict[str, Callable[[int], Json]] = {
    "my-turn": my_turn, "betting": betting, "window": window, "announced": announced,
    "sitting-out": lambda seats: announced(seats, out=True), "cutting": cutting, "laid": laid,
    "between": between, "watched": watched, "half-empty": half_empty,
    "bidding": bidding, "trick": trick, "taken": taken,
}  # fmt: skip


def picture(page: Page, name: str) -> None:
    """Leave a picture, if anybody wants one."""
    if folder := os.environ.get("BATIDA_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def hold(
    opened: Open, page: Page, state: str, sizes: Iterable[tuple[int, int]], crowds: Iterable[int]
) -> None:
    """Hold that nothing is misplaced in this state, at these sizes, with so many seats."""
    faults = []
    house = opened(STATES[state](2), language="pt-br")
    head = int(house.state["head"])
    crowds = tuple(crowds)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for seats in crowds:
            head += 1
            house.tell(STATES[state](seats) | {"head": head})
            house.shows(head)
            picture(page, f"{state}-{seats}-{width}x{height}")
            faults += [f"{seats} seats, {width}x{height}: {one}" for one in misplaced(page)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("state", STATES)
def test_no_two_parts_overlap_and_none_is_cut_off(opened: Open, page: Page, state: str) -> None:
    hold(opened, page, state, SOME_SIZES, SOME_SEATS)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_so_it_is_at_every_size_with_any_number_of_seats(
    opened: Open, page: Page, state: str
) -> None:
    hold(opened, page, state, SIZES, SEATS)
