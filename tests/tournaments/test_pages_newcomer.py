"""What somebody new to the pages of tournaments looks for, and has to find."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    KNOCK_OUT,
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import FREE, free, got, named, of, report, sent
from tournaments import commands
from tournaments.models import Tournament
from tournaments.rules.levels import generated
from tournaments.rules.structure import Stage, Structure

pytestmark = pytest.mark.django_db

ONLINE: dict[str, Any] = {"online": True, "table": {"rules": "pife"}}
FREEZEOUT_TYPED = {
    "name": "Noite longa",
    "s1-kind": "freezeout",
    "expected": "16",
    "s1-seats": "8",
    "prize_part": "100",
    "s1-seeding": "drawn",
    "s1-final": "reset",
    "s1-bust_policy": "stacks",
    "rounding": "floor-first",
    "rules": "pife",
}


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_plan_of_the_form_the_console_and_the_lobby_is_one(olga: User) -> None:
    browser = of(olga)
    said = (
        "With 16 entrants it takes about",
        "2 tables of 8 at the start, broken one after the other",
        "levels and breaks",
        "= 1,600",
    )
    form = sent(browser, "/tournaments/new/", "preview", **FREEZEOUT_TYPED)[1]
    console = sent(browser, "/tournaments/new/", "save", **FREEZEOUT_TYPED)[1]
    for words in said:
        assert words in form, words
        assert words in console, words
    number = Tournament.objects.get().pk
    assert row_of(number).expected == 16
    assert "for as many as the organiser expects" in console
    sent(browser, f"/tournaments/{number}/console/", "announce")
    lobby = got(of(None), f"/tournaments/{number}/")
    for words in (*said[:2], "With 16 entrants; they are fixed when entries close."):
        assert words in lobby, words
    assert "who are in now" not in lobby
    entered(number, players(2))
    lobby = got(of(None), f"/tournaments/{number}/")
    assert "With the 2 who are in now" in lobby
    assert "1 table of 2" in lobby
    assert "With 16 entrants it takes about" in lobby


def test_who_plays_is_sent_to_the_table_and_others_may_watch(olga: User) -> None:
    ana, rui = players(2)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE), **ONLINE)
    entered(number, [ana, olga])
    before = got(of(ana), f"/tournaments/{number}/")
    assert "You play now" not in before
    commands.start(user=olga, key=fresh(), tournament_id=number)
    pulse = f"/tournaments/{number}/pulse"
    started = of(None).get(pulse)
    commands.advance(number)
    (table,) = row_of(number).match_tables.values_list("table_id", flat=True)
    assert of(None).get(pulse).json()["news"] != started.json()["news"]
    there = f'href="/tables/{table}/"'
    for reader, page in ((ana, ""), (ana, "live/"), (olga, "console/"), (olga, "")):
        shown = got(of(reader), f"/tournaments/{number}/{page}")
        assert re.search(f"{there}>Go to the table", shown), page
        assert f'data-news="{of(None).get(pulse).json()["news"]}"' in shown
    for other in (rui, None):
        assert "You play now" not in got(of(other), f"/tournaments/{number}/")
        shown = got(of(other), f"/tournaments/{number}/live/")
        assert re.search(f"{there}>Watch", shown)
        assert f"Match 1 <a {there}" in shown


def test_correction_says_what_is_thrown_away_at_an_open_table(olga: User) -> None:
    four = players(4)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE), **ONLINE)
    entered(number, four)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for match in ("w1.1", "w1.2"):
        first, second = row_of(number).match_tables.get(match=match).players
        report(olga, number, match, first, second)
    commands.advance(number)
    final = row_of(number).match_tables.get(state="open")
    loser = next(
        one
        for one in row_of(number).match_tables.get(match="w1.1").players
        if one not in final.players
    )
    path = f"/tournaments/{number}/correct/main/w1.1/"
    page = sent(of(olga), path, "preview", winner=loser)[1]
    assert "its table is open: what was played there is thrown away" in page
    assert "not played yet" not in page
    assert "Required; everybody can read it." in page


def test_cancelled_says_so_and_how_much_came_back(olga: User) -> None:
    number, (ana,) = announced(olga), players(1)
    entered(number, [ana])
    path = f"/tournaments/{number}/"
    assert "You are registered" in got(of(ana), path)
    commands.cancel(user=olga, key=fresh(), tournament_id=number, note="Rain")
    page = got(of(ana), path)
    assert "The tournament was cancelled. 110 chips came back to you." in page
    assert "You are registered" not in page
    assert "came back" not in got(of(None), path)


def test_console_offers_only_what_has_something_to_do(olga: User) -> None:
    structure = Structure((Stage("main", "single-elimination", seeding="rated"),), FREE)
    plain = announced(olga, structure)
    asking = announced(olga, replace(structure, check_in=True))
    two = players(2)
    for number in (plain, asking):
        entered(number, two)
    offers = {n: got(of(olga), f"/tournaments/{n}/console/") for n in (plain, asking)}
    assert ['value="check-in"' in offers[n] for n in (plain, asking)] == [False, True]


def test_who_is_put_out_in_mid_hand_is_said_to_play_it_to_its_end(olga: User) -> None:
    stage = Stage("main", "freezeout", size=4, levels=generated(10, 100, players=4), stack=100)
    table = {"online": True, "table": {"rules": "pif-paf-aposta"}}
    number = announced(olga, Structure((stage,)), **table)
    users = players(4)
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    page, out = f"/tournaments/{number}/", "disqualified, playing a last hand to its end"
    (ref, *_others) = state_of(number).stages["main"].seats
    why = {"entrant": ref, "note": "Shown cards."}
    commands.disqualify(user=olga, key=fresh(), tournament_id=number, **why)
    assert out in got(of(olga), page)
    commands.advance(number)  # no hand was in play: the seat is free at once
    assert "disqualified" in got(of(olga), page)
    assert out not in got(of(olga), page)


def test_undo_and_redo_are_offered_in_turn(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    path, browser = f"/tournaments/{number}/console/", of(olga)

    def offered() -> list[bool]:
        page = got(browser, path)
        return [f'value="{do}"' in page for do in ("undo", "redo")]

    report(olga, number, "w1.1", "p1", "p4")
    assert offered() == [False, False]
    correction = f"/tournaments/{number}/correct/main/w1.1/"
    sent(browser, correction, "correct", winner="p4", note="Misread")
    assert offered() == [True, False]
    sent(browser, path, "undo", note="It was right")
    assert offered() == [False, True]


def test_match_that_is_played_again_stands_in_the_console_once(olga: User) -> None:
    number = named(olga, free("single-elimination"), 8)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    for match, order in (("w1.1", ("p1", "p8")), ("w1.2", ("p4", "p5")), ("w2.1", ("p1", "p4"))):
        report(olga, number, match, *order)
    later, first = (f"/tournaments/{number}/correct/main/{match}/" for match in ("w2.1", "w1.1"))
    assert all(f'href="{one}"' in got(browser, path) for one in (later, first))
    again = {"ruling-w2.1": "replay", "note": "Misread"}
    sent(browser, first, "correct", winner="p8", **again)
    commands.advance(number)
    page = got(browser, path)
    assert f'href="{first}"' in page
    assert f'href="{later}"' not in page
    assert 'id="report-main-w2-1"' in page


def test_games_of_a_draft_have_their_names(olga: User) -> None:
    page = got(of(olga), "/tournaments/new/")
    assert re.search(r'<option value="pife"[^>]*>Pife</option>', page)


def test_game_is_named_in_draft_lobby_and_policies(olga: User) -> None:
    assert re.search(r'name="online"[^>]*checked', got(of(olga), "/tournaments/new/"))
    number = drafted(olga, KNOCK_OUT, online=True, table={"rules": "cacheta"})
    console = got(of(olga), f"/tournaments/{number}/console/")
    assert "Single elimination · Cacheta ·" in re.sub(r"<[^>]+>", "", console).replace(
        "&nbsp;", " "
    )
    commands.announce(user=olga, key=fresh(), tournament_id=number)
    page = got(of(None), f"/tournaments/{number}/")
    assert page.count("<dt>Game</dt><dd>Cacheta</dd>") == 2
    room = announced(olga)
    assert "<dt>Game</dt>" not in got(of(None), f"/tournaments/{room}/")


def test_draw_that_is_still_made_is_said_on_the_console(olga: User) -> None:
    groups = Structure((Stage("main", "round-robin", groups=2),), FREE)
    number = announced(olga, groups)
    entered(number, players(8))
    path, browser = f"/tournaments/{number}/console/", of(olga)
    drawing = "The draw is being made"
    assert drawing not in got(browser, path)
    assert drawing in sent(browser, path, "start")[1]
    commands.advance(number)
    page = got(browser, path)
    assert drawing not in page
    assert 'id="c-matches"' in page


def test_wallet_names_the_tournament_that_was_entered(olga: User) -> None:
    number, (ana,) = announced(olga, name="Copa da Lua"), players(1)
    entered(number, [ana])
    page = got(of(ana), "/chips/")
    assert f'paid into a tournament</a> (<a href="/tournaments/{number}/">Copa da Lua</a>)' in page


def test_finished_tournament_says_when_the_prizes_are_paid(olga: User) -> None:
    number = announced(olga, protest_s=1800)
    entered(number, players(2))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    report(olga, number, "w1.1", "p1", "p2")
    assert row_of(number).phase == "finished"
    ended = row_of(number).finished_at
    assert ended is not None
    due = (ended + timedelta(minutes=30)).replace(microsecond=0)
    for page in ("", "live/", "result/", "console/"):
        shown = got(of(olga), f"/tournaments/{number}/{page}")
        assert "The prizes are paid when the time for protests is over" in shown, page
        said = re.findall(r't-pays.*?datetime="([^"]+)"', shown)
        assert [datetime.fromisoformat(one).replace(microsecond=0) for one in said] == [due]
