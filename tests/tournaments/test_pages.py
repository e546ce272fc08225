"""The pages of tournaments, as a visitor and a player get them."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    drafted,
    entered,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import CAPPED, FREEZEOUT, free, got, named, of, report, sent
from tournaments import commands
from tournaments.pages.console import VERBS
from tournaments.pages.entry_verbs import ENTRY_VERBS
from tournaments.pages.play_verbs import PLAY_VERBS
from tournaments.rules.structure import Structure
from wallet import queries as chips

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_every_verb_of_every_page_names_a_command() -> None:
    for verbs in (VERBS, ENTRY_VERBS, PLAY_VERBS):
        assert {verb.command for verb in verbs.values()} <= {*commands.__all__}


def test_list_is_in_parts_and_filters(olga: User) -> None:
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    announced(olga, CAPPED, name="Copa paga", starts_at=soon)
    named(olga, free("swiss", rounds=2), 4, name="Swiss that runs")
    drafted(olga, name="My draft")
    page = got(of(None), "/tournaments/")
    assert page.index("Swiss that runs") < page.index("Copa paga")
    assert "My draft" not in page
    assert "New tournament" not in page
    assert "My draft" in got(of(olga), "/tournaments/")
    assert "New tournament" in got(of(olga), "/tournaments/")
    assert "Copa paga" not in got(of(None), "/tournaments/?free=1")
    assert "Swiss that runs" not in got(of(None), "/tournaments/?kind=freezeout")
    assert "Copa paga" not in got(of(players(1)[0]), "/tournaments/?mine=1")


def test_calendar_has_what_comes(olga: User) -> None:
    number = announced(olga, CAPPED, starts_at=(timezone.now() + timedelta(days=1)).isoformat())
    answer = of(None).get("/tournaments/calendar.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    assert f"UID:tournament-{number}@testserver" in answer.content.decode()
    one = of(None).get(f"/tournaments/{number}/calendar.ics").content.decode()
    assert one.count("BEGIN:VEVENT") == 1


def test_lobby_tells_cost_plan_policies_and_the_commitment(olga: User) -> None:
    number = announced(olga, CAPPED, starts_at=(timezone.now() + timedelta(days=1)).isoformat())
    page = got(of(None), f"/tournaments/{number}/")
    for words in (
        "110 chips",
        "To the prizes",
        "Fee of the house",
        "0 of 2",
        "Rounding",
        "data-until",
    ):
        assert words in page, words
    assert row_of(number).commitment in page
    assert "sealed until the end" in page
    assert f'href="/sign-in/?next=/tournaments/{number}/"' in page


def test_lobby_counts_down_while_it_plans_for_more_than_are_in(olga: User) -> None:
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    number = announced(olga, replace(CAPPED, cap=8), starts_at=soon)
    entered(number, players(3))
    page = got(of(None), f"/tournaments/{number}/")
    assert "With the 3 who are in now" in page
    assert f'data-now="{timezone.now():%Y-%m-%d}' in page


def test_player_enters_checks_in_and_leaves_with_everything_back(olga: User) -> None:
    number, (ana,) = announced(olga, CAPPED), players(1)
    path, browser = f"/tournaments/{number}/", of(ana)
    assert 'value="register"' in got(browser, path)
    key = str(uuid.uuid4())
    for _press in range(2):  # pressing twice enters once
        assert browser.post(path, {"do": "register", "key": key}).status_code == 302
    assert (row_of(number).entered, chips.balance(ana.pk)) == (1, 890)
    status, page = sent(browser, path, "check-in")
    assert (status, "You are checked in." in page) == (200, True)
    assert 'value="check-in"' not in page
    status, page = sent(browser, path, "withdraw")
    assert "You have withdrawn." in page
    assert chips.balance(ana.pk) == 1000


def test_refusal_stands_at_its_form_and_keeps_nothing(olga: User) -> None:
    number = announced(olga, CAPPED, password="segredo")
    (ana,) = players(1)
    path = f"/tournaments/{number}/"
    status, page = sent(of(ana), path, "register", password="wrong")
    assert status == 422
    form = page[page.index('id="register"') :]
    assert "entered with a password" in form[: form.index("</form>")]
    assert row_of(number).entered == 0
    assert sent(of(ana), path, "register", password="segredo")[0] == 200
    status, page = sent(of(ana), path, "register", password="segredo")
    assert (status, "You have entered this tournament already." in page) == (422, True)


def test_forms_need_the_pages_own_token(olga: User) -> None:
    number, (ana,) = announced(olga, CAPPED), players(1)
    client = Client(enforce_csrf_checks=True)
    client.force_login(ana)
    assert client.post(f"/tournaments/{number}/", {"do": "register"}).status_code == 403


def test_waiting_list_says_which_place(olga: User) -> None:
    number, three = announced(olga, CAPPED), players(3)
    entered(number, three)
    page = got(of(three[2]), f"/tournaments/{number}/")
    assert "Place 1 on the waiting list" in page


@pytest.mark.parametrize("count", [3, 5, 13, 64])
def test_live_page_draws_the_bracket_and_says_it_too(olga: User, count: int) -> None:
    number = named(olga, free("double-elimination"), count)
    page = got(of(None), f"/tournaments/{number}/live/?player=p1")
    drawn = page[page.index('<svg class="b-drawn') :]
    svg = drawn[: drawn.index("</svg>")]
    assert "Ana 1" in svg
    assert 'class="seat' in svg
    listed = page[page.index("The bracket as a list") :]
    assert "<ol>" in listed
    assert "You follow Ana 1." in page


@pytest.mark.parametrize(
    "structure",
    [
        free("tables", sizes=(4, 4), advance=(1,)),
        free("swiss", size=4, rounds=2, points=(3, 2, 1, 0)),
        free("round-robin", groups=2),
        free("single-elimination", third_place=True),
        FREEZEOUT,
    ],
    ids=["tables", "swiss of four", "groups", "knock-out", "freezeout"],
)
def test_every_format_has_its_live_page_and_projector(olga: User, structure: Structure) -> None:
    number = named(olga, structure, 9)
    for path in ("", "live/", "projector/", "console/"):
        assert re.search(r"Ana \d", got(of(olga), f"/tournaments/{number}/{path}")), path


def test_big_screen_says_which_of_how_many_it_shows(olga: User) -> None:
    number = named(olga, free("round-robin"), 34)
    page = got(of(None), f"/tournaments/{number}/projector/")
    assert page.count('data-view="seats"') == 2  # seventeen matches, sixteen on a screen
    assert "<small>17–17 / 17</small>" in page
    assert "<small>21–34 / 34</small>" in page


def test_standings_give_the_reason_of_each_tie_break(olga: User) -> None:
    number = named(olga, free("swiss", rounds=3), 6)
    for _round in range(2):
        for table, pair in enumerate(state_of(number).stages["main"].rounds[-1].tables, start=1):
            report(olga, number, f"r{len(state_of(number).stages['main'].rounds)}.{table}", *pair)
    page = got(of(None), f"/tournaments/{number}/live/")
    assert "Standings after round 2" in page
    assert re.search(r"Level with Ana \d on points; \S+ decides: [\d½]+ against [\d½]+\.", page)
    assert re.search(r"Buchholz: [\d½]+ \(Ana \d\) \+ [\d½]+ \(Ana \d\) = [\d½]+", page)


def test_pulse_answers_only_when_there_is_news(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    path = f"/tournaments/{number}/pulse"
    first = of(None).get(path)
    assert first.json()["seq"] == row_of(number).seq
    again = of(None).get(path, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    report(olga, number, "w1.1", "p1", "p4")
    assert of(None).get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200
