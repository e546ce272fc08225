"""That somebody claims is secret for a while; and a late action never reaches the next hand."""

import uuid
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from deploy.accounts.models import User
from engine.game import game_for
from tables import commands, queries
from tables.boards import load_board
from tables.errors import Stale
from tables.models import Hand, Table
from tables.news import load_news
from tables.states import state_of
from tests.house import a_player, a_table, choose, sit

pytestmark = pytest.mark.django_db(transaction=True)

HANDS_MAX = 20


@pytest.fixture
def players() -> list[User]:
    """Three people."""
    return [a_player(name) for name in ("ana", "bia", "caio")]


@pytest.fixture
def table_id(players: list[User]) -> int:
    """Their table, with the first hand dealt."""
    opened = a_table(players[0], window_ms=30_000)
    for player in players:
        sit(player, opened)
    hurry(opened)
    return opened


def hurry(table_id: int) -> None:
    """Let the clock do now what it would do later."""
    Table.objects.filter(pk=table_id).update(due_at=Now() - timedelta(seconds=1))
    assert commands.tick(table_id=table_id)


def hand_of(table_id: int) -> Hand:
    """Return the newest hand."""
    return Hand.objects.filter(table_id=table_id).latest("hand_no")


def act_once(players: list[User], table_id: int) -> None:
    """Have whoever is awaited act steadily; the clock where nobody is."""
    hand = hand_of(table_id)
    state = state_of(hand)
    waiting = game_for(hand.rules_id).waiting(state)
    if waiting.kind in {"window", "over"}:
        hurry(table_id)
        return
    user = players[waiting.seats[0]]
    snapshot = load_board(table_id).snapshot(user.pk)
    send(user, table_id, choose(snapshot), state.tick)


def send(user: User, table_id: int, action: object, seq: int, hand_id: object = None) -> None:
    """Act through the command."""
    commands.act(
        user=user,
        table_id=table_id,
        action_id=uuid.uuid4().hex,
        expected_seq=seq,
        action=action,
        hand_id=hand_id,
    )


def claimant(players: list[User], table_id: int) -> User | None:
    """Return somebody who can claim now."""
    board = load_board(table_id)
    kinds = {user: {act["kind"] for act in board.legal(user.pk)} for user in players}
    return next((user for user, can in kinds.items() if "claim" in can), None)


def test_a_claim_shows_to_nobody_else_before_the_window_closes(
    players: list[User], table_id: int
) -> None:
    while claimant(players, table_id) is None:
        act_once(players, table_id)
        assert hand_of(table_id).hand_no <= HANDS_MAX, "no claim came up"
    claims = claimant(players, table_id)
    assert claims is not None
    others = [user.pk for user in players if user != claims] + [None]
    before = {pk: load_board(table_id).snapshot(pk) for pk in others}
    head, _now = queries.head(table_id)
    own = load_board(table_id).snapshot(claims.pk)

    send(claims, table_id, choose(own), own["hand"]["seq"])

    assert queries.head(table_id)[0] == head, "what a ping tells stands still"
    for pk in others:
        after = load_board(table_id).snapshot(pk)
        assert after | {"now": 0} == before[pk] | {"now": 0}
        assert load_news(table_id, head).told_to(pk, head) == []
    assert load_board(table_id).snapshot(claims.pk)["hand"]["claimed"] is True
    sit(a_player("zeca"), table_id)
    hurry(table_id)
    for pk in [*others, claims.pk]:
        told = load_news(table_id, head).told_to(pk, head)
        assert [event["type"] for event in told] == ["sat", "clock", "close"]
        assert told[0]["seq"] == head + 1, "no gap betrays the claim"


def test_a_late_action_never_reaches_the_next_hand(players: list[User], table_id: int) -> None:
    first = hand_of(table_id)
    while hand_of(table_id).pk == first.pk:
        act_once(players, table_id)
    hand = hand_of(table_id)
    state = state_of(hand)
    user = players[game_for(hand.rules_id).waiting(state).seats[0]]
    with pytest.raises(Stale):
        send(user, table_id, {"kind": "check"}, state.tick, hand_id=str(first.pk))
    send(user, table_id, {"kind": "check"}, state.tick, hand_id=str(hand.pk))


def test_a_draw_from_the_stock_survives_the_closing_of_the_window(
    players: list[User], table_id: int
) -> None:
    while load_board(table_id).snapshot(None)["hand"]["phase"] != "window":
        act_once(players, table_id)
    state = state_of(hand_of(table_id))
    hurry(table_id)
    hand = hand_of(table_id)
    user = players[game_for(hand.rules_id).waiting(state_of(hand)).seats[0]]
    with pytest.raises(Stale):
        send(user, table_id, {"kind": "draw", "from": "discard"}, state.tick)
    send(user, table_id, {"kind": "draw", "from": "stock"}, state.tick)
