"""What a player of the Pif Paf family says ahead: buttons, keys, and what is dropped."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import fake_table, states
from tests.browser.conftest import SERIOUS, Open, faults_of
from tests.browser.fake_table import HAND_ID, Json

pytestmark = pytest.mark.browser

PATH = "/api/v1/tables/7/preactions"


def waiting(**hand: object) -> Json:
    """Return a betting round in which Beto is asked before me and nobody has bet."""
    state = fake_table.playing()
    state["hand"].update(dealer=0, **hand)
    return state


def after_a_bet(to: int = 10) -> Json:
    """Return the same after seat 1's bet, with seat 2 in turn."""
    state = waiting(turn=2, level=to)
    state["hand"]["seats"][1]["bet"] = to
    return state


def said(state: Json, kind: str, head: int) -> Json:
    """Return the state in which the house keeps my promise."""
    return {**state, "head": head, "you": {**state["you"], "preaction": kind}}


def button(page: Page, name: str, *, exact: bool = False) -> Locator:
    """The button, once it can be pressed."""
    found = page.get_by_role("button", name=name, exact=exact)
    expect(found).not_to_have_attribute("aria-disabled", "true")
    return found


def test_a_check_is_said_seen_and_taken_back(opened: Open, page: Page) -> None:
    house = opened(waiting())
    group = page.get_by_role("group", name="Say ahead what you do in your turn")
    expect(group.get_by_role("button")).to_have_count(2)
    button(page, "Check, or fold")
    button(page, "Check", exact=True).click()
    house.tell(said(waiting(), "check", 101))
    expect(page.get_by_role("button", name="Check", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(group).to_contain_text("In your turn you check. This is dropped if anybody bets first.")
    assert faults_of(page, SERIOUS) == []
    button(page, "Take it back").click()
    house.tell({**waiting(), "head": 102})
    expect(page.get_by_role("button", name="Take it back")).to_have_count(0)
    assert [(call["method"], call["path"], call["body"]) for call in house.wait_calls(2)] == [
        ("POST", PATH, {"kind": "check", "hand_id": HAND_ID}),
        ("DELETE", PATH, {}),
    ]
    assert house.acts() == []


def test_a_promise_is_dropped_when_the_price_changes_and_that_is_said(
    opened: Open, page: Page
) -> None:
    house = opened(said(after_a_bet(), "call", 100))
    expect(page.locator(".ahead-said")).to_contain_text("In your turn you call 10.")
    dearer = after_a_bet(15)
    house.tell({**dearer, "head": 101}, {"type": "act", "seat": 2, "action": {"kind": "check"}})
    dropped = "Dropped what you said ahead: the price has changed."
    expect(page.locator(".ahead-said")).to_have_text(dropped)
    expect(page.locator("#say-turn")).to_contain_text(dropped)
    button(page, "Call 15")
    mine = fake_table.my_bet()
    mine["hand"].update(phase="bet", level=15)
    house.tell({**mine, "head": 102})
    expect(page.get_by_text(dropped)).to_be_visible()  # also where it is my turn by then


def test_keys_say_ahead_and_take_back(opened: Open, page: Page) -> None:
    house = opened(after_a_bet())
    button(page, "Call 10")
    page.keyboard.press("c")
    house.wait_calls(1)
    house.settle()  # a key that is pressed before the answer has come does nothing
    page.keyboard.press("f")
    house.wait_calls(2)
    house.settle()
    house.tell(said(after_a_bet(), "fold", 101))
    button(page, "Take it back")
    page.keyboard.press("u")
    assert [(call["method"], call["body"]) for call in house.wait_calls(3)] == [
        ("POST", {"kind": "call", "hand_id": HAND_ID}),
        ("POST", {"kind": "fold", "hand_id": HAND_ID}),
        ("DELETE", {}),
    ]


def test_who_cannot_be_asked_again_has_nothing_to_say(opened: Open, page: Page) -> None:
    """I have checked, or bet, or am all in: only a price that is not there yet could ask me."""
    house = opened(fake_table.playing())  # the dealer is the last: I was asked first
    expect(page.locator(".bar .order")).to_have_text("Beto to bet")
    states_: list[Json] = []
    for change in ({"bet": 10}, {"all_in": True}, {"folded": True}):
        state = after_a_bet()
        state["hand"]["seats"][0].update(change)
        states_.append(state)
    for number, state in enumerate(states_, start=101):
        expect(page.locator(".ahead-row")).to_have_count(0)
        house.tell({**state, "head": number})
        house.shows(number)
    expect(page.locator(".ahead-row")).to_have_count(0)


def test_a_press_for_the_turn_that_is_over_says_nothing_ahead(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_discard())
    over = fake_table.next_state(fake_table.playing(phase="draw"), turn=1)
    page.evaluate(
        """() => new MutationObserver(() => {
          const ahead = document.querySelector('.act.ahead');
          if (ahead && !window.pressed) { window.pressed = ahead.ariaDisabled; ahead.click(); }
        }).observe(document.body, {subtree: true, childList: true})"""
    )
    house.tell(over)
    button(page, "Draw from the stock").last.click()
    assert page.evaluate("window.pressed") == "true"
    house.settle()
    assert [call["body"]["kind"] for call in house.wait_calls(1)] == ["draw-stock"]


def test_the_discard_is_taken_by_a_promise_that_the_house_keeps(opened: Open, page: Page) -> None:
    state = fake_table.window(mine=True, claim=False)
    house = opened(state)
    page.keyboard.press("t")
    house.tell(said(state, "take-discard", 101))
    expect(page.get_by_role("button", name="Taking J♠ soon").last).to_be_visible()
    expect(page.locator(".ahead-said")).to_have_text("You take J♠ if nobody claims it first.")
    house.wait_calls(1)
    house.settle()  # while a request is under way no other begins
    page.keyboard.press("t")
    assert [(call["method"], call["body"]) for call in house.wait_calls(2)] == [
        ("POST", {"kind": "take-discard", "hand_id": HAND_ID}),
        ("DELETE", {}),
    ]
    assert house.acts() == []


def test_leaving_a_hand_can_be_said_ahead_where_it_costs_points(opened: Open, page: Page) -> None:
    state = states.stay()
    state["hand"].update(turn=1, options={"fold_cost": 2})
    state["legal"] = []
    house = opened(state)
    button(page, "Leave the hand (−2)").click()
    house.tell(said(state, "fold", 101))
    expect(page.get_by_text("In your turn you leave the hand.")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_bar_keeps_its_place_and_nothing_is_cut(opened: Open, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    house = opened(after_a_bet(), language="de")
    cards = page.locator(".own-cards").bounding_box()
    house.tell(said(after_a_bet(), "call", 101))
    house.shows(101)
    expect(page.get_by_role("button", name="Zurücknehmen")).to_be_visible()
    for one in page.locator(".ahead-row :is(button, p):visible").all():
        box = one.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width > 320:
        assert page.locator(".own-cards").bounding_box() == cards
