"""The page at a table of Pili Pili: what it shows of a round, what it lets me do, how it fits."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pili_states
from tests.browser.conftest import SERIOUS, Open, comes_to, faults_of
from tests.browser.page_house import House
from tests.browser.pili_states import Round
from tests.browser.test_table_looks import MISFITS, SIZES

pytestmark = pytest.mark.browser


def shown(house: House, state: str) -> None:
    """Let the page show another of the states."""
    page = pili_states.STATES[state]()
    page["head"] = house.state["head"] + 1
    house.tell(page)
    house.shows(page["head"])


def test_every_state_fits_every_screen(opened: Open, page: Page) -> None:
    first, *others = pili_states.STATES
    house = opened(pili_states.STATES[first]())
    for state in (first, *others):
        shown(house, state)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert comes_to(page, MISFITS, []) == [], (state, width, height)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (state, width)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_longer_words_fit_too(opened: Open, page: Page, language: str) -> None:
    house = opened(pili_states.no_echo(), language=language)
    for state in ("no-echo", "passing", "match-over"):
        shown(house, state)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert comes_to(page, MISFITS, []) == [], (state, width, height)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (state, width)


def test_axe_finds_no_serious_violation(opened: Open, page: Page) -> None:
    house = opened(pili_states.last_bid())
    for state in ("last-bid", "eight", "high-low", "match-over"):
        shown(house, state)
        page.emulate_media(color_scheme="dark" if state == "match-over" else "light")
        assert faults_of(page, SERIOUS) == [], state


def test_a_forbidden_bid_is_greyed_with_its_reason(opened: Open, page: Page) -> None:
    house = opened(pili_states.last_bid())
    mission = page.get_by_role("region", name="Mission of this round")
    expect(mission).to_contain_text("The lowest number takes the trick.")
    expect(page.locator('[data-seat="1"] .tally')).to_contain_text("Tricks won: 0, bid: 2")
    expect(page.locator('[data-seat="1"] .pilis')).to_contain_text("Pilis: 5 of 7")
    barred = page.get_by_role("button", name="Bid 0")
    expect(barred).to_have_attribute("aria-disabled", "true")
    expect(barred).to_have_accessible_description(
        "Not 0: the bids would come to 5, as many as there are tricks."
    )
    barred.click(force=True)
    page.locator("body").press("0")
    page.locator("body").press("2")
    assert [act["action"] for act in house.wait_acts(1)] == [{"kind": "bid", "number": 2}]


def test_two_bids_are_forbidden_for_two_reasons(opened: Open, page: Page) -> None:
    opened(pili_states.no_echo())
    expect(page.locator("#bid-reason")).to_contain_text("was bid just before you.")
    expect(page.locator("#bid-reason")).to_contain_text("the bids would come to 5")
    expect(page.locator(".of-bids [aria-disabled]")).to_have_count(2)


def test_on_the_forehead_all_cards_but_mine_are_in_sight(opened: Open, page: Page) -> None:
    opened(pili_states.forehead())
    for name, cards in (("Beto", "928"), ("célia", "517")):
        expect(page.get_by_role("group", name=f"Cards of {name}")).to_have_text(cards)
    mine = page.get_by_role("group", name="Your hand, 2 cards")
    expect(mine.get_by_role("img", name="Card 1, face down")).to_be_visible()
    expect(page.get_by_role("option")).to_have_count(0)


def test_a_joker_is_given_its_number(opened: Open, page: Page) -> None:
    house = opened(pili_states.follow())
    page.get_by_role("option", name="joker").click()
    page.get_by_role("button", name="Play the joker").click()
    dialog = page.get_by_role("dialog", name="The joker")
    number = dialog.get_by_role("textbox")
    expect(number).to_be_focused()
    expect(number).to_have_value("56")
    # What the sheet lies over is told in it.
    expect(dialog.locator(".joker-time")).to_have_text(re.compile(r"^\d+s$"))
    expect(dialog.locator(".trick li")).not_to_have_count(0)
    number.fill("57")
    expect(dialog.get_by_role("button", name="Play the joker")).to_be_disabled()
    number.fill("49")
    expect(dialog).to_contain_text("of equal numbers the first one wins (célia)")
    dialog.get_by_role("button", name="50 just enough").click()
    expect(dialog).to_contain_text("50 goes ahead of 49 (célia).")
    number.press("Enter")
    joker = {"kind": "play", "card": "JK", "number": 50}
    assert house.wait_acts(1)[0]["action"] == joker
    expect(dialog).to_be_hidden()


def test_a_turned_joker_asks_for_its_number(opened: Open, page: Page) -> None:
    blind = Round("BLINDPLAY 4").my_turn("turn")
    house = opened(blind.page())
    page.locator("body").press("4")
    turned = house.wait_acts(1)[0]
    assert turned["action"] == {"kind": "turn", "number": 4}
    house.send({"type": "ack", "id": turned["id"], "event": house.state["head"] + 1})
    state = blind.does(0, {"kind": "turn", "number": 4}).page()
    state["head"] = house.state["head"] + 1
    house.tell(state)
    number = page.get_by_role("dialog", name="The joker").get_by_role("textbox")
    number.fill("0")
    number.press("Enter")
    named = {"kind": "name", "number": 0}
    expect(page.locator(".order")).to_have_text("Sending …")
    assert house.acts()[-1]["action"] == named


def test_cards_are_picked_and_passed_by_keys(opened: Open, page: Page) -> None:
    house = opened(pili_states.passing())
    expect(page.locator(".order")).to_contain_text("Cards to choose for Beto: 2")
    keys = ("ArrowLeft", "Space", "ArrowRight", "Space", "Enter")
    for key in keys:
        page.locator(":focus, body").last.press(key)
    action = house.wait_acts(1)[0]["action"]
    assert action == {"kind": "give", "cards": ["7", "12"]}


def test_whose_pilis_to_share_is_one_key(opened: Open, page: Page) -> None:
    house = opened(pili_states.sharing())
    expect(page.locator(".order")).to_contain_text("Whose Pilis will you share?")
    page.locator("body").press("2")
    assert house.wait_acts(1)[0]["action"] == {"kind": "pick", "whom": 2}


def test_a_bid_is_said_ahead_and_taken_back(opened: Open, page: Page) -> None:
    house = opened(pili_states.bid_comes())
    hand_id = house.state["hand"]["id"]
    page.get_by_role("button", name="In my turn: bid 2").click()
    said = pili_states.bid_comes()
    said["you"] |= {"preaction": "bid", "preaction_with": {"number": 2}}
    said["head"] = house.state["head"] + 1
    house.tell(said)
    expect(page.get_by_text("In your turn you bid 2, if it is allowed.")).to_be_visible()
    page.locator("body").press("p")
    expect(page.get_by_role("button", name="Take it back")).to_be_enabled()
    path = "/api/v1/tables/7/preactions"
    assert [(call["method"], call["path"], call["body"]) for call in house.wait_calls(2)] == [
        ("POST", path, {"kind": "bid", "number": 2, "hand_id": hand_id}),
        ("DELETE", path, {}),
    ]


def test_a_card_and_a_joker_are_said_ahead(opened: Open, page: Page) -> None:
    house = opened(pili_states.card_comes())
    assert page.get_by_role("button", name="in my turn").count() == 0
    page.get_by_role("option", name="12", exact=True).click()
    page.get_by_role("button", name="Play 12 in my turn").click()
    page.get_by_role("option", name="12", exact=True).click()
    page.get_by_role("option", name="Joker").click()
    page.get_by_role("button", name="as 0 in my turn").click()
    expect(page.get_by_role("button", name="as 56 in my turn")).to_be_enabled()
    assert [call["body"] | {"hand_id": ""} for call in house.wait_calls(2)] == [
        {"kind": "play", "card": "12", "hand_id": ""},
        {"kind": "play", "card": "JK", "number": 0, "hand_id": ""},
    ]


def test_who_has_chosen_waits_for_the_others_by_name(opened: Open, page: Page) -> None:
    opened(pili_states.together())
    expect(page.locator(".order")).to_have_text(
        "You chose 33. Waiting for Beto, célia, and Dona Mariana Albuquerque"
    )
    expect(page.get_by_role("option", name="33, chosen")).to_be_visible()


def test_a_card_that_the_mission_bars_is_not_played(opened: Open, page: Page) -> None:
    house = opened(pili_states.high_low())
    card = page.get_by_role("option", name="12, not playable now")
    card.click(force=True)
    expect(page.locator(".bar .act")).to_contain_text("not playable now")
    page.get_by_role("option", name="7", exact=True).dblclick()
    assert [act["action"] for act in house.wait_acts(1)] == [{"kind": "play", "card": "7"}]


def test_keys_show_the_last_trick_sort_and_are_listed(opened: Open, page: Page) -> None:
    opened(pili_states.follow())

    def order() -> list[int]:
        held = [one.get_attribute("data-key") or "" for one in page.get_by_role("option").all()]
        return [99 if key.startswith("JK") else int(key.split("#")[0]) for key in held]

    assert all(one < two for one, two in pairwise(order()))
    page.locator("body").press("o")
    expect(page.get_by_role("option").first).to_have_accessible_name("joker")
    assert all(one > two for one, two in pairwise(order()))
    page.locator("body").press("v")
    last = page.get_by_role("dialog", name="Last trick")
    expect(last.locator("li")).to_have_count(4)
    expect(last).to_contain_text("Beto takes it: 51 is the highest.")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)  # the page has taken note of it
    page.locator("body").press("?")
    keys = page.get_by_role("dialog", name="Keyboard")
    expect(keys).to_contain_text("bid so many tricks")
    expect(keys).not_to_contain_text("discard")


def test_a_round_ends_with_each_bid_against_its_tricks(opened: Open, page: Page) -> None:
    opened(pili_states.ended())
    result = page.get_by_role("region", name="Round 5")
    expect(result).to_contain_text("No Pili for you")
    beto = result.get_by_role("row", name="Beto")
    expect(beto).to_contain_text("+4")
    expect(beto).to_contain_text("9/7")
    expect(result).to_contain_text("Pilis for tricks of the Mission: 2.")
    expect(result).to_contain_text("Beto takes it: 44 is the highest. It costs 1 Pili.")


def test_a_match_ends_with_shared_winners(opened: Open, page: Page) -> None:
    state = pili_states.match_over()
    for one in state["match"]["standings"][:2]:
        one.update(rank=1, points=1, chips=100)
    opened(state)
    over = page.get_by_role("region", name="The match is over")
    expect(over).to_contain_text("They win together: célia and you")
    expect(over).to_contain_text("the limit of Pilis is reached")
    expect(over.get_by_role("columnheader", name="Won")).to_have_count(0)


def test_a_round_is_told_in_the_log_and_aloud(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    house = opened(pili_states.follow())
    expect(page.get_by_role("listitem").filter(has_text="Mission: Cursed")).to_be_visible()
    expect(page.locator(".top .title")).to_contain_text("100 a match · rake 2.5 %")
    state = {**house.state, "head": house.state["head"] + 2}
    played = {"kind": "play", "card": "JK", "number": 52}
    trick = {"winner": 3, "pilis": 1, "played": []}
    acted = {"type": "act", "seat": 3, "by": "player", "action": played, "trick": trick}
    bid = {"type": "act", "seat": 1, "by": "clock", "action": {"kind": "bid", "number": 2}}
    house.tell(state, bid, acted)
    name = "Dona Mariana Albuquerque"
    said = f"{name} plays joker as 52. {name} takes the trick. It costs 1 Pili."
    expect(page.locator("#say-log")).to_have_text(f"Beto bids 2 (time was up). {said}")
    expect(page.locator(".log-line").last).to_contain_text("takes the trick")


def test_log_counts_rounds_as_the_head_does(opened: Open, page: Page) -> None:
    house = opened(pili_states.last_bid())
    expect(page.locator(".top .title")).to_contain_text("match 2 · round 5")
    state = {**house.state, "head": house.state["head"] + 2}
    dealt = [{"type": "hand", "hand_no": number, "commit": "00"} for number in (2, 7)]
    house.tell(state, *dealt)
    expect(page.locator(".log-line").last).to_contain_text("Round 5 is dealt.")
    expect(page.get_by_text("A round is dealt.").first).to_be_attached()
    expect(page.get_by_text("Hand 7 is dealt.")).to_have_count(0)


def test_a_refusal_does_not_lie_over_who_has_won(opened: Open, page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(pili_states.ended())
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        head = page.locator(".result h2").bounding_box()
        page.evaluate("document.getElementById('say-error').textContent = 'Wait for the deal.'")
        toast = page.locator("#say-error").bounding_box()
        assert head is not None
        assert toast is not None
        assert head["y"] + head["height"] < toast["y"], (width, height)
