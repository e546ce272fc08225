"""The bots of a table, from its page: who may add one or send one away, and where."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import SERIOUS, Open, faults_of

pytestmark = pytest.mark.browser


def test_the_owner_adds_bots_and_sends_them_away_also_while_watching(
    opened: Open, page: Page
) -> None:
    state = fake_table.idle(3, you=None)
    state["seats"][1].update(bot=True, name="Caju (bot)")
    house = opened(state, user="ana")
    page.get_by_role("button", name="Bots at this table").click()
    panel = page.get_by_role("dialog", name="Bots at this table")
    assert faults_of(page, SERIOUS) == []
    panel.get_by_role("button", name="Add: A calm bot").click()
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name="Bots at this table")).to_be_focused()
    page.keyboard.press("Enter")
    panel.get_by_role("button", name="Send Caju away").click()
    expect(panel).to_have_count(0)
    assert [(call["method"], call["path"], call["body"]) for call in house.wait_calls(2)] == [
        ("POST", "/api/v1/tables/7/bots", {"plays": "calm"}),
        ("DELETE", "/api/v1/tables/7/bots/1", {}),
    ]
    assert all(call["key"] for call in house.calls)


def test_the_owner_who_plays_finds_them_in_the_seat_menu(opened: Open, page: Page) -> None:
    state = fake_table.playing(4, seats=4)
    state["seats"][2].update(bot=True)
    opened(state)
    page.get_by_role("button", name="My seat").click()
    page.get_by_role("button", name="Bots at this table").click()
    panel = page.get_by_role("dialog", name="Bots at this table")
    expect(panel).to_contain_text("No seat is free for another bot.")
    expect(panel.get_by_role("button", name="Send célia away")).to_be_visible()


def test_nobody_else_is_offered_any(opened: Open, page: Page) -> None:
    opened(fake_table.idle(2, you=None), user="zeca")
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Bots at this table")).to_have_count(0)
