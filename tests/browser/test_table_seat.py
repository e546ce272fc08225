"""One's own seat: sitting down, coming back, and what the plates say."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table
from tests.browser.conftest import Open, comes_to
from tests.browser.fake_table import Json

pytestmark = pytest.mark.browser

# Names that do not fit their plate.
CUT = """() => [...document.querySelectorAll('.plate .name')].filter(
  (name) => name.scrollHeight > name.clientHeight + 1 || name.scrollWidth > name.clientWidth + 1
).map((name) => name.textContent)"""


def away(phase: str = "draw") -> Json:
    """Return a hand in play in which the clock plays for me, and I sit out the next."""
    state = fake_table.playing(phase=phase)
    state["you"]["away"] = state["seats"][0]["away"] = True
    state["you"]["sitting_out"] = state["seats"][0]["sitting_out"] = True
    state["seats"][2]["sitting_out"] = True
    return state


@pytest.mark.parametrize("by_key", [True, False])
def test_who_is_away_is_told_so_and_comes_back_with_one_press(
    opened: Open, page: Page, *, by_key: bool
) -> None:
    house = opened(fake_table.playing(phase="draw"))
    state = {**away(), "head": 101}
    house.tell(state, {"type": "clock", "what": "away", "seat": 0})
    bar = page.locator(".bar")
    expect(bar).to_contain_text("the clock plays for you at once")
    expect(page.locator(".me .status")).to_have_text("away")
    expect(page.locator('.seat[data-seat="2"] .status')).to_have_text("away")
    if by_key:
        page.keyboard.press("i")
    else:
        bar.get_by_role("button", name="I'm back").click()
    expect(bar.get_by_role("button", name="I'm back")).not_to_have_attribute(
        "aria-disabled", "true"
    )
    (call,) = house.wait_calls(1)
    assert (call["method"], call["path"]) == ("POST", "/api/v1/tables/7/seats/me/sit-in")
    assert call["key"]
    back = {**fake_table.playing(phase="draw"), "head": 102}
    house.tell(back, {"type": "clock", "what": "back", "seat": 0})
    expect(bar.get_by_role("button", name="I'm back")).to_have_count(0)


def test_at_a_match_the_way_back_is_there_in_any_hand_though_no_event_told_of_it(
    opened: Open, page: Page
) -> None:
    """Nobody sits out at a tournament's table, and the page may have come after the event."""
    state = fake_table.my_draw()
    state["you"]["away"] = state["seats"][0]["away"] = True
    house = opened(state)
    bar = page.locator(".bar")
    expect(bar).to_contain_text("the clock plays for you at once")
    expect(bar.get_by_role("button", name="Draw from the stock")).to_have_count(0)
    page.keyboard.press("i")
    expect(bar.get_by_role("button", name="I'm back")).not_to_have_attribute(
        "aria-disabled", "true"
    )
    assert [call["path"] for call in house.wait_calls(1)] == ["/api/v1/tables/7/seats/me/sit-in"]
    house.tell({**fake_table.my_draw(), "head": 101})
    expect(bar.get_by_role("button", name="I'm back")).to_have_count(0)
    expect(bar.get_by_role("button", name="Draw from the stock").last).to_be_visible()


def test_who_sits_out_after_this_hand_keeps_the_buttons_and_a_way_back(
    opened: Open, page: Page
) -> None:
    state = fake_table.my_draw()
    state["you"]["sitting_out"] = True
    opened(state)
    expect(page.locator(".bar")).to_contain_text("You sit out after this hand")
    expect(page.get_by_role("button", name="I'm back")).to_be_visible()
    expect(page.get_by_role("button", name="Draw from the stock").last).to_be_visible()


def test_between_hands_and_after_folding_the_way_back_is_there_too(
    opened: Open, page: Page
) -> None:
    folded = away("bet")
    folded["hand"]["seats"][0]["folded"] = True
    house = opened(folded)
    expect(page.get_by_role("button", name="I'm back")).to_be_visible()
    idle = fake_table.idle()
    idle["you"]["sitting_out"] = True
    house.tell({**idle, "head": 101})
    expect(page.locator(".bar")).to_contain_text("no cards and no antes")
    expect(page.get_by_role("button", name="I'm back")).to_be_visible()


def test_sitting_down_by_keys_alone(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2, you=None), user="zeca")
    page.keyboard.press("s")
    field = page.get_by_label("Chips to bring")
    expect(field).to_be_focused()
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == 3
    page.keyboard.type("300")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    (call,) = house.wait_calls(1)
    assert call["body"] == {"buy_in": 300}


def test_a_seat_pressed_by_mouse_opens_the_form_at_its_field(opened: Open, page: Page) -> None:
    opened(fake_table.idle(2, you=None), user="zeca")
    page.get_by_role("button", name="Sit down at seat 4").click()
    expect(page.get_by_label("Chips to bring")).to_be_focused()


def test_a_refused_field_is_called_by_its_label(opened: Open, page: Page) -> None:
    house = opened(fake_table.idle(2, you=None), user="zeca")
    wrong = {"code": "bad-request", "detail": "buy_in: a whole number, please"}
    house.answers["/api/v1/tables/7/seats"] = (400, wrong)
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    alert = page.get_by_role("dialog").get_by_role("alert")
    expect(alert).to_have_text("Chips to bring: a whole number, please")


def test_the_seat_menu_has_a_key_and_counts_the_chips_of_the_hand(
    opened: Open, page: Page
) -> None:
    opened(fake_table.my_draw())
    expect(page.locator(".me .stack")).to_have_text("475")
    page.keyboard.press("y")
    expect(page.get_by_role("dialog")).to_contain_text("You have 475 chips at this table.")
    page.keyboard.press("Escape")
    # Gone from the page, not only from sight: until then keys belong to the dialog.
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    for words in ("sit down", "my seat: sit out or leave", "come back after being away"):
        expect(page.get_by_role("dialog")).to_contain_text(words)


def test_names_of_twelve_letters_are_whole_and_bots_wear_a_robot(opened: Open, page: Page) -> None:
    state = fake_table.my_bet(5, seats=5)
    names = ("ana", "Aroeira (bot)", "Pitangueira1", "Jacaranda (bot)", "Mandacarus12")
    for seat, name in zip(state["seats"], names, strict=True):
        seat.update(name=name, bot=name.endswith("(bot)"))
    opened(state)
    for width, height in ((390, 844), (1280, 800), (900, 700)):
        page.set_viewport_size({"width": width, "height": height})
        assert comes_to(page, CUT, []) == [], width
    shown = page.locator(".seat .name").all_text_contents()
    assert shown == ["Aroeira", "Pitangueira1", "Jacaranda", "Mandacarus12"]
    expect(page.locator(".seat .robot")).to_have_count(2)
    expect(page.locator('.seat[data-seat="1"] .plate')).to_contain_text("bot")
    expect(page.locator('.seat[data-seat="2"] .robot')).to_have_count(0)


def test_owners_of_a_side_pot_are_named_on_a_phone(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    state = fake_table.my_draw()
    state["hand"]["pots"] = [
        {"amount": 30, "seats": [0, 1, 2]}, {"amount": 10, "seats": [0, 2]},
    ]  # fmt: skip
    opened(state)
    owners = page.locator(".pot-levels .pot-who").last
    expect(owners).to_have_text("you, célia")
    box = owners.bounding_box()
    assert box is not None
    assert box["width"] > 40


@pytest.mark.parametrize(("language", "shown"), [("en", r"^\d\.\d$"), ("de", r"^\d,\d$")])
def test_tenths_are_written_as_the_language_does(
    opened: Open, page: Page, language: str, shown: str
) -> None:
    opened(fake_table.window(), language=language)
    expect(page.locator(".bar .seconds")).to_have_text(re.compile(shown))


def test_the_spoken_seconds_do_not_go_stale(opened: Open, page: Page) -> None:
    house = opened(fake_table.playing())
    house.tell({**fake_table.my_bet(), "head": 101})
    expect(page.locator("#say-turn")).to_contain_text("seconds")
    expect(page.locator("#say-turn")).to_have_text("")


def reseated(state: Json, order: list[int]) -> Json:
    """Return the state of a hand that is over after its players took these seats, in order."""
    after = fake_table.next_state(state)
    people = [{**one, "stack": 100 + 11 * one["seat"]} for one in state["seats"]]
    after["seats"] = sorted(
        ({**one, "seat": seat} for one, seat in zip(people, order, strict=True)),
        key=lambda one: int(one["seat"]),
    )
    after["you"].update(seat=order[0], stack=people[0]["stack"])
    after["hand"]["left"] = [old for old, seat in enumerate(order) if old != seat]
    after["clock"] = None
    return after


PLATES = """() => [...document.querySelectorAll('.seat[data-seat]')].map((seat) => [
  Number(seat.dataset.seat), seat.querySelector('.name').textContent,
  Number(seat.querySelector('.chips-of.stack').textContent),
  seat.querySelectorAll('.status, .held, .dealer, .bet').length])"""


@pytest.mark.parametrize(
    "order",
    [[0, 1, 2, 3], [1, 0, 2, 3], [3, 2, 1, 0], [4, 5, 0, 1], [2, 3, 4, 5]],
    ids=["stay", "two change", "turned round", "half new", "half gone"],
)
def test_between_hands_each_seat_shows_who_sits_there_with_the_chips_of_the_state(
    opened: Open, page: Page, order: list[int]
) -> None:
    """A final table is drawn anew, a table is balanced: no old hand stays at a seat."""
    house = opened(fake_table.my_draw())
    state = {**fake_table.over(), "head": 101}
    house.tell(state, {"type": "close", "hand": state["hand"]["id"], "result": None})
    house.shows(101)
    after = reseated(state, order)
    moves: list[Json] = [{"type": "left", "seat": 0, "name": "ana"}]
    house.tell(after, *moves)
    house.shows(after["head"])
    plates = {seat: (name, stack, of) for seat, name, stack, of in house.evaluate(PLATES)}
    for one in after["seats"]:
        if one["name"] == "ana":
            expect(page.locator(".me .chips-of.stack")).to_have_text(str(one["stack"]))
            continue
        name, stack, of_the_hand = plates[one["seat"]]
        assert (name, stack) == (one["name"], one["stack"])
        assert of_the_hand == 0 or one["seat"] not in after["hand"]["left"]
    expect(page.locator(".result h2")).to_have_text("Beto wins 60")
    mine = page.locator(".result .deltas li", has_text="you")
    expect(mine).to_contain_text("\u221220")
