"""The page at tables of other rule sets: their acts, what they show, how it fits the screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import fake_table, states
from tests.browser.conftest import SERIOUS, Open, comes_to, faults_of
from tests.browser.test_table_looks import MISFITS, SIZES

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("state", states.STATES)
def test_every_rule_set_fits_every_screen_and_reads_well(
    opened: Open, page: Page, state: str
) -> None:
    opened(states.STATES[state]())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert comes_to(page, MISFITS, []) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_of(page, SERIOUS) == []


def test_vira_and_wild_cards_are_told(opened: Open, page: Page) -> None:
    opened(states.cacheta())
    wilds = "Turned up: eight of spades. Wild: nine of clubs, nine of spades"
    expect(page.get_by_role("group", name=wilds)).to_be_visible()
    expect(page.get_by_role("option", name="nine of clubs, wild, in run 1")).to_be_visible()
    expect(page.locator('[data-seat="1"] .mark')).to_contain_text("boa!")
    expect(page.locator('[data-seat="2"] .mark').first).to_contain_text("stock only")
    expect(page.locator('[data-seat="3"] .status')).to_have_text("out")
    expect(page.locator(".seat .stack")).to_have_count(0)


def test_to_de_boa_is_said_by_its_key(opened: Open, page: Page) -> None:
    house = opened(states.cacheta())
    page.locator("body").press("a")
    assert house.wait_acts(1)[0]["action"] == {"kind": "announce"}


def test_a_risky_cut_is_asked_for_twice(opened: Open, page: Page) -> None:
    house = opened(states.cut())
    page.get_by_role("button", name="Cut in?").click()
    sure = page.get_by_role("button", name="cut in anyway")
    expect(sure).to_be_visible()
    assert house.acts() == []
    sure.click()
    assert house.wait_acts(1)[0]["action"] == {"kind": "claim"}


def test_a_false_hand_shows_what_is_missing_before_it_is_shown(opened: Open, page: Page) -> None:
    house = opened(states.false_hand())
    page.locator("body").press("b")
    dialog = page.get_by_role("dialog", name="Show your hand?")
    expect(dialog).to_contain_text("melds for 7 of the 9 cards")
    dialog.get_by_role("button", name="Keep playing").click()
    expect(dialog).to_be_hidden()
    assert house.acts() == []
    page.get_by_role("button", name="Show my hand?").click()
    dialog.get_by_role("button", name="Show it anyway").click()
    assert house.wait_acts(1)[0]["action"] == {"kind": "go-out"}


def test_all_ten_go_out_without_a_discard(opened: Open, page: Page) -> None:
    house = opened(states.all_ten())
    page.get_by_role("button", name="Go out (bater)").click()
    dialog = page.get_by_role("dialog", name="Go out")
    expect(dialog).to_contain_text("nothing is thrown off")
    dialog.get_by_role("button", name="Go out (bater)").click()
    action = house.wait_acts(1)[0]["action"]
    assert "discard" not in action
    assert sorted(map(len, action["melds"])) == [3, 3, 4]


def test_one_of_two_ways_to_lay_is_chosen(opened: Open, page: Page) -> None:
    house = opened(states.lay())
    expect(page.locator(".seat .laid")).to_have_count(3)
    page.locator("body").press("j")
    dialog = page.get_by_role("dialog", name="Lay melds")
    dialog.get_by_role("button", name="Next way").click()
    dialog.get_by_role("button", name="Lay these").click()
    assert house.wait_acts(1)[0]["action"] == {"kind": "lay", "melds": [["8H", "9H", "TH"]]}


def test_a_discard_is_bought_with_its_price_on_the_button(opened: Open, page: Page) -> None:
    house = opened(states.buying())
    expect(page.get_by_role("button", name="Buy J♠ (+5 points)")).to_be_visible()
    page.locator("body").press("k")
    assert house.wait_acts(1)[0]["action"] == {"kind": "buy"}


def test_who_holds_more_is_told_how_many_to_throw(opened: Open, page: Page) -> None:
    opened(states.too_many())
    expect(page.locator(".order")).to_have_text("Your turn: discard 3 cards")


def test_nothing_of_chips_where_nothing_is_played_for(opened: Open, page: Page) -> None:
    opened(states.four_melds())
    expect(page.locator(".chips-of, .pot")).to_have_count(0)
    expect(page.locator(".top .title")).to_contain_text("Pif Paf with four melds · for fun")


def test_leaving_a_hand_says_what_it_costs(opened: Open, page: Page) -> None:
    house = opened(states.stay())
    page.get_by_role("button", name="Leave the hand (−1)").click()
    assert house.wait_acts(1)[0]["action"] == {"kind": "fold"}


def test_a_match_ends_with_its_ranking(opened: Open, page: Page) -> None:
    opened(states.match_over())
    over = page.get_by_role("region", name="The match is over")
    expect(over).to_contain_text("Beto wins the match")
    expect(over.locator("tbody tr").first).to_contain_text("+300")
    expect(page.locator(".bar")).to_contain_text("Next match in")
    expect(page.locator(".hands-shown li")).to_have_count(3)


def test_who_came_late_waits_for_the_next_match(opened: Open, page: Page) -> None:
    opened(states.next_match())
    expect(page.locator(".bar")).to_contain_text("You play from the next match on")


def test_leaving_a_match_and_adding_chips_are_explained(opened: Open, page: Page) -> None:
    house = opened(states.cacheta())
    page.locator("body").press("y")
    seat = page.get_by_role("dialog", name="My seat")
    expect(seat).to_contain_text("stays in it until it is over")
    seat.get_by_role("button", name="Add chips").click()
    add = page.get_by_role("dialog", name="Add chips")
    expect(add).to_contain_text("when this match is over")
    page.locator("#top-up").fill("50")
    add.get_by_role("button", name="Add them").click()
    expect(add).to_be_hidden()
    assert house.wait_calls(1)[-1]["path"] == "/api/v1/tables/7/seats/me/top-up"
    assert house.calls[-1]["body"] == {"amount": 50}


def test_chips_on_their_way_are_shown_and_a_new_amount_replaces_them(
    opened: Open, page: Page
) -> None:
    state = fake_table.playing()
    house = opened(state)
    expect(page.locator(".me .coming")).to_have_count(0)
    asked = fake_table.next_state(state)
    asked["you"]["topping_up"] = 100
    house.tell(asked)
    expect(page.locator(".me .coming")).to_have_text("+100 after the hand")
    page.locator("body").press("y")
    page.get_by_role("dialog", name="My seat").get_by_role("button", name="Add chips").click()
    add = page.get_by_role("dialog", name="Add chips")
    expect(add).to_contain_text("takes the place of that, and does not add to it")
    expect(page.locator("#top-up")).to_have_value("100")
    add.get_by_role("button", name="Ask for this instead").click()
    expect(add).to_be_hidden()
    assert house.wait_calls(1)[-1]["body"] == {"amount": 100}


def test_the_reserve_is_named_on_the_clock(opened: Open, page: Page) -> None:
    state = states.cacheta()
    state["clock"].update(reserve=True, due=fake_table.now_ms() + 50_000)
    opened(state)
    expect(page.locator(".bar .time")).to_contain_text("reserve")


def test_the_rules_of_this_table_are_told(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    state = states.cacheta()
    state["table"]["options"] = {"lives": 5, "vira": "suit"}
    opened(state)
    page.get_by_role("tab", name="Rules").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules).to_contain_text("You start with 5 points")
    expect(rules).to_contain_text("the next rank in its suit is wild, two cards")
    page.get_by_role("tab", name="Standing").click()
    expect(page.get_by_role("region", name="Standing")).to_contain_text("from 5 points down")
