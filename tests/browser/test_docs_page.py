"""The API's reference in Chromium: all of it is there to search in, to print and to save."""

from functools import partial

import pytest
from playwright.sync_api import Browser, Request, Route, expect

from tests.browser.conftest import OVERFLOW, SIZES, comes_to
from tests.browser.test_tournament_pages import house
from tests.browser.visit import leave, visit
from tests.house import House

__all__ = ["house"]  # the fixture of this name

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNTED = """async () => {
  const { paths, components } = await (await fetch('/api/v1/schema')).json();
  const verbs = Object.values(paths).flatMap((one) => Object.keys(one));
  const known = ['get', 'post', 'put', 'patch', 'delete'];
  const operations = verbs.filter((one) => known.includes(one));
  return [operations.length, Object.keys(components.schemas).length];
}"""


def noted(asked: set[str], request: Request) -> None:
    asked.add(request.url)


def test_reference_opens_folded_and_a_tag_unfolds(browser: Browser, house: House) -> None:
    """A hundred and fifty operations drawn at once held the page up for seconds."""
    asked: set[str] = set()
    page = visit(browser, house, None, SIZES[0])
    page.on("request", note := partial(noted, asked))
    for size in SIZES:
        page.set_viewport_size(size)
        page.goto(f"{house.url}/api/v1/docs")
        tags = page.locator(".opblock-tag")
        expect(tags).to_have_count(8)
        assert page.locator(".opblock").count() == 0
        assert page.locator(".models").count() == 0
        page.locator("#operations-tag-ledger button").click()
        expect(page.locator(".opblock").first).to_be_visible()
        assert comes_to(page, OVERFLOW, 0) == 0, size
        assert all(url.startswith((house.url, "data:")) for url in asked)
    page.remove_listener("request", note)
    leave(page)


def test_reference_follows_only_what_is_opened(browser: Browser, house: House) -> None:
    """Until it is drawn the page says what there is; an operation then shows its answers."""
    page = browser.new_page(viewport=SIZES[0], locale="pt-BR")
    held: list[Route] = []
    page.route("**/api/v1/schema", lambda route: held.append(route))  # noqa: PLW0108 - Playwright takes no builtin
    with page.expect_request("**/api/v1/schema"):
        page.goto(f"{house.url}/api/v1/docs")
    expect(page.locator("#docs-first li")).to_have_count(8)
    expect(page.get_by_role("status")).to_have_text("A referência está sendo montada…")
    expect(page.get_by_text("loading").filter(visible=True)).to_have_count(0)
    held[0].continue_()
    page.locator("#operations-tag-sockets button").click()
    expect(page.locator("#docs-first")).to_be_hidden()
    page.locator(".opblock-post .opblock-summary-control").click()
    expect(page.locator(".opblock-body .responses-table")).to_contain_text("ticket")
    page.close()


def test_reference_draws_every_operation_without_being_scrolled(
    browser: Browser, house: House
) -> None:
    """Where it is longest: on a phone; and what a desk shows of the same page."""
    page = visit(browser, house, None, SIZES[0])
    page.goto(f"{house.url}/api/v1/docs?show=all")
    operations, schemas = page.evaluate(COUNTED)
    assert operations > 100
    for size in SIZES:
        page.set_viewport_size(size)
        expect(page.locator(".opblock")).to_have_count(operations)
        expect(page.locator(".models-virtual-item")).to_have_count(schemas)
        assert comes_to(page, OVERFLOW, 0) == 0, size
    leave(page)
