"""What players of a room say of their match is seen by those whom it concerns (2.2)."""

import html
import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tournaments.killed import killed_everywhere
from tests.tournaments.organiser import (
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tests.tournaments.reader import FREE, got, of, report, sent
from tournaments import commands, queries
from tournaments.book import chained
from tournaments.models import TournamentEvent
from tournaments.rules.__main__ import main
from tournaments.rules.structure import Stage, Structure
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db

WORDS = ("claimed", "result-recorded")
DISPUTE = "the players contradict each other"


def opened(kind: str = "single-elimination") -> tuple[User, list[User], int]:
    """A tournament for two in a room, with its one match open: organiser, players, number."""
    olga, two = an_organiser(), players(2)
    stage = Stage("main", kind, rounds=1 if kind == "swiss" else 0)
    number = announced(olga, Structure((stage,), FREE))
    entered(number, two)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, two, number


def plain(page: str) -> str:
    """The text of a page, its spaces made one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_claim_is_told_with_whose_word_is_waited_for() -> None:
    olga, (one, two), number = opened()
    before = of(None).get(f"/tournaments/{number}/pulse").json()["news"]
    sent(
        of(one), f"/tournaments/{number}/live/", "report", stage="main", match="w1.1", winner="p1"
    )
    for reader, page in ((one, "live/"), (two, "live/"), (two, ""), (olga, "console/")):
        shown = plain(got(of(reader), f"/tournaments/{number}/{page}"))
        says = "You say" if reader == one else "player1 says"
        waits = "Waiting for you." if reader == two else "Waiting for player2."
        assert f"{says} player1 won" in shown, page
        assert waits in shown, page
        assert DISPUTE not in shown
    assert of(None).get(f"/tournaments/{number}/pulse").json()["news"] != before


@pytest.mark.parametrize(("kind", "match"), [("single-elimination", "w1.1"), ("swiss", "r1.1")])
def test_contradiction_is_a_dispute_until_the_organiser_decides(kind: str, match: str) -> None:
    olga, (one, two), number = opened(kind)
    about = {"stage": "main", "match": match}
    live = f"/tournaments/{number}/live/"
    sent(of(one), live, "report", **about, winner="p1", **{"score-p1": "3", "score-p2": "1"})
    sent(of(two), live, "report", **about, winner="p2")
    for reader, page in ((one, "live/"), (two, "live/"), (one, ""), (olga, "console/")):
        shown = plain(got(of(reader), f"/tournaments/{number}/{page}"))
        assert DISPUTE in shown, page
        assert ("You say" if reader == one else "player1 says") + " player1 won (3 : 1)" in shown
        assert ("You say" if reader == two else "player2 says") + " player2 won" in shown
        assert ("Decide it: by one press, or report the result." in shown) == (page == "console/")
    told = _match(number, kind)
    assert told["disputed"]
    assert [(one["entrant"], one["places"]) for one in told["claims"]] == [
        ("p1", [["p1"], ["p2"]]),
        ("p2", [["p2"], ["p1"]]),
    ]
    report(olga, number, match, "p2", "p1")
    assert DISPUTE not in got(of(olga), f"/tournaments/{number}/console/")
    decided = _match(number, kind)
    assert (decided["claims"], decided["disputed"]) == ([], False)


def test_words_are_in_the_log_which_an_outsider_verifies(tmp_path: Path) -> None:
    olga, (one, two), number = opened()
    live = f"/tournaments/{number}/live/"
    for user, winner in ((one, "p1"), (two, "p2"), (two, "p2"), (two, "p1")):
        sent(of(user), live, "report", stage="main", match="w1.1", winner=winner)
    told = TournamentEvent.objects.filter(tournament=number, kind__in=WORDS)
    lines = [(one.actor, json.loads(one.line)) for one in told.order_by("seq")]
    assert [(user, one["kind"], one.get("entrant", one.get("ground"))) for user, one in lines] == [
        (one, "claimed", "p1"),
        (two, "claimed", "p2"),  # and not once more when it is said once more
        (two, "claimed", "p2"),
        (two, "result-recorded", "agreement"),
    ]
    assert (lines[1][1]["against"], lines[2][1]["anew"]) == (["p1"], True)
    shown = plain(got(of(None), live))
    assert "Report of a player Match 1: player1 says player1 won" in shown
    assert "player2 says player2 won. That contradicts player1: a dispute" in shown
    assert "player2 says player1 won, instead of what was said before" in shown
    assert "Result, as its players report it" in shown
    commands.advance(number)
    file = tmp_path / "log.jsonl"
    file.write_text(queries.log_text(row_of(number)))
    assert main(["verify", str(file)]) == 0
    file.write_text(file.read_text().replace('"against":["p1"],', ""))
    assert main(["verify", str(file)]) == 1
    assert olga.pk not in {user.pk for user, _ in lines if user}


def test_the_word_of_who_is_put_out_decides_nothing() -> None:
    olga, (one, two), number = opened()
    told = {"places": [["p1"], ["p2"]]}
    about: dict[str, Any] = {"tournament_id": number, "stage": "main", "match": "w1.1"}
    commands.report(user=one, key=fresh(), result=told, **about)
    commands.disqualify(
        user=olga, key=fresh(), tournament_id=number, entrant="p1", note="Told his cards."
    )
    for user in (one, two):  # the match is won by who is there, whatever was said of it
        with pytest.raises(Refusal):
            commands.report(user=user, key=fresh(), result=told, **about)
    result = state_of(number).stages["main"].results["w1.1"]
    assert (result.places, result.out) == ((("p2",),), ("p1",))


def test_who_says_the_same_by_the_same_key_says_it_once() -> None:
    _olga, (one, _two), number = opened()
    key, result = fresh(), {"places": [["p1"], ["p2"]]}
    told = [
        commands.report(
            user=one, key=key, tournament_id=number, stage="main", match="w1.1", result=result
        )
        for _ in range(2)
    ]
    assert told == [{"recorded": False, "waiting_for": ["p2"]}] * 2
    assert TournamentEvent.objects.filter(tournament=number, kind="claimed").count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_word_that_decides_is_written_whole_however_often_it_is_killed() -> None:
    _olga, (one, two), number = opened()
    result = {"places": [["p1"], ["p2"]]}
    about: dict[str, Any] = {
        "tournament_id": number,
        "stage": "main",
        "match": "w1.1",
        "result": result,
    }
    for user in (one, two):
        say = partial(commands.report, user=user, key=fresh(), **about)
        assert killed_everywhere(number, say) > 3
        say()  # what was answered, by its key
    told = TournamentEvent.objects.filter(tournament=number, kind__in=WORDS)
    kinds = list(told.order_by("seq").values_list("kind", flat=True))
    assert kinds == ["claimed", "claimed", "result-recorded"]
    assert chained(row_of(number))


def _match(number: int, kind: str) -> dict[str, Any]:
    """The one match as the reading doors show it."""
    row = row_of(number)
    if kind == "swiss":
        found: dict[str, Any] = queries.rounds(row, "main")[0]["tables"][0]
        return found
    return queries.bracket(row, "main")[0]


def test_who_is_waited_for_reads_so_and_agrees_with_one_press() -> None:
    _olga, (one, two), number = opened()
    live = f"/tournaments/{number}/live/"
    assert "Report the result" in got(of(two), f"/tournaments/{number}/")
    about = {"stage": "main", "match": "w1.1"}
    sent(of(one), live, "report", **about, winner="p1", **{"score-p1": "3", "score-p2": "1"})
    shown = got(of(two), live)
    assert "Waiting for you." in plain(shown)
    assert "player1 says player1 won (3 : 1)" in plain(shown)
    assert "Say otherwise" in shown
    assert "Agree, or say otherwise" in got(of(two), f"/tournaments/{number}/")
    told = re.findall(r'name="told" value="([^"]+)"', shown)
    assert len(told) == 1
    status, _page = sent(of(two), live, "agree", **about, told=html.unescape(told[0]))
    assert status == 200
    assert state_of(number).stages["main"].results["w1.1"].scores == (("p1", 3), ("p2", 1))


def test_who_has_said_reads_it_and_may_change_it() -> None:
    _olga, (one, _two), number = opened()
    live = f"/tournaments/{number}/live/"
    about = {"stage": "main", "match": "w1.1"}
    sent(of(one), live, "report", **about, winner="p2", **{"score-p1": "1", "score-p2": "3"})
    shown = got(of(one), live)
    assert "You say player2 won (3 : 1)" in plain(shown)
    assert "Waiting for player2." in plain(shown)
    assert "Change what you said" in shown
    assert 'name="told"' not in shown
    assert "<summary>Change what you said" in shown
    assert re.search(r'name="score-p1" value="1"', shown)
    assert "See or change what you said" in got(of(one), f"/tournaments/{number}/")


def test_in_a_dispute_either_ends_it_with_one_press() -> None:
    _olga, (one, two), number = opened()
    live = f"/tournaments/{number}/live/"
    about = {"stage": "main", "match": "w1.1"}
    sent(of(one), live, "report", **about, winner="p1")
    sent(of(two), live, "report", **about, winner="p2")
    shown = got(of(one), live)
    assert "I agree with player2" in shown
    told = re.findall(r'name="told" value="([^"]+)"', shown)
    sent(of(one), live, "agree", **about, told=html.unescape(told[0]))
    assert state_of(number).stages["main"].results["w1.1"].places == (("p2",), ("p1",))


def test_who_agrees_after_the_organiser_has_decided_reads_that_it_is_too_late() -> None:
    olga, (one, two), number = opened()
    live = f"/tournaments/{number}/live/"
    sent(of(one), live, "report", stage="main", match="w1.1", winner="p1")
    told = re.findall(r'name="told" value="([^"]+)"', got(of(two), live))
    report(olga, number, "w1.1", "p2", "p1")
    about = {"stage": "main", "match": "w1.1", "told": html.unescape(told[0])}
    status, page = sent(of(two), live, "agree", **about)
    assert status == 422
    assert 'role="alert"' in page
    assert state_of(number).stages["main"].results["w1.1"].places == (("p2",), ("p1",))


@pytest.mark.parametrize("told", ["5", "[]", "{", "[" * 3999, '{"places": [["p1"]]}', '{"x": 1}'])
def test_agreeing_with_what_is_no_result_is_refused(told: str) -> None:
    _olga, (one, _two), number = opened()
    live = f"/tournaments/{number}/live/"
    status, page = sent(of(one), live, "agree", stage="main", match="w1.1", told=told)
    assert status == 422
    assert 'role="alert"' in page
    assert not state_of(number).stages["main"].claims
