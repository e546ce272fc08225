"""What the console says before something is done that cannot be taken back."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.organiser import (
    KNOCK_OUT,
    an_organiser,
    announced,
    drafted,
    entered,
    fresh,
    players,
)
from tests.tournaments.reader import CAPPED, got, of, report, sent
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure

pytestmark = pytest.mark.django_db


def plain(page: str) -> str:
    """The text of a page, its spaces made one."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def folded(page: str, summary: str) -> str:
    """The text under a summary, which somebody reads before pressing; empty: there is none."""
    parts = [plain(part) for part in re.split(r"<details[^>]*>", page)]
    return next((part for part in parts if part.strip().startswith(summary)), "")


def test_start_ahead_of_its_hour_says_what_follows() -> None:
    olga = an_organiser()
    soon = (timezone.now() + timedelta(days=5)).isoformat()
    number = announced(olga, KNOCK_OUT, starts_at=soon)
    entered(number, players(3))
    path = f"/tournaments/{number}/console/"
    told = folded(got(of(olga), path), "Start now …")
    for words in (
        "It is announced for an hour that is still 4",
        "Announced for (UTC)",
        "Entrants 3",
        "With 3 entrants it takes about",
        "Registration closes, the draw is made, and play begins at once.",
    ):
        assert words in told, words
    sent(of(olga), path, "close")
    told = folded(got(of(olga), path), "Start now …")
    assert "The draw is made, and play begins at once." in told
    assert "With 3 entrants it takes about" in told


def test_start_says_who_has_not_checked_in() -> None:
    olga = an_organiser()
    number = announced(olga, CAPPED)
    entered(number, players(2))
    told = folded(got(of(olga), f"/tournaments/{number}/console/"), "Start now …")
    assert "Not checked in, and so not in it 2" in told
    assert "It is announced for an hour" not in told


def test_address_stands_above_what_ends_the_entries() -> None:
    olga = an_organiser()
    number = announced(olga)
    page = got(of(olga), f"/tournaments/{number}/console/")
    address = page.index(f'value="http://testserver/tournaments/{number}/"')
    assert address < page.index('data-copy="c-address"') < page.index("Close registration …")
    assert page.count('id="c-address"') == 1
    told = folded(page, "Close registration …")
    assert "Nobody can enter any more, and it cannot be opened again." in told


def test_form_of_a_match_has_a_place_of_its_own() -> None:
    """Else a browser that comes back to #report unfolds the form of the next match."""
    olga = an_organiser()
    number = announced(olga)
    entered(number, players(4))
    path = f"/tournaments/{number}/console/"
    sent(of(olga), path, "start")
    commands.advance(number)
    page = got(of(olga), path)
    assert 'action="#report-main-w1-1" id="report-main-w1-1"' in page
    assert 'id="forfeit-main-w1-2"' in page
    report(olga, number, "w1.1", "p1", "p4")
    page = got(of(olga), path)
    assert 'id="report-main-w1-1"' not in page
    assert 'id="report"' not in page


def test_draft_lists_all_that_the_announcement_fixes() -> None:
    olga = an_organiser()
    levels = generated(10, 1000, players=16)
    structure = Structure(
        (Stage("main", "freezeout", size=8, levels=levels, stack=1000),),
        PrizeRules(prize_part=100, fee_part=10, rebuy_price=90, addon_price=80),
        BuyingRules(
            1000,
            late_until=3,
            rebuys=2,
            rebuy_until=3,
            rebuy_stack=500,
            rebuy_chips=1200,
            addon_at=4,
            addon_chips=1500,
        ),
        cap=24,
        fewest=4,
    )
    settings: dict[str, Any] = {
        "starts_at": "2027-03-06T20:30:00Z",
        "about": "Bring your own deck.",
        "password": "batida",
        "conditions": {"account_days": 7, "only": ["ana", "rui"]},
        "protest_s": 600,
    }
    number = drafted(olga, structure, **settings)
    page = got(of(olga), f"/tournaments/{number}/console/")
    fixed = plain(page[page.index('id="c-frozen"') :])
    for words in (
        "Start March 6, 2027, 20:30 (UTC)",
        "Most entrants 24",
        "Fewest entrants 4",
        "Password to enter Yes",
        "Accounts of 7 days or more",
        "Only these players ana, rui",
        "Chips at the start 1,000",
        "A rebuy costs 90",
        "The add-on costs 80",
        "Late entry Until the end of level 4",
        "with at most 500 chips. It brings 1,200 chips",
        "The prizes are paid 10 min after the end",
        "Bring your own deck.",
    ):
        assert words in fixed, words
    commands.announce(user=olga, key=fresh(), tournament_id=number)
    assert 'id="c-frozen"' not in got(of(olga), f"/tournaments/{number}/console/")


def test_shared_third_place_is_told_as_shared() -> None:
    olga = an_organiser()
    number = announced(olga, replace(KNOCK_OUT, cap=16))
    for path in ("console/", ""):
        shown = plain(got(of(olga), f"/tournaments/{number}/{path}"))
        assert re.search(r"3–4 \(?shared", shown), path
        assert "2 × 160" in shown
    odd = Structure((Stage("main", "single-elimination"),), PrizeRules(prize_part=101), cap=16)
    other = announced(olga, odd)
    assert "for 2" in plain(got(of(olga), f"/tournaments/{other}/console/"))
