"""The log beside the table: nothing vanishes, nothing goes missing, and its end stays in sight."""

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from tests.browser import fake_table
from tests.browser.conftest import Open
from tests.browser.page_house import House

pytestmark = pytest.mark.browser

AT_END = """() => { const log = document.querySelector('.log');
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2; }"""


def test_log_and_rules_stand_beside_the_table_on_a_wide_screen(opened: Open, page: Page) -> None:
    opened(fake_table.my_bet())
    for width, height in ((900, 700), (1280, 800), (1280, 500)):
        page.set_viewport_size({"width": width, "height": height})
        before = page.locator(".stage").bounding_box()
        for step in ("l", "Rules", "Log"):
            if step == "l":
                page.keyboard.press(step)
            else:
                page.get_by_role("tab", name=step).click()
            assert page.locator(".stage").bounding_box() == before, (width, height, step)
            side = page.locator(".side").bounding_box()
            assert before is not None
            assert side is not None
            assert side["x"] >= before["x"] + before["width"]
            assert side["height"] == before["height"]
        page.keyboard.press("Escape")
        assert page.locator(".stage").bounding_box() == before


def test_on_a_narrow_screen_the_log_stands_over_the_table_until_it_is_closed(
    opened: Open, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened(fake_table.my_bet())
    before = page.locator(".stage").bounding_box()
    page.keyboard.press("l")
    expect(page.locator(".log")).to_be_visible()
    assert page.locator(".stage").bounding_box() == before
    page.get_by_role("button", name="Close this panel").click()
    expect(page.locator(".log")).to_be_hidden()


def test_the_log_has_the_time_of_the_house_and_not_the_browsers(
    opened: Open, page: Page, settings: Settings
) -> None:
    settings.TIME_ZONE = "America/Sao_Paulo"
    house = opened(fake_table.idle(2))
    at = datetime(2026, 11, 30, 17, 20, 30, tzinfo=UTC)
    sat = {"type": "sat", "seat": 2, "name": "olga", "stack": 200, "at": at.timestamp() * 1000}
    house.send(house.happens(fake_table.next_state(fake_table.idle(3)), sat))
    line = page.locator(".log-line", has_text="olga sits down").locator("time")
    expect(line).to_have_text("14:20:30")
    expect(line).to_have_attribute("title", "São Paulo time")
    expect(page.locator(".log-zone")).to_have_text("All times: São Paulo time")


def test_own_events_are_told_though_a_newer_state_came_first(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2))
    log = page.locator(".log")
    expect(log).to_contain_text("throws")
    first = fake_table.next_state(fake_table.idle(3))
    sat = house.happens(first, {"type": "sat", "seat": 2, "name": "olga", "stack": 200})
    second = fake_table.next_state(first)
    bot = house.happens(second, {"type": "sat", "seat": 3, "name": "Aroeira", "stack": 100})
    house.send({"type": "snapshot", "state": second})  # what a page asks for after its own call
    expect(log).to_contain_text("olga sits down with 200.")
    expect(log).to_contain_text("Aroeira sits down with 100.")
    house.send(sat)
    house.send(bot)
    left = {"type": "left", "seat": 3, "name": "Aroeira"}
    house.tell(fake_table.next_state(second), left)
    expect(log).to_contain_text("Aroeira leaves.")
    lines = log.locator(".log-line")
    expect(lines.filter(has_text="sits down with 200.")).to_have_count(1)
    expect(lines.filter(has_text=re.compile("Aroeira"))).to_have_count(2)


def test_events_that_the_socket_skipped_are_asked_for(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2))
    expect(page.locator(".log")).to_contain_text("throws")
    first = fake_table.next_state(fake_table.idle(3))
    house.happens(first, {"type": "sat", "seat": 2, "name": "olga", "stack": 200})
    house.tell(fake_table.next_state(first), {"type": "left", "seat": 1, "name": "Beto"})
    expect(page.locator(".log")).to_contain_text("olga sits down with 200.")
    told = page.locator(".log-line").all_text_contents()
    assert "olga" in told[-2]
    assert "Beto leaves" in told[-1]


def test_earlier_hands_are_told_by_who_played_them(page: Page) -> None:
    """Beto played a hand at seat 1 and a bot at seat 2; now olga sits there, and nobody."""
    state = fake_table.idle(2)
    state["seats"][1]["name"] = "olga"
    house = House(page, state)
    hand = fake_table.NEXT_HAND_ID
    thrown = [
        {"type": "act", "hand": hand, "seat": seat, "action": {"kind": "discard", "card": "KD"}}
        for seat in (1, 2, 3)
    ]
    house.happens(state, *thrown)
    house.players = {
        hand: [
            {"seat": 1, "name": "Beto", "bot": False},
            {"seat": 2, "name": "Aroeira (bot)", "bot": True},
        ]
    }
    house.open()
    expect(page.locator(".log-line")).not_to_have_count(0)
    told = page.locator(".log-line").all_inner_texts()[-3:]
    for line, name in zip(told, ("Beto", "Aroeira", "seat 4"), strict=True):
        assert re.search(rf"\b{name} throws", line), told


def test_after_a_reconnect_the_log_follows_to_its_end(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 700})
    house = opened(fake_table.idle(3))
    expect(page.locator(".log")).to_contain_text("throws")
    state = fake_table.idle(3)
    for round_no in range(1, 4):
        events = [
            {"type": "sat", "seat": 2, "name": f"olga{round_no}-{n}", "stack": 200}
            for n in range(40)
        ]
        state = {**state, "head": state["head"] + len(events)}
        house.happens(state, *events)
        house.drop(1012)
        expect(page.locator(".log")).to_contain_text(f"olga{round_no}-39")
        page.wait_for_function(AT_END)
    page.locator(".log").evaluate("log => { log.scrollTop = 100; }")
    house.settle()
    house.tell(fake_table.next_state(state), {"type": "left", "seat": 2, "name": "olga"})
    expect(page.locator(".log")).to_contain_text("olga leaves.")
    assert not page.evaluate(AT_END), "who reads further up is left in peace"
