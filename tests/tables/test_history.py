"""My hands: found by filters, in pages, each with its record, its steps and how it ended."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import history
from tables.errors import HandNotOver
from tables.models import Hand
from tables.states import kept
from tests.tables.felt import deal, fold_out, play_out
from tests.tables.rest import Person, assert_problem
from tests.tables.test_boards import cards_in

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]


def ids(answer: Json) -> list[str]:
    """Return the hands of a page."""
    return [one["id"] for one in answer["results"]]


def winner_of(hand: Hand) -> int:
    """Return the winner's seat."""
    assert hand.result is not None
    return int(hand.result["winner"])


def test_my_hands_by_who_won_rules_table_and_day(
    table_id: int, players: list[User], stranger: User
) -> None:
    hands = []
    for _ in range(3):
        deal(table_id)
        hands.append(fold_out(table_id, players))
    for seat, player in enumerate(players):
        person = Person(player)
        won = [str(hand.pk) for hand in hands[::-1] if winner_of(hand) == seat]
        lost = [str(hand.pk) for hand in hands[::-1] if winner_of(hand) != seat]
        assert ids(person.get("me/hands", won="true").json) == won
        assert ids(person.get("me/hands", won="false").json) == lost
        assert sorted(ids(person.get("me/hands").json)) == sorted(won + lost)
        for shown in person.get("me/hands").json["results"]:
            deltas = dict(shown["result"]["deltas"])
            expected = {"seat": seat, "won": shown["id"] in won, "delta": deltas[seat]}
            assert shown["mine"] == expected
    person, day = Person(players[0]), hands[0].started_at.date().isoformat()
    assert len(ids(person.get("me/hands", table=table_id, rules="pif-paf-aposta").json)) == 3
    assert ids(person.get("me/hands", rules="cacheta").json) == []
    assert len(ids(person.get("me/hands", since=day).json)) == 3
    assert ids(person.get("me/hands", until="2020-01-01").json) == []
    assert ids(Person(stranger).get("me/hands").json) == []
    assert_problem(person.get("me/hands", since="yesterday"), 400, "invalid-request")
    assert person.get(f"hands/{hands[0].pk}").json["mine"]["seat"] == 0
    assert Person(stranger).get(f"hands/{hands[0].pk}").json["mine"] is None


def test_my_hands_come_in_pages_at_a_constant_price(table_id: int, players: list[User]) -> None:
    person, prices = Person(players[0]), []
    for _ in range(4):
        deal(table_id)
        fold_out(table_id, players)
        with CaptureQueriesContext(connection) as captured:
            person.get("me/hands")
        prices.append(len(captured))
    assert len(set(prices[1:])) == 1, prices
    first = person.get("me/hands", page_size=3).json
    rest = person.client.get(first["next"]).json()
    assert len(set(ids(first) + ids(rest))) == 4
    assert rest["next"] is None


def test_the_steps_of_a_hand_show_what_i_could_see(
    table_id: int, players: list[User], stranger: User
) -> None:
    hand = deal(table_id)
    assert_problem(Person(players[0]).get(f"hands/{hand.pk}/steps"), 409, "hand-not-over")
    with pytest.raises(HandNotOver):
        history.steps(hand, None)
    hand = play_out(table_id, players)
    kept.clear()  # from the bytes of the record alone
    for viewer in (players[1], stranger):
        shown = Person(viewer).get(f"hands/{hand.pk}/steps").json
        assert (shown["hand_no"], shown["result"]) == (hand.hand_no, hand.result)
        assert shown["steps"][-1]["hand"]["phase"] == "over"
        assert shown["steps"][0]["line"] == 0
        for one in shown["steps"]:
            seen = one["hand"]
            if viewer == stranger:
                assert seen["cards"] is None
                assert not cards_in({"drawn": seen["drawn"]})
            elif seen["phase"] != "over":
                assert len(seen["cards"]) in {9, 10}
    text = json.dumps(shown)
    assert "seed" not in text


def test_steps_and_records_cost_the_same_for_every_length(
    table_id: int, players: list[User]
) -> None:
    prices = set()
    deal(table_id)
    for hand in (fold_out(table_id, players), (deal(table_id), play_out(table_id, players))[1]):
        kept.clear()
        for path in ("steps", "record", "replay"):
            with CaptureQueriesContext(connection) as captured:
                assert Person(players[0]).get(f"hands/{hand.pk}/{path}").status == 200
            prices.add((path, len(captured)))
    assert len(prices) == 3, prices
