"""The page of a table at every size and in both schemes: nothing cut off, nothing unreadable."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import SERIOUS, Open, comes_to, faults_of
from tests.browser.fake_table import Json

pytestmark = pytest.mark.browser

STATES: dict[str, Callable[[], Json]] = {
    "bet": fake_table.my_bet,
    "eight": lambda: fake_table.my_bet(8, seats=8),
    "draw": fake_table.my_draw,
    "out": lambda: fake_table.my_discard("JS", out=True),
    "claim": fake_table.window,
    "over": fake_table.over,
    "watch": lambda: fake_table.playing(5, you=None),
    "idle": lambda: fake_table.idle(2),
}
SIZES = ((390, 844), (360, 640), (320, 568), (1280, 800))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Buttons and cards that stick out of the window or are smaller than a finger. Piles have a button
# beside them that does the same.
MISFITS = """() => [...document.querySelectorAll('button, .own, a')].filter((node) => {
  const box = node.getBoundingClientRect();
  if (!box.width || node.matches('.skip, .pile')) return false;
  const small = box.width < 43.5 || box.height < 43.5;
  return small || box.left < -1 || box.right > innerWidth + 1;
}).map((node) => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_off_at_any_width(opened: Open, page: Page, state: str) -> None:
    opened(STATES[state]())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert comes_to(page, MISFITS, []) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", ["pt-br", "fr", "de"])
def test_longer_words_fit_too(opened: Open, page: Page, language: str) -> None:
    opened(fake_table.my_bet(8, seats=8), language=language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert comes_to(page, MISFITS, []) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_no_serious_violation(opened: Open, page: Page, state: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(STATES[state]())
    # Money buttons, the ones with a key, rest for a moment, and are paler.
    resting = page.locator('.act[aria-keyshortcuts][aria-disabled="true"]')
    expect(resting).to_have_count(0)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults_of(page, SERIOUS) == [], scheme
