"""A live room over REST: busts, chip counts, the projector, and a deal that all vote for."""

from typing import Any

import pytest

from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, entered, fresh, players, row_of
from tournaments import commands
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
LEVELS: list[Json] = [
    {"ante": 10, "seconds": 600},
    {"ante": 0, "seconds": 300},
    {"ante": 20, "seconds": 600},
]
SETTINGS: Json = {
    "name": "Sábado",
    "online": False,
    "structure": {
        "stages": [
            {"id": "main", "kind": "freezeout", "size": 3, "levels": LEVELS, "stack": 1000}
        ],
        "prizes": {"prize_part": 100, "weights": [60, 40]},
        "buying": {"start_chips": 1000},
    },
}


def test_a_live_room_ends_with_a_deal() -> None:
    user, crowd = an_organiser(), players(4)
    olga, people = Person(user), [Person(one) for one in crowd]
    number = olga.post("tournaments", SETTINGS).json["id"]
    here = f"tournaments/{number}"
    olga.post(f"{here}/announce")
    entered(number, crowd)
    olga.post(f"{here}/start")
    commands.advance(number)
    feed = olga.get(f"{here}/projector").json
    assert (feed["clock"]["level"], feed["clock"]["running"]) == (1, True)
    assert feed["clock"]["ends_at"] == feed["clock"]["next_break_at"]
    assert (feed["remaining"], feed["average_stack"]) == (4, 1000)
    busts = f"{here}/stages/main/busts"
    for ref in ("p4", "p3"):
        told = olga.post(busts, {"busts": [{"entrant": ref, "stack": 500}]})
        assert told.status == 200, told
    assert told.json["remaining"] == 2
    assert olga.post(f"{here}/stacks", {"stacks": {"p1": 3000, "p2": 1000}}).json == {"kept": 2}
    assert olga.get(f"{here}/projector").json["average_stack"] == 2000
    assert_problem(people[3].post(f"{here}/deals", {}), 409, "no-deal")
    offered = people[0].post(f"{here}/deals", {"method": "chip-chop"})
    assert offered.status == 201, offered
    amounts = offered.json["amounts"]
    assert (sum(amounts.values()), amounts["p1"] > amounts["p2"]) == (400, True)
    votes = f"{here}/deals/{offered.json['deal']}/votes"
    assert people[0].post(votes, {"yes": True}).json == {"made": False, "waiting_for": ["p2"]}
    assert people[1].post(votes, {"yes": True}).json["made"]
    olga.post(busts, {"busts": [{"entrant": "p2", "stack": 1000}]})
    commands.advance(number)
    money = olga.get(f"{here}/payouts").json
    assert (row_of(number).phase, money["deal"]) == ("paid", amounts)
    assert sum(money["awards"].values()) == money["pool"] == 400
    assert chips.balance(crowd[0].pk) == 900 + amounts["p1"]
    assert chips.audit().ok


def test_a_list_of_tournaments_is_filtered() -> None:
    user = an_organiser()
    olga = Person(user)
    number = olga.post("tournaments", SETTINGS, key=fresh()).json["id"]
    assert Person().get("tournaments").json["results"] == []
    assert [one["id"] for one in olga.get("tournaments", mine=1).json["results"]] == [number]
    olga.post(f"tournaments/{number}/announce")
    for query, found in (
        ({"kind": "freezeout"}, 1),
        ({"kind": "swiss"}, 0),
        ({"phase": "registering,running"}, 1),
        ({"phase": "paid"}, 0),
        ({"name": "sáb"}, 1),
        ({"name": "copa"}, 0),
    ):
        assert len(Person().get("tournaments", **query).json["results"]) == found, query
    assert_problem(Person().get("tournaments", kind="poker"), 400, "invalid-request")
