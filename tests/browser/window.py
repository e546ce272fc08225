"""One window for all tests of a page behind the door.

A window of its own costs each test a new process of the browser, which reads the page's fifty
modules anew: more than half of what such a test costs.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.door import ORIGIN, Answer, Asked, door

SIZE: ViewportSize = {"width": 1280, "height": 720}  # Playwright's own
FORGET = "localStorage.clear(); sessionStorage.clear()"


class Nobody:
    """Answers everything with an empty page."""

    def answer(self, asked: Asked) -> Answer:
        """Return it."""
        return Answer(kind="text/html", body=b"<!doctype html>")


class Window:
    """What a test finds is as new, but for the files that the browser has read before."""

    def __init__(self, browser: Browser, how: dict[str, Any]) -> None:
        """Keep how windows are opened."""
        self._browser = browser
        self._how = {**how, "viewport": SIZE}
        self._page: Page | None = None

    def page(self) -> Page:
        """Return the page, opened if it isn't."""
        if self._page is None:
            self._page = self._browser.new_context(**self._how).new_page()
        return self._page

    def clear(self) -> None:
        """Forget what a test has left behind."""
        page = self.page()
        # Of the same house: for another one Chromium would start another process.
        door().house = Nobody()
        page.goto(ORIGIN)
        page.evaluate(FORGET)
        page.context.clear_cookies()
        if page.viewport_size != SIZE:
            page.set_viewport_size(SIZE)
        page.emulate_media(color_scheme="light", reduced_motion=self._how["reduced_motion"])
        page.mouse.move(0, 0)

    @contextmanager
    def another(self) -> Iterator[None]:
        """Put a window that has seen nothing in this one's place for the time of the block."""
        kept, self._page = self._page, None
        try:
            yield
        finally:
            self.close()
            self._page = kept

    def close(self) -> None:
        """Close it: the next test has a new one."""
        if self._page is not None:
            self._page.context.close()
            self._page = None
