"""The long poll: answers that wait for the doorbell, and hold nothing meanwhile."""

import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from deploy.accounts.models import User
from tables import commands, queries
from tables.hub import hub
from tables.threads import THREADS_MAX
from tests.house import House, a_player, a_table, cookie_of, open_house, sit
from tests.tables.rest import Person, assert_problem

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("either_doorbell"),
]

WAITERS = 3 * THREADS_MAX
SECONDS = 60


def events(house: House, cookie: str, table_id: int, **query: int) -> Any:  # noqa: ANN401 - JSON
    """Ask for a table's events over a real connection."""
    answer = requests.get(
        f"{house.url}/api/v1/tables/{table_id}/events",
        params=query,
        headers={"Cookie": cookie},
        timeout=SECONDS,
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_more_waiters_than_threads_are_all_told_and_nobody_is_in_the_way() -> None:
    ana = a_player("ana")
    table_id = a_table(ana)
    sit(ana, table_id)
    cookie, head = cookie_of(ana), queries.head(table_id)[0]
    with open_house() as house, ThreadPoolExecutor(WAITERS) as pool:
        waiting = [
            pool.submit(events, house, cookie, table_id, after=head, wait=25)
            for _ in range(WAITERS)
        ]
        while len(hub._rung.get(table_id, ())) < WAITERS:
            assert not any(one.done() for one in waiting)
            time.sleep(0.01)
        assert events(house, cookie, table_id, after=0)["head"] == head  # answered at once
        commands.say(user=ana, key=str(uuid.uuid4()), table_id=table_id, phrase="hello")
        for one in waiting:
            told = one.result(SECONDS)
            assert [event["type"] for event in told["events"]] == ["said"]
            assert told["next"] == told["head"] == head + 1
    assert table_id not in hub._rung, "who waits no longer is forgotten"


def test_a_lost_ring_delays_an_answer_by_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.doorbell.ring", lambda _payload: ("SELECT NULL", []))
    monkeypatch.setattr("tables.long_poll.LOOK_S", 0.3)
    ana = a_player("ana")
    table_id = a_table(ana)
    sit(ana, table_id)
    cookie, head = cookie_of(ana), queries.head(table_id)[0]
    with open_house() as house, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(events, house, cookie, table_id, after=head, wait=25)
        while not hub._rung.get(table_id):
            assert not waiting.done()
            time.sleep(0.01)
        commands.say(user=ana, key=str(uuid.uuid4()), table_id=table_id, phrase="hello")
        assert len(waiting.result(SECONDS)["events"]) == 1


def test_nothing_happens_and_the_answer_is_empty(players: list[User], table_id: int) -> None:
    person, head = Person(players[0]), queries.head(table_id)[0]
    answer = person.get(f"tables/{table_id}/events", after=head, wait=1).json
    assert (answer["events"], answer["next"]) == ([], head)
    for wrong in (26, -1, "soon"):
        refused = person.get(f"tables/{table_id}/events", after=head, wait=wrong)
        assert_problem(refused, 400, "invalid-request")
