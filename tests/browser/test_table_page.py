"""The page of a table against a fake house: how it connects, acts, and answers hands and keys."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser import fake_table
from tests.browser.fake_table import Json
from tests.browser.page_house import House

pytestmark = pytest.mark.browser

Open = Callable[..., House]


@pytest.fixture
def opened(page: Page) -> Iterator[Open]:
    """Return a function that opens the page on a state; errors of the page fail the test."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if is_fault(line) else None)

    def start(state: Json, **how: str) -> House:
        house = House(page, state, **how)
        house.open()
        page.locator(".top h1").wait_for()
        return house

    yield start
    assert errors == []


def is_fault(line: ConsoleMessage) -> bool:
    """Tell an error of the page from Chromium's own line about a refused request."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")


def hand_of(page: Page) -> list[str]:
    """Return the own cards in the order shown, once the page has painted what it knows."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    cards = page.locator('[role="option"]').evaluate_all("all => all.map(e => e.dataset.key)")
    return [str(card).split("#")[0] for card in cards]


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
    house.drop(1012)
    expect(page.locator(".banner")).to_contain_text("Reconnecting")
    expect(page.locator(".banner")).to_have_count(0)
    hellos = [message for message in house.said if message["type"] == "hello"]
    assert hellos[-1] == {"type": "hello", "cursor": 100}


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4404])
def test_a_refused_connection_is_explained_and_not_retried(
    opened: Open, page: Page, code: int
) -> None:
    house = opened(fake_table.my_draw())
    house.drop(code)
    expect(page.locator(".banner.refused")).to_be_visible()
    page.wait_for_timeout(1200)
    assert len(house.sockets) == 1
    expect(page.get_by_role("button", name="Draw from the stock").first).to_be_visible()


def test_a_lost_socket_is_tried_again_until_the_house_is_back(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    house.refuse_with = 1011
    house.drop(1011)
    page.wait_for_timeout(1500)
    assert len(house.sockets) >= 3
    house.refuse_with = None
    expect(page.locator(".line-state.live")).to_be_visible(timeout=8000)


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


def test_an_act_never_reaches_the_next_hand(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Draw from the stock").last.click()
    house.wait_acts(1)
    after = fake_table.next_state(fake_table.my_draw(), id=fake_table.NEXT_HAND_ID, hand_no=8)
    house.tell(after, {"type": "hand", "hand_no": 8})
    page.wait_for_timeout(3200)
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


def test_a_turn_is_played_by_keys_alone_and_focus_stays_in_the_hand(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.my_draw())
    page.keyboard.press("d")
    act = house.wait_acts(1)[0]
    house.send({"type": "ack", "id": act["id"], "event": 101, "seq": 15})
    drawn = fake_table.my_discard("TH")
    drawn["head"] = 101
    event = {"type": "act", "seat": 0, "card": "TH", "action": {"kind": "draw", "from": "stock"}}
    house.tell(drawn, event)
    expect(page.locator('[role="option"]')).to_have_count(10)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Discard 10♥")).to_be_visible()
    page.keyboard.press("Enter")
    act = house.wait_acts(2)[1]
    assert act["action"] == {"kind": "discard", "card": "TH"}
    done = fake_table.playing(phase="window")
    done["head"] = 102
    done["hand"].update(seq=16, turn=1, top="TH", discards=6, window={"card": "TH", "from": 0})
    house.send({"type": "ack", "id": act["id"], "event": 102, "seq": 16})
    house.tell(done, {"type": "act", "seat": 0, "action": {"kind": "discard", "card": "TH"}})
    expect(page.locator('[role="option"]')).to_have_count(9)
    assert page.evaluate("document.activeElement.closest('.own-cards') !== null")


def test_the_hand_has_one_tab_stop_and_names_its_cards(opened: Open, page: Page) -> None:
    opened(fake_table.my_discard("TH"), language="en")
    assert page.locator('[role="option"][tabindex="0"]').count() == 1
    last = page.locator('[role="option"]').last
    expect(last).to_have_attribute("aria-label", "ten of hearts, in run 1, just drawn")


def test_a_second_tap_on_the_picked_card_discards_it(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_discard("TH"))
    page.get_by_role("option", name="king of spades").click()
    page.wait_for_timeout(60)
    assert house.acts() == []
    page.get_by_role("option", name="king of spades").click()
    assert house.wait_acts(1)[0]["action"] == {"kind": "discard", "card": "KS"}


def test_a_card_is_dragged_to_a_new_place_and_the_order_outlives_a_reload(
    opened: Open, page: Page
) -> None:
    house = opened(fake_table.my_draw())
    first = page.get_by_role("option", name="two of clubs")
    target = page.get_by_role("option", name="eight of hearts")
    here, there = first.bounding_box(), target.bounding_box()
    assert here is not None
    assert there is not None
    page.mouse.move(here["x"] + 30, here["y"] + 30)
    page.mouse.down()
    page.mouse.move(there["x"] + 40, there["y"] + 40, steps=8)
    page.mouse.up()
    moved = ["7H", "2C", "8H", "9H", "4C", "4D", "4S", "KS", "QD"]
    assert hand_of(page) == moved
    assert house.acts() == []
    expect(page.locator(".own.picked")).to_have_count(0)
    house.open()
    expect(page.locator('[role="option"]')).to_have_count(9)
    assert hand_of(page) == moved


def test_a_card_dragged_on_the_discard_pile_is_thrown(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_discard("TH"))
    page.get_by_role("option", name="two of clubs").drag_to(page.locator('[data-drop="discard"]'))
    assert house.wait_acts(1)[0]["action"] == {"kind": "discard", "card": "2C"}


def test_cards_move_by_keys_and_sort_only_when_asked(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("option", name="seven of hearts").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert hand_of(page)[:2] == ["8H", "7H"]
    expect(page.get_by_role("option", name="seven of hearts")).to_be_focused()
    house.tell(fake_table.next_state(fake_table.my_draw()), {"type": "sat-in", "name": "gil"})
    assert hand_of(page)[:2] == ["8H", "7H"]
    page.keyboard.press("2")
    assert hand_of(page) == ["2C", "4C", "4D", "4S", "7H", "8H", "9H", "QD", "KS"]


def test_going_out_shows_the_melds_before_the_one_button(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_discard("JS", out=True))
    page.keyboard.press("b")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".meld")).to_have_count(4)
    dialog.get_by_role("button", name="Next way").click()
    assert house.acts() == []
    dialog.get_by_role("button", name="Go out").click()
    action = house.wait_acts(1)[0]["action"]
    assert action["kind"] == "go-out"
    assert action["discard"] == "2C"
    assert action["melds"][0] == ["7H", "8H", "9H", "TH"]
    expect(dialog).to_have_count(0)


def test_a_claim_is_one_key_while_the_window_is_open(opened: Open, page: Page) -> None:
    house = opened(fake_table.window())
    expect(page.locator(".claim .seconds")).to_have_text(re.compile(r"^\d\.\d$"))
    page.keyboard.press("k")
    action = house.wait_acts(1)[0]["action"]
    assert action["kind"] == "claim"
    assert action["discard"] == "2C"
    assert ["JS", "QS", "KS"] in action["melds"]


def test_an_early_take_waits_for_the_window_and_is_sent_when_nobody_claims(
    opened: Open, page: Page
) -> None:
    state = fake_table.window(mine=True, claim=False)
    house = opened(state)
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Taking J♠ soon").last).to_be_visible()
    assert house.acts() == []
    closed = fake_table.next_state(state, phase="draw", window=None)
    closed["legal"] = [{"kind": "draw", "from": "stock"}, {"kind": "draw", "from": "discard"}]
    closed["clock"] = {"what": "act", "due": fake_table.now_ms() + 30_000, "seat": 0}
    house.tell(closed, {"type": "clock", "what": "window-closed"})
    assert house.wait_acts(1)[0]["action"] == {"kind": "draw", "from": "discard"}


def test_an_early_take_is_forgotten_when_somebody_claims(opened: Open, page: Page) -> None:
    house = opened(fake_table.window(mine=True, claim=False))
    page.keyboard.press("t")
    over = fake_table.over()
    over["head"] = 101
    house.tell(over, {"type": "close", "result": over["hand"]["result"]})
    expect(page.get_by_role("heading", name="Beto wins 60")).to_be_visible()
    assert house.acts() == []


def test_the_result_stays_until_the_next_deal(opened: Open, page: Page) -> None:
    house = opened(fake_table.over())
    result = page.get_by_role("region", name="Hand 7")
    expect(result.locator(".meld")).to_have_count(4)
    expect(result.get_by_role("link", name="Record of this hand")).to_have_attribute(
        "href", f"/hands/{fake_table.HAND_ID}/"
    )
    deltas = result.get_by_role("list", name="Won and lost").get_by_role("listitem")
    expect(deltas.first).to_have_text("Beto+45")
    dealt = fake_table.playing()
    dealt["head"] = 101
    dealt["hand"].update(id=fake_table.NEXT_HAND_ID, hand_no=8)
    house.tell(dealt, {"type": "hand", "hand_no": 8})
    expect(result).to_have_count(0)


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
    (call,) = house.calls
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
    (call,) = house.calls
    assert (call["method"], call["path"]) == ("DELETE", "/api/v1/tables/7/seats/me")
    assert call["query"] == "after_hand=true"


def test_turn_log_and_refusal_are_spoken_once_each(opened: Open, page: Page) -> None:
    house = opened(fake_table.playing())
    mine = fake_table.my_bet()
    mine["head"] = 101
    house.tell(mine, {"type": "act", "seat": 2, "action": {"kind": "bet", "to": 10}})
    expect(page.locator("#say-turn")).to_have_text(re.compile(r"^Your turn to bet, \d+ seconds\.$"))
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


def test_single_keys_can_be_switched_off(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    page.wait_for_timeout(100)
    assert house.acts() == []


STATES = {
    "bet": fake_table.my_bet,
    "eight": lambda: fake_table.my_bet(8, seats=8),
    "draw": fake_table.my_draw,
    "out": lambda: fake_table.my_discard("JS", out=True),
    "claim": fake_table.window,
    "over": fake_table.over,
    "watch": lambda: fake_table.playing(5, you=None),
    "idle": lambda: fake_table.idle(2),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", [(390, 844), (360, 640), (320, 568), (1280, 800)], ids=str)
def test_nothing_is_cut_off_at_any_width(
    opened: Open, page: Page, state: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(STATES[state]())
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    # Every button that can be seen is inside the window and as large as a finger needs.
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, .own, a')].filter((node) => {
          const box = node.getBoundingClientRect();
          if (!box.width || node.closest('.skip, .result') || node.matches('.skip, .pile')) return false;
          return box.width < 43.5 || box.height < 43.5 || box.left < -1 || box.right > innerWidth + 1;
        }).map((node) => node.outerHTML.slice(0, 120))"""
    )
    assert small == []


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(
    opened: Open, page: Page, state: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type] # a literal by parametrize
    opened(STATES[state](), user="ana")
    page.wait_for_timeout(450)
    found = Axe().run(page)
    serious = [
        (one["id"], [node["target"] for node in one["nodes"]])
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
