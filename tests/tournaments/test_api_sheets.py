"""Lists out and in: entrants, results and brackets as JSON and CSV."""

from typing import Any

import pytest

from tests.house import a_player
from tests.tables.rest import Answer, Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, fresh, row_of
from tournaments import commands
from tournaments.models import Entrant
from tournaments.rules.structure import Stage, Structure, Take

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
FREE = Structure((Stage("main", "single-elimination", seeding="rated"),))
LIST = "name,rating,account\r\n'=1+1,5,\r\nbia,30,yes\r\nCaio,20,\r\nDedé,10,\r\n"


def bring(person: Person, number: int, what: str, body: object, *, dry: int = 1) -> Answer:
    """Import lines, CSV (a text) or JSON."""
    address = f"/api/v1/tournaments/{number}/imports/{what}?dry_run={dry}"
    headers = {"Idempotency-Key": fresh()}
    if isinstance(body, str):
        sent = person.client.generic("POST", address, body, "text/csv", headers=headers)
    else:
        sent = person.client.post(address, body, headers=headers)
    return Answer(sent.status_code, sent.content.decode(), sent.headers)


def a_list() -> tuple[Person, int]:
    """Four people entered by list, in a tournament that has begun."""
    user = an_organiser()
    a_player("bia")
    olga, number = Person(user), announced(user, FREE)
    assert bring(olga, number, "entrants", LIST, dry=0).json["new"] == 4
    commands.start(user=user, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, number


def test_entrants_go_in_and_out_and_in_again() -> None:
    user = an_organiser()
    a_player("bia")
    olga, number = Person(user), announced(user, FREE)
    dry = bring(olga, number, "entrants", LIST).json
    assert dry == {"rows": 4, "new": 4, "same": 0, "wrong": [], "done": False}
    assert not Entrant.objects.exists()
    bring(olga, number, "entrants", LIST, dry=0)
    assert Entrant.objects.get(name="bia").user is not None
    sheet = olga.get(f"tournaments/{number}/exports/entrants", format="csv")
    assert "p1,'=1+1,,5," in sheet.text, "no cell is a formula"
    again = bring(olga, number, "entrants", sheet.text, dry=0).json
    assert (again["new"], again["same"]) == (0, 4)
    lines = olga.get(f"tournaments/{number}/exports/entrants").json
    assert (lines["rows"][0]["name"], lines["rows"][1]["account"]) == ("=1+1", True)
    assert bring(olga, number, "entrants", lines).json["same"] == 4
    other = announced(user, FREE)
    assert bring(olga, other, "entrants", sheet.text, dry=0).json["new"] == 4


def test_every_wrong_line_is_named_and_nothing_is_taken_in() -> None:
    user = an_organiser()
    olga, number = Person(user), announced(user, FREE)
    text = "name;rating;account\nAna;many;\nBia;3;yes\nCaio;1;\nCaio;2;\n;1;\nDedé;4;perhaps\n"
    shapes = bring(olga, number, "entrants", text).json["wrong"]
    assert {(one["row"], one["field"]) for one in shapes} == {
        (1, "rating"),
        (5, "name"),
        (6, "account"),
    }
    right = "name;rating;account\nAna;1;\nBia;3;yes\nCaio;1;\nCaio;2;\n"
    wrong = bring(olga, number, "entrants", right).json["wrong"]
    assert [(one["row"], one["field"]) for one in wrong] == [(2, "account"), (4, "name")]
    refused = bring(olga, number, "entrants", right, dry=0)
    assert assert_problem(refused, 422, "import-refused")["wrong"] == wrong
    for broken in ("", "name,name\na,b\n", "name,rating\na\n", 'name\n"a', "name\n"):
        assert bring(olga, number, "entrants", broken).status == 400, broken
    assert_problem(bring(olga, number, "entrants", "name\n" + "a" * 70_000), 413, "too-large")
    stranger = Person(a_player("ana"))
    assert_problem(bring(stranger, number, "entrants", LIST), 403, "not-organiser")
    assert_problem(bring(olga, announced(user), "entrants", LIST), 422, "pays-own-entry")
    assert not Entrant.objects.exists()


def test_a_bracket_goes_out_is_filled_in_and_comes_back() -> None:
    olga, number = a_list()
    here = f"tournaments/{number}"
    sheet = olga.get(f"{here}/exports/stages/main", format="csv").text
    assert sheet.splitlines()[1] == "main,w1.1,p2 p1,ready,,,,"
    filled = (
        "stage,match,sides,places,scores\n"
        "main,w1.1,p2 p1,p2 > p1,p2:3 p1:1\n"
        "main,w1.2,p3 p4,p4 > p3,\n"
        "main,w2.1,p2 p4,p2 > p4,\n"
    )
    wrong = filled.replace("p2 p4,p2 > p4", "p2 p3,p2 > p3")
    head = row_of(number).seq
    said = bring(olga, number, "results", wrong).json["wrong"]
    assert said == [{"row": 3, "field": "sides", "detail": "Others play this match."}]
    assert_problem(bring(olga, number, "results", wrong, dry=0), 422, "import-refused")
    assert row_of(number).seq == head
    assert bring(olga, number, "results", filled).json["new"] == 3
    assert bring(olga, number, "results", filled, dry=0).json["new"] == 3
    commands.advance(number)
    assert row_of(number).phase == "paid"
    results = olga.get(f"{here}/exports/results").json
    assert results["rows"][0]["scores"] == [["p2", 3], ["p1", 1]]
    assert bring(olga, number, "results", results).json["same"] == 3
    other = filled.replace("p2 > p1", "p1 > p2")
    assert "correct it" in bring(olga, number, "results", other).json["wrong"][0]["detail"]


def test_each_line_of_a_wrong_flight_is_named_already_when_it_is_looked_at() -> None:
    user = an_organiser()
    takes = (Take(flight="A"),), (Take(flight="B"),)
    stages = tuple(Stage(f"day{n}", "single-elimination", one) for n, one in enumerate(takes))
    olga, number = Person(user), announced(user, Structure(stages))
    text = "name,flight\r\nana,A\r\nbia,C\r\ncaio,\r\n"
    wrong = [
        {"row": row, "field": "flight", "detail": "A flight is one of: A, B."} for row in (2, 3)
    ]
    assert bring(olga, number, "entrants", text).json["wrong"] == wrong
    refused = bring(olga, number, "entrants", text, dry=0)
    assert assert_problem(refused, 422, "import-refused")["wrong"] == wrong
    assert not Entrant.objects.exists()
    assert bring(olga, number, "entrants", "name,flight\r\nana,A\r\n", dry=0).json["new"] == 1
