"""The page of a table at every size and in both schemes: nothing cut off, nothing unreadable."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table, states
from tests.browser.conftest import SERIOUS, Open, comes_to, faults_of
from tests.browser.fake_table import Json

pytestmark = pytest.mark.browser

# Names and tags whose words are cut on my own place, and a last line of the result that is.
CUT_WORDS = """() => [...document.querySelectorAll(
  '.me .name, .me .status, .result footer a'
)].filter((node) => {
  const box = node.getBoundingClientRect();
  const frame = node.closest('.result')?.getBoundingClientRect();
  return node.scrollWidth > node.clientWidth + 1 || (frame && box.bottom > frame.bottom);
}).map((node) => node.textContent)"""

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
def test_every_state_reads_well_and_nothing_is_cut_off(
    opened: Open, page: Page, state: str
) -> None:
    opened(STATES[state]())
    # Money buttons, the ones with a key, rest for a moment, and are paler.
    resting = page.locator('.act[aria-keyshortcuts][aria-disabled="true"]')
    expect(resting).to_have_count(0)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults_of(page, SERIOUS) == [], scheme
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


def test_on_a_phone_two_tags_of_mine_are_whole(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    state = fake_table.playing(phase="draw")
    state["hand"]["dealer"] = 0
    state["hand"]["seats"][0]["folded"] = True
    state["you"]["leaving"] = True
    opened(state)
    expect(page.locator(".me .status")).to_have_text(["folded", "leaving"])
    assert page.evaluate(CUT_WORDS) == []


@pytest.mark.parametrize("ended", [fake_table.over, states.match_over])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (1280, 800)])
def test_the_last_line_of_a_result_is_never_cut(
    opened: Open, page: Page, width: int, height: int, ended: Callable[[], Json]
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    opened(ended())
    expect(page.get_by_role("link", name="See this hand again")).to_be_in_viewport(ratio=1)
    assert comes_to(page, CUT_WORDS, []) == []
