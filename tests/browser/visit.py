"""Visits of a real house in Chromium, in windows that go from one test to the next.

A window of its own costs each test a new process of the browser, and the house the same fifty
files once more. Here a window has the files it has read before, and nothing else of its last
visit; all houses of a process stand at one address, to which those files belong.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize

from deploy.accounts.models import User
from tests.browser.window import FORGET
from tests.house import House, cookie_of, open_house

STILL_THERE = "/healthz"  # a page of the house without a script
_address = ("127.0.0.1", 0)
_free: dict[tuple[Browser, str], list[Page]] = {}
_taken: dict[Page, tuple[Browser, str]] = {}


@contextmanager
def a_house() -> Iterator[House]:
    """Open the house where the one before stood, if nobody else has taken the place since."""
    with open_house(listening=_listening()) as opened:
        yield opened


def _listening() -> socket.socket:
    global _address  # noqa: PLW0603 - all houses of the process stand there
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(_address)
    except OSError:
        listening.bind(("127.0.0.1", 0))
    _address = listening.getsockname()
    return listening


def visit(
    browser: Browser, house: House, user: User | None, size: ViewportSize, lang: str = "en"
) -> Page:
    """Return a window of that size and language in which the user is signed in."""
    if free := _free.get((browser, lang)):
        page = free.pop()
        page.set_viewport_size(size)
    else:
        page = browser.new_context(viewport=size, locale=lang, reduced_motion="reduce").new_page()
    _taken[page] = browser, lang
    if user is not None:
        name, value = cookie_of(user).split("=", 1)
        page.context.add_cookies([{"name": name, "value": value, "url": house.url}])
    return page


def leave(page: Page) -> None:
    """End a visit of a house that is still open: the window forgets what it saw and was told."""
    house = "/".join(page.url.split("/", 3)[:3])
    page.goto(house + STILL_THERE)
    page.evaluate(FORGET)
    page.context.clear_cookies()
    page.context.clear_permissions()
    _free.setdefault(_taken.pop(page), []).append(page)


def close_the_others() -> None:
    """Close what a test has not left: it failed, or its window has a clock of its own."""
    while _taken:
        page, _how = _taken.popitem()
        page.context.close()
