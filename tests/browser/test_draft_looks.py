"""The form of a draft in Chromium: choices can be read whole, and rows stand level."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visit import a_house, leave, visit
from tests.house import House
from tests.tournaments.organiser import an_organiser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CUT = """() => [...document.querySelectorAll('.c-draft .c-fields select')].filter((one) => {
  if (!one.offsetParent) return false;
  const pen = document.createElement('canvas').getContext('2d');
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const style = getComputedStyle(one);
  const arrow = 20;
  const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const room = one.clientWidth - sides - arrow;
  const wide = Math.max(...[...one.options].map((each) => pen.measureText(each.text).width));
  return wide > room;
}).map((one) => one.name)"""
UNEVEN = """() => {
  const found = [];
  for (const row of document.querySelectorAll('.c-draft .c-fields')) {
    const tops = {};
    const plain = ':scope > .field:not(.tick, .choices, .f-tie_breaks)';
    for (const field of row.querySelectorAll(plain)) {
      if (!field.offsetParent) continue;
      const label = Math.round(field.querySelector('label').getBoundingClientRect().top);
      const input = field.querySelector(':scope > :is(input, select, textarea)');
      (tops[label] ??= new Set()).add(Math.round(input.getBoundingClientRect().top));
    }
    const levels = Object.values(tops);
    if (levels.some((one) => one.size > 1)) found.push(JSON.stringify(Object.keys(tops)));
    const inputs = new Set(levels.flatMap((one) => [...one]));
    if (inputs.size < levels.length) found.push('labels of one row at several heights');
  }
  return found;
}"""


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with a_house() as opened:
        yield opened


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("lang", ["pt-BR", "de"])
def test_choices_are_whole_and_rows_level(
    browser: Browser, house: House, lang: str, width: int
) -> None:
    page = visit(browser, house, an_organiser(), {"width": width, "height": 800}, lang)
    for shape in ("groups", "freezeout"):
        page.goto(f"{house.url}/tournaments/new/?shape={shape}")
        for more in page.locator("details.t-more:visible > summary").all():
            more.click()
        assert page.evaluate(CUT) == [], shape
        assert page.evaluate(UNEVEN) == [], shape
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    leave(page)


def test_fields_of_other_formats_and_of_live_tables_are_out_of_sight(
    browser: Browser, house: House
) -> None:
    page = visit(browser, house, an_organiser(), {"width": 1280, "height": 800}, "en")
    page.goto(f"{house.url}/tournaments/new/")
    form = page.locator(".c-draft.scripted")
    kind = form.locator('select[name="s1-kind"]')
    final = form.locator(".f-s1-final, .f-final").first
    order = form.locator(".f-s1-bust_policy, .f-bust_policy").first
    form.locator("details.t-more:visible > summary").first.click()
    for chosen in ("swiss", "round-robin", "single-elimination"):
        kind.select_option(chosen)
        assert not final.is_visible(), chosen
        assert not order.is_visible(), chosen
    kind.select_option("double-elimination")
    assert final.evaluate("one => !one.hidden")
    game = form.locator(".f-rules")
    for live in (False, True):
        form.locator('input[name="online"]').set_checked(live)
        assert game.is_visible() == live
    leave(page)
