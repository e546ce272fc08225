"""The big screen with names of thirty characters: each is read whole, from 1280 to 1920 wide."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from deploy.accounts.models import User
from tests.browser.test_tournament_pages import FREE, report, started
from tests.browser.visit import a_house, leave, visit
from tests.house import House
from tests.tournaments.organiser import an_organiser
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import Stage, Structure

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple(f"Maximiliana Albuquerque Prado {n:02}" for n in range(1, 65))
SMALL: ViewportSize = {"width": 1280, "height": 720}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
FREEZE = Stage("main", "freezeout", size=8, levels=generated(10, 500, players=64), stack=500)
PLANS = {
    "bracket": Structure((Stage("main", "single-elimination", seeding="rated"),), FREE),
    "freezeout": Structure((FREEZE,), FREE, BuyingRules(500)),
    "swiss": Structure((Stage("main", "swiss", rounds=2),), FREE),
}
CUT = """() => {
  const view = document.querySelector('[data-view]:not([hidden])');
  const box = view.getBoundingClientRect();
  const turn = document.querySelector('.p-turn');
  const foot = turn.hidden ? innerHeight : turn.getBoundingClientRect().top;
  const names = [...view.querySelectorAll('[data-name]')];
  return {
    names: names.length,
    cut: names.filter((one) => {
      const html = one instanceof HTMLElement && getComputedStyle(one).display !== 'inline-block';
      const hidden = html && (one.scrollWidth > one.clientWidth + 1
        || one.scrollHeight > one.clientHeight + 6);
      return hidden || one.textContent.includes('…');
    }).map((one) => one.textContent),
    outside: names.filter((one) => {
      const at = one.getBoundingClientRect();
      return at.right > box.right + 1 || at.bottom > foot + 1 || at.height < 8;
    }).map((one) => one.textContent),
  };
}"""


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with a_house() as opened:
        yield opened


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


@pytest.mark.parametrize(
    ("plan", "size"),
    [("bracket", SMALL), ("freezeout", SMALL), ("freezeout", LARGE), ("swiss", LARGE)],
    ids=["bracket-1280", "freezeout-1280", "freezeout-1920", "swiss-1920"],
)
def test_long_names_are_read_whole(
    browser: Browser, house: House, olga: User, plan: str, size: ViewportSize
) -> None:
    number = started(olga, PLANS[plan], LONG)
    if plan == "bracket":
        report(olga, number, "w1.1", "p1", "p64")
    page = visit(browser, house, olga, size)
    page.goto(f"{house.url}/tournaments/{number}/projector/")
    shown = page.locator("[data-view]:not([hidden])")
    expect(shown).to_have_count(1)
    page.keyboard.press("Space")
    seen: list[Any] = []
    for turn in range(1, 1 + page.locator("[data-view]").count()):
        expect(page.locator("[data-turn]")).to_contain_text(f"{turn}/")
        kind = shown.get_attribute("data-view")
        found = page.evaluate(CUT)
        seen.append((turn, kind, found["names"], found["cut"], found["outside"]))
        page.keyboard.press("ArrowRight")
    leave(page)
    assert any(names for _, _, names, _, _ in seen)
    assert [one for one in seen if one[3] or one[4]] == []


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1280, 800), (1920, 1080)])
def test_sixty_guests_of_eight_tables_are_told_apart_on_one_screen(
    browser: Browser, house: House, olga: User, size: tuple[int, int]
) -> None:
    guests = ("Maria Eduarda Albuquerque", *(f"Convidado {n:02}" for n in range(1, 60)))
    number = started(olga, PLANS["freezeout"], guests)
    page = visit(browser, house, olga, {"width": size[0], "height": size[1]})
    page.goto(f"{house.url}/tournaments/{number}/projector/")
    shown = page.locator("[data-view]:not([hidden])")
    expect(shown).to_have_count(1)
    found = page.evaluate(CUT)
    assert (found["names"], found["cut"], found["outside"]) == (60, [], [])
    leave(page)
