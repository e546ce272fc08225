"""The snapshot: what each viewer sees, and what nobody may."""

import dataclasses
import json
import re
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from engine import cards
from tables import commands
from tables.boards import load_board
from tables.errors import NoSuchTable
from tables.states import kept
from tests.house import a_player, sit
from tests.tables.felt import act, deal, in_turn, play_out, quick_table, quiet_betting
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

CARD = re.compile(r'"([A2-9TJQK][CDHS]|JK)"')


def cards_in(shown: object) -> Counter[str]:
    """Return every card that stands anywhere in what is shown."""
    return Counter(CARD.findall(json.dumps(shown)))


def hidden_hands(table_id: int) -> dict[int, Counter[str]]:
    """Return what each seat really holds, from the engine's own state."""
    state: Any = load_board(table_id).state
    seats = [one.seat for one in state.betting.bettors]
    return {
        seat: Counter(cards.texts(hand)) for seat, hand in zip(seats, state.hands, strict=True)
    }


def test_a_snapshot_has_the_shape_that_clients_rely_on(table_id: int, players: list[User]) -> None:
    deal(table_id)
    snapshot = load_board(table_id).snapshot(players[0].pk)
    parts = [
        "table",
        "head",
        "now",
        "you",
        "seats",
        "match",
        "hand",
        "clock",
        "held",
        "watching",
        "legal",
    ]
    parts += ["host", "bring"]
    assert list(snapshot) == parts
    assert snapshot["you"] == {
        "seat": 0,
        "name": "ana",
        "stack": 500,
        "sitting_out": False,
        "away": False,
        "kept_out": None,
        "leaving": False,
        "reserve_ms": 0,
        "grace_ms": 0,
        "topping_up": 0,
        "preaction": None,
        "preaction_with": None,
        "order": snapshot["hand"]["cards"],
    }
    assert snapshot["seats"][1] == {
        "seat": 1,
        "name": "bia",
        "bot": False,
        "stack": 500,
        "sitting_out": False,
        "away": False,
        "present": True,
    }
    hand = snapshot["hand"]
    shown = {
        name: hand[name] for name in ("hand_no", "seq", "phase", "ante", "level", "cap", "pot")
    }
    assert shown == {
        "hand_no": 1,
        "seq": 0,
        "phase": "bet",
        "ante": 5,
        "level": 0,
        "cap": 15,
        "pot": 15,
    }
    assert len(hand["cards"]) == 9
    assert snapshot["clock"]["what"] == "act"
    assert snapshot["clock"]["seat"] == hand["turn"]
    json.dumps(snapshot)


@pytest.mark.usefixtures("short_hands")
def test_nobody_sees_a_card_that_is_not_his(
    table_id: int, players: list[User], stranger: User
) -> None:
    """At every step of two hands, for each player and a spectator, in all that is sent."""
    seats = {0: players[0], 1: players[1], 2: players[2]}

    def look() -> None:
        board = load_board(table_id)
        held = hidden_hands(table_id)
        for number, viewer in [*seats.items(), (None, stranger)]:
            snapshot = board.snapshot(viewer.pk)
            hand = snapshot["hand"]
            own = held.get(number, Counter()) if number is not None else Counter[str]()
            assert Counter(hand["cards"] or []) == own
            if hand["phase"] == "over":
                continue
            rest = {name: part for name, part in snapshot.items() if name != "legal"}
            if snapshot["you"] is not None:
                assert Counter(snapshot["you"]["order"] or []) == own
                rest["you"] = snapshot["you"] | {"order": None}
            rest["hand"] = {
                name: part
                for name, part in hand.items()
                # What was thrown and taken is known to all who watched.
                if name not in {"cards", "drawn", "top", "window", "pile", "taken"}
            }
            assert cards_in(rest) == Counter()
            open_card = cards_in({"top": hand["top"]})
            assert cards_in(hand["window"]) <= open_card
            assert set(cards_in(snapshot["legal"])) <= set(own + open_card)
            assert set(cards_in(hand["drawn"])) <= set(own)

    for seed in (1, 2):
        deal(table_id)
        play_out(table_id, players, seed=seed, look=look)


def test_other_hidden_cards_make_no_difference(table_id: int, players: list[User]) -> None:
    """Swap test: what a spectator sees depends on no hidden card."""
    deal(table_id)
    quiet_betting(table_id, players)
    board = load_board(table_id)
    before = board.snapshot(None)
    state: Any = board.state
    swapped = dataclasses.replace(
        state,
        hands=tuple(reversed(state.hands)),
        stock=tuple(reversed(state.stock)),
    )
    other = dataclasses.replace(board, state=swapped)
    assert other.snapshot(None) == before
    assert other.snapshot(players[0].pk) != board.snapshot(players[0].pk)


def test_who_sits_down_in_mid_hand_watches(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    sit(stranger, table_id)
    snapshot = load_board(table_id).snapshot(stranger.pk)
    assert snapshot["you"]["seat"] == 3
    assert snapshot["hand"]["cards"] is None
    assert snapshot["legal"] == []


def test_a_snapshot_is_the_same_with_and_without_kept_states(
    table_id: int, players: list[User]
) -> None:
    """As after a restart: the state is the replay of the log."""
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "bet", "to": 10})
    warm = load_board(table_id).snapshot(players[0].pk)
    kept.clear()
    cold = load_board(table_id).snapshot(players[0].pk)
    assert {**cold, "now": 0} == {**warm, "now": 0}


def test_a_snapshot_costs_few_statements_at_any_number_of_seats(
    players: list[User], quick_clock: None
) -> None:
    counts = {}
    for size in (3, 8):
        everybody = [a_player(f"p{size}-{number}") for number in range(size)]
        table_id = quick_table(players[0], seats=8)
        for one in everybody:
            sit(one, table_id)
        deal(table_id)
        with CaptureQueriesContext(connection) as captured:
            load_board(table_id).snapshot(everybody[0].pk)
        counts[size] = len(captured)
    assert counts[3] == counts[8] <= 6


def test_of_a_hand_that_is_over_a_board_tells_at_which_seats_others_sit_now(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    assert "left" not in load_board(table_id).snapshot(None)["hand"]
    play_out(table_id, players)
    assert load_board(table_id).snapshot(None)["hand"]["left"] == []
    for player in players[:2]:
        commands.leave(user=player, key=f"leave {player.pk}", table_id=table_id)
    for player, seat in ((players[0], 1), (a_player("dora"), 0)):
        sit(player, table_id, seat=seat, buy_in=300 + seat)
    snapshot = load_board(table_id).snapshot(players[0].pk)
    assert snapshot["hand"]["left"] == [0, 1]
    assert (snapshot["you"]["seat"], snapshot["you"]["stack"]) == (1, 301)
    stacks = {one["seat"]: one["stack"] for one in snapshot["seats"]}
    assert {seat: stacks[seat] for seat in (0, 1)} == {0: 300, 1: 301}
    # What the hand left at its own seats is not what lies there now.
    assert [one["seat"] for one in snapshot["hand"]["seats"]] == [0, 1, 2]


def test_no_hand_no_clock(players: list[User]) -> None:
    table_id = quick_table(players[0])
    snapshot = load_board(table_id).snapshot(players[0].pk)
    empty: dict[str, object] = {"you": None, "seats": [], "hand": None, "clock": None, "legal": []}
    assert {name: snapshot[name] for name in empty} == empty
    with pytest.raises(NoSuchTable):
        load_board(0)


@pytest.mark.usefixtures("short_hands")
def test_chips_before_everybody_are_what_was_brought(table_id: int, players: list[User]) -> None:
    """In a hand: stacks and what was paid; after it: the settled stacks."""

    def look() -> None:
        hand = load_board(table_id).snapshot(None)["hand"]
        if hand["phase"] != "over":
            assert sum(seat["stack"] + seat["paid"] for seat in hand["seats"]) == 1500
            assert sum(pot["amount"] for pot in hand["pots"]) == hand["pot"]

    deal(table_id)
    play_out(table_id, players, look=look)
    shown = {seat["name"]: seat["stack"] for seat in load_board(table_id).snapshot(None)["seats"]}
    assert shown == {one.username: chips.stack(one.pk, table_id) for one in players}


def test_the_clock_tells_of_no_deal_while_too_few_are_left(players: list[User]) -> None:
    """The pause goes on, and whoever sits down in it is dealt to at its end."""
    table_id = quick_table(players[0], min_players=2)
    for player in players[:2]:
        sit(player, table_id)
    told = load_board(table_id).snapshot(None)["clock"]
    assert told["what"] == "deal"
    commands.leave(user=players[1], key="left", table_id=table_id)
    assert load_board(table_id).snapshot(None)["clock"] is None
    sit(players[1], table_id)
    assert load_board(table_id).snapshot(None)["clock"] == told
