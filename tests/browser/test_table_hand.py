"""The own hand and the play: keys, taps, dragging, claims, going out."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import Open, comes_to

pytestmark = pytest.mark.browser

CLAIM_IS_BELOW = """() => document.querySelector('.claim').getBoundingClientRect().top
  >= document.querySelector('.own-cards').getBoundingClientRect().bottom"""


def hand_of(page: Page) -> list[str]:
    """Return the own cards in the order shown, once the page has painted what it knows."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    cards = page.locator('[role="option"]').evaluate_all("all => all.map(e => e.dataset.key)")
    return [str(card).split("#")[0] for card in cards]


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


@pytest.mark.parametrize("secret", [False, True])
def test_an_ack_after_its_state_frees_the_buttons_unless_a_state_is_still_to_come(
    opened: Open, page: Page, *, secret: bool
) -> None:
    house = opened(fake_table.my_draw())
    page.keyboard.press("d")
    act = house.wait_acts(1)[0]
    drawn = {**fake_table.my_discard("TH"), "head": 101}
    house.tell(drawn, {"type": "act", "seat": 0, "action": {"kind": "draw", "from": "stock"}})
    expect(page.locator('[role="option"]')).to_have_count(10)
    ack = {"type": "ack", "id": act["id"], "event": 101, "seq": 15, "secret": secret}
    house.send(ack)
    if secret:
        expect(page.locator(".bar .order")).to_have_text("Sending …")
        house.send({"type": "snapshot", "state": drawn})
    expect(page.locator(".bar .order")).to_have_text(
        "Your turn: pick a card to discard",
        timeout=2500,  # by itself the page would look again after 3 s
    )


def test_the_hand_has_one_tab_stop_and_names_its_cards(opened: Open, page: Page) -> None:
    opened(fake_table.my_discard("TH"), language="en")
    assert page.locator('[role="option"][tabindex="0"]').count() == 1
    last = page.locator('[role="option"]').last
    expect(last).to_have_attribute("aria-label", "ten of hearts, in run 1, just drawn")


def test_a_second_tap_on_the_picked_card_discards_it(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_discard("TH"))
    page.get_by_role("option", name="king of spades").click()
    house.settle()
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
    expect(page.locator(".bar .seconds")).to_have_text(re.compile(r"^\d\.\d$"))
    page.keyboard.press("k")
    action = house.wait_acts(1)[0]["action"]
    assert action["kind"] == "claim"
    assert action["discard"] == "2C"
    assert ["JS", "QS", "KS"] in action["melds"]


def test_a_claim_covers_neither_the_hand_nor_the_other_buttons(opened: Open, page: Page) -> None:
    opened(fake_table.window(mine=True))
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert comes_to(page, CLAIM_IS_BELOW, wanted=True)
        expect(page.get_by_role("button", name="Draw from the stock").last).to_be_visible()
        page.get_by_role("button", name="Claim and go out").click(trial=True)


def test_a_claim_that_comes_too_late_says_so(opened: Open, page: Page) -> None:
    state = fake_table.window()
    house = opened(state)
    page.keyboard.press("k")
    act = house.wait_acts(1)[0]
    problem = {"type": "x", "title": "Not now", "status": 409, "detail": "no", "code": "not-now"}
    house.send({"type": "nack", "id": act["id"], "problem": problem})
    expect(page.get_by_role("alert")).to_contain_text("Too late")


def test_a_press_on_a_claim_that_just_went_says_so_and_does_nothing_else(
    opened: Open, page: Page
) -> None:
    state = fake_table.window()
    house = opened(state)
    closed = fake_table.next_state(state, phase="draw", window=None)
    closed["legal"] = []
    # The words stand there for 1.5 s: press in the very frame in which they come.
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          const gone = [...document.querySelectorAll('.act')]
            .find((button) => button.textContent.includes('Too late'));
          if (gone) { watch.disconnect(); gone.click(); }
        }).observe(document.body, {subtree: true, childList: true, characterData: true})"""
    )
    house.tell(closed, {"type": "clock", "what": "window-closed"})
    expect(page.get_by_role("alert")).to_contain_text("Too late")
    assert house.acts() == []
    expect(page.get_by_role("button", name="Too late")).to_have_count(0)


def test_the_hand_stays_where_it_is_from_phase_to_phase(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    house = opened(fake_table.my_bet())
    places = set()
    away = fake_table.my_draw()
    away["you"]["sitting_out"] = True
    states = (fake_table.my_draw(), fake_table.my_discard(), fake_table.window(), away)
    for number, state in enumerate(states, start=101):
        box = page.locator(".own-cards").bounding_box()
        assert box is not None
        places.add(round(box["y"]))
        house.tell({**state, "head": number})
        house.shows(number)
        expect(page.locator(".own-cards")).to_be_visible()
    assert len(places) == 1


def test_single_keys_can_be_switched_off(opened: Open, page: Page) -> None:
    house = opened(fake_table.my_draw())
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    house.settle()
    assert house.acts() == []
