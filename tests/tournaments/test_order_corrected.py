"""The order of those who are out, put right in any stage, with what depends on it."""

from typing import Any

import pytest

from deploy.accounts.models import User
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, fresh, players, state_of
from tests.tournaments.reader import got, of, sent
from tournaments import commands, queries
from tournaments.models import Tournament
from tournaments.rules.buying import BuyingRules
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db

SAME = [["p2"], ["p4"]]
TURNED = [["p4"], ["p2"]]


def flight(name: str) -> Stage:
    """A freezeout of one table; its best two go on."""
    levels = generated(10, 500, players=9)
    return Stage(name, "freezeout", (Take(flight=name),), size=4, levels=levels, stack=500)


FINAL = Stage("final", "single-elimination", (Take("A", 1, 2), Take("B", 1, 2)))
FLIGHTS = Structure((flight("A"), flight("B"), FINAL), PrizeRules(), BuyingRules(500))


def out(olga: User, number: int, *refs: str) -> None:
    """Put these out of their flight, one hand each."""
    for ref in refs:
        stage = "A" if int(ref[1:]) % 2 == 0 else "B"
        busts = [{"entrant": ref, "stack": 20}]
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage=stage, busts=busts, dealers={}
        )
    commands.advance(number)


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


@pytest.fixture
def number(olga: User) -> int:
    """Three in each flight: p2, p4 and p6 in A; two are out of A, in this order."""
    number = announced(olga, FLIGHTS)
    entries = [{"name": f"Ana {n}", "flight": "BA"[n % 2 == 0]} for n in range(1, 7)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    out(olga, number, "p2", "p4")
    return number


def correct(olga: User, number: int, stage: str, order: list[list[str]], **more: Any) -> None:
    """Correct the order of a stage."""
    commands.correct_busts(
        user=olga, key=fresh(), tournament_id=number, stage=stage, out=order, note="Looked.",
        **more,
    )  # fmt: skip


def test_each_flight_is_corrected_at_the_console(olga: User, number: int) -> None:
    out(olga, number, "p1")
    browser = of(olga)
    page = got(browser, f"/tournaments/{number}/console/")
    for stage in ("A", "B"):
        assert f'href="/tournaments/{number}/correct/{stage}/"' in page
    assert f"/tournaments/{number}/correct/final/" not in page
    got(browser, f"/tournaments/{number}/correct/final/", 404)
    got(of(players(1)[0]), f"/tournaments/{number}/correct/A/", 403)
    path = f"/tournaments/{number}/correct/A/"
    status, page = sent(browser, path, "correct", out="4\n2", note="Read it twice.")
    assert (status, state_of(number).stages["A"].out) == (200, [("p4",), ("p2",)])
    assert state_of(number).stages["B"].out == [("p1",)]


def test_a_stage_that_has_begun_with_others_needs_the_ruling_that_it_goes_on(
    olga: User, number: int
) -> None:
    out(olga, number, "p1", "p3")
    assert set(state_of(number).stages["final"].entrants) == {"p6", "p4", "p5", "p3"}
    told = queries.preview_busts(Tournament.objects.get(pk=number), stage="A", out=TURNED)
    assert told["stages"] == [{"stage": "final", "gone": ("p4",), "come": ("p2",)}]
    with pytest.raises(Refusal, match="Stage final has begun") as refused:
        correct(olga, number, "A", TURNED)
    assert refused.value.facts == {"stage": "final", "gone": ["p4"], "come": ["p2"]}
    for ruling in ("swap", "replay", "void"):
        with pytest.raises(Refusal, match="Stage final has begun"):
            correct(olga, number, "A", TURNED, rulings={"final": ruling})
    assert state_of(number).stages["A"].out == [("p2",), ("p4",)]
    with pytest.raises(Refusal, match="Nothing is to be ruled about final"):
        correct(olga, number, "A", SAME, rulings={"final": "keep"})
    correct(olga, number, "A", TURNED, rulings={"final": "keep"})
    state = state_of(number)
    assert state.stages["A"].out == [("p4",), ("p2",)]
    assert "p2" not in state.stages["final"].entrants
    commands.undo(user=olga, key=fresh(), tournament_id=number, note="It was right.")
    assert state_of(number).stages["A"].out == [("p2",), ("p4",)]


def test_the_page_shows_the_stage_that_goes_on_and_takes_the_ruling(
    olga: User, number: int
) -> None:
    out(olga, number, "p1", "p3")
    browser, path = of(olga), f"/tournaments/{number}/correct/A/"
    # Both flights are over: nobody can be out of them any more.
    assert 'value="busts"' not in got(browser, f"/tournaments/{number}/console/")
    _status, page = sent(browser, path, "preview", out="4\n2")
    assert 'name="ruling-final"' in page
    status, page = sent(browser, path, "correct", out="4\n2", note="Read it twice.")
    assert (status, "Stage final has begun" in page) == (422, True)
    words = {"out": "4\n2", "note": "Read it twice.", "ruling-final": "keep"}
    assert sent(browser, path, "correct", **words)[0] == 200
    assert state_of(number).stages["A"].out == [("p4",), ("p2",)]


def test_the_order_of_other_stages_follows_from_their_results(olga: User, number: int) -> None:
    out(olga, number, "p1", "p3")
    for order in ([], [["p6"], ["p5"]]):
        with pytest.raises(Refusal, match="its order follows from its results") as refused:
            correct(olga, number, "final", order)
        assert refused.value.code == "no-freezeout"


def test_over_rest_it_is_seen_before_it_is_made(olga: User, number: int) -> None:
    out(olga, number, "p1", "p3")
    path = f"tournaments/{number}/stages/A/busts"
    person = Person(olga)
    seen = person.post(f"{path}/preview", {"out": TURNED})
    assert seen.status == 200, seen
    assert seen.json["stages"] == [{"stage": "final", "gone": ["p4"], "come": ["p2"]}]
    assert {one["entrant"] for one in seen.json["ranks"]} == set()
    asked = {"out": TURNED, "note": "Read it twice."}
    assert_problem(person.post(f"{path}/correct", asked), 409, "stage-begun")
    assert_problem(
        Person(players(1)[0]).post(f"{path}/preview", {"out": TURNED}), 403, "not-organiser"
    )
    done = person.post(f"{path}/correct", {**asked, "rulings": {"final": "keep"}})
    assert done.status == 200, done
