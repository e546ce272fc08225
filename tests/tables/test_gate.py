"""No chip is risked against a player's own limit, break or freeze, by whatever door."""

import uuid
from collections.abc import Callable
from functools import partial

import pytest
from django.test import Client
from pytest_django import Settings

from deploy.accounts.models import User
from tables import commands
from tables.boards import load_board
from tables.models import Event, Hand, HandSeat, Seat
from tests.house import a_player, a_table, sit
from tests.tables.felt import deal, fold_out, let_clock_act, quick_table
from tests.together import together
from wallet import commands as wallet
from wallet.errors import Refusal
from wallet.limits import commands as limits
from wallet.limits import gate
from wallet.limits.errors import (
    LossLimitReached,
    PlayFrozen,
    SelfExcluded,
    TimeLimitReached,
)
from wallet.limits.models import Exclusion, LimitChange, Spell
from wallet.queries import balance, in_play

pytestmark = pytest.mark.django_db(transaction=True)


def key() -> str:
    return str(uuid.uuid4())


def limit(user: User, most: int, what: str = "loss") -> None:
    limits.set_limit(user_id=user.pk, key=key(), what=what, period="day", most=most)


def take_a_break(user: User) -> None:
    limits.exclude(user_id=user.pk, key=key(), length="24h")


def freeze(user: User, staff: User) -> None:
    wallet.freeze(key=key(), staff_id=staff.pk, user_id=user.pk, reason="to be looked into")


def seat(user: User) -> Seat:
    return Seat.objects.get(user=user)


def dealt_in(hand: Hand) -> set[int]:
    return set(HandSeat.objects.filter(hand=hand).values_list("user_id", flat=True))


DOORS: dict[str, Callable[[User, int], object]] = {
    "sit": lambda user, table: commands.sit(user=user, key=key(), table_id=table, buy_in=500),
    "sit in": lambda user, table: commands.sit_in(user=user, key=key(), table_id=table),
    "top up": lambda user, table: commands.top_up(
        user=user, key=key(), table_id=table, amount=100
    ),
    "pay": lambda user, _table: wallet.pay(
        key=key(), user_id=user.pk, to_user_id=user.pk + 1, amount=5
    ),
    "enter a tournament": lambda user, _table: wallet.enter(
        key=key(), user_id=user.pk, tournament_id=1, buy_in=50
    ),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("barred_by", ["break", "freeze"])
def test_who_is_barred_passes_no_door(
    door: str, barred_by: str, settings: Settings, quick_clock: None
) -> None:
    settings.PLAYER_PAYMENTS = True
    ana, staff = a_player("ana"), a_player("staff.person")
    table = a_table(ana)
    if door in ("sit in", "top up"):
        sit(ana, table)
        commands.sit_out(user=ana, key=key(), table_id=table)
    take_a_break(ana) if barred_by == "break" else freeze(ana, staff)
    before = (balance(ana.pk), in_play(ana.pk))
    with pytest.raises((SelfExcluded, PlayFrozen)) as refused:
        DOORS[door](ana, table)
    assert "/chips/limits/" in refused.value.detail
    assert (balance(ana.pk), in_play(ana.pk)) == before


def test_a_loss_limit_bounds_what_is_brought() -> None:
    ana = a_player("ana")
    first, second = a_table(ana), a_table(ana)
    limit(ana, 600)
    sit(ana, first, 500)
    with pytest.raises(LossLimitReached) as refused:
        sit(ana, second, 200)
    assert refused.value.facts["left"] == 100
    with pytest.raises(LossLimitReached):
        commands.top_up(user=ana, key=key(), table_id=first, amount=101)
    commands.top_up(user=ana, key=key(), table_id=first, amount=100)
    assert in_play(ana.pk) == 600


@pytest.mark.parametrize(
    ("bar", "code"),
    [
        (lambda user: limit(user, 5), "loss-limit"),  # too few also after a pot of 15 won
        (lambda user: limit(user, 0, "time"), "time-limit"),
        (take_a_break, "self-excluded"),
    ],
)
def test_who_reaches_a_limit_sits_out_after_the_hand_and_is_told_why(
    players: list[User], table_id: int, bar: Callable[[User], None], code: str
) -> None:
    ana, bia, caio = players
    dave = a_player("dave")
    sit(dave, table_id)
    first = deal(table_id)
    bar(ana)
    assert dealt_in(first) == {ana.pk, bia.pk, caio.pk, dave.pk}
    fold_out(table_id, [*players, dave])
    second = deal(table_id)
    assert dealt_in(second) == {bia.pk, caio.pk, dave.pk}
    mine = load_board(table_id).snapshot(ana.pk)["you"]
    assert mine["sitting_out"]
    assert mine["kept_out"]["code"] == code
    assert mine["kept_out"]["change_at"] == "/chips/limits/"


def test_nobody_else_is_told_why(players: list[User], table_id: int) -> None:
    ana, bia = players[0], players[1]
    sit(a_player("dave"), table_id)
    take_a_break(ana)
    deal(table_id)
    others = str(load_board(table_id).snapshot(bia.pk)) + str(load_board(table_id).snapshot(None))
    bodies = str(list(Event.objects.exclude(body=None).values_list("body", flat=True)))
    for word in ("self-excluded", "change_at"):
        assert word not in others + bodies


def test_a_hand_is_dealt_if_the_limit_bears_it(players: list[User], table_id: int) -> None:
    """Four are ready, for an ante of 5 and bets up to 20: a hand costs 25 at most."""
    limit(players[0], 25)
    limit(players[1], 24)
    sit(a_player("dave"), table_id)
    hand = deal(table_id)
    assert players[0].pk in dealt_in(hand)
    assert players[1].pk not in dealt_in(hand)


def test_coming_back_is_refused_by_name_and_changes_nothing(
    players: list[User], table_id: int
) -> None:
    ana = players[0]
    limit(ana, 10)
    let_clock_act(table_id)
    assert seat(ana).sitting_out
    with pytest.raises(LossLimitReached):
        commands.sit_in(user=ana, key=key(), table_id=table_id)
    assert seat(ana).kept_out is not None
    limits.set_limit(user_id=ana.pk, key=key(), what="time", period="day", most=0)
    with pytest.raises(TimeLimitReached):
        commands.sit_in(user=ana, key=key(), table_id=table_id)


def test_who_is_kept_out_may_leave_with_every_chip(players: list[User], table_id: int) -> None:
    ana = players[0]
    take_a_break(ana)
    commands.leave(user=ana, key=key(), table_id=table_id)
    assert balance(ana.pk) == 1000


def test_a_seat_keeps_time_and_a_break_stops_it(quick_clock: None) -> None:
    ana = a_player("ana")
    table = quick_table(ana)
    sit(ana, table)
    commands.sit_out(user=ana, key=key(), table_id=table)
    assert Spell.objects.filter(user=ana, ended_at__isnull=True).count() == 0
    commands.sit_in(user=ana, key=key(), table_id=table)
    commands.leave(user=ana, key=key(), table_id=table)
    assert Spell.objects.filter(user=ana, ended_at__isnull=False).count() == 2


def test_a_bots_time_is_nobodys(quick_clock: None) -> None:
    table = quick_table(a_player("ana"))
    commands.add_bot(user=User.objects.get(username="ana"), key=key(), table_id=table)
    assert not Spell.objects.exists()


def test_two_requests_that_loosen_make_one_change(transactional_db: None) -> None:
    ana = a_player("ana")
    limit(ana, 100)
    answers = together([partial(limit, ana, most) for most in (500, 600, 700, 800)])
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    waits = LimitChange.objects.filter(cancelled_at__isnull=True, most__gt=100)
    assert waits.count() == 1


def test_a_break_while_sitting_down_is_one_before_the_other(transactional_db: None) -> None:
    """Either the seat was taken before, or it was refused; never taken after the answer."""
    for lap in range(4):
        ana = a_player(f"ana{lap}")
        table = a_table(ana)
        took, sat = together([partial(take_a_break, ana), partial(sit, ana, table)])
        assert took is None
        assert sat is None or isinstance(sat, SelfExcluded)
        assert in_play(ana.pk) == (500 if sat is None else 0)
        with pytest.raises(Refusal):
            sit(ana, a_table(ana))


def test_seats_at_many_tables_at_once_stay_within_the_limit(transactional_db: None) -> None:
    ana = a_player("ana", 5000)
    limit(ana, 1000)
    tables = [a_table(ana) for _ in range(6)]
    answers = together([partial(sit, ana, table, 400) for table in tables])
    assert len([one for one in answers if one is None]) == 2
    assert all(one is None or isinstance(one, LossLimitReached) for one in answers)
    assert in_play(ana.pk) == 800


def test_two_breaks_at_once_keep_the_longer(transactional_db: None) -> None:
    ana = a_player("ana")
    lengths = ("24h", "30d", "7d", "24h")
    together(
        [partial(limits.exclude, user_id=ana.pk, key=key(), length=length) for length in lengths]
    )
    ends = list(Exclusion.objects.order_by("id").values_list("ends_at", flat=True))
    assert ends == sorted(ends)  # type: ignore[type-var] # none is for ever
    assert Exclusion.objects.filter(length="30d").count() == 1


def test_the_gate_asks_for_a_transaction(transactional_db: None) -> None:
    with pytest.raises(AssertionError):
        gate.lock_players([1])


def test_a_refusal_at_the_door_reads_well(client: Client, settings: Settings) -> None:
    ana = a_player("ana")
    table = a_table(ana)
    take_a_break(ana)
    client.force_login(ana)
    answer = client.post(
        f"/api/v1/tables/{table}/seats",
        {"buy_in": 500},
        "application/json",
        headers={"Idempotency-Key": "k"},
    )
    assert answer.status_code == 403
    assert answer.json()["code"] == "self-excluded"
    assert "cannot be ended early" in answer.json()["detail"]
