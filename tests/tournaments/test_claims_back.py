"""A player takes back what was said of a match; an organiser decides a dispute with one press."""

import html
import re
from functools import partial
from pathlib import Path

import pytest

from deploy.accounts.models import User
from tests.house import a_player
from tests.tables.rest import Person, assert_problem
from tests.tournaments.killed import killed_everywhere
from tests.tournaments.organiser import fresh, row_of, state_of
from tests.tournaments.reader import got, of, report, sent
from tests.tournaments.test_claims import DISPUTE, opened, plain
from tournaments import commands, queries
from tournaments.book import chained
from tournaments.errors import NotEntered
from tournaments.models import TournamentEvent
from tournaments.rules.__main__ import main

pytestmark = pytest.mark.django_db

ABOUT = {"stage": "main", "match": "w1.1"}
WORDS = ("claimed", "claim-taken-back", "result-recorded")


def says(user: User, number: int, winner: str) -> None:
    """A player says on the page who won."""
    status, _page = sent(
        of(user), f"/tournaments/{number}/live/", "report", **ABOUT, winner=winner
    )
    assert status == 200


def takes_back(user: User, number: int, key: str = "") -> dict[str, object]:
    """A player takes back what was said."""
    return commands.take_back(user=user, key=key or fresh(), tournament_id=number, **ABOUT)


def kinds(number: int) -> list[str]:
    """What the log has of the words and the result, in order."""
    told = TournamentEvent.objects.filter(tournament=number, kind__in=WORDS).order_by("seq")
    return list(told.values_list("kind", flat=True))


def test_a_slip_is_taken_back_on_the_page_and_said_rightly_later() -> None:
    _olga, (one, two), number = opened()
    live = f"/tournaments/{number}/live/"
    assert "Take back what I said" not in got(of(one), live)
    says(one, number, "p2")
    assert "Take back what I said" in got(of(one), live)
    assert "Take back what I said" not in got(of(two), live)
    status, page = sent(of(one), live, "take-back", **ABOUT)
    assert status == 200
    assert "What you said is taken back." in page
    assert "A report is taken back Match 1: player1" in plain(page)
    for reader in (one, two):
        assert "You say" not in (shown := plain(got(of(reader), live)))
        assert "I agree with" not in shown
    says(two, number, "p1")
    says(one, number, "p1")
    assert kinds(number) == [
        "claimed",
        "claim-taken-back",
        "claimed",
        "claimed",
        "result-recorded",
    ]


def test_a_dispute_ends_when_one_takes_the_word_back_and_the_organiser_reads_so() -> None:
    olga, (one, two), number = opened()
    says(one, number, "p1")
    says(two, number, "p2")
    console = f"/tournaments/{number}/console/"
    assert "1 match is in dispute." in plain(got(of(olga), console))
    assert takes_back(one, number) == {"taken_back": True, "waiting_for": ["p1"]}
    shown = plain(got(of(olga), console))
    assert DISPUTE not in shown
    assert "in dispute" not in shown
    assert "player2 says player2 won" in shown
    assert "Waiting for player1." in shown


def test_it_is_done_once_by_its_key_and_changes_nothing_where_nothing_stands() -> None:
    _olga, (one, two), number = opened()
    says(one, number, "p1")
    key = fresh()
    first = takes_back(one, number, key)
    says(one, number, "p2")
    assert takes_back(one, number, key) == first, "the answer to that key, and nothing more"
    assert kinds(number) == ["claimed", "claim-taken-back", "claimed"]
    assert takes_back(two, number) == {"taken_back": False, "waiting_for": ["p2"]}
    assert kinds(number) == ["claimed", "claim-taken-back", "claimed"]


def test_what_is_decided_is_not_taken_back_and_the_page_says_why() -> None:
    olga, (one, _two), number = opened()
    says(one, number, "p1")
    report(olga, number, "w1.1", "p2", "p1")
    status, page = sent(of(one), f"/tournaments/{number}/live/", "take-back", **ABOUT)
    assert status == 422
    assert 'role="alert"' in page
    assert state_of(number).stages["main"].results["w1.1"].places == (("p2",), ("p1",))


def test_who_is_not_of_the_tournament_takes_nothing_back() -> None:
    _olga, _two, number = opened()
    stranger = a_player("stranger", 10)
    with pytest.raises(NotEntered):
        takes_back(stranger, number)


def test_the_door_of_the_api_takes_it_back_and_an_outsider_verifies_the_log(
    tmp_path: Path,
) -> None:
    olga, (one, two), number = opened()
    says(one, number, "p2")
    path = f"tournaments/{number}/stages/main/matches/w1.1/take-back"
    answer = Person(one).post(path)
    assert (answer.status, answer.json) == (200, {"taken_back": True, "waiting_for": ["p1", "p2"]})
    assert_problem(Person(olga).post(path), 403, "not-entered")
    assert Person(two).post(path).json["taken_back"] is False
    says(two, number, "p1")
    says(one, number, "p1")
    commands.advance(number)
    file = tmp_path / "log.jsonl"
    file.write_text(queries.log_text(row_of(number)))
    assert main(["verify", str(file)]) == 0
    assert '"kind":"claim-taken-back"' in file.read_text()
    assert main(["verify", str(file)]) == 0


def test_the_organiser_sees_both_with_their_time_and_decides_with_one_press() -> None:
    olga, (one, two), number = opened()
    says(one, number, "p1")
    says(two, number, "p2")
    console = f"/tournaments/{number}/console/"
    shown = got(of(olga), console)
    assert len(re.findall(r"says player. won <time[^>]*>\d\d:\d\d UTC</time>", shown)) == 2
    assert "Decide: player1 won" in shown
    assert "Decide: player2 won" in shown
    told = [html.unescape(one) for one in re.findall(r'name="told" value="([^"]+)"', shown)]
    assert len(told) == 2
    status, _page = sent(of(olga), console, "rule", **ABOUT, told=told[1])
    assert status == 200
    held = state_of(number).stages["main"].results["w1.1"]
    assert held.places == (("p2",), ("p1",))
    assert '"ground":"ruling"' in queries.log_text(row_of(number))
    status, page = sent(of(olga), console, "rule", **ABOUT, told=told[0])
    assert status == 422
    assert 'role="alert"' in page


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_it_is_written_whole_however_often_it_is_killed() -> None:
    _olga, (one, _two), number = opened()
    says(one, number, "p1")
    back = partial(commands.take_back, user=one, key=fresh(), tournament_id=number, **ABOUT)
    assert killed_everywhere(number, back) > 3
    assert back() == {"taken_back": True, "waiting_for": ["p1", "p2"]}
    assert kinds(number) == ["claimed", "claim-taken-back"]
    assert chained(row_of(number))
