"""The big screen in Chromium: names as large as it allows, and what matters before the rest."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from deploy.accounts.models import User
from tests.browser.test_projector_sizes import PEOPLE, house, olga, structure
from tests.browser.test_tournament_pages import started
from tests.browser.visit import leave, visit
from tests.house import House
from tests.tournaments.organiser import play_on
from tournaments.rules.structure import DOUBLE, SINGLE

__all__ = ["house", "olga"]  # the fixtures of these names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAST = 50
"""A name that matters is at least so many times as high as this part of the screen's width."""
NAMES = """() => [...document.querySelectorAll('[data-view]:not([hidden]) .name')].map((one) =>
  parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
FILLED = """() => {
  const svg = document.querySelector('[data-view]:not([hidden]) svg');
  const all = [...svg.querySelectorAll('.frame, .heading')]
    .map((one) => one.getBoundingClientRect());
  const wide = Math.max(...all.map((one) => one.right)) - Math.min(...all.map((one) => one.left));
  const high = Math.max(...all.map((one) => one.bottom)) - Math.min(...all.map((one) => one.top));
  const box = svg.getBoundingClientRect();
  return Math.max(wide / box.width, high / box.height);
}"""


@pytest.mark.parametrize("count", [3, 4, 5, 8])
def test_a_small_bracket_fills_the_screen(
    browser: Browser, house: House, olga: User, count: int
) -> None:
    number = started(olga, structure(SINGLE), PEOPLE[:count])
    page = visit(browser, house, olga, {"width": 1920, "height": 1080}, "pt-BR")
    for width, height in ((1920, 1080), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{house.url}/tournaments/{number}/projector/")
        expect(page.locator("[data-view]:not([hidden])")).to_have_count(1)
        sizes: list[float] = page.evaluate(NAMES)
        assert min(sizes) >= width / LEAST
        assert page.evaluate(FILLED) > 0.9
    page.set_viewport_size({"width": 390, "height": 844})
    named = page.locator("[data-view]:not([hidden]) .p-list b")
    assert named.count() == 2 * (count - 1), "a list on a phone: every match, no bye"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = named.evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 16
    leave(page)


def test_of_sixty_four_twice_beaten_what_is_played_now_has_a_turn_in_every_minute(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, structure(DOUBLE), PEOPLE)
    page = visit(browser, house, olga, {"width": 1920, "height": 1080}, "pt-BR")
    for played in (0, 63):
        play_on(olga, number, played)
        page.clock.install()
        page.goto(f"{house.url}/tournaments/{number}/projector/")
        shown = page.locator("[data-view]:not([hidden])")
        expect(shown).to_have_count(1)
        often: int = page.locator("[data-view]:not([data-seldom])").count()
        rest: int = page.locator("[data-view][data-seldom]").count()
        assert often + 1 <= 6, "six views are a minute and twelve seconds"
        assert rest >= 12
        turns: list[tuple[Any, bool]] = []
        for _turn in range(2 * (often + 1)):
            turns.append(
                (shown.get_attribute("data-key"), shown.get_attribute("data-seldom") is not None)
            )
            page.clock.run_for(12_001)
            expect(shown).to_have_count(1)
        assert [seldom for _key, seldom in turns] == 2 * [*[False] * often, True]
        assert len({key for key, _seldom in turns}) == often + 2, "another seldom one each time"


def test_open_matches_of_a_large_bracket_stand_sixteen_to_a_screen(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, structure(SINGLE), PEOPLE)
    page = visit(browser, house, olga, {"width": 1920, "height": 1080}, "pt-BR")
    for width, height in ((1920, 1080), (1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{house.url}/tournaments/{number}/projector/")
        pairs = page.locator("[data-view]:not([hidden]) .p-pairs")
        expect(pairs).to_have_count(1)
        names = pairs.locator("b")
        assert names.count() == 32
        found = names.evaluate_all(
            """all => all.map((one) => [one.getBoundingClientRect().bottom,
              parseFloat(getComputedStyle(one).fontSize), one.scrollWidth - one.clientWidth])"""
        )
        assert max(bottom for bottom, _size, _cut in found) <= height
        assert min(size for _bottom, size, _cut in found) >= 0.97 * width / LEAST
        assert max(cut for _bottom, _size, cut in found) <= 0
    leave(page)
