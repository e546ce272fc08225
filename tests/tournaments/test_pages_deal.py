"""A deal that all have agreed on is told on every page of the tournament and the big screen."""

import re

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players
from tests.tournaments.reader import got, of
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure

pytestmark = pytest.mark.django_db

PAGES = ("", "live/", "projector/")
STAGE = Stage("main", "freezeout", size=3, levels=generated(10, 500, players=9), stack=1000)


def dealt(for_first: int) -> int:
    """Two of four share the prizes equally; the place is still played for."""
    olga, users = an_organiser(), players(4)
    number = announced(olga, Structure((STAGE,), PrizeRules(prize_part=100), BuyingRules(1000)))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    for ref in ("p4", "p3"):
        told = [{"entrant": ref, "stack": 500}]
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="main", busts=told
        )
        commands.advance(number)
    stacks = {"p1": 2000, "p2": 2000}
    commands.report_stacks(user=olga, key=fresh(), tournament_id=number, stacks=stacks)
    assert not any("Prizes are shared" in page for page in shown(number))
    agree(users[:2], number, for_first)
    return number


def agree(users: list[User], number: int, for_first: int) -> None:
    """Somebody proposes, and all say yes."""
    offer = commands.propose_deal(
        user=users[0], key=fresh(), tournament_id=number, for_first=for_first
    )
    for user in users:
        commands.vote_deal(
            user=user, key=fresh(), tournament_id=number, deal=offer["deal"], yes=True
        )


def shown(number: int, language: str = "en") -> list[str]:
    """The three pages, with white space as a reader sees it."""
    browser = of(None)
    browser.cookies["django_language"] = language
    texts = (got(browser, f"/tournaments/{number}/{page}") for page in PAGES)
    return [re.sub(r"\s+", " ", text) for text in texts]


def test_equal_shares_are_told_with_what_is_still_played_for() -> None:
    for page in shown(dealt(for_first=0)):
        assert "Prizes are shared: 200 each.</strong> Still played for: the places" in page


def test_what_is_left_for_the_winner_is_still_played_for() -> None:
    for page in shown(dealt(for_first=100)):
        assert "Prizes are shared: 150 each." in page
        assert "Still played for: 100 for the first place." in page


def test_log_tells_the_deal_in_the_readers_language() -> None:
    number = dealt(for_first=0)
    english, german = (shown(number, language)[1] for language in ("en", "de"))
    assert "player1 200, player2 200 <q>By what the stacks are worth (ICM)" in english
    assert "Nach dem Wert der Stapel (ICM); alle sind einverstanden" in german
    assert "agreed by all" not in english + german
