"""Tournaments over REST: a whole one by the API alone, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from jsonschema import Draft202012Validator
from pytest_django import Settings
from rest_framework.test import APIClient

from deploy.accounts.models import User
from tests.house import a_player
from tests.tables.rest import Answer, Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players, row_of
from tournaments import commands
from tournaments.rules.__main__ import main
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
KNOCK_OUT: Json = {
    "stages": [{"id": "main", "kind": "single-elimination", "third_place": True}],
    "prizes": {"prize_part": 100, "fee_part": 10, "weights": [50, 30, 20]},
}
SETTINGS: Json = {"name": "Copa de Sábado", "online": False, "structure": KNOCK_OUT}


@pytest.fixture(scope="module")
def document() -> Json:
    """The OpenAPI document."""
    found: Json = json.loads(APIClient().get("/api/v1/schema").content)
    return found


@pytest.fixture
def fits(document: Json) -> Callable[[Answer, str], Json]:
    """Hold an answer against the document's schema of that name."""

    def check(answer: Answer, name: str) -> Json:
        assert answer.status < 300, answer
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(schema).validate(answer.json)
        return answer.json

    return check


def let_go_on(number: int) -> None:
    """Do what the worker does each second."""
    commands.advance(number)


def result(*order: str) -> Json:
    """These finished in this order."""
    return {"result": {"places": [[ref] for ref in order]}}


def test_a_tournament_from_nothing_to_payout_by_the_api_alone(
    tmp_path: Path, fits: Callable[[Answer, str], Json]
) -> None:
    olga = Person(an_organiser())
    crowd = players(8)
    people = [Person(user) for user in crowd]
    plan = olga.post("tournaments/plan", {"structure": KNOCK_OUT, "entries": 8})
    assert fits(plan, "Planned")["stages"][0]["matches"] == 8
    number = fits(olga.post("tournaments", SETTINGS), "Drafted")["id"]
    here = f"tournaments/{number}"
    assert people[0].get(here).status == 404, "a draft is its organiser's to see"
    commitment = fits(olga.post(f"{here}/announce"), "Announced")["commitment"]
    for at, person in enumerate(people, start=1):
        entry = fits(person.post(f"{here}/entries"), "Entry")
        assert (entry["entrant"], entry["status"]) == (f"p{at}", "registered")
    assert chips.balance(crowd[0].pk) == 1000 - 110
    fits(olga.post(f"{here}/close"), "Phase")
    fits(olga.post(f"{here}/start"), "Phase")
    let_go_on(number)
    seeds = {f"p{seed}": seed for seed in range(1, 9)}
    while ready := _ready(olga, here):
        for match, sides in ready:
            best, other = sorted(sides, key=seeds.__getitem__)
            _agree(people, here, match, best, other)
        let_go_on(number)
    lobby = fits(Person().get(here), "TournamentTold")
    assert (lobby["phase"], lobby["pool"], lobby["me"]) == ("paid", 800, None)
    money = fits(olga.get(f"{here}/payouts"), "Payouts")
    awards = {ref: amount for ref, amount in money["awards"].items() if amount}
    assert awards == {"p1": 400, "p2": 240, "p3": 160}
    assert sum(money["places"]) == sum(awards.values()) == money["pool"] == 800
    assert money["paid_in"] == money["pool"] + money["fees"] == 880
    assert [chips.balance(user.pk) for user in crowd[:4]] == [1290, 1130, 1050, 890]
    assert chips.audit().ok
    around = people[4].get(f"{here}/standings", around="me", size=2)
    assert fits(around, "Standings")["page"] == 3
    draw = fits(olga.get(f"{here}/draw"), "Draw")
    assert draw["commitment"] == commitment
    file = tmp_path / "log.jsonl"
    file.write_text(Person().get(f"{here}/log").text)
    assert main(["verify", str(file), "--seed", draw["seed"]]) == 0
    entries = olga.get(f"{here}/entries").json["results"]
    assert [one["prize"] for one in entries[:3]] == [400, 240, 160]
    assert (entries[0]["place"], entries[4]["place"]) == ([1, 1], [5, 8])


def _ready(person: Person, here: str) -> list[tuple[str, list[str]]]:
    matches = person.get(f"{here}/stages/main/bracket").json["matches"]
    return [(one["match"], one["sides"]) for one in matches if one["status"] == "ready"]


def _agree(people: list[Person], here: str, match: str, best: str, other: str) -> None:
    """Both players say the same."""
    address = f"{here}/stages/main/matches/{match}/report"
    said = [
        people[int(ref[1:]) - 1].post(address, result(best, other)).json for ref in (best, other)
    ]
    assert said == [
        {"recorded": False, "waiting_for": [other]},
        {"recorded": True, "waiting_for": []},
    ]


@pytest.mark.parametrize("cancelled", [False, True])
def test_only_what_has_not_begun_is_started(cancelled: bool) -> None:  # noqa: FBT001 - a case
    user, _crowd, number = a_started_one(4)
    olga = Person(user)
    if cancelled:
        olga.post(f"tournaments/{number}/cancel", {"note": "Rain."})
    assert_problem(olga.post(f"tournaments/{number}/start"), 409, "wrong-phase")


def test_a_sit_and_go_is_made_by_the_api() -> None:
    olga = Person(an_organiser())
    full = SETTINGS | {"structure": KNOCK_OUT | {"cap": 4}, "starts_full": True}
    number = olga.post("tournaments", full).json["id"]
    olga.post(f"tournaments/{number}/announce")
    for player in players(4):
        Person(player).post(f"tournaments/{number}/entries")
    let_go_on(number)
    assert olga.get(f"tournaments/{number}").json["phase"] == "running"


def a_started_one(count: int) -> tuple[User, list[User], int]:
    """A knock-out that has begun."""
    olga, crowd = an_organiser(), players(count)
    number = announced(olga)
    entered(number, crowd)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    return olga, crowd, number


def test_a_correction_is_seen_before_it_is_made_and_taken_back() -> None:
    user, crowd, number = a_started_one(4)
    olga, here = Person(user), f"tournaments/{number}"
    match = f"{here}/stages/main/matches/w1.1"
    olga.post(f"{match}/report", result("p1", "p4"))
    head = row_of(number).seq
    assert_problem(
        Person(crowd[0]).post(f"{match}/preview", result("p4", "p1")), 403, "not-organiser"
    )
    seen = olga.post(f"{match}/preview", result("p4", "p1")).json
    assert [one["match"] for one in seen["matches"]] == ["w2.1"]
    assert_problem(olga.post(f"{match}/correct", result("p4", "p1")), 400, "invalid-request")
    assert row_of(number).seq == head
    corrected = olga.post(f"{match}/correct", {**result("p4", "p1"), "note": "Read wrongly."})
    assert olga.get(f"{here}/corrections").json["results"] == [
        {"event": corrected.json["event"], "undone": False}
    ]
    assert olga.post(f"{here}/undo", {"note": "It was right."}).status == 200
    assert olga.post(f"{here}/redo", {"note": "No, it was not."}).status == 200
    assert_problem(olga.post(f"{here}/redo", {"note": "Again?"}), 409, "nothing-to-undo")


def test_what_nobody_can_use_changes_nothing() -> None:
    user, crowd, number = a_started_one(2)
    olga, ana, here = Person(user), Person(crowd[0]), f"tournaments/{number}"
    head, report = row_of(number).seq, f"{here}/stages/main/matches/w1.1/report"
    for body in (
        {},
        {"result": 7},
        {"result": {"places": [["p1"], "p2"]}},
        {**result("p1"), "x": 1},
    ):
        assert_problem(olga.post(report, body), 400, "invalid-request")
    for places in ([["p1"]], [["p1"], ["p1"]], [["p1"], ["p9"]], [[], ["p1", "p2"]]):
        refused = olga.post(report, {"result": {"places": places}})
        assert refused.status in {409, 422}, refused
    assert_problem(olga.post(report, result("p1", "p2"), key=""), 400, "key-missing")
    busts = f"{here}/stages/main/busts"
    sent = {"busts": [{"entrant": "p1"}], "dealers": {"one": 1}}
    assert_problem(olga.post(busts, sent), 400, "invalid-request")
    for odd in (
        {"structure": {"stages": [{"id": "a\0", "kind": "swiss", "rounds": 1}]}},
        {"table": {"rules": "pife\0"}, "online": True},
        {"conditions": {"only": ["ana\0"]}},
        {"about": "a\0b"},
        {"starts_at": "9999-99-99T00:00:00Z"},
    ):
        refused = olga.post("tournaments", {**SETTINGS, **odd})
        assert refused.status in {400, 422}, (odd, refused)
    assert_problem(ana.post(f"{here}/cancel", {"note": "Why not?"}), 403, "not-organiser")
    assert_problem(ana.post("tournaments", SETTINGS), 403, "may-not-organise")
    assert_problem(Person().post(f"{here}/entries"), 401, "not-authenticated")
    assert_problem(olga.get(f"{here}/stages/none/bracket"), 404, "no-such-stage")
    assert_problem(olga.get(f"{here}/standings", around="me"), 403, "not-entered")
    assert_problem(olga.get("tournaments", phase="soon"), 400, "bad-tournament")
    assert row_of(number).seq == head


def test_plans_have_a_measure_for_each_account(settings: Settings) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"costly": (1, 60.0)}
    olga, asked = Person(an_organiser()), {"structure": KNOCK_OUT, "entries": 8}
    assert olga.post("tournaments/plan", asked).status == 200
    refused = olga.post("tournaments/plan", asked)
    assert_problem(refused, 429, "too-many-requests")
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert Person(a_player("ana")).post("tournaments/plan", asked).status == 200


def test_a_plan_that_cannot_be_names_the_nearest() -> None:
    ana = Person(a_player("ana"))
    stage = {"id": "main", "kind": "tables", "sizes": [3, 6], "advance": [2, 2]}
    told = ana.post("tournaments/plan", {"structure": {"stages": [stage]}, "entries": 8}).json
    assert told["refused"]
    assert told["nearest"]
    endless = {"id": "main", "kind": "swiss", "size": 4, "rounds": 10**8, "points": [3, 2, 1, 0]}
    refused = ana.post("tournaments/plan", {"structure": {"stages": [endless]}, "entries": 8})
    assert_problem(refused, 409, "bad-structure")
    refused = ana.post("tournaments/plan", {"structure": {"stages": 7}, "entries": 8})
    assert_problem(refused, 409, "bad-json")


def test_the_same_key_is_done_once() -> None:
    olga, key = Person(an_organiser()), fresh()
    first, second = (olga.post("tournaments", SETTINGS, key=key) for _ in range(2))
    assert first == second
    other = olga.post("tournaments", {**SETTINGS, "name": "Taça"}, key=key)
    assert_problem(other, 422, "key-reused")


def test_who_has_it_already_is_told_so_and_an_event_makes_it_new() -> None:
    user, _crowd, number = a_started_one(4)
    olga, here = Person(user), f"tournaments/{number}"
    for address in ("", "/stages/main/bracket", "/standings", "/projector", "/payouts"):
        first = olga.get(here + address)
        again = olga.client.get(
            f"/api/v1/{here}{address}", headers={"If-None-Match": first.headers["ETag"]}
        )
        assert (again.status_code, again["ETag"]) == (304, first.headers["ETag"]), address
        assert again["Cache-Control"] == first.headers["Cache-Control"]
        for varies in (again["Vary"], first.headers["Vary"]):
            assert {"Authorization", "Cookie"} <= set(varies.split(", ")), address
    tag = olga.get(f"{here}/projector").headers["ETag"]
    olga.post(f"{here}/stages/main/matches/w1.1/report", result("p1", "p4"))
    told = olga.get(f"{here}/projector")
    assert told.headers["ETag"] != tag
    assert told.json["recent"][0]["places"] == [["player1"], ["player4"]]


def test_queries_do_not_grow_with_entrants_and_rounds() -> None:
    counts = []
    for count in (4, 16):
        olga = an_organiser(f"olga{count}")
        number = announced(olga)
        entered(number, [a_player(f"n{count}x{at}") for at in range(count)])
        commands.start(user=olga, key=fresh(), tournament_id=number)
        commands.advance(number)
        person, here = Person(olga), f"tournaments/{number}"
        for match, sides in _ready(person, here):
            person.post(f"{here}/stages/main/matches/{match}/report", result(*sides))
        person.get(here)
        asked = {}
        for address in PARTS:
            with CaptureQueriesContext(connection) as found:
                assert person.get(f"{here}{address}").status == 200, address
            asked[address] = len(found)
        counts.append(asked)
    assert counts[0] == counts[1]
    assert max(counts[1].values()) <= 8, counts[1]


PARTS = (
    *("", "/entries", "/stages", "/stages/main/bracket", "/stages/main/rounds", "/standings"),
    *("/tables", "/clock", "/payouts", "/deals", "/draw", "/corrections", "/projector", "/log"),
    "/events",
)
