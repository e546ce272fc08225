"""Small things that a newcomer stumbles over at the table page."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.pages.hand_rows import Moved
from tests.browser import fake_table, states
from tests.browser.conftest import Open
from tests.browser.page_house import House, render

pytestmark = pytest.mark.browser

SHEETS = (
    *("batida/tokens.css", "batida/elements.css", "batida/shell.css", "batida/parts.css"),
    "tables/hands.css",
)
MIDDLE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.left + box.width / 2 - innerWidth / 2;
}"""


def test_one_card_is_not_called_cards(opened: Open, page: Page) -> None:
    state = fake_table.my_draw(top="JS")
    state["hand"].update(discards=1, stock=1)
    opened(state)
    expect(page.get_by_label("Discard pile, one card, jack of spades on top")).to_have_count(1)
    expect(page.get_by_label("Stock, one card")).to_have_count(1)


def test_a_log_pressed_beside_the_table_does_not_cover_it_in_a_small_window(
    opened: Open, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(fake_table.my_draw())
    page.get_by_role("tab", name="Rules").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".side")).to_be_hidden()
    page.locator(".log-button").click()
    expect(page.locator(".side")).to_be_visible()


def test_how_many_ask_for_a_seat_does_not_cover_the_words(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    state = fake_table.idle(3)
    state["host"] = {"invite": None, "asking": ["Beto"], "guests": []}
    opened(state)
    words = page.locator(".host-button .long").bounding_box()
    badge = page.locator(".host-button .unread").bounding_box()
    assert words is not None
    assert badge is not None
    assert words["x"] + words["width"] <= badge["x"]


def test_the_wait_for_the_table_stands_in_the_middle(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    house = House(page, fake_table.idle(3))
    house.refuse_with = 1011
    house.open()
    page.locator(".opening .spin").wait_for()
    assert abs(page.evaluate(MIDDLE, ".opening")) < 2


def test_a_result_can_still_be_read_after_the_next_deal(opened: Open, page: Page) -> None:
    house = opened(fake_table.over())
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".last-result")).to_have_count(0)
    state = fake_table.my_bet()
    state["hand"]["id"] = fake_table.NEXT_HAND_ID
    house.tell({**state, "head": 101}, {"type": "hand", "hand_no": 8})
    last = page.locator(".last-result")
    expect(last.get_by_role("link")).to_have_text("Beto wins 60: out with a claimed card.")
    expect(last.get_by_role("link")).to_have_attribute("href", f"/hands/{fake_table.HAND_ID}/")
    last.get_by_role("button", name="Hide the last result").click()
    expect(last).to_have_count(0)


def test_chips_that_go_back_are_told_once(opened: Open, page: Page) -> None:
    """By seats, with what nobody matched; of a hand that is void by its pots."""
    state = fake_table.over()
    house = opened(state)
    told = page.locator(".result .pots li")
    to = ("Main pot 60 to Beto", "Goes back 10 to ana", "Goes back 20 to célia")
    expect(told).to_have_text([_loose(w) for w in to])
    unmatched = fake_table.next_state(state)
    unmatched["hand"]["result"].update(
        pots=[{"amount": 60, "seats": [0, 1], "winner": 1}], returned=[[2, 10]]
    )
    house.tell(unmatched, {"type": "goes-on"})
    expect(told).to_have_text([_loose(w) for w in ("Pot 60 to Beto", "Unmatched bet 10 to célia")])
    void = fake_table.next_state(unmatched)
    void["hand"]["result"].update(
        winner=None, how="void", pots=[{"amount": 20, "seats": [0, 1], "winner": None}],
        returned=[[0, 10], [1, 10]],
    )  # fmt: skip
    house.tell(void, {"type": "goes-on"})
    expect(told).to_have_text([_loose("Pot 20 back to those who paid")])


def _loose(words: str) -> re.Pattern[str]:
    """Words whatever room is between them."""
    return re.compile(r"^\s*" + r"\s*".join(words.split()) + r"\s*$")


def test_bots_alone_say_that_they_wait_for_somebody(opened: Open, page: Page) -> None:
    state = fake_table.idle(3, you=None)
    for seat in state["seats"]:
        seat["bot"] = True
    house = opened(state)
    now = page.locator(".now")
    expect(now).to_have_text("Starts when somebody sits down")
    left = fake_table.next_state(state)
    left["clock"] = {"what": "deal", "due": fake_table.now_ms() + 5_000, "seat": None}
    house.tell(left)
    house.shows(left["head"])
    expect(now).to_have_text("Starts when somebody sits down")
    person = fake_table.next_state(left)
    person["seats"][0]["bot"] = False
    house.tell(person)
    expect(now).to_contain_text("First hand in")


def test_bots_that_play_alone_wait_for_nobody(opened: Open, page: Page) -> None:
    state = fake_table.idle(3, you=None)
    state["table"]["bots_alone"] = True
    for seat in state["seats"]:
        seat["bot"] = True
    state["clock"] = {"what": "deal", "due": fake_table.now_ms() + 5_000, "seat": None}
    opened(state)
    expect(page.locator(".now")).to_contain_text("First hand in")


def test_an_old_result_is_put_aside_for_who_comes_to_watch(opened: Open, page: Page) -> None:
    state = fake_table.over()
    state.update(you=None, clock=None)
    state["hand"].update(you=None, cards=None)
    opened(state)
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator(".result")).to_be_visible()


def test_none_is_many_in_portuguese(opened: Open, page: Page) -> None:
    state = fake_table.my_draw()
    state["hand"]["seats"][0]["stack"] = 0
    opened(state, language="pt-br")
    page.keyboard.press("y")
    expect(page.get_by_role("dialog")).to_contain_text("Você tem 0 fichas nesta mesa.")


def test_the_log_says_robot_in_the_reader_s_language(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2), language="pt-br")
    state = {**house.state, "head": house.state["head"] + 1}
    house.tell(state, {"type": "sat", "seat": 2, "name": "Aroeira (bot)", "stack": 550})
    expect(page.locator(".log")).to_contain_text("Aroeira (robô) senta com 550")


def test_no_antes_are_named_where_there_are_none(opened: Open, page: Page) -> None:
    state = states.played(fake_table.idle(3), "cacheta")
    state["you"]["sitting_out"] = True
    opened(state)
    order = page.locator(".bar .order")
    expect(order).to_have_text("You are sitting out: no cards until you come back.")


def test_too_few_are_promised_no_hand(opened: Open, page: Page) -> None:
    state = fake_table.idle(3)
    state["clock"] = {"what": "deal", "due": fake_table.now_ms() + 5_000, "seat": None}
    house = opened(state)
    expect(page.locator(".now")).to_contain_text("First hand in")
    left = fake_table.next_state(state)
    del left["seats"][2]
    house.tell(left, {"type": "left", "seat": 2, "name": "célia"})
    expect(page.locator(".now")).to_have_text("2 ready, 3 needed")
    expect(page.locator(".bar")).to_contain_text("Waiting for players. A hand starts with 3.")


@pytest.mark.parametrize("language", ["en", "pt-br", "de", "fr"])
def test_a_phone_shows_the_stake_to_its_end(opened: Open, page: Page, language: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    state = fake_table.my_bet()
    state["table"].update(rake_per_mille=25, rake_cap=100, private=True)
    opened(state, language=language)
    line = page.locator(".top .title p")
    expect(line).to_be_visible()
    assert line.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert line.evaluate("node => node.scrollHeight <= node.clientHeight")


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_does_not_break_a_date_in_the_middle(page: Page, width: int) -> None:
    hand = {"id": fake_table.HAND_ID, "hand_no": 12, "ended_at": timezone.now()}
    said = "Dona Mariana Albuquerque wins 1,240: claimed"
    hand["table"] = {"name": "Mesa da Lapa"}
    moved = [Moved(-1240, "tournament chips", of_match=True)]
    rows = [{"hand": hand, "name": "Match 12, hand 3", "said": said, "moved": moved}]
    page.set_viewport_size({"width": width, "height": 844})
    body = render(
        "tables/hands.html",
        {"rows": rows, "mine": True, "TIME_ZONE": "America/Sao_Paulo"},
        user="",
    )
    page.goto("about:blank")
    sheets = (finders.find(name) for name in SHEETS)
    styles = "".join(Path(str(sheet)).read_text(encoding="utf-8") for sheet in sheets)
    page.set_content(f"<style>{styles}</style>{body}")
    assert page.locator(".hand-when time").evaluate("node => node.getClientRects().length") == 1
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0


def test_who_sits_down_by_keyboard_goes_on_from_the_own_bar(opened: Open, page: Page) -> None:
    """The seat comes before the answer to the press, and what opened the dialog is gone then."""
    house = opened(fake_table.idle(2, you=None), user="gil")
    page.get_by_role("button", name="Sit down", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Chips to bring")).to_be_focused()
    seated = {**fake_table.idle(3, you=2), "head": 101}
    house.tell(seated, {"type": "sat", "seat": 2, "name": "gil", "stack": 250})
    house.shows(101)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".mine .bar")).to_be_focused()


def test_a_seat_that_is_played_elsewhere_is_told_in_words_alone(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2))
    house.sockets[-1].close(code=4409, reason="replaced")
    banner = page.locator(".banner.refused span")
    expect(banner).to_have_text("You play this seat in another window now.")


def test_nothing_brought_into_view_moves_the_table(opened: Open, page: Page) -> None:
    """What the log says to readers only stood outside of it, far below the page."""
    page.set_viewport_size({"width": 1280, "height": 800})
    house = opened(fake_table.my_draw())
    state = house.state
    for head in range(101, 131):
        state = {**state, "head": head}
        house.tell(state, {"type": "act", "seat": 1, "by": "player",
                           "action": {"kind": "discard", "card": "KH"}})  # fmt: skip
    house.shows(130)
    expect(page.locator(".log .seen-by-readers-only").nth(29)).to_be_attached()
    page.evaluate("document.querySelector('.table-app').scrollTop = 4000")
    size = page.evaluate(
        "(({scrollHeight, clientHeight, scrollTop}) => [scrollHeight - clientHeight, scrollTop])"
        "(document.querySelector('.table-app'))"
    )
    assert size == [0, 0]


def test_all_keys_are_in_sight_at_once(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(fake_table.my_draw())
    page.keyboard.press("?")
    box = page.locator(".dialog-box")
    expect(box).to_be_visible()
    assert box.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


def test_a_result_of_the_match_before_does_not_stay_in_the_next(opened: Open, page: Page) -> None:
    state = states.in_match(fake_table.playing(), [3, 2, 1, 0])
    house = opened(state)
    over = states.in_match({**fake_table.over(), "head": 101}, [4, 2, 1, 0], over=True)
    house.tell(over, {"type": "close", "result": over["hand"]["result"]})
    house.shows(101)
    anew = states.in_match({**fake_table.playing(), "head": 102}, [0, 0, 0, 0])
    anew["match"]["match_no"] += 1
    anew["hand"]["id"] = fake_table.NEXT_HAND_ID
    house.tell(anew, {"type": "hand", "hand_no": 8})
    house.shows(102)
    expect(page.locator(".last-result")).to_have_count(0)
