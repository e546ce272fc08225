"""An order of busts in a room, taken back and put in force again while more go out."""

import pytest

from deploy.accounts.models import User
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import (
    PRIZES,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
    state_of,
)
from tournaments import commands
from tournaments.commands import keyed
from tournaments.errors import RuleRefused
from tournaments.rules.buying import BuyingRules
from tournaments.rules.errors import Refused
from tournaments.rules.levels import generated
from tournaments.rules.structure import PrizeRules, Stage, Structure, Take
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db


def freezeout(name: str, flight: str = "") -> Stage:
    """A freezeout of one table."""
    levels = generated(10, 500, players=9)
    return Stage(name, "freezeout", (Take(flight=flight),), size=9, levels=levels, stack=500)


def begun(olga: User, prizes: PrizeRules = PRIZES) -> int:
    """A freezeout of five in a room, which has begun."""
    number = announced(olga, Structure((freezeout("main"),), prizes, BuyingRules(500)))
    entered(number, players(5))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return number


def out(olga: User, number: int, *refs: str, stage: str = "main") -> None:
    """Put these out, one hand each."""
    for ref in refs:
        busts = [{"entrant": ref, "stack": 20}]
        commands.report_busts(
            user=olga, key=fresh(), tournament_id=number, stage=stage, busts=busts, dealers={}
        )
    commands.advance(number)


def correct(olga: User, number: int, *refs: str, stage: str = "main") -> None:
    """Have these be out in this order."""
    commands.correct_busts(
        user=olga, key=fresh(), tournament_id=number, stage=stage,
        out=[[ref] for ref in refs], note="Looked.",
    )  # fmt: skip


def order(number: int, stage: str = "main") -> list[str]:
    """Who is out, first out first."""
    return [ref for group in state_of(number).stages[stage].out for ref in group]


@pytest.fixture
def olga() -> User:
    """The organiser."""
    return an_organiser()


def test_undo_and_redo_keep_who_went_out_meanwhile_where_they_are(olga: User) -> None:
    number, asked = begun(olga), {"note": "Saw it."}
    person, path = Person(olga), "tournaments/{}/{}"
    out(olga, number, "p1", "p2")
    correct(olga, number, "p2", "p1")
    out(olga, number, "p3")
    assert person.post(path.format(number, "undo"), asked).status == 200
    assert order(number) == ["p1", "p2", "p3"]
    assert person.post(path.format(number, "redo"), asked).status == 200
    assert order(number) == ["p2", "p1", "p3"]
    assert person.post(path.format(number, "undo"), asked).status == 200
    assert_problem(person.post(path.format(number, "undo"), asked), 409, "nothing-to-undo")
    assert order(number) == ["p1", "p2", "p3"]


def test_an_older_correction_of_another_flight_is_within_reach(olga: User) -> None:
    flights = Structure((freezeout("A", "A"), freezeout("B", "B")), PrizeRules(), BuyingRules(500))
    number = announced(olga, flights)
    entries = [{"name": f"Ana {n}", "flight": "BA"[n % 2 == 0]} for n in range(1, 9)]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    out(olga, number, "p2", "p4", stage="A")
    out(olga, number, "p1", "p3", stage="B")
    correct(olga, number, "p4", "p2", stage="A")
    correct(olga, number, "p3", "p1", stage="B")
    out(olga, number, "p5", stage="B")
    for _ in range(2):
        commands.undo(user=olga, key=fresh(), tournament_id=number, note="It was right.")
    assert (order(number, "A"), order(number, "B")) == (["p2", "p4"], ["p1", "p3", "p5"])


def test_once_it_is_paid_an_undo_says_so(olga: User) -> None:
    number = begun(olga)
    out(olga, number, "p1", "p2")
    correct(olga, number, "p2", "p1")
    out(olga, number, "p3", "p4")
    assert row_of(number).phase == "paid"
    answer = Person(olga).post(f"tournaments/{number}/undo", {"note": "u"})
    assert_problem(answer, 409, "already-paid-out")
    assert order(number) == ["p2", "p1", "p3", "p4"]


def test_where_no_prizes_were_paid_it_can_be_undone_to_the_end(olga: User) -> None:
    number = begun(olga, PrizeRules())
    out(olga, number, "p1", "p2")
    correct(olga, number, "p2", "p1")
    out(olga, number, "p3", "p4")
    assert row_of(number).phase == "paid"
    assert Person(olga).post(f"tournaments/{number}/undo", {"note": "u"}).status == 200
    assert order(number) == ["p1", "p2", "p3", "p4"]


def test_an_order_that_stands_already_is_no_correction(olga: User) -> None:
    number = begun(olga)
    person, path = Person(olga), f"tournaments/{number}/stages/main/busts/correct"
    looked = {"note": "Looked."}
    assert_problem(person.post(path, {"out": [], **looked}), 409, "nothing-changes")
    out(olga, number, "p1", "p2")
    assert_problem(person.post(path, {"out": [["p1"], ["p2"]], **looked}), 409, "nothing-changes")
    correct(olga, number, "p2", "p1")
    assert person.post(path, {"out": [["p2", "p1"]], **looked}).status == 200
    assert_problem(person.post(path, {"out": [["p1", "p2"]], **looked}), 409, "nothing-changes")
    out(olga, number, "p3", "p4")
    seq = row_of(number).seq
    for order in ([["p1", "p2"], ["p3"], ["p4"]], [["p2"], ["p1"], ["p3"], ["p4"]]):
        assert_problem(person.post(path, {"out": order, **looked}), 409, "already-paid-out")
    assert row_of(number).seq == seq


def test_a_result_that_stands_already_is_no_correction(olga: User) -> None:
    number = announced(olga)
    entered(number, players(4))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    told = {"places": [["p1"], ["p4"]]}
    path = f"tournaments/{number}/stages/main/matches/w1.1"
    person = Person(olga)
    assert person.post(f"{path}/report", {"result": told}).status == 200
    asked = {"note": "Looked.", "result": told}
    assert_problem(person.post(f"{path}/correct", asked), 409, "nothing-changes")
    asked["result"] = {"places": [["p4"], ["p1"]]}
    assert person.post(f"{path}/correct", asked).status == 200
    assert_problem(person.post(f"{path}/correct", asked), 409, "nothing-changes")


def test_what_the_rules_refuse_inside_any_command_is_an_answer_and_is_kept() -> None:
    """The door of all commands, and no command beside it."""

    def refuse() -> dict[str, object]:
        raise Refused("bad-order", "Not so.")

    for work in (refuse, dict):  # the second is a repeat, which is answered alike
        with pytest.raises(Refusal, match=r"Not so\.") as refused:
            keyed.once(actor="user:1", key="k", content={}, work=work)
        assert (refused.value.code, refused.value.status) == ("bad-order", RuleRefused.status)
    modules = [one for one in vars(commands).values() if hasattr(one, "once")]
    assert modules
    assert {one.once for one in modules} == {keyed.once}
