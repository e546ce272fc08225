"""Table talk: who may say what, how often, and who hears it."""

import uuid

import pytest

from deploy.accounts.models import User
from tables import commands, queries
from tables.commands.talk import SAYS_MAX
from tables.errors import BadRequest, NotSeated, TooMuchTalk
from tables.models import Event, Seat, Table
from tables.news import load_news
from tests.tables.felt import deal, play_out
from tests.tables.rest import Person, assert_problem

pytestmark = pytest.mark.django_db(transaction=True)


def say(user: User, table_id: int, phrase: str = "hello") -> int:
    """Say something; return the event's number."""
    return commands.say(user=user, key=str(uuid.uuid4()), table_id=table_id, phrase=phrase)[
        "event"
    ]


def heard(user: User | None, table_id: int) -> list[tuple[str, str]]:
    """Return what a user hears at a table: who, what."""
    told = load_news(table_id, 0).told_to(None if user is None else user.pk)
    return [(one["name"], one["phrase"]) for one in told if one["type"] == "said"]


def test_a_phrase_is_an_event_for_all(table_id: int, players: list[User], stranger: User) -> None:
    key = str(uuid.uuid4())
    person, path = Person(players[0]), f"tables/{table_id}/talk"
    said = person.post(path, {"phrase": "good-luck"}, key)
    assert said.status == 201
    assert person.post(path, {"phrase": "good-luck"}, key) == said
    assert_problem(person.post(path, {"phrase": "hello"}, key), 422, "key-reused")
    for one in (*players, stranger, None):
        assert heard(one, table_id) == [("ana", "good-luck")]
    assert queries.head(table_id)[0] == said.json["event"]


def test_nothing_but_the_list_is_said_and_only_from_a_seat(
    table_id: int, players: list[User], stranger: User
) -> None:
    for phrase in ("", "Hello", "<b>", "you-lose"):
        with pytest.raises(BadRequest):
            say(players[0], table_id, phrase)
    with pytest.raises(NotSeated):
        say(stranger, table_id)
    offered = Person().get("phrases").json
    for phrase in (offered["phrases"][0], offered["emotes"][0]):
        say(players[0], table_id, phrase)
    assert heard(None, table_id) == [("ana", "hello"), ("ana", "emote-smile")]


def test_talk_has_a_measure(table_id: int, players: list[User]) -> None:
    for _ in range(SAYS_MAX):
        say(players[0], table_id)
    with pytest.raises(TooMuchTalk):
        say(players[0], table_id)
    say(players[1], table_id)
    assert len(heard(None, table_id)) == SAYS_MAX + 1
    seat = Seat.objects.get(user=players[0])
    seat.said_at = [at - 11_000 for at in seat.said_at]
    seat.save()
    say(players[0], table_id)
    seat.refresh_from_db()
    assert len(seat.said_at) == 1


def test_who_is_muted_is_not_heard_by_that_one_alone(table_id: int, players: list[User]) -> None:
    ana, bia, caio = players
    person = Person(caio)
    assert person.client.put("/api/v1/me/mutes/ANA").json() == {
        "everybody": False,
        "players": ["ana"],
    }
    say(ana, table_id)
    say(bia, table_id, "thanks")
    assert heard(caio, table_id) == [("bia", "thanks")]
    assert heard(bia, table_id) == [("ana", "hello"), ("bia", "thanks")]
    person.client.put("/api/v1/me/mutes")
    assert heard(caio, table_id) == []
    assert person.get(f"tables/{table_id}/events").json["next"] == queries.head(table_id)[0]
    person.client.delete("/api/v1/me/mutes")
    assert person.client.delete("/api/v1/me/mutes/Ána").json()["players"] == []
    assert len(heard(caio, table_id)) == 2
    assert person.client.put("/api/v1/me/mutes/nobody").status_code == 404


def test_row_58_talk_is_no_part_of_a_hand(table_id: int, players: list[User]) -> None:
    deal(table_id)
    say(players[0], table_id)
    hand = play_out(table_id, players)
    assert "said" not in queries.record_text(hand)
    assert Event.objects.get(type="said").hand is None


def test_late_spectators_hear_it_late(table_id: int, players: list[User], stranger: User) -> None:
    Table.objects.filter(pk=table_id).update(watch="delayed", watch_ms=60_000)
    say(players[0], table_id)
    assert Person(stranger).get(f"tables/{table_id}/events").json["events"] == []
