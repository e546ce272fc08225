"""The staff's page of house tables in Chromium, at a desk and on a phone.

With `BATIDA_PICTURES` a folder, pictures of it are left there.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from deploy.accounts.models import User
from tables.models import HouseTable
from tests.browser.conftest import SERIOUS, faults_of
from tests.browser.visit import a_house, leave, visit
from tests.house import House, cookie_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with a_house() as opened:
        yield opened


def the_boss() -> User:
    """Return a member of the staff."""
    return User.objects.get_or_create(username="boss", is_staff=True)[0]


def opened_by(browser: Browser, house: House, size: ViewportSize) -> Page:
    """Return the page as a member of the staff sees it in a window of that size."""
    page = visit(browser, house, the_boss(), size)
    page.goto(f"{house.url}/house/tables/")
    return page


def picture(page: Page, name: str) -> None:
    """Leave a picture, if anybody wants one."""
    folder = os.environ.get("BATIDA_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def test_a_narrow_window_has_one_row_and_every_link_in_a_menu(
    new_context: CreateContextCallback, house: House
) -> None:
    """A member of the staff has the most links. The menu needs keys alone, and no script."""
    context = new_context(viewport=PHONE, locale="en", java_script_enabled=False)
    name, value = cookie_of(the_boss()).split("=")
    context.add_cookies([{"name": name, "value": value, "url": house.url}])
    page = context.new_page()
    page.goto(f"{house.url}/house/tables/")
    menu = page.locator(".shell-menu")
    for width in (320, 360, 390, 768):
        page.set_viewport_size({"width": width, "height": 740})
        header = page.locator(".shell-header").bounding_box()
        assert header is not None
        assert header["height"] < 80, width
        menu.locator("summary").focus()
        page.keyboard.press("Enter")
        links = menu.get_by_role("link").all()
        assert len(links) >= 6
        for link in links:
            box = link.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width, link.inner_text()
        expect(menu.get_by_role("button", name="Sign out")).to_be_visible()
        page.keyboard.press("Enter")
        expect(menu.get_by_role("link")).to_have_count(0)


def test_a_stranger_has_one_row_too_and_a_wide_window_no_menu(
    browser: Browser, house: House
) -> None:
    page = visit(browser, house, None, {"width": 390, "height": 740}, "de")
    page.goto(f"{house.url}/problems/")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        header = page.locator(".shell-header").bounding_box()
        assert header is not None
        assert header["height"] < 80, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_of(page) == []
    expect(page.locator(".shell-menu")).to_be_hidden()
    expect(page.locator(".shell-nav").get_by_role("link", name="Turniere")).to_be_visible()
    leave(page)


def test_single_missions_are_chosen_in_the_form(browser: Browser, house: House) -> None:
    page = opened_by(browser, house, PHONE)
    form = page.locator("#new-table")
    missions = form.locator("#nt-missions")
    expect(missions).to_be_hidden()
    form.get_by_label("Rules", exact=True).select_option("pili-pili")
    expect(missions.locator("summary")).to_contain_text("40 / 40")
    form.get_by_label("Missions in play").select_option("36")
    expect(missions.locator("summary")).to_contain_text("36 / 36")
    missions.locator("summary").click()
    for box in missions.get_by_role("checkbox", name="Swap a card").all():
        box.uncheck()
    expect(missions.locator("summary")).to_contain_text("34 / 36")
    picture(page, "missions")
    assert faults_of(page, SERIOUS) == []
    form.get_by_label("Expert Missions").select_option("false")
    form.get_by_label("Expert Missions").select_option("true")
    form.get_by_role("button", name="Open the house table").click()
    expect(page.locator(".house-table")).to_be_visible()
    options = HouseTable.objects.get().chosen["options"]
    assert options["edition"] == 36
    assert len(options["missions"].split(", ")) == 34
    assert "SWAP" not in options["missions"]
    leave(page)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_staff_open_change_and_close_a_house_table(
    browser: Browser, house: House, size: ViewportSize
) -> None:
    page = opened_by(browser, house, size)
    expect(page.get_by_text("The house keeps no table open.")).to_be_visible()
    form = page.locator("#new-table")
    form.get_by_label("Name", exact=True).fill("Cacheta da Casa")
    form.get_by_label("Rules", exact=True).select_option("cacheta")
    form.get_by_label("Bots at most").select_option("3")
    form.get_by_label("How well they play").select_option("sharp")
    form.get_by_role("button", name="Open the house table").click()
    row = page.locator(".house-table")
    expect(row).to_contain_text("Cacheta da Casa")
    kept = HouseTable.objects.get()
    assert (kept.bots, kept.plays, kept.chosen["rules"]) == (3, "sharp", "cacheta")
    picture(page, f"house-{size['width']}")
    assert faults_of(page, SERIOUS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    row.get_by_label("Bots at most").select_option("1")
    row.get_by_role("button", name="Change").click()
    expect(row.get_by_label("Bots at most")).to_have_value("1")
    row.get_by_role("button", name="Close this table").click()
    expect(row.locator("form")).to_have_count(0)
    kept.refresh_from_db()
    assert (kept.bots, kept.is_open) == (1, False)
    leave(page)


CUT = """() => [...document.querySelectorAll('select')].filter((one) => {
  if (!one.offsetParent) return false;
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(one);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const arrow = 20;
  const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
  return Math.max(...[...one.options].map((each) => pen.measureText(each.text).width)) > room;
}).map((one) => one.name || one.id)"""


@pytest.mark.parametrize("lang", ["pt-br", "de"])
def test_no_choice_is_cut_off_on_a_phone(browser: Browser, house: House, lang: str) -> None:
    page = opened_by(browser, house, PHONE)
    page.context.add_cookies([{"name": "django_language", "value": lang, "url": house.url}])
    for path in ("/house/tables/", "/tables/", "/chips/", "/staff/ledger/", "/tournaments/"):
        page.goto(house.url + path)
        assert page.evaluate(CUT) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    leave(page)
