"""One webhook for all tournaments of an organiser, and the purge of what was sent long ago."""

import json
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from pytest_django import Settings

from tests.house import a_player
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, drafted, entered, fresh
from tests.tournaments.test_webhooks import Receiver, at_once, receiver
from tournaments import commands
from tournaments.models import Tournament
from tournaments.webhooks import delivering
from tournaments.webhooks.commands import WEBHOOKS_MAX
from tournaments.webhooks.models import Delivery, Webhook

__all__ = ["receiver"]
pytestmark = pytest.mark.django_db(transaction=True)


def told(receiver: Receiver) -> list[tuple[int, str]]:
    """What came, as tournament and kind."""
    bodies = [json.loads(body) for _headers, body in receiver.parcels]
    return [(body["tournament"]["id"], body["event"]["kind"]) for body in bodies]


def sent() -> int:
    """Deliver until nothing is due; return how many tries it took."""
    tries = 0
    while made := delivering.deliver():
        tries += made
        at_once()
    return tries


def test_all_tournaments_of_an_organiser_are_told_those_to_come_from_their_beginning(
    receiver: Receiver,
) -> None:
    user = an_organiser()
    olga, first = Person(user), announced(user)
    made = olga.post("me/webhooks", {"url": receiver.url})
    assert made.status == 201, made
    assert sent() == 0, "what was before is not told"
    entered(first, [a_player("ana")])
    second = announced(user)
    strangers = announced(an_organiser("otto"))
    entered(strangers, [a_player("bia")])
    drafted(user)
    sent()
    assert told(receiver) == [
        (first, "registered"),
        (second, "announced"),
        (second, "draw-committed"),
        (second, "registration-opened"),
    ]
    entered(first, [a_player("caio")])
    entered(second, [a_player("duda")])
    sent()
    assert told(receiver)[4:] == [(first, "registered"), (second, "registered")]
    log = olga.get(f"me/webhooks/{made.json['id']}/deliveries").json["results"]
    assert {one["tournament"] for one in log} == {first, second}
    assert {one["state"] for one in log} == {"done"}


def test_two_workers_tell_each_event_once(receiver: Receiver) -> None:
    user = an_organiser()
    Person(user).post("me/webhooks", {"url": receiver.url})
    number = announced(user)
    delivering._claimed(Tournament.objects.all())
    at_once()
    delivering._claimed(Tournament.objects.all())
    at_once()
    sent()
    assert [kind for _number, kind in told(receiver)] == [
        "announced",
        "draw-committed",
        "registration-opened",
    ]
    assert Delivery.objects.filter(tournament=number).count() == 3


def test_only_organisers_have_them_and_each_their_own(receiver: Receiver) -> None:
    ana, olga, otto = (
        Person(a_player("ana")),
        Person(an_organiser()),
        Person(an_organiser("otto")),
    )
    assert_problem(ana.post("me/webhooks", {"url": receiver.url}), 403, "may-not-organise")
    made = olga.post("me/webhooks", {"url": receiver.url}).json["id"]
    for _ in range(WEBHOOKS_MAX - 1):
        olga.post("me/webhooks", {"url": receiver.url})
    assert_problem(olga.post("me/webhooks", {"url": receiver.url}), 409, "too-many-webhooks")
    for verb in ("enable", "secret", "test"):
        assert_problem(otto.post(f"me/webhooks/{made}/{verb}"), 404, "no-such-webhook")
        assert olga.post(f"me/webhooks/{made}/{verb}").status == 200
    assert_problem(otto.get(f"me/webhooks/{made}/deliveries"), 404, "no-such-webhook")
    assert_problem(otto.delete(f"me/webhooks/{made}"), 404, "no-such-webhook")
    assert otto.get("me/webhooks").json["results"] == []
    assert len(olga.get("me/webhooks").json["results"]) == WEBHOOKS_MAX
    assert olga.delete(f"me/webhooks/{made}").status == 200
    assert len(olga.get("me/webhooks").json["results"]) == WEBHOOKS_MAX - 1


def test_webhook_of_all_is_none_of_one_tournament(receiver: Receiver) -> None:
    user = an_organiser()
    olga, number = Person(user), announced(user)
    made = olga.post("me/webhooks", {"url": receiver.url}).json["id"]
    assert olga.get(f"tournaments/{number}/webhooks").json["results"] == []
    address = f"tournaments/{number}/webhooks/{made}"
    assert_problem(olga.delete(address), 404, "no-such-webhook")
    one = olga.post(f"tournaments/{number}/webhooks", {"url": receiver.url}).json["id"]
    assert_problem(olga.delete(f"me/webhooks/{one}"), 404, "no-such-webhook")


def test_what_a_removed_webhook_was_not_told_is_not_sent(receiver: Receiver) -> None:
    user = an_organiser()
    olga = Person(user)
    made = olga.post("me/webhooks", {"url": receiver.url}).json["id"]
    number = announced(user)
    olga.delete(f"me/webhooks/{made}")
    at_once()
    commands.say(user=user, key=fresh(), tournament_id=number, note="Welcome")
    assert sent() == 0
    assert receiver.parcels == []


def test_old_deliveries_are_forgotten_but_none_that_is_still_to_be_sent(
    receiver: Receiver, settings: Settings
) -> None:
    settings.WEBHOOK_DELIVERIES_DAYS = 7
    user = an_organiser()
    olga, number = Person(user), announced(user)
    kept, removed = (
        olga.post(f"tournaments/{number}/webhooks", {"url": receiver.url}).json["id"]
        for _ in range(2)
    )
    entered(number, [a_player("ana"), a_player("bia")])
    assert delivering.deliver() == 4
    olga.post(f"tournaments/{number}/webhooks/{kept}/test")
    olga.post(f"tournaments/{number}/webhooks/{removed}/test")
    olga.delete(f"tournaments/{number}/webhooks/{removed}")
    assert delivering.purge() == 0
    Delivery.objects.update(created_at=Now() - timedelta(days=8))
    done = Delivery.objects.filter(webhook=kept, state="done").latest("pk")
    Delivery.objects.filter(pk=done.pk).update(created_at=Now() - timedelta(days=6))
    assert delivering.purge() == 4
    assert set(Delivery.objects.values_list("pk", "state")) == {
        (done.pk, "done"),
        (Delivery.objects.get(state="pending").pk, "pending"),
    }
    at_once()
    assert delivering.deliver() == 1, "only the test: nothing forgotten is sent again"
    assert Webhook.objects.get(pk=kept).failures == 0
