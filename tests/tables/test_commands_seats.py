"""Seats under pressure: rivals, one balance for many tables, bots made at the same moment."""

import uuid
from contextlib import suppress
from functools import partial

import pytest

from deploy.accounts.models import User
from tables import commands
from tables.boards import load_board
from tables.commands import tables as opening
from tables.errors import AlreadySeated, BuyInRange, SeatTaken, TableFull, TooManyTables
from tables.models import Event, Seat, Table
from tests.house import a_player, sit
from tests.tables.felt import (
    act,
    deal,
    digest,
    fold_out,
    in_turn,
    quick_table,
)
from tests.together import together
from wallet import queries as chips
from wallet.errors import Busy, InsufficientChips, Refusal
from wallet.models import Account

pytestmark = pytest.mark.django_db(transaction=True)


def test_row_36_one_balance_buys_one_seat_however_many_are_asked_for(
    players: list[User], stranger: User, quick_clock: None
) -> None:
    """A thousand chips, twenty tables at once, six hundred each: one seat, and no chip twice."""
    tables = [quick_table(players[0]) for _ in range(20)]
    answers = together([partial(sit, stranger, number, 600) for number in tables])
    assert [answer for answer in answers if answer is None] == [None]
    refused = {type(answer) for answer in answers if answer is not None}
    assert refused <= {InsufficientChips, Busy}
    assert chips.balance(stranger.pk) == 400
    assert Seat.objects.filter(user=stranger).count() == 1
    assert chips.audit().ok


def test_one_player_asks_twenty_times_for_a_seat(table_id: int, stranger: User) -> None:
    """Each time with a key of its own, so that each is a request of its own."""
    answers = together([partial(sit, stranger, table_id, 100)] * 20)
    assert [answer for answer in answers if answer is None] == [None]
    assert {type(answer) for answer in answers if answer is not None} <= {AlreadySeated, Busy}
    assert chips.stack(stranger.pk, table_id) == 100


def test_one_request_that_is_sent_twenty_times(table_id: int, stranger: User) -> None:
    one = partial(
        commands.sit, user=stranger, key="the-same", table_id=table_id, buy_in=100, seat=None
    )
    answers = together([one] * 20)
    assert [answer for answer in answers if answer != answers[0]] == []
    assert isinstance(answers[0], dict)
    assert chips.balance(stranger.pk) == 900


def test_rivals_for_the_last_seat(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], seats=3)
    for player in players[:2]:
        sit(player, table_id)
    rivals = [a_player(f"rival-{number}") for number in range(8)]
    answers = together([partial(sit, rival, table_id, 100, 2) for rival in rivals])
    assert [answer for answer in answers if answer is None] == [None]
    refused = {type(answer) for answer in answers if answer is not None}
    assert refused <= {SeatTaken, TableFull, Busy}
    assert sum(chips.balance(rival.pk) for rival in rivals) == 8_000 - 100


def test_sitting_and_leaving_at_once_keeps_every_chip(table_id: int, stranger: User) -> None:
    sit(stranger, table_id, 100)

    def leave() -> None:
        commands.leave(user=stranger, key=str(uuid.uuid4()), table_id=table_id)

    together([leave, partial(sit, stranger, table_id, 200)] * 6)
    assert chips.balance(stranger.pk) + chips.stack(stranger.pk, table_id) == 1000
    assert chips.audit().ok


def test_a_refused_request_stays_refused_and_is_tried_anew_with_a_new_key(
    table_id: int, stranger: User
) -> None:
    def ask(key: str) -> object:
        return commands.sit(user=stranger, key=key, table_id=table_id, buy_in=100, seat=0)

    with pytest.raises(SeatTaken):
        ask("k1")
    commands.leave(user=Seat.objects.get(number=0).user, key="k", table_id=table_id)
    with pytest.raises(SeatTaken):
        ask("k1")
    assert ask("k2") == {"seat": 0, "stack": 100}


@pytest.mark.parametrize("buy_in", [True, 100.0, "100", None, -100])
def test_a_buy_in_of_the_wrong_kind(table_id: int, stranger: User, buy_in: int) -> None:
    """The command itself is strict too: a socket or a job has no serializer."""
    before = digest()
    with pytest.raises(BuyInRange):
        sit(stranger, table_id, buy_in)
    assert digest() == before


def test_bots_for_many_tables_at_once(players: list[User], quick_clock: None) -> None:
    """New bots are named one after the other, whoever asks at the same moment."""
    owner = players[0]
    tables = [quick_table(owner) for _ in range(4)]
    adds = [
        partial(commands.add_bot, user=owner, key=f"{number}-{bot}", table_id=number)
        for bot in range(3)
        for number in tables
    ]
    answers = together(adds)
    assert [answer for answer in answers if not isinstance(answer, dict | Busy)] == []
    assert Seat.objects.filter(user__is_bot=True).count() == sum(
        isinstance(answer, dict) for answer in answers
    )
    assert chips.audit().ok


def test_a_new_occupant_sees_nothing_of_the_old_ones_hand(
    table_id: int, players: list[User], stranger: User
) -> None:
    """A leaver's chips go; the seat's next player is a spectator of the hand that was."""
    deal(table_id)
    commands.leave(user=players[0], key="bye", table_id=table_id, after_hand=True)
    fold_out(table_id, players)
    sit(stranger, table_id, 100, seat=0)
    snapshot = load_board(table_id).snapshot(stranger.pk)
    assert snapshot["you"]["seat"] == 0
    assert snapshot["hand"]["cards"] is None
    assert load_board(table_id).snapshot(players[0].pk)["hand"]["cards"] is not None


def test_sitting_down_starts_the_waiting_table(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0])
    for player in players[:2]:
        sit(player, table_id)
    assert Table.objects.get(pk=table_id).due_at is None
    sit(players[2], table_id)
    assert Table.objects.get(pk=table_id).due_what == "deal"
    deal(table_id)
    assert {event.type for event in Event.objects.filter(table_id=table_id)} >= {"open", "commit"}


def test_when_too_few_are_left_no_hand_is_dealt(table_id: int, players: list[User]) -> None:
    commands.sit_out(user=players[0], key="out", table_id=table_id)
    assert commands.tick(table_id=table_id) in (True, False)
    while Table.objects.get(pk=table_id).due_at is not None:
        commands.tick(table_id=table_id)
    assert Table.objects.get(pk=table_id).hand is None
    commands.sit_in(user=players[0], key="in", table_id=table_id)
    deal(table_id)


def test_sitting_in_takes_back_a_leaving(table_id: int, players: list[User]) -> None:
    deal(table_id)
    commands.leave(user=players[0], key="bye", table_id=table_id, after_hand=True)
    commands.sit_in(user=players[0], key="in", table_id=table_id)
    fold_out(table_id, players)
    assert Seat.objects.filter(user=players[0]).exists()


def test_row_37_chips_in_a_pot_cannot_be_spent_elsewhere(
    table_id: int, players: list[User]
) -> None:
    """All 500 stay in escrow until the hand is settled, whatever was bet of them."""
    deal(table_id)
    player = in_turn(table_id, players)
    act(player, table_id, {"kind": "bet", "to": 15})
    assert chips.stack(player.pk, table_id) == 500
    other = quick_table(player)
    with pytest.raises(InsufficientChips):
        sit(player, other, 501)
    with pytest.raises(Refusal):
        commands.leave(user=player, key="bye", table_id=table_id)


def test_a_callers_key_can_never_be_one_of_the_houses(
    players: list[User], quick_clock: None
) -> None:
    """Somebody who chose the key that the house would use froze a table and all its chips."""
    here, there = quick_table(players[0]), quick_table(players[0])
    for player in players:
        sit(player, here, 300)
    sit(players[1], there, 100)
    hand = deal(here)
    place = Seat.objects.get(table_id=here, user=players[1]).number
    for key in (f"hand:{hand.pk}:{place}", f"hand {hand.pk}", f"table {here} event 99"):
        with suppress(Refusal):
            commands.leave(user=players[1], key=key, table_id=there)
    commands.leave(user=players[1], key="mine", table_id=here, after_hand=True)
    fold_out(here, players)
    assert not Seat.objects.filter(table_id=here, user=players[1]).exists()
    assert chips.stack(players[1].pk, here) == 0


def test_owners_may_choose_the_same_key(players: list[User], quick_clock: None) -> None:
    for owner in players:
        assert commands.add_bot(user=owner, key="1", table_id=quick_table(owner))["name"]


def test_a_bots_chips_go_back_to_the_house(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0])
    issued = []
    for round_ in range(4):
        bot = commands.add_bot(user=players[0], key=f"in {round_}", table_id=table_id)
        seat = int(str(bot["seat"]))
        commands.remove_bot(user=players[0], key=f"out {round_}", table_id=table_id, seat=seat)
        issued.append(-Account.objects.get(kind="issuer").balance)
    assert len(set(issued)) == 1, "no chip is issued for a bot that comes again"
    assert all(chips.balance(bot.pk) == 0 for bot in User.objects.filter(is_bot=True))
    assert chips.audit().ok


def test_nobody_opens_tables_without_end(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "OPEN_TABLES_MAX", 2)
    first = quick_table(players[0])
    quick_table(players[0])
    with pytest.raises(TooManyTables):
        quick_table(players[0])
    commands.close_table(user=players[0], key="close", table_id=first)
    quick_table(players[0])
