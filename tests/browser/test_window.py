"""The window that tests share is as new for each of them."""

import pytest
from playwright.sync_api import Page

from tests.browser import fake_table
from tests.browser.conftest import Open
from tests.browser.window import SIZE, Window

pytestmark = pytest.mark.browser

FOUND = """() => [
  localStorage.a ?? '', sessionStorage.a ?? '', document.cookie, innerWidth, innerHeight,
  matchMedia('(prefers-color-scheme: dark)').matches,
  matchMedia('(prefers-reduced-motion: reduce)').matches,
]"""


def test_a_test_leaves_nothing_behind_but_files(opened: Open, page: Page, window: Window) -> None:
    house = opened(fake_table.my_draw())
    page.evaluate(
        "() => { localStorage.a = sessionStorage.a = '1'; document.cookie = 'a=1; path=/'; }"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark", reduced_motion="no-preference")
    window.clear()
    again = opened(fake_table.my_draw())
    assert window.page() is page
    assert page.evaluate(FOUND) == ["", "", "", SIZE["width"], SIZE["height"], False, True]
    assert len(house.sockets) == len(again.sockets) == 1
    assert [one for one in again.files if one.endswith(".js")] == []
