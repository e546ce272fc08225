"""Numbers that contradict each other are refused with a sentence, and nothing is written."""

import re
from dataclasses import replace

import pytest

from deploy.accounts.models import User
from tests.tournaments.organiser import an_organiser, fresh, state_of
from tests.tournaments.reader import FREEZEOUT, free, got, named, of, sent
from tournaments import commands
from tournaments.rules.buying import BuyingRules
from tournaments.rules.errors import Refused
from tournaments.rules.results import Result, check_agrees
from tournaments.rules.sitting import chips_in_play
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db

SENTENCE = "The score contradicts who won"
REFUSED = "score-contradicts"


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def _told(places: str, scores: str) -> Result:
    """A result of such texts as "a bc" and "a3 b1"."""
    points = tuple((one[0], int(one[1:])) for one in scores.split())
    return Result(tuple(tuple(group) for group in places.split()), scores=points)


@pytest.mark.parametrize(
    ("places", "scores"),
    [
        ("a b", "a3 b1"),
        ("a b", "a2 b2"),  # level on points: another hand decided
        ("a b", "b3"),
        ("a b", ""),
        ("a bc d", "a5 b3 c4 d3"),
    ],
)
def test_scores_that_agree_with_the_places(places: str, scores: str) -> None:
    check_agrees(_told(places, scores))


@pytest.mark.parametrize(
    ("places", "scores"), [("a b", "a1 b3"), ("a b c", "a5 c6"), ("a bc d", "a5 b3 c4 d4")]
)
def test_who_stands_ahead_has_no_fewer_points(places: str, scores: str) -> None:
    with pytest.raises(Refused) as refused:
        check_agrees(_told(places, scores))
    assert refused.value.code == REFUSED


def test_report_with_a_score_against_its_winner_is_refused(olga: User) -> None:
    number = named(olga, free("single-elimination"), 2)
    path, about = f"/tournaments/{number}/console/", {"stage": "main", "match": "w1.1"}
    scores = {"score-p1": "1", "score-p2": "3"}
    status, page = sent(of(olga), path, "report", **about, winner="p1", **scores)
    assert (status, SENTENCE in page) == (422, True)
    told = {"places": [["p1"], ["p2"]], "scores": [["p1", 1], ["p2", 3]]}
    with pytest.raises(Refusal) as refusal:
        commands.report(user=olga, key=fresh(), tournament_id=number, **about, result=told)
    assert refusal.value.code == REFUSED
    assert state_of(number).stages["main"].results == {}


def test_correction_to_another_winner_does_not_keep_the_old_score(olga: User) -> None:
    number = named(olga, free("single-elimination"), 4)
    about = {"stage": "main", "match": "w1.1"}
    told = {"places": [["p1"], ["p4"]], "scores": [["p1", 3], ["p4", 1]]}
    commands.report(user=olga, key=fresh(), tournament_id=number, **about, result=told)
    path = f"/tournaments/{number}/correct/main/w1.1/"
    assert re.search(r'name="score-p1" value="3"', got(of(olga), path))
    old = {"score-p1": "3", "score-p4": "1"}
    for do in ("preview", "correct"):
        status, page = sent(of(olga), path, do, winner="p4", **old, note="Misread")
        assert (status, SENTENCE in page) == (422, True), do
        assert not re.search(r'name="score-p\d" value="\d', page)
    wrong = {"places": [["p4"], ["p1"]], "scores": [["p1", 3], ["p4", 1]]}
    with pytest.raises(Refusal) as refusal:
        commands.correct(
            user=olga,
            key=fresh(),
            tournament_id=number,
            **about,
            result=wrong,
            rulings={},
            note="Misread",
        )
    assert refusal.value.code == REFUSED
    right = {"score-p1": "1", "score-p4": "3"}
    sent(of(olga), path, "correct", winner="p4", **right, note="Misread")
    result = state_of(number).stages["main"].results["w1.1"]
    assert (result.places[0], dict(result.scores)) == (("p4",), {"p1": 1, "p4": 3})


def test_stack_larger_than_all_chips_in_play_is_refused(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)  # 9 x 500 chips
    path = f"/tournaments/{number}/console/"
    for stacks in ({"stack-p3": "4501"}, {"stack-p3": "2300", "stack-p4": "2201"}):
        status, page = sent(of(olga), path, "busts", **stacks)
        assert (status, "No stacks are larger than all chips in play: 4,500" in page) == (
            422,
            True,
        )
    busts = [{"entrant": "p3", "stack": 4501}]
    with pytest.raises(Refusal) as refusal:
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage="main", busts=busts
        )
    assert refusal.value.code == "too-large-stack"
    assert state_of(number).stages["main"].out == []


def test_what_was_bought_is_in_play_too(olga: User) -> None:
    state = state_of(named(olga, FREEZEOUT, 9))
    buying = BuyingRules(500, rebuy_chips=400, addon_chips=1000)
    state.structure = replace(state.structure, buying=buying)
    state.entrants["p1"] = replace(state.entrants["p1"], reentries=1, rebuys=2, addons=1)
    assert chips_in_play(state) == 9 * 500 + 500 + 2 * 400 + 1000


def test_who_is_out_is_asked_before_it_is_written_down(olga: User) -> None:
    number = named(olga, FREEZEOUT, 9)
    path, browser = f"/tournaments/{number}/console/", of(olga)
    button = ">They are out</button>"
    assert button not in got(browser, path)
    status, page = sent(browser, path, "look-busts", **{"stack-p3": "120", "stack-p4": "80"})
    assert (status, "Are these out?" in page, button in page) == (200, True, True)
    assert re.search(r"Ana 3 <span[^>]*>120<.*Ana 4 <span[^>]*>80<", page)
    assert state_of(number).stages["main"].out == []
    status, page = sent(browser, path, "look-busts")
    assert (status, button in page) == (422, False)
    sent(browser, path, "busts", **{"stack-p3": "120", "stack-p4": "80"})
    assert state_of(number).stages["main"].out == [("p4",), ("p3",)]
