"""The page of a tournament's table for whoever has no seat there: how it ended, where to go."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import SERIOUS, Open, faults_of
from tests.browser.fake_table import Json

pytestmark = pytest.mark.browser

CUP = "/tournaments/3/"


def told(then: str, href: str, words: str, *, wait: bool) -> Json:
    """What the tournament says after a match that I won."""
    go = {"href": href, "words": words}
    return {
        "ended": "You won the match!",
        "won": True,
        "then": then,
        "go": go,
        "wait": wait,
        "called": "Match 1",
    }


def closed(state: Json) -> Json:
    """The same table, closed, and everybody gone from it."""
    return {**state, "head": 101, "you": None, "seats": [],
            "table": {**state["table"], "state": "closed"}}  # fmt: skip


def test_who_won_a_match_is_told_so_and_led_on_once_the_next_table_is_open(
    opened: Open, page: Page
) -> None:
    state = fake_table.idle(2)
    house = opened(state, tournament=CUP)
    expect(page.locator("h1")).to_have_text("Mesa da Lapa · Match 1")
    expect(page.locator(".title")).to_contain_text("tournament chips")
    expect(page.locator(".bar.after")).to_have_count(0)
    house.after = told("You play on.", f"{CUP}#mine", "To the tournament", wait=True)
    house.tell(closed(state), {"type": "closed", "name": "Mesa"})
    bar = page.locator(".bar.after")
    expect(bar.get_by_role("heading")).to_have_text("You won the match!")
    expect(bar.locator(".spin")).to_be_visible()
    house.after = told("Your next table is ready.", "/tables/8/", "Go to my next table", wait=True)
    link = bar.get_by_role("link", name="Go to my next table")
    expect(link).to_have_attribute("href", "/tables/8/")
    assert faults_of(page, SERIOUS) == []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= width


def test_nobody_is_offered_a_seat_that_the_tournament_gives(opened: Open, page: Page) -> None:
    opened(fake_table.idle(2, you=None), tournament=CUP, user="")
    expect(page.locator(".bar")).to_contain_text("You are watching.")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
