"""The replay of a finished hand in Chromium: by keys, by the list, by its buttons, by a link."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from deploy.accounts.models import User
from tables.commands import hand as hands
from tables.models import Hand
from tests.browser.conftest import assert_sound
from tests.browser.visit import a_house, leave, visit
from tests.deals import SHORT, known_deals
from tests.house import House, a_player, sit
from tests.tables.felt import deal, play_out, quick_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK: ViewportSize = {"width": 1280, "height": 800}
SUITS = "nodes => nodes.map((node) => node.dataset.suit)"


class Played(NamedTuple):
    """A house in which a hand was played, and who played it."""

    house: House
    hand: Hand
    players: list[User]


@pytest.fixture
def played(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Played]:
    """Play a hand of these rules among three, then open the house."""
    rules, number = request.param
    monkeypatch.setattr(hands, "GRACE_MS", 0)
    known_deals(monkeypatch, [number])
    players = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = quick_table(players[0], rules=rules, min_players=3)
    for player in players:
        sit(player, table_id, buy_in=100 if rules == "pif-paf-aposta" else 50)
    deal(table_id)
    hand = play_out(table_id, players)
    with a_house() as house:
        yield Played(house, hand, players)


def replay(browser: Browser, played: Played, step: str = "") -> Page:
    """Open the hand's page as its second player."""
    page = visit(browser, played.house, played.players[1], DESK)
    page.goto(f"{played.house.url}/hands/{played.hand.pk}/{step}")
    page.locator("#replay[data-step]").wait_for()
    return page


def stands_at(page: Page, step: int) -> None:
    """Hold that board, list and address are at this step, and nowhere else."""
    expect(page.locator(f'#replay[data-step="{step}"]')).to_be_visible()
    current = page.locator(".told-step[aria-current]")
    expect(current).to_have_count(1)
    expect(current).to_have_attribute("data-step", str(step))
    expect(page.locator(".replay-slider")).to_have_value(str(step))


@pytest.mark.parametrize("played", [("pif-paf-aposta", SHORT[0])], indirect=True, ids=["bets"])
def test_a_hand_is_stepped_through_by_keys_to_its_result(browser: Browser, played: Played) -> None:
    page = replay(browser, played)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    end = page.locator(".told-step").count() - 1
    stands_at(page, 0)
    shown = page.locator(".open-hand")
    expect(shown).to_have_count(3)
    for place in range(3):
        suits = shown.nth(place).locator(".pcard").evaluate_all(SUITS)
        assert len(suits) == 9
        assert suits == sorted(suits), "cards lie by suit"
    expect(page.locator(".seat.below .name")).to_have_text("bia")
    expect(page.locator(".result")).to_have_count(0)
    for step, key in ((1, "ArrowRight"), (2, "ArrowRight"), (1, "ArrowLeft"), (0, "Home")):
        page.keyboard.press(key)
        stands_at(page, step)
        assert page.url.endswith(f"#{step}")
        said = page.locator(".told-step[aria-current]").inner_text()
        expect(page.locator("#replay-said")).to_have_text(f"Step {step} of {end}. {said}")
        expect(page.locator(".now")).to_have_text(said)
    for step in range(1, end + 1):
        page.keyboard.press("ArrowRight")
        stands_at(page, step)
    page.keyboard.press("ArrowRight")
    stands_at(page, end)
    result = played.hand.result
    assert result is not None
    winner = played.players[result["winner"]].username
    expect(page.locator(".result h2")).to_contain_text(winner)
    for seat, stack in result["stacks"]:
        plate = page.locator(f'.seat[data-seat="{seat}"] .plate .stack')
        expect(plate).to_have_text(str(stack))
    page.get_by_role("button", name="Hide the result").click()
    expect(page.locator(".result")).to_have_count(0)
    assert faults == []
    assert_sound(page)
    leave(page)


@pytest.mark.parametrize("played", [("pili-pili", 1)], indirect=True, ids=["tricks"])
def test_buttons_slider_list_and_a_link_lead_to_a_step(browser: Browser, played: Played) -> None:
    page = replay(browser, played, "#5")
    end = page.locator(".told-step").count() - 1
    stands_at(page, 5)
    page.get_by_role("button", name="One step on").click()
    page.keyboard.press("ArrowRight")  # the button keeps the focus
    stands_at(page, 7)
    page.get_by_role("button", name="One step back").click()
    stands_at(page, 6)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    stands_at(page, 7)
    page.locator(".told-step").nth(3).click()
    stands_at(page, 3)
    page.keyboard.press("ArrowDown")  # the list has the focus, which goes along
    stands_at(page, 4)
    expect(page.locator('.told-step[data-step="4"]')).to_be_focused()
    last = page.get_by_role("button", name="To the end")
    last.click()
    stands_at(page, end)
    expect(last).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".pili-result")).to_be_visible()
    page.get_by_role("button", name="fast").click()
    page.locator(".told-step").nth(end - 2).click()
    page.get_by_role("button", name="Play by itself").click()
    stands_at(page, end)
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()
    page.get_by_role("button", name="To the deal").click()
    page.get_by_role("button", name="To the deal").evaluate("node => node.blur()")
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()
    stands_at(page, 1)
    assert_sound(page)
    leave(page)
