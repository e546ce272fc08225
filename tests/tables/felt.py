"""A table for tests: quick clocks, hands played to their end, and the sum of all rows."""

import random
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models.functions import Now

from deploy.accounts.models import User
from engine import bots
from engine.actions import HIDDEN_IN_WINDOW
from tables import commands
from tables.boards import load_board
from tables.models import Hand, Table
from tests.house import a_table

Json = dict[str, Any]

CLOCK_SECONDS = 60
STEPS_MAX = 5_000
# Answers kept for repeats, and what only says who was here when, are no part of the house's state.
ASIDE = {"ledger_request_key", "django_session", "accounts_allowance", "tables_spectator"}


def quick_table(owner: User, **settings: object) -> int:
    """Open a table at which windows and pauses last a millisecond; return its number.

    The settings take any times, also those that no owner may choose.
    """
    times = {"window_ms": 1, "pause_ms": 1, "reserve_ms": 0, "grace_ms": 0, "return_ms": 0} | {
        name: settings.pop(name)
        for name in ("action_ms", "window_ms", "pause_ms", "reserve_ms", "grace_ms", "return_ms")
        if name in settings
    }
    table_id = a_table(owner, **settings)
    Table.objects.filter(pk=table_id).update(**times)
    return table_id


def let_clock_act(table_id: int) -> None:
    """Wait until the clock has done one thing at the table."""
    until = time.monotonic() + CLOCK_SECONDS
    while not commands.tick(table_id=table_id):
        assert time.monotonic() < until, "nothing was due"
        time.sleep(0.001)


def hurry(table_id: int) -> None:
    """Make what the clock waits for due now, and let it act. Such a hand's record is not good."""
    Table.objects.filter(pk=table_id).update(due_at=Now())
    let_clock_act(table_id)


def deal(table_id: int) -> Hand:
    """Let the clock deal, and return the hand in play."""
    let_clock_act(table_id)
    hand = Table.objects.select_related("hand").get(pk=table_id).hand
    assert hand is not None
    assert hand.state == Hand.State.OPEN
    return hand


def act(user: User, table_id: int, action: object, **how: Any) -> dict[str, int]:
    """Act in the hand in play, with a fresh id and the newest seq unless others are given."""
    seq = how.get("seq")
    if seq is None:
        state = load_board(table_id).state
        seq = 0 if state is None else state.tick
    return commands.act(
        user=user,
        table_id=table_id,
        action_id=how.get("action_id", str(uuid.uuid4())),
        expected_seq=seq,
        action=action,
    )


def in_turn(table_id: int, players: Sequence[User]) -> User:
    """Return the player whose turn it is."""
    board = load_board(table_id)
    return next(player for player in players if board.legal(player.pk))


def out_of_turn(table_id: int, players: Sequence[User]) -> User:
    """Return a player whose turn it is not."""
    board = load_board(table_id)
    return next(player for player in players if not board.legal(player.pk))


def step(table_id: int, players: Sequence[User], chance: random.Random) -> None:
    """Let somebody who can act do so as a steady bot would, or else the clock."""
    board = load_board(table_id)
    for player in players:
        snapshot = board.snapshot(player.pk)
        if snapshot["legal"] and _is_awaited(snapshot):
            choice = bots.steady(snapshot["hand"], snapshot["legal"], chance.randrange)
            if choice:
                act(player, table_id, choice)
                return
    let_clock_act(table_id)


def _is_awaited(snapshot: Json) -> bool:
    """Whether the hand waits for this player, or he may ask for the card of an open window."""
    hand = snapshot["hand"]
    answers = {one["kind"] for one in snapshot["legal"]} & HIDDEN_IN_WINDOW
    in_turn = hand["turn"] == snapshot["you"]["seat"] and hand["phase"] != "window"
    return in_turn or (hand["phase"] == "window" and bool(answers))


def play_out(
    table_id: int,
    players: Sequence[User],
    seed: int = 1,
    look: Callable[[], None] = lambda: None,
) -> Hand:
    """Play the hand in play to its end, looking after each step; return it."""
    chance = random.Random(seed)
    hand = Table.objects.select_related("hand").get(pk=table_id).hand
    assert hand is not None
    for _ in range(STEPS_MAX):
        look()
        step(table_id, players, chance)
        hand.refresh_from_db()
        if hand.state == Hand.State.CLOSED:
            look()
            return hand
    raise AssertionError("the hand did not end")


def fold_out(table_id: int, players: Sequence[User]) -> Hand:
    """End the hand in play the short way: all fold but one; return it."""
    hand = Table.objects.select_related("hand").get(pk=table_id).hand
    assert hand is not None
    while hand.state == Hand.State.OPEN:
        board = load_board(table_id)
        folding = [player for player in players if board.legal(player.pk)]
        if folding:
            act(folding[0], table_id, {"kind": "fold"})
        else:
            let_clock_act(table_id)  # a bot's turn
        hand.refresh_from_db()
    return hand


def quiet_betting(table_id: int, players: Sequence[User]) -> None:
    """Check around, so that the draws begin."""
    for _ in players:
        act(in_turn(table_id, players), table_id, {"kind": "check"})


def draw_and_throw(table_id: int, players: Sequence[User]) -> None:
    """Close a window, or let the player in turn draw from the stock and throw that card again."""
    board = load_board(table_id)
    phase = board.snapshot(None)["hand"]["phase"]
    if phase == "window":
        hurry(table_id)
        return
    player = in_turn(table_id, players)
    if phase == "draw":
        act(player, table_id, {"kind": "draw", "from": "stock"})
    else:
        card = board.snapshot(player.pk)["hand"]["drawn"]
        act(player, table_id, {"kind": "discard", "card": card})


def digest() -> dict[str, str]:
    """Return a sum of every row of the house, table by table: equal sums, nothing has changed."""
    names = sorted({model._meta.db_table for model in apps.get_models()} - ASIDE)
    sums = (
        f"SELECT '{name}', md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {name} AS t"
        for name in names
    )
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(sums))
        return {name: str(total) for name, total in cursor.fetchall()}
