"""The console, the drafts, corrections and the result, as an organiser gets them."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import FREE, FREEZEOUT, free, got, named, of, report, sent
from tournaments import commands
from tournaments.models import Entrant, Tournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.standings import board
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet import queries as chips

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_console_is_the_organisers_alone(olga: User) -> None:
    number = announced(olga)
    stranger, hidden = of(players(1)[0]), drafted(olga)
    for page in ("console/", "edit/", "correct/main/w1.1/", "correct/main/"):
        closed = got(stranger, f"/tournaments/{number}/{page}", 403)
        assert "Only the organiser of this tournament can do that." in closed
        got(stranger, f"/tournaments/{hidden}/{page}", 404)
    assert of(None).get(f"/tournaments/{number}/console/").status_code == 302
    got(of(olga), f"/tournaments/{number}/console/")


def test_console_leads_from_the_draft_to_the_start(olga: User) -> None:
    number = drafted(olga, free("single-elimination"))
    path, browser = f"/tournaments/{number}/console/", of(olga)
    sent(browser, path, "announce")
    status, page = sent(browser, path, "import", entries="Ana; 1850\nRui; viel")
    assert (status, "the rating is a whole number" in page) == (422, True)
    sent(browser, path, "import", entries="Ana; 1850\nRui; 1700\n\nBia")
    assert row_of(number).entered == 3
    sent(browser, path, "say", note="Lunch at noon")
    assert "Lunch at noon" in got(of(None), f"/tournaments/{number}/")
    sent(browser, path, "start")
    assert row_of(number).phase == Tournament.Phase.RUNNING


def test_what_touches_others_asks_for_a_reason(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    for do, fields in (("pause", {}), ("cancel", {}), ("disqualify", {"entrant": "p2"})):
        status, page = sent(browser, path, do, **fields)
        assert (status, "Say why, in a sentence" in page) == (422, True), do
    assert row_of(number).paused == ""
    sent(browser, path, "pause", note="Fire drill")
    assert "Fire drill" in got(of(None), f"/tournaments/{number}/live/")
    sent(browser, path, "resume")
    sent(browser, path, "disqualify", entrant="p2", note="Marked cards")
    assert state_of(number).entrants["p2"].status == "disqualified"
    sent(browser, path, "reinstate", entrant="p2", note="They were not")
    assert state_of(number).entrants["p2"].status == "registered"


def test_results_are_reported_and_forfeited_on_the_console(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    about = {"stage": "main", "match": "w1.1"}
    status, _page = sent(browser, path, "report", **about)
    assert status == 422
    sent(browser, path, "report", **about, winner="p1", **{"score-p1": "3", "score-p4": "1"})
    assert dict(state_of(number).stages["main"].results["w1.1"].scores) == {"p1": 3, "p4": 1}
    forfeit = {"stage": "main", "match": "w1.2", "absent": ["p3"], "note": "Did not come"}
    sent(browser, path, "forfeit", **forfeit)
    assert state_of(number).stages["main"].results["w1.2"].out == ("p3",)


def test_two_players_who_agree_make_the_result(olga: User) -> None:
    pair = players(2)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE))
    refs = entered(number, pair)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    path = f"/tournaments/{number}/live/"
    assert "You play now" in got(of(pair[0]), path)
    about = {"stage": "main", "match": "w1.1", "winner": refs[1]}
    for user in pair:
        assert state_of(number).stages["main"].results == {}
        sent(of(user), path, "report", **about)
    assert state_of(number).stages["main"].results["w1.1"].places[0] == (refs[1],)


def test_who_is_out_of_a_freezeout_is_reported_with_the_stack(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    status, page = sent(browser, path, "busts", stage="main")
    assert (status, "Give the stack of everybody who is out" in page) == (422, True)
    sent(browser, path, "busts", stage="main", **{"stack-p3": "120"})
    assert state_of(number).stages["main"].out == [("p3",)]
    sent(browser, path, "busts", stage="main", **{"stack-p4": "80", "stack-p5": "90"})
    assert state_of(number).stages["main"].out == [("p3",), ("p4",), ("p5",)]
    order = f"/tournaments/{number}/correct/main/"
    assert f'href="{order}"' in got(browser, path)
    assert "3\n4\n5" in got(browser, order)
    status, page = sent(browser, order, "preview", out="3\n4, 5, 4711")
    assert (status, "Name each of them once, by entry number." in page) == (422, True)
    status, page = sent(browser, order, "preview", out="3\n4, 5")
    assert (status, "data-preview" in page, "7-8" in page) == (200, True, True)
    status, page = sent(browser, order, "correct", out="3\n4, 5")
    assert (status, "Say why" in page) == (422, True)
    assert state_of(number).stages["main"].out == [("p3",), ("p4",), ("p5",)]
    sent(browser, order, "correct", out="3\n4, 5", note="They were level")
    assert state_of(number).stages["main"].out == [("p3",), ("p4", "p5")]
    sent(browser, path, "stacks", **{"stack-p1": "1234"})
    page = got(of(None), f"/tournaments/{number}/live/")
    assert page.count("1,234") > 1
    assert "Out in the same hand as Ana 5" in page


def test_busts_of_two_flights_go_to_the_right_one(olga: User) -> None:
    levels = generated(10, 500, players=9)

    def flight(name: str) -> Stage:
        kind, takes = "freezeout", (Take(flight=name),)
        return Stage(name, kind, takes, size=4, levels=levels, stack=500, ends_at=1)

    last = Stage("final", "single-elimination", (Take("A", 1, 1), Take("B", 1, 1)))
    structure = Structure((flight("A"), flight("B"), last), PrizeRules(), BuyingRules(500))
    number = announced(olga, structure)
    entries = [{"name": f"Ana {n}", "flight": "AB"[n % 2]} for n in range(1, 7)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    page = got(browser, path)
    assert "<legend>A: Table 1</legend>" in page
    assert "<legend>B: Table 1</legend>" in page
    status, page = sent(browser, path, "busts", **{"stack-p1": "10", "stack-p2": "20"})
    assert (status, "Report those of one stage at a time." in page) == (422, True)
    sent(browser, path, "busts", **{"stack-p2": "20"})  # p2 plays in flight A
    sent(browser, path, "busts", **{"stack-p4": "20"})
    stages = state_of(number).stages
    assert (stages["A"].out, stages["B"].out) == ([("p2",), ("p4",)], [])
    page = got(browser, path)
    assert "stack-p6" not in page  # flight A is over
    assert "stack-p1" in page


def test_clock_of_the_levels_ticks_towards_the_house_moment(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)
    began = timezone.now() - timedelta(seconds=100)
    Tournament.objects.filter(pk=number).update(elapsed_s=0, clock_from=began)
    page = got(of(None), f"/tournaments/{number}/live/")
    until = re.findall(r'data-until="([^"]+)"', page)
    left = parse_datetime(until[0]) - began  # type: ignore[operator]  # a moment, or the test fails
    assert abs(left.total_seconds() - FREEZEOUT.stages[0].levels[0].seconds) < 2
    Tournament.objects.filter(pk=number).update(clock_from=None)
    assert "stands still" in got(of(None), f"/tournaments/{number}/projector/")


def test_rebuy_is_offered_while_the_rules_allow_it(olga: User) -> None:
    levels = generated(10, 500, players=9)
    prizes = PrizeRules(prize_part=100, rebuy_price=50)
    buying = BuyingRules(
        500, late_until=1, rebuys=1, rebuy_until=1, rebuy_stack=500, rebuy_chips=500
    )
    table = Stage("main", "freezeout", size=4, levels=levels, stack=500)
    number = announced(olga, Structure((table,), prizes, buying))
    three = players(3)
    entered(number, three)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    path, browser = f"/tournaments/{number}/", of(three[0])
    assert "Buy chips again" in got(browser, path)
    status, page = sent(browser, path, "rebuy")
    assert (status, "500 chips to play with are yours." in page) == (200, True)
    assert chips.balance(three[0].pk) == 850
    status, page = sent(browser, path, "rebuy")
    assert (status, "who have few enough chips in front" in page) == (422, True)
    stacks = {"p1": 100}
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)
    status, page = sent(browser, path, "rebuy")
    assert (status, "bought that as often as" in page) == (422, True)


def test_tie_across_the_cut_is_broken_from_the_seed(olga: User) -> None:
    number = named(olga, free("tables", sizes=(4, 4), advance=(2,)), 8)
    tables = state_of(number).stages["main"].rounds[0].tables
    a, b, c, d = tables[0]
    tied = {"places": [[a], [b, c], [d]]}
    about: dict[str, Any] = {"user": olga, "tournament_id": number, "stage": "main"}
    commands.report(**about, key=fresh(), match="r1.1", result=tied)
    report(olga, number, "r1.2", *tables[1])
    path, browser = f"/tournaments/{number}/console/", of(olga)
    page = got(browser, path)
    assert "Ties to be broken" in page
    equals = re.findall(r'name="equals" value="([^"]+)"', page)
    assert set(equals[0].split(",")) == {b, c}
    wrong = {"stage": "main", "equals": equals[0], "how": "order", "order": "77", "note": "x"}
    assert "Name each of them once" in sent(browser, path, "break-tie", **wrong)[1]
    sent(
        browser, path, "break-tie", stage="main", equals=equals[0], how="draw", note="Level stacks"
    )
    assert "Ties to be broken" not in got(browser, path)


def test_correction_shows_what_it_changes_before_it_is_made(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    for match, order in (("w1.1", ("p1", "p4")), ("w1.2", ("p2", "p3")), ("w2.1", ("p1", "p2"))):
        report(olga, number, match, *order)
    path, browser = f"/tournaments/{number}/correct/main/w1.1/", of(olga)
    before = state_of(number)
    right = {"winner": "p4"}
    page = sent(browser, path, "preview", **right)[1]
    assert "What it changes" in page
    assert 'name="ruling-w2.1" value="swap"' in page
    assert "Ana 4: 3-4 → <strong>" in page
    assert state_of(number) == before
    status, page = sent(browser, path, "correct", **right, **{"ruling-w2.1": "swap"})
    assert (status, "Say why, in a sentence" in page) == (422, True)
    assert state_of(number) == before
    note = {"note": "The slips were swapped", "ruling-w2.1": "swap"}
    assert sent(browser, path, "correct", **right, **note)[0] == 200
    assert state_of(number).stages["main"].results["w2.1"].places == (("p4",), ("p2",))
    assert "The slips were swapped" in got(of(None), f"/tournaments/{number}/live/")
    console = f"/tournaments/{number}/console/"
    sent(browser, console, "undo", note="They were not")
    assert state_of(number).stages["main"].results == before.stages["main"].results


def test_result_page_proves_the_money(olga: User) -> None:
    number = announced(olga, Structure((Stage("main", "single-elimination"),), PRIZES))
    four = players(4)
    refs = entered(number, four)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for match in ("w1.1", "w1.2", "w2.1"):
        sides = state_players(number, match)
        report(olga, number, match, *sides)
    for _round in range(3):
        commands.advance(number)
    page = got(of(four[0]), f"/tournaments/{number}/result/")
    assert "Both sums are equal" in page
    assert page.count("<strong>440</strong>") == 2
    assert "280 + 120 = 400 = pool 400" in page
    own = row_of(number).payments.get(entrant__ref=refs[0]).transfer_id
    assert f'href="/chips/transfers/{own}"' in page
    assert row_of(number).phase == Tournament.Phase.PAID


def state_players(number: int, match: str) -> list[str]:
    """Who stands in a match of a bracket now."""
    return [side for side in board(state_of(number).stages["main"]).stand(match).sides if side]


DRAFT = {
    "name": "Copa",
    "s1-kind": "tables",
    "expected": "16",
    "s1-seeding": "drawn",
    "s1-final": "reset",
    "s1-sizes": "4, 4, 4",
    "s1-advance": "2, 2",
    "s1-bust_policy": "stacks",
    "rounding": "floor-first",
    "rules": "pife",
    "prize_part": "100",
}


def test_draft_is_planned_then_saved_then_changed(olga: User) -> None:
    browser = of(olga)
    page = sent(browser, "/tournaments/new/", "preview", **DRAFT)[1]
    assert "Round 2: 2 tables of 4, the best 2 of each go on" in page
    assert Tournament.objects.count() == 0
    sent(browser, "/tournaments/new/", "save", **DRAFT)
    row = Tournament.objects.get()
    assert (row.phase, row.cost, row.seats) == ("draft", 100, 4)
    edit = f"/tournaments/{row.pk}/edit/"
    assert 'value="4, 4, 4"' in got(browser, edit)
    changed = {
        **DRAFT,
        "s1-kind": "freezeout",
        "s1-stack": "2000",
        "s1-break_every": "3",
        "late_level": "2",
    }
    sent(browser, edit, "save", **changed)
    row.refresh_from_db()
    assert row.kinds == ["freezeout"]
    page = got(browser, edit)
    assert 'name="s1-stack" value="2000"' in page
    assert 'name="late_level" value="2"' in page
    levels = row.structure["stages"][0]["levels"]
    typed = dict(re.findall(r'name="s1-([a-z_]+)" value="([^"]*)"', page))
    kept = {
        f"s1-{name}": typed[name]
        for name in ("was", "growth", "first_ante", "level_minutes", "break_minutes")
    }
    sent(browser, edit, "save", **{**changed, **kept, "name": "Other", "expected": "300"})
    row.refresh_from_db()
    assert (row.name, row.structure["stages"][0]["levels"]) == ("Other", levels)


def test_impossible_plan_names_the_nearest_and_takes_it(olga: User) -> None:
    browser = of(olga)
    wrong = {**DRAFT, "expected": "8", "s1-sizes": "3, 6", "s1-advance": "2"}
    page = sent(browser, "/tournaments/new/", "preview", **wrong)[1]
    assert "What could be played instead" in page
    page = sent(browser, "/tournaments/new/", "preview", **wrong, use="0")[1]
    assert "With 8 entrants it takes about" in page
    assert "What could be played instead" not in page


def test_players_may_not_draft() -> None:
    """They read how one becomes an organiser, before they have typed anything."""
    browser = of(players(1)[0])
    page = got(browser, "/tournaments/new/", 403)
    assert ("made by organisers" in page, "c-draft" in page) == (True, False)
    assert sent(browser, "/tournaments/new/", "save", **DRAFT)[0] == 403


def test_bots_and_accounts_are_entered_from_the_console(olga: User) -> None:
    """By the commands that the API has for it: enter_bots, enter_others."""
    number = announced(olga, free("single-elimination"), online=True, table={"rules": "pife"})
    path, browser = f"/tournaments/{number}/console/", of(olga)
    for name in ("Aroeira (bot)", "Caju (bot)"):
        User.objects.create(username=name, is_bot=True)
    players(1)
    assert "Enter bots" in got(browser, path)
    assert sent(browser, path, "bots", count="65")[0] == 422
    sent(browser, path, "bots", count="2")
    assert set(Entrant.objects.values_list("user__username", flat=True)) == {
        "Aroeira (bot)",
        "Caju (bot)",
    }
    name = User.objects.get(is_bot=False, is_staff=False, groups=None).username
    sent(browser, path, "import", entries=name, accounts="on")
    assert Entrant.objects.filter(tournament=number, user__username=name).exists()


def test_console_of_a_paid_tournament_says_why_nobody_is_entered_there(olga: User) -> None:
    number = announced(olga)
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert "Everybody pays for their own entry" in page
    assert f'value="http://testserver/tournaments/{number}/"' in page
    assert "Enter bots" not in page
    assert "Enter a list of names" not in page
