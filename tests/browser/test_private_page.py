"""A private table from both sides in Chromium: its owner at a desk, the guest on a phone.

With `BATIDA_PICTURES` a folder, pictures of every step are left there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tables.models import Seat, Table
from tests.browser.conftest import STILL
from tests.browser.test_two_players import sign_up
from tests.house import House, open_house

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def picture(page: Page, name: str) -> None:
    """Leave a picture, if anybody wants one."""
    folder = os.environ.get("BATIDA_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", animations="disabled")


def open_private_table(page: Page) -> str:
    """Open a private table by the lobby's form; return the link that its page shows."""
    page.locator("#nt-name").fill("Mesa da família")
    page.get_by_label("Private table").check()
    picture(page, "private-form")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#table[data-head]")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("Guests and link")  # by itself
    assert page.evaluate("location.hash") == ""
    link = page.get_by_label("Link to send").input_value()
    picture(page, "private-host-link")
    page.keyboard.press("Escape")
    button = page.get_by_role("button", name="Guests and link")
    expect(button.get_by_text("Guests and link")).to_be_visible()
    page.reload()
    expect(page.locator("#table[data-head]")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    button.click()
    return link


def let_in(host: Page, name: str) -> None:
    """Answer a guest from the owner's panel, which is open."""
    yes = host.get_by_role("button", name=f"Let in: {name}")
    expect(yes).to_be_visible()
    picture(host, "private-host-asked")
    yes.click()
    expect(host.get_by_role("button", name=f"Let in no more: {name}")).to_be_visible()


def test_a_guest_follows_the_link_is_let_in_sits_and_is_removed(
    house: House, browser: Browser
) -> None:
    desk = browser.new_context(viewport={"width": 1280, "height": 800}, **STILL)
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, **STILL
    )
    host, guest = sign_up(desk, house, "dona"), sign_up(phone, house, "primo")
    link = open_private_table(host)
    assert re.fullmatch(rf"{house.url}/invites/[\w-]{{22}}/", link)
    table = Table.objects.get()

    guest.goto(f"{house.url}/tables/{table.pk}/")
    expect(guest.get_by_role("heading", level=1)).not_to_have_text("Mesa da família")
    guest.goto(link)
    expect(guest.locator("#invite[data-standing=new]")).to_be_visible()
    picture(guest, "private-invite-new")
    guest.get_by_role("button", name="Ask for a seat").click()
    expect(guest.locator("#invite[data-standing=asked]")).to_be_visible()
    expect(guest.get_by_text("You have asked. dona has not answered yet")).to_be_visible()
    picture(guest, "private-invite-asked")

    let_in(host, "primo")
    expect(guest.locator("#invite[data-standing=approved]")).to_be_visible()
    picture(guest, "private-invite-approved")

    guest.get_by_role("link", name="Go to the table").click()
    guest.get_by_role("button", name="Sit down", exact=True).click()
    guest.locator("dialog").get_by_role("button", name="Sit down", exact=True).click()
    expect(guest.get_by_role("button", name="My seat")).to_be_visible()
    remove = host.get_by_role("button", name="Remove: primo")
    expect(remove).to_be_visible()
    picture(host, "private-host-seated")
    host.set_viewport_size({"width": 390, "height": 844})
    picture(host, "private-host-phone")
    host.set_viewport_size({"width": 1280, "height": 800})
    remove.click()
    expect(host.get_by_role("button", name="Remove: primo")).to_have_count(0)
    assert not Seat.objects.filter(user__username="primo").exists()
    guest.goto(link)
    expect(guest.locator("#invite[data-standing=refused]")).to_be_visible()
    picture(guest, "private-invite-refused")
    guest.goto(f"{house.url}/tables/")
    expect(guest.get_by_text("Mesa da família")).to_have_count(0)
    host.goto(f"{house.url}/tables/")
    expect(host.get_by_text("Private", exact=True)).to_be_visible()
    picture(host, "private-lobby")
