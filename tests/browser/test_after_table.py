"""The page of a tournament's table for whoever has no seat there: how it ended, where to go."""

from typing import Any

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
    expect(page.locator("h1")).to_have_text("Match 1 · Mesa da Lapa")
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


def test_who_watches_reads_below_the_result_why_the_table_waits(opened: Open, page: Page) -> None:
    state = fake_table.playing(you=None)
    house = opened(state, tournament=CUP)
    house.after = {**told("", CUP, "To the tournament", wait=True), "ended": "", "won": False}
    bar = page.locator(".bar.after")
    expect(bar.get_by_role("heading")).to_contain_text("You are watching.")
    hand = {**fake_table.over()["hand"], "cards": None}
    waiting = {**state, "head": 101, "clock": None, "hand": hand, "held": {"code": "tables"}}
    house.tell(waiting, {"type": "held", "code": "tables"})
    waits = bar.get_by_role("heading", name="Waiting for the other tables to end their hand.")
    expect(waits).to_be_visible()
    expect(page.locator(".result")).to_be_visible()


def test_a_closed_table_leads_to_its_tournament_even_where_that_says_nothing(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.idle(2, you=None), tournament=CUP, user="")
    house.tell(closed(fake_table.idle(2)), {"type": "closed", "name": "Mesa"})
    bar = page.locator(".bar")
    expect(bar).to_contain_text("You are watching. This table is closed.")
    expect(bar.get_by_role("link", name="The tournament")).to_have_attribute("href", f"{CUP}live/")


NOON = 1_764_504_000_000  # of a day, in milliseconds


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ({"code": "paused", "reason": "Lunch"}, "Paused: Lunch"),
        ({"code": "paused", "reason": ""}, "The tournament is paused."),
        ({"code": "break", "until": NOON}, "Break. Play goes on at 12:00."),
        ({"code": "break", "until": None}, "Break."),
        ({"code": "tables"}, "Waiting for the other tables to end their hand."),
        ({"code": "seats"}, "Waiting for the new seats."),
        ({"code": "rebuy", "until": NOON}, "Somebody may buy chips again until 12:00:00."),
        ({"code": ""}, "The tournament goes on in a moment."),
        (None, "All players are away. The next hand begins when one is back."),
    ],
    ids=[
        "paused",
        "paused bare",
        "break",
        "break bare",
        "tables",
        "seats",
        "rebuy",
        "next",
        "away",
    ],
)
@pytest.mark.parametrize("you", [0, None], ids=["player", "spectator"])
def test_a_table_that_stands_still_tells_why(
    opened: Open, page: Page, held: dict[str, Any] | None, words: str, you: int | None
) -> None:
    """As soon as it stands, to all who look, after a line that was lost too; and then no more."""
    state = fake_table.playing(you=you)
    house = opened(state, tournament=CUP, user="" if you is None else "ana")
    expect(page.locator(".centre")).not_to_contain_text(words)
    over = fake_table.over()
    still = {**state, "head": 101, "clock": None, "held": held, "legal": []}
    still["hand"] = {**over["hand"], "left": [], "cards": None}
    for one in still["seats"]:
        one["away"] = held is None
    house.tell(still, {"type": "held", **(held or {})})
    expect(page.locator(".centre .now")).to_have_text(words)
    expect(page.locator(".bar .order")).to_have_text(words)
    house.drop(1012)
    house.wait_sockets(2)
    house.shows(101)
    expect(page.locator(".centre .now")).to_have_text(words)
    on = {**still, "head": 102, "held": None}
    on["clock"] = {"what": "deal", "due": fake_table.now_ms() + 4_000, "seat": None}
    house.tell(on, {"type": "goes-on"})
    expect(page.locator(".centre .now")).to_contain_text("Next hand in")


def test_a_hand_in_play_is_told_at_its_own_ante_and_the_next_at_the_new_one(
    opened: Open, page: Page
) -> None:
    state = fake_table.my_bet()
    house = opened(state, tournament=CUP)
    title = page.locator(".top .title")
    expect(title).to_contain_text("ante 5 · bets up to 20 · tournament chips")
    later = fake_table.next_state(state)
    later["table"]["ante"] = 10
    house.tell(later, {"type": "act", "seat": 1, "by": "player", "action": {"kind": "call"}})
    expect(title).to_contain_text("ante 5 · bets up to 20 · next hand: ante 10")
    over = {**fake_table.over(), "head": 102, "table": later["table"]}
    house.tell(over, {"type": "close", "result": over["hand"]["result"]})
    expect(title).to_contain_text("ante 10 · bets up to 40 · tournament chips")
