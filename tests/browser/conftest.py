"""Chromium for every browser test: the machine's own, with nothing that calls home."""

import shutil
from collections.abc import Callable, Container, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, ViewportSize, expect
from pytest_django import Settings

from deploy.trial import BROWSERS
from tests.browser.door import chromium_argument
from tests.browser.fake_table import Json
from tests.browser.page_house import House
from tests.browser.visit import close_the_others
from tests.browser.window import Window

CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), BROWSERS[0])
# The first three are pages that Chromium's own address bar would load anew for each window, and
# cost more than ours; of the rest Playwright says the same, which this list stands in for.
WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints",
    "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
)  # fmt: skip
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
)  # fmt: skip

# How every window is opened; to be named where a test opens one past pytest's fixtures.
STILL: dict[str, Any] = {"reduced_motion": "reduce"}

AXE = Axe()
VIOLATIONS = """() => axe.run({resultTypes: ['violations']}).then(({violations}) => violations.map(
  ({id, impact, nodes}) => ({id, impact, targets: nodes.map(({target}) => target.join(' '))})
))"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# A phone's window and a desk's.
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1280, "height": 800},
)
SERIOUS = ("serious", "critical")

# Long: whoever waits for so long has found something broken, not a busy machine.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start Chromium from the machine."""
    arguments = [*QUIET, chromium_argument()]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": arguments}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Open windows that ask for no motion: while a card flashes the page is drawn all the time.

    A hand of `test_two_players` is played with all that moves.
    """
    return {**browser_context_args, **STILL}


@pytest.fixture(scope="session")
def base_url() -> str:
    """Stand in for pytest-base-url's fixture, whose form pytest 9 warns about."""
    return ""


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hash passwords fast: what is slow on purpose is not what these tests are about."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def window(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Window]:
    """Return the window that tests of one page share."""
    shared = Window(browser, browser_context_args)
    yield shared
    shared.close()


@pytest.fixture(autouse=True)
def every_visit_ends() -> Iterator[None]:
    """Close what a test has left open of the windows that others use too."""
    yield
    close_the_others()


@pytest.fixture
def new_window(window: Window) -> Iterator[None]:
    """Give a test its own window: one that sets the page's clock, or counts the files it needs."""
    with window.another():
        yield


@pytest.fixture
def page(window: Window, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return the page of the shared window, as a new one; what failed may have spoilt it."""
    yield window.page()
    called = getattr(request.node, "rep_call", None)  # set by pytest-playwright
    if called and called.passed:
        window.clear()
    else:
        window.close()


Open = Callable[..., House]


@pytest.fixture
def opened(page: Page) -> Iterator[Open]:
    """Return a function that opens the page on a state; errors of the page fail the test."""
    errors: list[str] = []

    def fails(error: Error) -> None:
        errors.append(str(error))

    def says(line: ConsoleMessage) -> None:
        if _is_fault(line):
            errors.append(line.text)

    page.on("pageerror", fails)
    page.on("console", says)

    def start(state: Json, **how: str) -> House:
        house = House(page, state, **how)
        house.open()
        page.locator(".top h1").wait_for()
        return house

    yield start
    page.remove_listener("pageerror", fails)
    page.remove_listener("console", says)
    assert errors == []


def comes_to(page: Page, script: str, wanted: object) -> object:
    """Return what the script says of the page once that is `wanted`, or says for seconds."""
    for _ in range(100):
        if (said := page.evaluate(script)) == wanted:
            break
        page.wait_for_timeout(50)
    return said


def faults_of(page: Page, impacts: Container[str] | None = None) -> list[tuple[str, list[str]]]:
    """Return axe's violations, with where they are; those of some `impacts` only, or all.

    Axe judges by all of its rules. That it says at length what is right is not asked for. It is
    half a megabyte: a page that was judged before has it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    return [
        (str(one["id"]), list(map(str, one["targets"])))
        for one in page.evaluate(VIOLATIONS)
        if impacts is None or one["impact"] in impacts
    ]


def assert_sound(page: Page) -> None:
    """Hold that nothing runs off the side, and that axe finds nothing, at any of `SIZES`.

    A page is loaded once: what a window of another size shows of it is the page's own work.
    """
    for size in SIZES:
        page.set_viewport_size(size)
        assert comes_to(page, OVERFLOW, 0) == 0, (page.url, size)
        assert faults_of(page) == [], (page.url, size)


def _is_fault(line: ConsoleMessage) -> bool:
    """Tell an error of the page from Chromium's own line about a refused request."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")
