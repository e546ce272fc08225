"""Redis carries rings and nothing else: it may forget everything, die, and come back."""

import time
from collections.abc import Iterator

import pytest

from tables.models import Hand, Table
from tests.house import House, TableSocket, a_player, a_table, choose, open_house, sit
from tests.tables.own_redis import OwnRedis
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

HAND_SECONDS = 120
HANDS = 50


@pytest.fixture
def house(redis_rings: OwnRedis, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house, with Redis for a doorbell; it lets pings come as fast as they can."""
    monkeypatch.setattr("tables.consumers.FRAMES_A_SECOND", 1e6)
    with open_house() as opened:
        yield opened


@pytest.mark.usefixtures("short_hands")
def test_flushed_and_restarted_in_mid_hand_it_loses_nothing(
    house: House, redis_rings: OwnRedis
) -> None:
    people = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = a_table(people[0], action_ms=300_000, pause_ms=300, window_ms=300)
    for person in people:
        sit(person, table_id)
    sockets = [house.socket(person, table_id) for person in people]
    for one in sockets:
        one.wait_for(lambda state: state["hand"] and state["hand"]["phase"] == "bet")
    # One hand is enough, and its windows are short.
    Table.objects.filter(pk=table_id).update(pause_ms=60_000, window_ms=20)
    troubles = {3: redis_rings.flush, 6: redis_rings.stop, 12: redis_rings.start}
    acted, until = 0, time.monotonic() + HAND_SECONDS
    while time.monotonic() < until:
        for one in sockets:
            beat(one)
        if all(one.state["hand"] and one.state["hand"]["phase"] == "over" for one in sockets):
            break
        able = [one for one in sockets if one.state["legal"] and choose(one.state)]
        if able and able[0].act(choose(able[0].state))["type"] == "ack":
            acted += 1
            troubles.pop(acted, lambda: None)()
        elif not able:
            time.sleep(0.02)
    for trouble in troubles.values():
        trouble()
    result = sockets[0].state["hand"]["result"]
    assert sum(delta for _seat, delta in result["deltas"]) == 0
    assert sum(chips.stacks(table_id).values()) == 1500
    heads = {one.state["head"] for one in sockets}
    assert len(heads) == 1
    for one in sockets:
        told = [event["seq"] for message in one.messages for event in message.get("events", ())]
        assert told == sorted(set(told)), "an event came twice or out of order"


@pytest.mark.slow
def test_flushed_during_fifty_hands_it_loses_nothing(house: House, redis_rings: OwnRedis) -> None:
    people = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = a_table(people[0], action_ms=300_000)
    Table.objects.filter(pk=table_id).update(pause_ms=20, window_ms=20)
    for person in people:
        sit(person, table_id)
    sockets = [house.socket(person, table_id) for person in people]
    flushed, until = 0, time.monotonic() + 5 * HAND_SECONDS
    while Hand.objects.filter(table_id=table_id, state="closed").count() < HANDS:
        assert time.monotonic() < until, "fifty hands did not end"
        redis_rings.flush()
        flushed += 1
        for one in sockets:
            beat(one)
        able = [one for one in sockets if one.state["legal"] and choose(one.state)]
        if not able:
            time.sleep(0.02)
            continue
        # Most hands end by folding; each tenth is played out.
        number = able[0].state["hand"]["hand_no"]
        action = choose(able[0].state) if number % 10 == 0 else {"kind": "fold"}
        assert able[0].act(action)["type"] in {"ack", "nack"}
    Table.objects.filter(pk=table_id).update(pause_ms=60_000)
    for one in sockets:
        beat(one)
        assert not [message for message in one.messages if message["type"] == "error"]
        told = [event["seq"] for message in one.messages for event in message.get("events", ())]
        assert told == sorted(set(told)), "an event came twice or out of order"
    assert flushed >= HANDS
    assert sum(chips.stacks(table_id).values()) == 1500


def beat(one: TableSocket) -> None:
    """Ping, as every client does each 2.5 s, and read all up to the newest event."""
    one.send(type="ping", t=1, head=0)
    head = one.next("pong")["head"]
    one.wait_for(lambda state: state["head"] >= head)
