"""The page of a table against a fake house: how it connects, acts, and speaks."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

# By then the page would have tried whatever it tries again.
AGES_MS = 10_000


def ready(page: Page, name: str) -> None:
    """Wait until the money button may be pressed."""
    button = page.get_by_role("button", name=name).first
    expect(button).not_to_have_attribute("aria-disabled", "true")


def test_shows_seats_pot_turn_and_legal_acts(opened: Open, page: Page) -> None:
    opened(fake_table.my_bet())
    expect(page.locator(".seat .name").first).to_have_text("Beto")
    expect(page.locator(".pot-total")).to_contain_text("40")
    expect(page.locator(".bar .order")).to_have_text("Your turn: call, raise or fold")
    expect(page.get_by_role("button", name="Call 10")).to_be_visible()
    expect(page.get_by_role("button", name="Raise to 15 (+15)")).to_be_visible()
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
    expect(page).to_have_title(re.compile(r"^\(!\) "))


def test_hello_carries_no_cursor_first_and_the_known_head_after_a_loss(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.my_draw())
    assert house.said[0] == {"type": "hello", "cursor": None}
    house.refuse_with = 1011  # it stays away until the banner was seen
    house.drop(1012)
    expect(page.locator(".banner")).to_contain_text("Reconnecting")
    house.refuse_with = None
    expect(page.locator(".banner")).to_have_count(0)
    hellos = [message for message in house.said if message["type"] == "hello"]
    assert hellos[-1] == {"type": "hello", "cursor": 100}


@pytest.mark.usefixtures("new_window")
@pytest.mark.parametrize("code", [4400, 4401, 4403, 4404])
def test_a_refused_connection_is_explained_and_not_retried(
    opened: Open, page: Page, code: int
) -> None:
    page.clock.install()
    house = opened(fake_table.my_draw())
    house.drop(code)
    expect(page.locator(".banner.refused")).to_be_visible()
    page.clock.run_for(AGES_MS)
    house.settle()
    assert len(house.sockets) == 1
    expect(page.get_by_role("button", name="Draw from the stock").first).to_be_visible()


def test_a_lost_socket_is_tried_again_until_the_house_is_back(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    house.refuse_with = 1011
    house.drop(1011)
    house.wait_sockets(3)
    house.refuse_with = None
    expect(page.locator(".line-state.live")).to_be_visible()


def test_an_unanswered_act_is_sent_again_with_the_same_id(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Draw from the stock").last.click()
    first, again = house.wait_acts(2)[:2]
    assert first == again
    assert first["action"] == {"kind": "draw", "from": "stock"}
    assert first["seq"] == 14


def test_an_act_in_flight_is_sent_again_after_a_reconnect(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Draw from the stock").last.click()
    house.wait_acts(1)
    house.drop(1012)
    first, again = house.wait_acts(2)[:2]
    assert first["id"] == again["id"]
    assert len(house.sockets) == 2


@pytest.mark.usefixtures("new_window")
def test_an_act_never_reaches_the_next_hand(opened: Open, page: Page) -> None:
    page.clock.install()
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Draw from the stock").last.click()
    house.wait_acts(1)
    after = fake_table.next_state(fake_table.my_draw(), id=fake_table.NEXT_HAND_ID, hand_no=8)
    house.tell(after, {"type": "hand", "hand_no": 8})
    expect(page.locator(f'#table[data-head="{after["head"]}"]')).to_be_attached()
    page.clock.run_for(AGES_MS)
    house.settle()
    assert len(house.acts()) == 1


def test_a_second_press_sends_nothing_while_the_first_is_under_way(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.my_draw())
    button = page.get_by_role("button", name="Draw from the stock").last
    button.click()
    house.wait_acts(1)
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    page.keyboard.press("d")
    assert len({act["id"] for act in house.acts()}) == 1


def test_a_refusal_is_told_and_the_buttons_come_back(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_bet())
    ready(page, "Call 10")
    page.get_by_role("button", name="Call 10").click()
    act = house.wait_acts(1)[0]
    detail = "the price is now 15: look again before you pay"
    problem = {"type": "x", "title": "Stale", "status": 409, "detail": detail, "code": "stale"}
    house.send({"type": "nack", "id": act["id"], "problem": problem})
    expect(page.get_by_role("alert")).to_have_text(detail)
    ready(page, "Call 10")
    assert house.said[-1] == {"type": "resync"}


def test_money_buttons_rest_when_the_price_changes_under_the_finger(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.my_bet())
    ready(page, "Call 10")
    dearer = fake_table.next_state(fake_table.my_bet(), level=15)
    dearer["legal"] = [
        {"kind": "fold"},
        {"kind": "call", "to": 15, "pay": 15},
        {"kind": "raise", "min": 20, "max": 20, "pay_min": 20},
    ]
    # Press in the very frame in which the new price is on the screen.
    page.evaluate(
        """() => new MutationObserver(() => {
          const call = document.querySelector('.act.calm');
          if (call && call.textContent.includes('15') && !window.pressed) {
            window.pressed = call.getAttribute('aria-disabled');
            call.click();
          }
        }).observe(document.body, {subtree: true, childList: true, characterData: true})"""
    )
    house.tell(dearer, {"type": "act", "seat": 2, "action": {"kind": "raise", "to": 15}})
    expect(page.get_by_role("button", name="Call 15")).to_be_visible()
    assert page.evaluate("window.pressed") == "true"
    page.keyboard.press("f")
    assert house.acts() == []
    ready(page, "Call 15")
    page.keyboard.press("c")
    assert house.wait_acts(1)[0]["action"] == {"kind": "call"}


def test_the_stake_is_typed_stepped_and_kept_inside_its_bounds(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_bet())
    ready(page, "Raise to 15")
    page.get_by_role("button", name="Largest").click()
    expect(page.get_by_role("button", name="Raise to 20 (+20)")).to_be_visible()
    page.get_by_role("button", name="5 less").click()
    expect(page.get_by_role("button", name="Raise to 15 (+15)")).to_be_visible()
    for wrong in ("21", "14", "1e1", "17.5", "-16", ""):
        page.get_by_label("Chips, 15 to 20").fill(wrong)
        expect(page.locator(".act.main")).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Enter")
    assert house.acts() == []
    page.get_by_label("Chips, 15 to 20").fill("17")
    page.keyboard.press("Enter")
    assert house.wait_acts(1)[0]["action"] == {"kind": "raise", "to": 17}


def test_the_result_stays_until_the_next_deal(opened: Open, page: Page) -> None:
    house = opened(fake_table.over())
    result = page.get_by_role("region", name="Hand 7")
    expect(result.locator(".meld")).to_have_count(4)
    expect(result.get_by_role("link", name="See this hand again")).to_have_attribute(
        "href", f"/hands/{fake_table.HAND_ID}/"
    )
    deltas = result.get_by_role("list", name="Won and lost").get_by_role("listitem")
    expect(deltas.first).to_have_text("Beto+45")
    dealt = fake_table.playing()
    dealt["head"] = 101
    dealt["hand"].update(id=fake_table.NEXT_HAND_ID, hand_no=8)
    house.tell(dealt, {"type": "hand", "hand_no": 8})
    expect(result).to_have_count(0)


def test_after_a_reload_the_result_names_those_who_played_it(opened: Open, page: Page) -> None:
    """Zeca has sat down since where Beto won and left: he won nothing."""
    house = opened(fake_table.over(), user="zeca")
    state = fake_table.over()
    played = [{"seat": one["seat"], "name": one["name"], "bot": False} for one in state["seats"]]
    house.players = {fake_table.HAND_ID: played}
    state["seats"][1]["name"] = state["you"]["name"] = "Zeca"
    state["you"]["seat"] = 1
    house.state = state
    page.reload()
    result = page.get_by_role("region", name="Hand 7")
    expect(result.get_by_role("heading", level=2)).to_contain_text("Beto")
    deltas = result.get_by_role("list", name="Won and lost").get_by_role("listitem")
    expect(deltas.first).to_have_text("Beto+45")
    expect(result).not_to_contain_text("You")


@pytest.mark.usefixtures("new_window")
def test_the_page_asks_for_each_of_its_files_once(opened: Open, page: Page) -> None:
    """What is named ahead is what the modules import."""
    house = opened(fake_table.idle())
    modules = [path for path in house.files if path.endswith(".js")]
    assert len(set(modules)) == len(modules) > 40
    assert page.locator('link[rel="modulepreload"]').count() <= len(modules)


def test_sitting_down_sends_the_buy_in_once_with_key_and_token(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2, you=None), user="zeca")
    page.get_by_role("button", name="Sit down at seat 4").click()
    field = page.get_by_label("Chips to bring")
    field.fill("12.5")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("alert").first).to_contain_text("A whole number from 100 to 1,000")
    assert house.calls == []
    field.fill("300")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    (call,) = house.wait_calls(1)
    assert (call["method"], call["path"]) == ("POST", "/api/v1/tables/7/seats")
    assert call["body"] == {"buy_in": 300, "seat": 3}
    assert call["key"]
    assert call["csrf"]


def test_a_refused_seat_says_why(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2, you=None), user="zeca")
    detail = "the buy-in at this table is 100 to 1000 chips"
    house.answers["/api/v1/tables/7/seats"] = (422, {"code": "buy-in-range", "detail": detail})
    page.get_by_role("button", name="Sit down", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(detail)


def test_leaving_in_mid_hand_waits_for_its_end(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="My seat").click()
    page.get_by_role("button", name="Leave after this hand").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    (call,) = house.wait_calls(1)
    assert (call["method"], call["path"]) == ("DELETE", "/api/v1/tables/7/seats/me")
    assert call["query"] == "after_hand=true"


def test_turn_log_and_refusal_are_spoken_once_each(opened: Open, page: Page) -> None:
    house = opened(fake_table.playing())
    mine = fake_table.my_bet()
    mine["head"] = 101
    house.tell(mine, {"type": "act", "seat": 2, "action": {"kind": "bet", "to": 10}})
    expect(page.locator("#say-turn")).to_have_text(
        re.compile(r"^Your turn to bet, \d+ seconds\.$")
    )
    expect(page.locator("#say-log")).to_have_text("célia bets 10.")
    expect(page.locator("#say-error")).to_have_text("")


def test_a_watcher_gets_no_buttons_to_act_with(opened: Open, page: Page) -> None:
    state = fake_table.playing(you=None)
    house = opened(state, user="zeca")
    expect(page.locator(".bar")).to_contain_text("You are watching")
    for key in "cfdtbk":
        page.keyboard.press(key)
    assert house.acts() == []
    expect(page.locator('[role="option"]')).to_have_count(0)


def test_a_hand_that_is_broken_off_says_why(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    state = fake_table.next_state(fake_table.my_draw(), phase="over", turn=None)
    result = {
        "winner": None, "how": "void", "melds": [], "discard": None, "pots": [], "returned": [],
        "deltas": [[seat, 0] for seat in range(4)], "reason": "the organiser decided the match",
    }  # fmt: skip
    state["hand"]["result"] = result
    house.tell(state, {"type": "close", "result": result})
    told = page.locator(".result header")
    expect(told).to_contain_text("The hand was broken off")
    expect(told).to_contain_text("the organiser decided the match")
    expect(told).not_to_contain_text("stock")
