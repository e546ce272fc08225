"""How often one account may ask for what, at both doors, and what a refusal leaves behind."""

import uuid
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from deploy.accounts.models import User
from tables.commands.talk import SAYS_MAX
from tables.models import Table
from tests.house import House, open_house
from tests.tables.felt import digest, quick_table
from tests.tables.rest import Person
from wallet.models import RequestKey

pytestmark = pytest.mark.django_db(transaction=True)

BURST = 3


@pytest.fixture
def tight(settings: Settings) -> None:
    """Every measure of the tables is three at once and one more in an hour."""
    names = ("tables", "asking", "seats", "talk", "refused")
    settings.RATE_LIMITS = settings.RATE_LIMITS | dict.fromkeys(names, (BURST, 3600.0))


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def state_of_the_house() -> dict[str, str]:
    """Return a sum of every row, stored answers too."""
    return digest() | {"keys": str(RequestKey.objects.count())}


def assert_one_too_many(person: Person, method: str, path: str, body: object = None) -> None:
    """One more request is refused with a time to wait, at once and again, and changes nothing."""
    before = state_of_the_house()
    for _ in range(2):
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = getattr(person.client, method)(f"/api/v1/{path}", body, headers=key)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-requests"), path
        assert 0 < int(answer["Retry-After"]) == answer.json()["retry_after"] <= 3600
        assert str(answer.json()["retry_after"]) in answer.json()["detail"]
    assert state_of_the_house() == before


def test_opening_tables(tight: None, stranger: User, players: list[User]) -> None:
    person, keys = Person(stranger), [str(n) for n in range(BURST)]
    opened = [person.post("tables", {"name": key}, key) for key in keys]
    assert [one.status for one in opened] == [201] * BURST
    assert_one_too_many(person, "post", "tables", {"name": "x"})
    assert [person.post("tables", {"name": key}, key) for key in keys] == opened  # repeats
    assert Person(players[0]).post("tables", {"name": "y"}).status == 201
    assert Table.objects.filter(owner=stranger).count() == BURST


def test_asking_to_join(tight: None, stranger: User, players: list[User]) -> None:
    table_id = quick_table(players[0], private=True)
    path = f"invites/{Table.objects.get(pk=table_id).invite}"
    person = Person(stranger)
    assert [person.post(path).status for _ in range(BURST)] == [201] * BURST
    assert_one_too_many(person, "post", path)


def test_sitting_down_and_leaving(tight: None, table_id: int, stranger: User) -> None:
    person, seats = Person(stranger), f"tables/{table_id}/seats"
    assert person.post(seats, {"buy_in": 500}).status == 201
    assert person.delete(f"{seats}/me").status == 200
    assert person.post(seats, {"buy_in": 1}).status == 422
    assert_one_too_many(person, "post", seats, {"buy_in": 500})
    assert_one_too_many(person, "delete", f"{seats}/me")


def test_refusals_that_are_kept_have_a_measure_of_their_own(
    tight: None, table_id: int, stranger: User
) -> None:
    """Row 58 for every door: keys made up for ever add three rows, not one for each."""
    person, path = Person(stranger), f"tables/{table_id}/reserve"
    codes = [person.post(path, key=f"k{n}").json["code"] for n in range(BURST)]
    assert codes == ["not-seated"] * BURST
    assert_one_too_many(person, "post", path)
    assert person.post(path, key="k0").json["code"] == "not-seated"


def test_row_58_talk_that_is_refused_leaves_no_row_and_is_counted(
    tight: None, table_id: int, stranger: User
) -> None:
    before, person, path = state_of_the_house(), Person(stranger), f"tables/{table_id}/talk"
    codes = [person.post(path, {"phrase": "hello"}).json["code"] for _ in range(BURST)]
    assert codes == ["not-seated"] * BURST
    assert state_of_the_house() == before
    assert_one_too_many(person, "post", path, {"phrase": "hello"})


def test_who_talked_enough_at_a_table_is_told_when_to_go_on(
    table_id: int, players: list[User]
) -> None:
    person, path = Person(players[0]), f"tables/{table_id}/talk"
    said = [person.post(path, {"phrase": "hello"}, str(n)) for n in range(SAYS_MAX)]
    headers = {"Idempotency-Key": "new"}
    refused = person.client.post(f"/api/v1/{path}", {"phrase": "hello"}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (429, "too-much-talk")
    assert 1 <= int(refused["Retry-After"]) == refused.json()["retry_after"] <= 10
    assert person.post(path, {"phrase": "hello"}, "0") == said[0]


def test_over_the_socket_it_is_a_nack(
    tight: None, house: House, table_id: int, players: list[User]
) -> None:
    """What was said by one door is counted at the other: the measure is the account's."""
    path = f"tables/{table_id}/talk"
    for _ in range(BURST - 1):
        assert Person(players[0]).post(path, {"phrase": "hello"}).status == 201
    socket = house.socket(players[0], table_id)
    socket.send(type="say", id="s1", phrase="thanks")
    assert socket.next("done", "nack")["type"] == "done"
    before = state_of_the_house()
    socket.send(type="say", id="s2", phrase="thanks")
    nack = socket.next("nack")
    assert (nack["id"], nack["problem"]["code"]) == ("s2", "too-many-requests")
    assert 0 < nack["problem"]["facts"]["retry_after"] <= 3600
    assert state_of_the_house() == before
    socket.send(type="say", id="s1", phrase="thanks")
    assert socket.next("done", "nack")["type"] == "done"
