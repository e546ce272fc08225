"""The pages of tournaments in Chromium: they fit, keys suffice, news comes, corrections show."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from deploy.accounts.models import User
from tests.browser.conftest import SIZES, assert_sound, faults_of
from tests.browser.visit import a_house, leave, visit
from tests.house import House, a_player
from tests.tournaments.organiser import PRIZES, an_organiser, announced, drafted, fresh, state_of
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FREE = PrizeRules()
KNOCK_OUT = Structure((Stage("main", "single-elimination", seeding="rated"),), FREE)
TWO = [
    Stage(one, "freezeout", (Take(flight=one),), size=4, levels=generated(10, 500, players=9),
          stack=500)
    for one in "AB"
]  # fmt: skip
FINAL = Stage("final", "single-elimination", (Take("A", 1, 2), Take("B", 1, 2)))
FLIGHTS = Structure((*TWO, FINAL), FREE, BuyingRules(500))
NAMES = ("Ana", "Bruno", "Carla", "Davi", "Elisa Maria Gonçalves de Albuquerque")


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with a_house() as opened:
        yield opened


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def started(olga: User, structure: Structure, names: tuple[str, ...] = NAMES) -> int:
    """A tournament of guests of a room, the first the best, that runs."""
    number = announced(olga, structure)
    entries = [{"name": name, "rating": 2000 - n} for n, name in enumerate(names)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return number


def report(olga: User, number: int, match: str, *order: str) -> None:
    """Write a result down, best first."""
    result = {"places": [[one] for one in order]}
    commands.report(
        user=olga, key=fresh(), tournament_id=number, stage="main", match=match, result=result
    )


def test_every_page_fits_and_is_accessible(browser: Browser, house: House, olga: User) -> None:
    """On a phone and at a desk, in the language of the longest words."""
    double = Structure((Stage("main", "double-elimination", seeding="rated"),), FREE)
    bracket = started(olga, double)
    report(olga, bracket, "w1.2", "p4", "p5")
    levels = generated(10, 500, players=5, break_every=2)
    table = Stage("main", "freezeout", size=4, levels=levels, stack=500)
    freezeout = started(olga, Structure((table,), FREE, BuyingRules(500)))
    swiss = started(olga, Structure((Stage("main", "swiss", rounds=3),), FREE), NAMES[:4])
    report(olga, swiss, "r1.1", *state_of(swiss).stages["main"].rounds[0].tables[0])
    for chips in (600, 700):
        stacks = {"p1": chips, "p2": 1100 - chips}
        commands.report_stacks(user=olga, key=fresh(), tournament_id=freezeout, stacks=stacks)
    coming = announced(olga, Structure((table,), PRIZES, BuyingRules(500), cap=9, check_in=True))
    draft = drafted(olga, Structure((table,), PRIZES, BuyingRules(500)), about="Ohne Eile.")
    page = visit(browser, house, olga, SIZES[0], "de")
    for path in (
        "",
        "new/",
        "new/?shape=flights",
        f"{coming}/",
        f"{coming}/console/",
        f"{draft}/console/",
        f"{bracket}/live/?player=p4",
        f"{bracket}/console/",
        f"{bracket}/correct/main/w1.2/",
        f"{freezeout}/live/",
        f"{freezeout}/console/",
        f"{freezeout}/projector/",
        f"{bracket}/projector/",
        f"{swiss}/live/?all=1",
        "../audit/",
    ):
        page.goto(f"{house.url}/tournaments/{path}")
        assert_sound(page)
    leave(page)


def test_result_leaves_the_forms_of_other_matches_folded(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, KNOCK_OUT, NAMES[:4])
    page = visit(browser, house, olga, SIZES[0])
    page.goto(f"{house.url}/tournaments/{number}/console/")
    match = page.locator(".c-matches > li").last
    match.get_by_text("Report the result").click()
    points = match.get_by_role("textbox").first
    points.fill("3")
    points.press("Enter")  # names no winner, and so sends nothing
    expect(points).to_have_value("3")
    assert not state_of(number).stages["main"].results
    match.get_by_role("button", name="won").first.click()
    expect(page.get_by_text("The result is written down.")).to_be_visible()
    expect(page.locator(".c-matches > li")).to_have_count(1)
    expect(page.locator(".c-matches details[open]")).to_have_count(0)
    leave(page)


def test_address_of_a_tournament_is_copied_with_one_press(
    browser: Browser, house: House, olga: User
) -> None:
    number = announced(olga, KNOCK_OUT)
    page = visit(browser, house, olga, SIZES[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{house.url}/tournaments/{number}/console/")
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{house.url}/tournaments/{number}/"
    leave(page)


def test_correction_is_previewed_ruled_and_made(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, KNOCK_OUT, NAMES[:4])
    for match, order in (("w1.1", ("p1", "p4")), ("w1.2", ("p2", "p3")), ("w2.1", ("p1", "p2"))):
        report(olga, number, match, *order)
    before = state_of(number)
    page = visit(browser, house, olga, SIZES[0])
    page.goto(f"{house.url}/tournaments/{number}/console/")
    page.get_by_role("link", name="Correct Match 1").click()
    page.get_by_role("radio", name="Davi").check()
    page.get_by_role("button", name="Show what it changes").click()
    changes = page.locator("[data-preview]")
    expect(changes).to_contain_text("Ana – Bruno")
    expect(changes).to_contain_text("Davi – Bruno")
    expect(changes).to_contain_text("Ana: 1 →")
    assert state_of(number) == before, "a preview changes nothing"
    page.get_by_role("radio", name="Swap").check()
    page.get_by_role("button", name="Show again what it changes").click()
    expect(changes).to_contain_text("Davi: 3-4 → 1")
    expect(page.get_by_role("radio", name="Swap")).to_be_checked()
    page.get_by_label("Reason").fill("The slips were swapped")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("The result is corrected.")).to_be_visible()
    assert state_of(number).stages["main"].results["w2.1"].places == (("p4",), ("p2",))
    leave(page)


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
def test_order_of_those_out_of_a_flight_is_previewed_ruled_and_corrected(
    browser: Browser, house: House, olga: User, size: ViewportSize
) -> None:
    number = announced(olga, FLIGHTS)
    entries = [{"name": f"Ana {n}", "flight": "BA"[n % 2 == 0]} for n in range(1, 7)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for ref in ("p2", "p4", "p1", "p3"):
        busts = [{"entrant": ref, "stack": 20}]
        stage = "A" if ref in ("p2", "p4") else "B"
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage=stage, busts=busts
        )
    commands.advance(number)
    page = visit(browser, house, olga, size)
    page.goto(f"{house.url}/tournaments/{number}/console/")
    page.locator(f'a[href="/tournaments/{number}/correct/A/"]').click()
    page.locator("textarea").fill("4\n2")
    page.get_by_role("button", name="Show what it changes").click()
    preview = page.locator("[data-preview]")
    expect(preview).to_contain_text("Ana 4 →becomes Ana 2")
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Reason").fill("Read it twice.")
    page.get_by_role("button", name="Correct the order").click()
    expect(page.get_by_role("alert")).to_contain_text("Stage final has begun")
    page.get_by_label("Keep: it goes on with those who are in it").check()
    page.get_by_role("button", name="Correct the order").click()
    expect(page).to_have_url(f"{house.url}/tournaments/{number}/console/")
    assert state_of(number).stages["A"].out == [("p4",), ("p2",)]
    leave(page)


def test_bracket_is_walked_by_keys_and_follows_the_news(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, KNOCK_OUT, NAMES[:4])
    page = visit(browser, house, olga, SIZES[1])
    page.goto(f"{house.url}/tournaments/{number}/live/")
    seats = page.locator("svg a.seat")
    expect(page.locator("svg a.seat[tabindex='0']")).to_have_count(1)
    seats.first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("svg a.seat:focus")).to_have_attribute("data-who", "p4")
    seq = page.locator("#live").get_attribute("data-seq")
    report(olga, number, "w1.1", "p1", "p4")
    expect(page.locator("#live")).not_to_have_attribute("data-seq", str(seq))
    expect(page.locator("svg a.seat[data-who='p1']")).to_have_count(2)
    expect(page.locator("svg a.seat:focus")).to_have_attribute("data-who", "p4")
    page.keyboard.press("Enter")
    page.wait_for_url("**?player=p4*")
    expect(page.get_by_text("You follow Davi.")).to_be_visible()
    leave(page)


def test_wide_bracket_is_crossed_by_keys(browser: Browser, house: House, olga: User) -> None:
    double = Structure((Stage("main", "double-elimination", seeding="rated"),), FREE)
    number = started(olga, double, tuple(f"Player {n}" for n in range(1, 17)))
    page = visit(browser, house, olga, SIZES[0])
    page.goto(f"{house.url}/tournaments/{number}/live/")
    frame = page.locator("[data-bracket]")
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth")
    page.get_by_role("link", name="Losers' round 3").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('[data-bracket]').scrollLeft > 400")
    frame.evaluate("one => { one.scrollTop = 150; }")
    head = page.locator(".b-heads", has_text="Winners' round 2").bounding_box()
    box = frame.bounding_box()
    assert head is not None
    assert box is not None
    assert abs(head["y"] - box["y"]) < 30, "the heads of the rounds stay in sight"
    page.get_by_label("The whole bracket at once").focus()
    page.keyboard.press("Space")
    page.wait_for_function(
        "(one => one.scrollWidth <= one.clientWidth)(document.querySelector('[data-bracket]'))"
    )
    report(olga, number, "w1.1", "p1", "p16")
    seq = page.locator("#live").get_attribute("data-seq")
    expect(page.locator("#live")).not_to_have_attribute("data-seq", str(seq))
    expect(page.get_by_label("The whole bracket at once")).to_be_checked()
    leave(page)


def test_big_screen_takes_turns_and_obeys_its_keys(
    browser: Browser, house: House, olga: User
) -> None:
    number = started(olga, KNOCK_OUT)
    report(olga, number, "w1.2", "p4", "p5")
    page = visit(browser, house, olga, {"width": 1920, "height": 1080})
    page.goto(f"{house.url}/tournaments/{number}/projector/")
    shown = page.locator("[data-view]:not([hidden])")
    expect(shown).to_have_attribute("data-view", "bracket")
    page.keyboard.press("Space")
    expect(page.locator("[data-turn]")).to_contain_text("1/2 ▮▮")
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-view", "results")
    seq = page.locator("#live").get_attribute("data-seq")
    report(olga, number, "w2.2", "p2", "p3")
    expect(page.locator("#live")).not_to_have_attribute("data-seq", str(seq))
    expect(shown).to_have_attribute("data-view", "results")  # news does not turn the page
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-view", "bracket")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-view", "results")
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    leave(page)


def test_draft_of_two_stages_is_made_by_keys(browser: Browser, house: House, olga: User) -> None:
    page = visit(browser, house, olga, SIZES[0])
    page.goto(f"{house.url}/tournaments/new/")
    expect(page.locator("#id_s1-third_place")).to_be_visible()
    expect(page.locator("#id_s1-groups")).to_be_hidden()
    page.locator("#id_s1-kind").select_option("round-robin")
    expect(page.locator("#id_s1-groups")).to_be_visible()
    page.get_by_label("Groups").fill("2")
    page.get_by_role("button", name="Add a stage").press("Enter")
    expect(page.locator("[data-stage]")).to_have_count(2)
    second = page.locator("#s2")
    expect(second.locator("[data-take]")).to_have_count(2)  # the stage before, and an empty row
    second.locator("[data-take] select").last.select_option("entries")
    expect(second.locator("[data-take]")).to_have_count(3)
    second.locator("[data-take] select").nth(1).select_option("")
    page.get_by_role("textbox", name="Name", exact=True).fill("Copa")
    page.get_by_role("textbox", name="Name", exact=True).press("Enter")  # Enter shows the plan
    expect(page.locator("#plan")).to_contain_text("places 1 to 8 of Main stage")
    page.get_by_role("button", name="Save the draft").press("Enter")
    expect(page.get_by_text("The draft is saved.")).to_be_visible()
    leave(page)


def test_lobby_calls_to_the_table_and_keeps_what_is_typed(
    browser: Browser, house: House, olga: User
) -> None:
    ana = a_player("ana")
    number = announced(olga, KNOCK_OUT, online=True, table={"rules": "pife"})
    for user in (ana, olga):
        commands.register(user=user, key=fresh(), tournament_id=number)
    lobby = visit(browser, house, ana, SIZES[0])
    lobby.goto(f"{house.url}/tournaments/{number}/")
    console = visit(browser, house, olga, SIZES[1])
    console.goto(f"{house.url}/tournaments/{number}/console/")
    console.get_by_text("Public note …").click()
    note = console.get_by_role("textbox", name="Public note")
    note.fill("Half a sent")
    note.blur()
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    expect(lobby.get_by_role("link", name="Go to the table")).to_be_visible()
    news = str(lobby.locator("#live").get_attribute("data-news"))
    expect(console.locator("#live")).not_to_have_attribute("data-news", news)
    expect(note).to_have_value("Half a sent")
    note.fill("")
    note.blur()
    expect(console.get_by_role("link", name="Go to the table")).to_be_visible()
    for page in (lobby, console):
        leave(page)
