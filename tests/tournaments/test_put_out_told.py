"""Who was disqualified, withdrew or did not come is told so wherever a ranking is shown."""

import re
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, announced, fresh, state_of
from tests.tournaments.reader import free, got, named, of, report, sent
from tournaments import commands

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def of_the_final(olga: User) -> int:
    """A cup of four of whom Ana 1 and Ana 2 play the final; for the third place Ana 3, Ana 4."""
    number = named(olga, free("single-elimination", third_place=True), 4)
    report(olga, number, "w1.1", "p1", "p4")
    report(olga, number, "w1.2", "p2", "p3")
    return number


def plain(page: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_who_was_put_out_left_or_did_not_come_is_marked_in_every_ranking(olga: User) -> None:
    number = of_the_final(olga)
    browser, console = of(olga), f"/tournaments/{number}/console/"
    sent(browser, console, "disqualify", entrant="p1", note="Marked cards")
    about = {"stage": "main", "match": "third"}
    sent(browser, console, "forfeit", **about, absent=["p3"], note="Not there")
    commands.advance(number)
    for path in ("result/", "live/", "projector/"):
        page = plain(got(of(None), f"/tournaments/{number}/{path}"))
        assert "Ana 1 disqualified" in page, path
        assert "Ana 3 did not show up" in page, path
        assert "Ana 2 disqualified" not in page, path


def test_match_that_a_disqualification_decides_is_not_to_be_played(olga: User) -> None:
    number = of_the_final(olga)
    path = f"/tournaments/{number}/console/"
    _status, page = sent(of(olga), path, "disqualify", entrant="p1", note="Marked cards")
    results = state_of(number).stages["main"].results
    assert [one.out for one in results.values()][-1] == ("p1",)
    to_play = plain(page).split("To be played")[1].split("The tournament")[0]
    assert "Ana 1" not in to_play
    assert "Ana 3" in to_play


def test_those_who_entered_are_counted_also_when_somebody_is_put_out(olga: User) -> None:
    number = of_the_final(olga)
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant="p1", note="Marked cards"
    )
    assert "Entrants 4" in plain(got(of(None), "/tournaments/"))
    assert "Entrants 4" in plain(got(of(olga), f"/tournaments/{number}/console/"))


def test_nobody_is_chosen_beforehand_by_a_form_that_hits_somebody(olga: User) -> None:
    number = of_the_final(olga)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    page = got(browser, path)
    for do in ("remove", "disqualify"):
        choices = page.split(f'id="{do}-entrant"')[1].split("</select>")[0]
        assert '<option value="" selected>' in choices.split("</option>")[0]
        assert choices.count("selected") == 1
        status, told = sent(browser, path, do, entrant="", note="A slip")
        assert (status, "Choose who it is about." in told) == (422, True)


def test_champion_is_not_called_out_before_the_result_is_final(olga: User) -> None:
    number = of_the_final(olga)
    report(olga, number, "third", "p3", "p4")
    result = {"places": [["p1"], ["p2"]]}
    commands.report(
        user=olga, key=fresh(), tournament_id=number, stage="main", match="w2.1", result=result
    )
    page = plain(got(of(olga), f"/tournaments/{number}/console/"))
    assert "out, place 1" not in page
    assert "out, place 2" in page
    assert "Ana 1 in first place" in page


def test_match_at_a_live_table_is_told_as_decided_until_it_is_written_down(olga: User) -> None:
    number = announced(olga, free("single-elimination"), online=True, table={"rules": "pife"})
    about: dict[str, Any] = {"user": olga, "tournament_id": number}
    commands.enter_bots(**about, key=fresh(), count=2)
    commands.start(**about, key=fresh())
    commands.advance(number)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    assert "Report the result" in got(browser, path)
    page = plain(sent(browser, path, "disqualify", entrant="p1", note="It is a bot")[1])
    assert "Decided, for a player has gone: it is written down in a moment." in page
    assert "Report the result" not in page
    commands.advance(number)
    assert "Decided, for a player" not in got(browser, path)
