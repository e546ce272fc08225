"""The socket door: greeting, acting, resuming, and everything that it refuses."""

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from deploy.accounts.models import User
from tables import consumers
from tables.boards import load_board
from tables.models import Event, Table
from tests.house import (
    House,
    Json,
    TableSocket,
    a_player,
    a_table,
    choose,
    open_house,
    sit,
)
from wallet import queries as chips

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("either_doorbell"),
]

SESSION_LAYER_TYPES = (
    "websocket.receive",
    "websocket.disconnect",
    "table.hint",
    "bring",
    "_act",
    "__init__",
    "",
)


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


@pytest.fixture
def players() -> list[User]:
    """Three people with a thousand chips each."""
    return [a_player(name) for name in ("ana", "bia", "caio")]


@pytest.fixture
def table_id(players: list[User]) -> int:
    """Their table; everybody is seated, and a hand is about to be dealt."""
    # Nobody is so slow that the clock would act for him.
    opened = a_table(players[0], window_ms=300, action_ms=300_000)
    # The first deal comes at once; later ones leave time to look at a result.
    Table.objects.filter(pk=opened).update(pause_ms=1)
    for player in players:
        sit(player, opened)
    Table.objects.filter(pk=opened).update(pause_ms=300)
    return opened


@pytest.fixture
def sockets(house: House, players: list[User], table_id: int) -> list[TableSocket]:
    """The three at their table, each with a hand in play before them."""
    opened = [house.socket(player, table_id) for player in players]
    for one in opened:
        one.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "bet")
    return opened


def in_turn(sockets: list[TableSocket]) -> TableSocket:
    """Return the socket whose turn it is."""
    return next(one for one in sockets if one.state["legal"])


def out_of_turn(sockets: list[TableSocket]) -> TableSocket:
    """Return a socket whose turn it is not."""
    return next(one for one in sockets if not one.state["legal"])


def reached(head: int) -> Callable[[Json], bool]:
    """Whether a state is as new as event `head`."""
    return lambda state: state["head"] >= head


def rows() -> tuple[int, list[Any]]:
    """Return what a refused request may not change: events and tables (presence aside)."""
    tables = Table.objects.values_list("seq", "due_at", "due_what", "hand", "next_dealer")
    return Event.objects.count(), list(tables)


def test_a_newcomer_is_welcomed_with_a_snapshot(
    house: House, players: list[User], table_id: int
) -> None:
    one = house.socket(players[0], table_id)
    welcome = one.next("welcome")
    state = one.next("snapshot")["state"]
    assert welcome["you"]["seat"] == 0
    assert state["table"]["id"] == table_id
    assert [seat["name"] for seat in state["seats"]] == ["ana", "bia", "caio"]


@pytest.mark.usefixtures("short_hands")
def test_a_hand_is_played_to_its_end_and_every_state_equals_a_fresh_snapshot(
    sockets: list[TableSocket], players: list[User], table_id: int
) -> None:
    # The last state is to be compared before the next hand is dealt.
    Table.objects.filter(pk=table_id).update(pause_ms=30_000)
    for _ in range(400):
        for one in sockets:
            one.wait_for(reached(sockets[0].state["head"]))
        over = [one.state["hand"]["phase"] == "over" for one in sockets]
        if any(over):
            break
        able = [one for one in sockets if one.state["legal"] and choose(one.state)]
        if not able:
            sockets[0].next("events")
            continue
        in_window = able[0].state["hand"]["phase"] == "window"
        answer = able[0].act(choose(able[0].state))
        if in_window and answer["type"] == "nack":  # it closed before the claim came
            assert answer["problem"]["code"] in {"stale", "not-now", "not-your-turn"}
            continue
        assert answer["type"] == "ack", answer
        head = answer["event"]
        if answer["secret"]:
            able[0].next("snapshot")  # a claim is no event: the claimant sees it in the state
        for one in sockets:
            one.wait_for(reached(head))
    result = sockets[0].wait_for(lambda state: state["hand"]["phase"] == "over")["hand"]["result"]
    assert sum(delta for _seat, delta in result["deltas"]) == 0
    assert sum(chips.stacks(table_id).values()) == 1500
    fresh = load_board(table_id)
    for one, player in zip(sockets, players, strict=True):
        one.wait_for(lambda state: state["head"] >= fresh.table.told_seq)
        expected = fresh.snapshot(player.pk)
        for moving in ("now", "seats"):
            expected.pop(moving)
        assert {name: one.state[name] for name in expected} == expected


def test_the_same_action_id_acts_once_and_answers_alike(sockets: list[TableSocket]) -> None:
    one = in_turn(sockets)
    seq, name = one.state["hand"]["seq"], str(uuid.uuid4())
    first = one.act({"kind": "check"}, seq=seq, action_id=name)
    again = one.act({"kind": "check"}, seq=seq, action_id=name)
    assert first["type"] == "ack"
    assert again == first
    other = one.act({"kind": "fold"}, seq=seq, action_id=name)
    assert (other["type"], other["problem"]["code"]) == ("nack", "key-reused")
    assert Event.objects.filter(action_id=name).count() == 1


def test_an_act_out_of_turn_or_for_an_old_state_is_refused(sockets: list[TableSocket]) -> None:
    before = rows()
    answer = out_of_turn(sockets).act({"kind": "check"})
    assert answer["problem"]["code"] == "not-your-turn"
    for ahead in (99, 10**6):
        assert in_turn(sockets).act({"kind": "check"}, seq=ahead)["problem"]["code"] == "stale"
    for seq in (-1, "0", 1.5, True, 2**70):
        assert in_turn(sockets).act({"kind": "check"}, seq=seq)["problem"]["code"] == "bad-request"
    for name in ("", "x" * 65, 7, "é", {"a": 1}):
        one = in_turn(sockets)
        assert one.act({"kind": "check"}, action_id=name)["problem"]["code"] == "bad-request"
    assert rows() == before


def test_a_spectator_cannot_act_and_sees_no_cards(
    house: House, sockets: list[TableSocket], table_id: int
) -> None:
    stranger = house.socket(a_player("zeca"), table_id)
    stranger.wait_for(lambda state: state["hand"])
    assert stranger.state["you"] is None
    assert stranger.state["legal"] == []
    assert not stranger.state["hand"].get("cards")
    assert stranger.act({"kind": "check"})["problem"]["code"] == "not-seated"


@pytest.mark.parametrize("kind", SESSION_LAYER_TYPES)
def test_row_45_a_layers_type_in_a_frame_reaches_no_layer(
    sockets: list[TableSocket], kind: str
) -> None:
    one = in_turn(sockets)
    before = rows()
    one.send(type=kind, text='{"type":"act"}', user=1, action={"kind": "fold"})
    assert one.next("error")["problem"]["code"] == "bad-request"
    assert rows() == before
    assert one.act({"kind": "check"})["type"] == "ack"


def test_who_comes_back_with_a_cursor_gets_what_was_missed(
    house: House, sockets: list[TableSocket], players: list[User], table_id: int
) -> None:
    gone = out_of_turn(sockets)
    cursor = gone.state["head"]
    gone.raw.close()
    answer = in_turn(sockets).act({"kind": "check"})
    back = house.socket(players[sockets.index(gone)], table_id, cursor=cursor)
    missed = back.next("events")
    assert missed["from"] == cursor + 1
    assert answer["event"] in [event["seq"] for event in missed["events"]]
    assert back.state["head"] >= answer["event"]
    assert not any(message["type"] == "snapshot" for message in back.messages)


@pytest.mark.parametrize("cursor", [10**9, 0])
def test_a_cursor_from_elsewhere_gets_a_snapshot_or_news(
    house: House, players: list[User], table_id: int, cursor: int
) -> None:
    one = house.socket(players[0], table_id, cursor=cursor)
    assert one.next("snapshot", "events")["state"]["head"] >= 1


def test_a_lost_doorbell_is_healed_by_the_next_ping(sockets: list[TableSocket]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query ILIKE 'LISTEN%%'"
            " OR query = 'SELECT 1' AND datname = current_database() AND pid <> pg_backend_pid()"
        )
    answer = in_turn(sockets).act({"kind": "check"})
    other = sockets[0]
    other.send(type="ping", t=7, head=other.state["head"])
    pong = other.next("pong")
    assert pong["t"] == 7
    assert pong["head"] >= answer["event"]
    other.wait_for(lambda state: state["head"] >= answer["event"])


def test_with_every_ring_lost_two_pings_bring_what_happened(
    sockets: list[TableSocket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client pings each 2.5 s, so whatever rings are lost, everybody knows within 5 s."""
    monkeypatch.setattr("tables.doorbell.ring", lambda _payload: ("SELECT NULL", []))
    other = out_of_turn(sockets)
    answer = in_turn(sockets).act({"kind": "check"})
    for number in range(2):
        other.send(type="ping", t=number, head=other.state["head"])
        other.next("pong")
    other.wait_for(reached(answer["event"]))


def test_talk_order_and_promises_go_over_the_socket(sockets: list[TableSocket]) -> None:
    acting, other = in_turn(sockets), out_of_turn(sockets)
    acting.send(type="say", id="s1", phrase="good-luck")
    said = acting.next("done")
    assert (said["id"], set(said["done"])) == ("s1", {"event"})
    other.wait_for(reached(said["done"]["event"]))
    told = [one for message in other.messages for one in message.get("events", ())]
    assert [one["phrase"] for one in told if one["type"] == "said"] == ["good-luck"]
    cards = other.state["hand"]["cards"][::-1]
    other.send(type="order", id="o1", cards=cards)
    assert other.next("done")["done"] == {"cards": cards}
    other.send(type="resync")
    assert other.next("snapshot")["state"]["you"]["order"] == cards
    acting.send(type="preact", id="p1", kind="fold")
    assert acting.next("nack")["problem"]["code"] == "not-ahead"
    other.send(type="preact", id="p2", kind="check-fold")
    assert other.next("done")["done"] == {"preaction": "check-fold"}
    acting.send(type="use_reserve", id="r1")
    assert acting.next("done", "nack")["id"] == "r1"


def test_a_table_that_nobody_watches_turns_spectators_away(
    house: House, players: list[User]
) -> None:
    hidden = a_table(players[0], watch="nobody")
    assert house.socket(players[1], hidden).closed() == consumers.NOT_ALLOWED
    sit(players[1], hidden)
    assert house.socket(players[1], hidden).next("welcome")["you"]["seat"] == 0


def test_a_late_spectator_hears_of_a_hand_when_it_is_over(
    house: House, players: list[User]
) -> None:
    table = a_table(players[0], watch="hand", action_ms=300_000, pause_ms=30_000)
    Table.objects.filter(pk=table).update(pause_ms=300)
    late = house.socket(a_player("zeca"), table)
    late.next("snapshot")
    for player in players:
        sit(player, table)
    own = [house.socket(player, table) for player in players]
    for one in own:
        one.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "bet")
    Table.objects.filter(pk=table).update(pause_ms=60_000)
    for _ in range(2):
        for one in own:
            one.wait_for(reached(own[0].state["head"]))
        answer = in_turn(own).act({"kind": "fold"})
        for one in own:
            one.wait_for(reached(answer["event"]))
        if own[0].state["hand"]["phase"] != "over":
            late.send(type="ping", t=1, head=0)
            assert late.next("pong")["head"] < answer["event"]
            assert not late.state["hand"]
    late.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "over")
    assert late.state["watching"] == 1
    told = [one["seq"] for message in late.messages for one in message.get("events", ())]
    assert told == sorted(set(told))


def test_a_spectator_who_is_late_by_a_time_is_brought_the_news_without_asking(
    house: House, players: list[User]
) -> None:
    table = a_table(players[0], watch="delayed", watch_ms=1_000, action_ms=300_000)
    late = house.socket(a_player("zeca"), table)
    assert late.next("snapshot")["state"]["hand"] is None
    for player in players:
        sit(player, table)
    own = house.socket(players[0], table)
    own.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "bet")
    late.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "bet")
    assert late.state["head"] == own.state["head"]
    assert late.state["hand"]["cards"] is None
    told = [one["seq"] for message in late.messages for one in message.get("events", ())]
    assert told == list(range(told[0], own.state["head"] + 1))


def test_a_closing_house_says_1012(house: House, sockets: list[TableSocket]) -> None:
    house.server.should_exit = True
    assert {one.closed() for one in sockets} == {consumers.RESTART}
    goodbyes = {json.dumps(one.messages[-1], sort_keys=True) for one in sockets}
    assert goodbyes == {'{"reason": "restart", "retry": true, "type": "goodbye"}'}
