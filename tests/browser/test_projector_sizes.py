"""The big screen in Chromium at the sizes of projectors: all is shown, and nothing overlaps."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from deploy.accounts.models import User
from tests.browser.test_tournament_pages import house, olga, started
from tests.browser.visit import leave, visit
from tests.house import House
from tests.tournaments.organiser import fresh, play_on, state_of
from tournaments import commands
from tournaments.pages.bracket_drawing import elimination
from tournaments.rules.structure import DOUBLE, SINGLE, PrizeRules, Stage, Structure

__all__ = ["house", "olga"]  # the fixtures of these names

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = ((1024, 768), (1280, 720), (1280, 800), (1920, 1080))
PEOPLE = tuple(f"Convidado {n:02}" for n in range(1, 65))
LEAST_TYPE = 12
MEASURED = """() => {
  const view = document.querySelector('[data-view]:not([hidden])');
  const of = (what) => [...view.querySelectorAll(what)].map((one) => [
    one.closest('[data-match]')?.dataset.match ?? '', one.textContent, one.getBoundingClientRect(),
  ]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const heads = of('.heading'); const boxes = of('.frame'); const numbers = of('.number');
  const titled = [['', 'h2', view.querySelector('h2').getBoundingClientRect()], ...heads];
  const pairs = [];
  const all = [...titled, ...boxes, ...numbers];
  all.forEach((a, i) => all.slice(i + 1).forEach((b) => {
    if (meet(a[2], b[2])) pairs.push([a[0] + a[1], b[0] + b[1]]);
  }));
  const end = document.getElementById('turn');
  const low = end.hidden ? innerHeight : end.getBoundingClientRect().top;
  const names = of('.name, .open').filter((one) => one[1]);
  const held = new Map(boxes.map((one) => [one[0], one[2]]));
  const screen = { left: 0, top: 0, right: innerWidth, bottom: low };
  const out = (one, of) => one.left < of.left - 1 || one.right > of.right + 1
    || one.top < of.top - 1 || one.bottom > of.bottom + 1;
  return {
    matches: boxes.map((one) => one[0]),
    open: [...view.querySelectorAll('.ready')].map((one) => one.dataset.match),
    pairs,
    out: [...all, ...names].filter((one) => out(one[2], screen)).map((one) => one[0] + one[1]),
    spilt: names.filter((one) => out(one[2], held.get(one[0]))).map((one) => one[1]),
    least: Math.min(...names.map((one) => one[2].height)),
  };
}"""


def shown(page: Page, house: House, number: int, size: tuple[int, int]) -> list[Any]:
    """What the views of the bracket show at one size, in the order of their turns."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{house.url}/tournaments/{number}/projector/")
    view = page.locator("[data-view]:not([hidden])")
    expect(view).to_have_count(1)
    page.keyboard.press("Space")
    found = []
    for turn in range(1, 1 + page.locator("[data-view]").count()):
        expect(page.locator("[data-turn]")).to_contain_text(f"{turn}/")
        if view.get_attribute("data-view") == "bracket":
            found.append(page.evaluate(MEASURED))
        page.keyboard.press("ArrowRight")
    return found


def assert_whole(number: int, views: list[Any], size: tuple[int, int]) -> None:
    """Every match is shown, what is open first, and nothing lies on something else."""
    boxes = elimination(state_of(number).stages["main"]).boxes
    for view in views:
        assert (view["pairs"], view["out"], view["spilt"]) == ([], [], []), size
        assert view["least"] >= LEAST_TYPE, size
    assert {match for view in views for match in view["matches"]} == {one.match for one in boxes}
    ready = {one.match for one in boxes if one.status == "ready"}
    assert {match for view in views for match in view["open"]} == ready
    opened = [bool(view["open"]) for view in views]
    assert opened == sorted(opened, reverse=True), "views of what is open come first"


def structure(kind: str) -> Structure:
    return Structure((Stage("main", kind, seeding="rated"),), PrizeRules())


def test_sixteen_from_the_first_match_to_the_champion(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, structure(SINGLE), PEOPLE[:16])
    page = visit(browser, house, olga, {"width": 1280, "height": 800}, "pt-BR")
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="Intervalo para a pizza")
    for size in SIZES:
        assert_whole(number, shown(page, house, number, size), size)
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    play_on(olga, number, 12)
    for size in SIZES:
        assert_whole(number, shown(page, house, number, size), size)
    expect(page.locator(".p-champion")).to_have_count(0)
    play_on(olga, number, 3)
    for size in SIZES:
        views = shown(page, house, number, size)
        assert_whole(number, views, size)
        assert "w4.1" in views[0]["matches"]
        assert {"w3.1", "w3.2"} <= {*views[0]["matches"]}, "with both semifinals"
    champion = page.locator(".p-champion strong")
    expect(champion).to_have_text(PEOPLE[0])
    assert champion.bounding_box()["height"] >= 60  # type: ignore[index]  # it is shown
    leave(page)


@pytest.mark.parametrize(("kind", "count"), [(DOUBLE, 13), (DOUBLE, 64), (SINGLE, 64)])
def test_every_match_of_a_large_bracket_has_its_turn(
    browser: Browser, house: House, olga: User, kind: str, count: int
) -> None:
    number = started(olga, structure(kind), PEOPLE[:count])
    page = visit(browser, house, olga, {"width": 1280, "height": 800}, "pt-BR")
    for size in SIZES:
        views = shown(page, house, number, size)
        assert_whole(number, views, size)
        finals = {"gf1", "gf2"} if kind == DOUBLE else {"w6.1"}
        assert finals <= {match for view in views for match in view["matches"]}
    leave(page)
