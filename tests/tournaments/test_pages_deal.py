"""A deal that all have agreed on is told on every page of the tournament and the big screen."""

import re
from http import HTTPStatus

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import got, of, report
from tournaments import commands, queries
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


SHARES = {"do": "propose-shares", "share-p1": "140", "share-p2": "160", "for_first": "20"}


def final_of_two() -> tuple[User, list[User], int]:
    """A knock-out of four with prizes, whose final alone is left to play."""
    olga, users = an_organiser(), players(4)
    stage = Stage("main", "single-elimination")
    prizes = PrizeRules(prize_part=100, weights=(50, 30, 20))
    number = announced(olga, Structure((stage,), prizes))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    report(olga, number, "w1.1", "p1", "p4")
    report(olga, number, "w1.2", "p2", "p3")
    commands.advance(number)
    return olga, users, number


def test_finalists_propose_amounts_of_their_own_and_are_told_of_each_answer() -> None:
    olga, users, number = final_of_two()
    path = f"/tournaments/{number}/live/"
    assert "propose-shares" not in got(of(users[3]), path)
    page = got(of(users[0]), path)
    assert "By what the stacks are worth" not in page  # nobody has any
    assert 'name="share-p1" value="160"' in page
    assert 'name="share-p2" value="160"' in page
    marks = [mark(number)]
    assert posted(users[0], number, **SHARES)[0] == HTTPStatus.FOUND
    marks.append(mark(number))
    offer = queries.deal(row_of(number))
    assert offer is not None
    assert (offer["amounts"], offer["for_first"]) == ({"p1": 140, "p2": 160}, 20)
    page = got(of(users[1]), path)
    assert "holds as long as the same players may win" in page
    assert "as long as the stacks are these" not in page  # nobody has any
    for name, amount in (("share-p1", 140), ("share-p2", 160), ("for_first", 20)):
        assert f'name="{name}" value="{amount}"' in page  # what is proposed, to be changed
    console = got(of(olga), f"/tournaments/{number}/console/")
    assert f'A deal is proposed. <a href="/tournaments/{number}/live/#deal">' in console
    for user in users[:2]:
        told = posted(user, number, do="vote-deal", deal=offer["deal"], yes="yes")
        assert told[0] == HTTPStatus.FOUND
        marks.append(mark(number))
    assert len(set(marks)) == len(marks)  # each of them wakes the pages that are open
    assert state_of(number).deal == {"p1": 140, "p2": 160}
    assert "A deal is proposed." not in got(of(olga), f"/tournaments/{number}/console/")


def test_amounts_that_are_not_what_is_shared_are_refused_where_they_stand() -> None:
    _olga, users, number = final_of_two()
    status, page = posted(users[0], number, **{**SHARES, "share-p1": "1000"})
    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "Together they share 320, and these are 1,180." in page
    assert 'name="share-p1" value="1000"' in page
    assert queries.deal(row_of(number)) is None


def test_who_may_not_share_cannot_propose_by_the_page_either() -> None:
    _olga, users, number = final_of_two()
    status, page = posted(users[3], number, **SHARES)
    assert status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert queries.deal(row_of(number)) is None
    assert "propose-shares" not in page


def posted(user: User, number: int, **data: object) -> tuple[int, str]:
    """Send a form of the live page; its status, and the page."""
    path = f"/tournaments/{number}/live/"
    answer = of(user).post(path, {"key": fresh(), **data})
    return answer.status_code, answer.content.decode()


def mark(number: int) -> str:
    """By what an open page sees that there is news."""
    return str(of(None).get(f"/tournaments/{number}/pulse").json()["news"])


def test_open_page_hears_that_the_clock_runs_again() -> None:
    """The job lets it run, a moment after the event of going on."""
    olga, users = an_organiser(), players(4)
    number = announced(olga, Structure((STAGE,)))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    commands.pause(user=olga, key=fresh(), tournament_id=number, note="tea")
    commands.advance(number)
    commands.resume(user=olga, key=fresh(), tournament_id=number)
    stood, before = row_of(number).clock_from, mark(number)
    commands.advance(number)
    assert (stood, row_of(number).clock_from is None) == (None, False)
    assert mark(number) != before
