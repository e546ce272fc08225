"""Snapshot + events = fresh snapshot, whatever the line loses, doubles or turns round."""

import random
import uuid
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables import messages
from tables.boards import load_board
from tables.consumers import CATCH_UP_MAX
from tables.news import load_news
from tables.past import head_for, load_seen
from tests.house import a_player, sit
from tests.tables.felt import deal, quick_table, step

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]
STEPS = 30


@dataclass
class Client:
    """What a client keeps, by the rules that the protocol gives it."""

    state: Json = field(default_factory=dict)
    cursor: int = -1
    told: list[int] = field(default_factory=list)
    since: int = -1  # the snapshot from which on it has every event

    def hear(self, frame: Json) -> None:
        """Take a frame in; one that is old, or comes after a gap, changes nothing."""
        if frame["type"] == "snapshot" and frame["state"]["head"] >= self.cursor:
            self.state, self.cursor = frame["state"], frame["state"]["head"]
            self.since, self.told = self.cursor, []
        elif frame["type"] == "events" and frame["from"] - 1 <= self.cursor < frame["to"]:
            self.told += [one["seq"] for one in frame["events"] if one["seq"] > self.cursor]
            self.state, self.cursor = frame["state"], frame["to"]


def answer(table_id: int, user_id: int | None, cursor: int | None) -> Json | None:
    """Return what the server brings somebody who is at `cursor`; None: nothing is new."""
    state = load_seen(table_id, user_id).snapshot(user_id)
    if cursor is None or not 0 <= state["head"] - cursor <= CATCH_UP_MAX:
        return messages.Snapshot(state).frame()
    if state["head"] == cursor:
        return None
    news = load_news(table_id, cursor, state["head"])
    told = news.told_to(user_id, cursor)
    return messages.Events(cursor + 1, state["head"], told, state).frame()


@settings(max_examples=4)
@given(seed=st.integers(0, 2**16))
def test_snapshot_and_events_are_the_fresh_snapshot(seed: int) -> None:
    chance = random.Random(seed)
    players = [a_player(uuid.uuid4().hex) for _ in range(3)]
    table_id = quick_table(players[0])
    for player in players:
        sit(player, table_id)
    deal(table_id)
    viewers: list[int | None] = [players[0].pk, players[1].pk, None]
    clients = {viewer: Client() for viewer in viewers}
    sent = dict.fromkeys(viewers, 0)  # the server's cursor of each socket
    flying: dict[int | None, list[Json]] = {viewer: [] for viewer in viewers}
    for viewer, client in clients.items():
        hear(client, answer(table_id, viewer, None))
        sent[viewer] = client.cursor
    for _ in range(STEPS):
        step(table_id, players, chance)
        for viewer, client in clients.items():
            carry(client, table_id, viewer, sent, flying[viewer], chance)
            if chance.random() < 0.2:  # a ping: the answer tells the head
                pinged(client, table_id, viewer, sent)
    for viewer, client in clients.items():
        for frame in flying[viewer]:
            client.hear(frame)
        pinged(client, table_id, viewer, sent)
        fresh = load_board(table_id).snapshot(viewer)
        # A claim is no event: its player asks for the state after the ack, as the socket does.
        hear(client, answer(table_id, viewer, None) if has_secret(client.state, fresh) else None)
        for moving in ("now", "seats", "watching"):
            fresh.pop(moving)
        assert {name: client.state[name] for name in fresh} == fresh
        every = [one["seq"] for one in load_news(table_id, client.since).told_to(viewer)]
        assert client.told == every


def carry(
    client: Client,
    table_id: int,
    viewer: int | None,
    sent: dict[int | None, int],
    flying: list[Json],
    chance: random.Random,
) -> None:
    """Let a bad line carry what the server brings a socket: lost, doubled, out of order, late."""
    frame = answer(table_id, viewer, sent[viewer]) if chance.random() < 0.7 else None
    if frame is not None:
        sent[viewer] = frame["to"] if frame["type"] == "events" else frame["state"]["head"]
        flying += [frame] * chance.choice((0, 1, 1, 1, 2))
    chance.shuffle(flying)
    while flying and chance.random() < 0.6:
        client.hear(flying.pop())


def pinged(client: Client, table_id: int, viewer: int | None, sent: dict[int | None, int]) -> None:
    """Ping; a client that is behind comes back with its cursor."""
    if head_for(table_id, viewer) > client.cursor:
        hear(client, answer(table_id, viewer, client.cursor))
        sent[viewer] = max(sent[viewer], client.cursor)


def hear(client: Client, frame: Json | None) -> None:
    """Take in what the server answered, if anything."""
    if frame is not None:
        client.hear(frame)


def has_secret(state: Json, fresh: Json) -> bool:
    """Whether the state differs by the viewer's own claim alone."""
    return bool(fresh["hand"]["claimed"]) and not state["hand"]["claimed"]
