"""Two people play a hand to its end in Chromium: one on a phone by touch, one at a desk by keys.

With `BATIDA_PICTURES=tests/browser/pictures` the pictures of the README are taken anew.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from engine import record
from tables import commands, queries
from tables.boards import load_board
from tables.models import Table
from tests.browser.person import WINDOW_MS, Person
from tests.deals import known_deals
from tests.house import House, Json, a_player, a_table, open_house
from wallet import queries as chips

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
PASSWORD = "uma frase comprida 7"
HAND_SECONDS = 600
# Two steady players end it by a claim after six turns.
DEAL = 30


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def picture(page: Page, name: str) -> None:
    """Take a picture of a page, if anybody wants one."""
    folder = os.environ.get("BATIDA_PICTURES")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", animations="disabled")


def sign_up(context: BrowserContext, house: House, name: str) -> Page:
    """Open an account on the page and return the page."""
    page = context.new_page()
    page.goto(f"{house.url}/sign-up/")
    page.locator('input[name="username"]').fill(name)
    for field in page.locator('input[type="password"]').all():
        field.fill(PASSWORD)
    page.get_by_role("button", name="Open my account").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    return page


def take_seat(page: Page, house: House, table_id: int, seat: int) -> None:
    """Go to a table and sit down with 200 chips."""
    page.goto(f"{house.url}/tables/{table_id}/")
    page.get_by_role("button", name=f"Sit down at seat {seat}").click()
    page.locator("#buy-in").fill("200")
    page.get_by_role("dialog").get_by_role("button", name="Sit down", exact=True).click()


def play_hand(people: list[Person], table_id: int, seen: Callable[[Json], None]) -> Json:
    """Play until the hand is over; return its last state."""
    until = time.monotonic() + HAND_SECONDS
    while time.monotonic() < until:
        board = load_board(table_id)
        state = board.snapshot(None)
        if state["hand"] and state["hand"]["phase"] == "over":
            return state
        for person in people:
            own = board.snapshot(person.user.pk)
            if (own["legal"] and own["hand"]["phase"] != "window") or _can_claim(own):
                seen(own)
                done = person.act(own)
                wait_for_news(table_id, own["head"], f"{person.user} did {done}")
                break
        else:
            time.sleep(0.05)
    raise AssertionError("the hand did not end")


def _can_claim(state: Json) -> bool:
    return any(act["kind"] == "claim" for act in state["legal"])


def wait_for_news(table_id: int, head: int, done: str) -> None:
    """Wait until the table's log has grown by what was `done`."""
    until = time.monotonic() + 60
    while queries.head(table_id)[0] <= head:
        assert time.monotonic() < until, f"{done} on the page; it did not reach the table"
        time.sleep(0.02)


@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_two_people_play_a_hand_on_phone_and_desk(
    house: House, new_context: CreateContextCallback, monkeypatch: pytest.MonkeyPatch
) -> None:
    known_deals(monkeypatch, [DEAL])
    owner = a_player("olga")
    # The clock acts for nobody, and the result stays until it was looked at.
    times = {"action_ms": 300_000, "window_ms": WINDOW_MS, "pause_ms": 300}
    table_id = a_table(owner, name="Mesa da Lua", min_players=2, **times)
    phone = new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en")  # type: ignore[arg-type]  # a plain dict is a viewport
    desk = new_context(viewport=DESK, locale="en")  # type: ignore[arg-type]  # as above
    ana, bia = sign_up(phone, house, "ana"), sign_up(desk, house, "bia")
    faults: list[str] = []
    for page in (ana, bia):
        page.on("pageerror", lambda error: faults.append(str(error)))
    take_seat(ana, house, table_id, 1)
    take_seat(bia, house, table_id, 3)
    people = [Person(ana, "ana", by_keys=False), Person(bia, "bia", by_keys=True)]
    for page in (ana, bia):
        expect(page.get_by_role("listbox")).to_be_visible()
    Table.objects.filter(pk=table_id).update(pause_ms=60_000)
    taken: set[str] = set()

    def seen(state: Json) -> None:
        phase = state["hand"]["phase"]
        if phase in {"bet", "discard"} and phase not in taken and state["hand"]["seq"] != 0:
            taken.add(phase)
            picture(ana, f"{phase}-phone")
            picture(bia, f"{phase}-desktop")

    over = play_hand(people, table_id, seen)
    for page in (ana, bia):
        expect(page.locator(".result").first).to_be_visible()
    picture(ana, "result-phone")
    picture(bia, "result-desktop")
    assert faults == []
    hand = over["hand"]
    assert record.verify(queries.record_text(queries.hand(hand["id"]))).ok
    assert sum(chips.stacks(table_id).values()) == 400
    for page in (ana, bia):
        wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, "nothing hangs over the edge"


def test_a_table_with_bots_looks_as_in_the_readme(
    house: House, new_context: CreateContextCallback
) -> None:
    """A person sits down among bots and is dealt in within seconds."""
    owner = a_player("olga")
    for name, view in (("desktop", DESK), ("phone", PHONE)):
        table_id = a_table(
            owner, name="Mesa da Lua", min_players=5, window_ms=300, action_ms=60_000
        )
        for number in range(4):
            commands.add_bot(user=owner, key=f"{name}-{number}", table_id=table_id)
        context = new_context(viewport=view, locale="en")  # type: ignore[arg-type]  # as above
        page = sign_up(context, house, f"nina-{name}")
        take_seat(page, house, table_id, 5)
        turn = page.locator(".bar.my-turn")
        expect(turn).to_be_visible(timeout=120_000)
        picture(page, f"table-{name}")
        context.close()
