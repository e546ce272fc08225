"""A person plays hands and whole matches of other rule sets on the page, against a bot."""

import time
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from deploy.accounts.models import User
from engine import record
from tables import commands, queries
from tables.boards import load_board
from tables.commands import hand as hands
from tables.models import Hand, Table
from tests.browser.person import OUT_OF_TURN, WINDOW_MS, Person
from tests.browser.visit import a_house, leave, visit
from tests.deals import known_deals
from tests.house import House, Json, a_player, a_table
from wallet import queries as chips

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MATCH_SECONDS = 300
DESK: ViewportSize = {"width": 1280, "height": 800}
# A match that the first hand ends, but for the last one: two hands at least. With the number of
# the first deal: from it on, two steady players need ten to fourteen actions, and do in them
# what is special about these rules: announce, lay, fold.
MATCHES = {
    "cacheta": ({"lives": 1}, 9),
    "pif-paf-aberto": ({"threshold": 1}, 107),
    "pif-paf-compra": ({"threshold": 1}, 27),
    "pife-partida": ({"lives": 2, "fold_cost": 1}, 70),
}


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house, open; its bots think for a moment only."""
    monkeypatch.setattr(hands, "BOT_THINKS_MS", 60)
    with a_house() as opened:
        yield opened


def at_table(browser: Browser, house: House, user: User, table_id: int) -> Page:
    """Return the page of a table, opened by its user at a desk."""
    page = visit(browser, house, user, DESK)
    page.goto(f"{house.url}/tables/{table_id}/")
    return page


def play_match(person: Person, table_id: int) -> None:
    """Play by keys until the match is over."""
    until = time.monotonic() + MATCH_SECONDS
    while time.monotonic() < until:
        state = load_board(table_id).snapshot(person.user.pk)
        if state["match"] and state["match"]["over"]:
            return
        if state["hand"] and state["hand"]["phase"] == "over":
            due = Table.objects.filter(pk=table_id, due_what=Table.Due.DEAL)
            due.update(due_at=queries.clock())
        if may_act(state) and person.act(state):
            wait_for_it(person, table_id, state["legal"])
        else:
            time.sleep(0.03)
    raise AssertionError("the match did not end")


def may_act(state: Json) -> bool:
    """Whether to act; a draw before the window closes could be too late, so it waits.

    So does an announcement in another's turn: a steady player thinks of his own turn only, and
    would wait for its buttons.
    """
    in_window = state["hand"] and state["hand"]["phase"] == "window"
    early = [act for act in state["legal"] if act["kind"] in OUT_OF_TURN]
    if in_window:
        state["legal"] = early
    return bool(state["legal"]) and (in_window or state["legal"] != early)


def wait_for_it(person: Person, table_id: int, legal: list[Json]) -> None:
    """Wait until what was done has landed: another thing is possible then than before."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        state = load_board(table_id).snapshot(person.user.pk)
        if not may_act(state) or state["legal"] != legal:
            return
        time.sleep(0.02)


def sits_with_bots(
    browser: Browser, house: House, rules: str, options: Json, bots: int = 1
) -> tuple[Page, int]:
    """Sit ana down at her own table with bots; return her page and the table's number."""
    ana = a_player("ana")
    table_id = a_table(
        ana, rules=rules, options=options, min_players=bots + 1, window_ms=WINDOW_MS,
        ante=50, action_ms=300_000,
    )  # fmt: skip
    page = at_table(browser, house, ana, table_id)
    page.get_by_role("button", name="Sit down at seat 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down", exact=True).click()
    # The first free seat is the bot's: mine has to be taken by then.
    expect(page.get_by_role("button", name="My seat")).to_be_visible()
    for number in range(bots):
        commands.add_bot(user=ana, key=f"bot {number}", table_id=table_id)
    expect(page.locator(".own-cards")).to_be_visible()
    # A result stays until it was looked at.
    Table.objects.filter(pk=table_id).update(pause_ms=60_000)
    return page, table_id


@pytest.mark.parametrize("rules", MATCHES)
def test_a_match_is_played_to_its_end_by_keys(
    browser: Browser,
    house: House,
    rules: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options, deals = MATCHES[rules]
    known_deals(monkeypatch, count(deals))
    page, table_id = sits_with_bots(browser, house, rules, options)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    play_match(Person(page, "ana", by_keys=True), table_id)
    over = page.get_by_role("region", name="The match is over")
    expect(over).to_contain_text("the match")
    expect(over.locator("tbody tr").first).to_contain_text("+50")
    expect(page.locator(".bar")).to_contain_text("Next match in")
    assert faults == []
    for hand in Hand.objects.filter(table_id=table_id, state=Hand.State.CLOSED):
        assert record.verify(queries.record_text(hand)).ok
    assert sum(chips.stacks(table_id).values()) == 250 + 275
    leave(page)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ("pili-pili-sem-missoes", {"cards": 2, "limit": 1}),
        ("pili-pili", {"missions": "FOREHEAD 2", "limit": 1}),
    ],
)
def test_a_round_of_pili_pili_is_played_by_keys(
    browser: Browser, house: House, rules: str, options: Json
) -> None:
    page, table_id = sits_with_bots(browser, house, rules, options, bots=2)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    # Somebody always misses, so one round ends this match.
    play_match(Person(page, "ana", by_keys=True), table_id)
    result = page.get_by_role("region", name="Round 1")
    expect(result.locator(".round tbody tr")).to_have_count(3)
    expect(page.get_by_role("region", name="The match is over")).to_contain_text("win")
    assert faults == []
    hand = Hand.objects.get(table_id=table_id, state=Hand.State.CLOSED)
    assert record.verify(queries.record_text(hand)).ok
    told = page.goto(f"{house.url}/hands/{hand.pk}/")
    assert told is not None
    assert told.ok
    expect(page.locator(".told li").nth(1)).to_contain_text("bids")
    expect(page.get_by_role("columnheader", name="Pilis")).to_be_visible()
    leave(page)
