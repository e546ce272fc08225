"""Late spectators: a prefix of what is public, later, and nothing else."""

import random
import time
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from hypothesis import given, settings
from hypothesis import strategies as st

from deploy.accounts.models import User
from tables import commands
from tables.boards import load_board
from tables.errors import NotWatchable
from tables.models import Event, Hand, Spectator, Table
from tables.news import load_news
from tables.past import head_for, load_past, load_seen
from tables.states import kept
from tests.house import a_player, sit
from tests.tables.felt import act, deal, in_turn, play_out, quick_table, step
from tests.tables.rest import Person, assert_problem
from tests.tables.test_boards import cards_in

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]


def watched(players: list[User], watch: str, watch_ms: int = 0) -> int:
    """Open a table that is watched in this way; everybody sits."""
    table_id = quick_table(players[0])
    Table.objects.filter(pk=table_id).update(watch=watch, watch_ms=watch_ms)
    for player in players:
        sit(player, table_id)
    return table_id


def public(snapshot: Json) -> Json:
    """Return what of a snapshot stands still while nothing happens."""
    return {name: part for name, part in snapshot.items() if name != "now"}


@pytest.mark.usefixtures("short_hands")
def test_spectators_of_the_last_hand_see_each_hand_when_it_is_over(
    players: list[User], stranger: User, quick_clock: None
) -> None:
    table_id = watched(players, "hand")
    before = public(load_seen(table_id, stranger.pk).snapshot(stranger.pk))
    deal(table_id)
    head = head_for(table_id, stranger.pk)

    def look() -> None:
        board = load_board(table_id)
        if board.hand is not None and board.hand.state == Hand.State.OPEN:
            late = load_past(board).snapshot(stranger.pk)
            assert public(late)["hand"] == before["hand"] is None
            assert late["head"] == head == head_for(table_id, stranger.pk)
            assert load_news(table_id, head, late["head"]).told_to(stranger.pk, head) == []

    hand = play_out(table_id, players, look=look)
    over = load_seen(table_id, stranger.pk).snapshot(stranger.pk)
    assert over["hand"]["id"] == str(hand.pk)
    assert over["hand"]["phase"] == "over"
    assert over["head"] == load_board(table_id).table.told_seq
    deal(table_id)
    assert load_seen(table_id, stranger.pk).snapshot(None)["hand"]["id"] == str(hand.pk)


@settings(max_examples=4)
@given(seed=st.integers(0, 2**16))
def test_a_late_spectator_is_sent_a_prefix_of_what_a_live_one_is(seed: int) -> None:
    chance = random.Random(seed)
    players = [a_player(uuid.uuid4().hex) for _ in range(3)]
    table_id = quick_table(players[0])
    Table.objects.filter(pk=table_id).update(watch="delayed", watch_ms=3_600_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    live: dict[int, Json] = {}
    for _ in range(25):
        step(table_id, players, chance)
        board = load_board(table_id)
        live[board.table.told_seq] = board.snapshot(None)
    every = load_news(table_id, 0).told_to(None)
    for shown in chance.sample(sorted(live), min(4, len(live))):
        # The events above `shown` have just happened, the others long ago.
        newest = Event.objects.get(table_id=table_id, told=shown)
        delay = load_board(table_id).now - newest.at - timedelta(microseconds=1)
        Table.objects.filter(pk=table_id).update(
            watch_ms=max(1, delay // timedelta(milliseconds=1))
        )
        if chance.random() < 0.5:
            kept.clear()  # another process, which has to replay
        board = load_board(table_id)
        past = load_past(board)
        told = load_news(table_id, 0, past.head).told_to(None)
        assert told == every[: len(told)]
        assert all(event["seq"] > past.head for event in every[len(told) :])
        late = past.snapshot(None)
        if past.head in live:
            assert late["hand"] == live[past.head]["hand"]
            assert not cards_in(late) - cards_in(live[past.head])
        assert late["clock"] is late["you"] is late["match"] is None
        assert late["legal"] == []
        stacks = {one["seat"]: one["stack"] for one in late["hand"]["seats"]}
        assert {one["seat"]: one["stack"] for one in late["seats"]} == stacks


def test_a_delay_is_kept_to_the_millisecond(
    players: list[User], stranger: User, quick_clock: None
) -> None:
    table_id = watched(players, "delayed", 60_000)
    deal(table_id)
    assert head_for(table_id, stranger.pk) == 0
    act(in_turn(table_id, players), table_id, {"kind": "check"})
    assert head_for(table_id, stranger.pk) == 0
    assert load_seen(table_id, stranger.pk).snapshot(stranger.pk)["hand"] is None
    Table.objects.filter(pk=table_id).update(watch_ms=1)
    hurry_past(table_id)
    assert head_for(table_id, stranger.pk) == load_board(table_id).table.told_seq
    seated = load_seen(table_id, players[0].pk)
    assert seated.snapshot(players[0].pk)["hand"]["cards"] is not None


def hurry_past(table_id: int) -> None:
    """Wait until the newest event is a few milliseconds old."""
    young = Now() - timedelta(milliseconds=5)
    while Event.objects.filter(table_id=table_id, at__gt=young).exists():
        time.sleep(0.002)


def test_rest_is_as_late_as_the_socket(
    players: list[User], stranger: User, quick_clock: None
) -> None:
    table_id = watched(players, "delayed", 60_000)
    deal(table_id)
    late, own = Person(stranger), Person(players[0])
    assert late.state(table_id)["hand"] is None
    events = late.get(f"tables/{table_id}/events").json
    assert (events["events"], events["head"]) == ([], 0)
    assert late.get(f"tables/{table_id}/legal-actions").json == {"seq": None, "legal": []}
    assert own.get(f"tables/{table_id}/events").json["head"] > 0


def test_a_table_that_nobody_watches(players: list[User], stranger: User) -> None:
    table_id = watched(players, "nobody")
    for path in ("state", "events", "legal-actions"):
        assert_problem(Person(stranger).get(f"tables/{table_id}/{path}"), 403, "not-watchable")
    with pytest.raises(NotWatchable):
        load_seen(table_id, stranger.pk)
    assert Person(players[0]).state(table_id)["you"]["seat"] == 0


def test_who_watches_is_counted_until_nothing_is_heard_of_him(
    table_id: int, players: list[User], stranger: User
) -> None:
    assert Person(players[0]).state(table_id)["watching"] == 0
    Person(stranger).state(table_id)
    Person(stranger).state(table_id)
    assert Person(players[0]).state(table_id)["watching"] == 1
    Spectator.objects.update(seen_at=Now() - timedelta(minutes=5))
    assert Person(players[0]).state(table_id)["watching"] == 0
    commands.mark_watching([(players[0].pk, table_id)])
    assert Spectator.objects.count() == 1  # the old row is swept away


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        ({"watch": "secret"}, "watch"),
        ({"watch": "live", "watch_ms": 5_000}, "watch_ms"),
        ({"watch": "delayed", "watch_ms": 10}, "watch_ms"),
    ],
)
def test_ways_of_watching_that_make_no_sense(
    players: list[User], chosen: Json, named: str
) -> None:
    answer = Person(players[0]).post("tables", {"name": "Mesa"} | chosen)
    assert named in assert_problem(answer, 422, "bad-table")["detail"]


def test_a_table_says_how_it_is_watched(players: list[User]) -> None:
    opened = Person(players[0]).post("tables", {"name": "Mesa", "watch": "delayed"}).json
    assert (opened["watch"], opened["watch_ms"]) == ("delayed", 120_000)
