"""A seat's chips while its hand is open: only the settlement of that hand moves them."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import connection

from wallet import commands, queries
from wallet.errors import (
    AccountHeld,
    HandElsewhere,
    HandSettled,
    InsufficientChips,
    NoSuchAccount,
)
from wallet.models import Account

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture
def two(seated: Player) -> tuple[int, int]:
    """Two with 100 chips each at table 4, who play hand h."""
    one, other = seated(4, 100), seated(4, 100)
    stacks = commands.hold_stacks(table_id=4, hand_id="h", user_ids=[one, other])
    assert stacks == {one: 100, other: 100}
    return one, other


def held() -> set[str | None]:
    return set(Account.objects.filter(kind="seat").values_list("held_by", flat=True))


def test_nothing_else_moves_them(two: tuple[int, int]) -> None:
    one, other = two
    commands.grant(key="g", actor="a", user_id=one, amount=50, reason="")
    attempts: list[Callable[[], object]] = [
        lambda: commands.leave(key="l", user_id=one, table_id=4),
        lambda: commands.top_up(key="t", user_id=one, table_id=4, amount=5),
        lambda: commands.buy_in(key="b", user_id=one, table_id=4, amount=5),
        lambda: commands.settle_hand(
            key="s", table_id=4, hand_id="other", deltas={one: 5, other: -5}
        ),
        lambda: commands.hold_stacks(table_id=4, hand_id="other", user_ids=[one]),
    ]
    for attempt in attempts:
        with pytest.raises(AccountHeld) as refusal:
            attempt()
        assert refusal.value.facts == {"account": "seat"}
    assert queries.stacks(4) == {one: 100, other: 100}


def test_its_settlement_moves_and_frees_them(two: tuple[int, int], seated: Player) -> None:
    one, other = two
    third = seated(4, 10)
    commands.hold_stacks(table_id=4, hand_id="h", user_ids=[third])
    commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={one: 7, other: -7})
    assert held() == {None}
    assert commands.leave(key="l", user_id=third, table_id=4) == 10
    assert commands.leave(key="l", user_id=one, table_id=4) == 107


def test_a_void_hand_frees_them_too(two: tuple[int, int]) -> None:
    commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={})
    assert held() == {None}
    assert queries.audit().ok


def test_settlement_of_another_table_frees_nobody_here(
    two: tuple[int, int], seated: Player
) -> None:
    stranger, other = seated(5, 10), seated(5, 10)
    commands.settle_hand(key="s", table_id=5, hand_id="x", deltas={stranger: 1, other: -1})
    assert held() == {"h", None}


def test_refused_settlement_keeps_them_held(two: tuple[int, int]) -> None:
    one, other = two
    with pytest.raises(InsufficientChips):
        commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={one: 101, other: -101})
    assert held() == {"h"}


def test_to_hold_again_changes_nothing(two: tuple[int, int]) -> None:
    one, other = two
    before = list(Account.objects.order_by("pk").values())
    assert commands.hold_stacks(table_id=4, hand_id="h", user_ids=two) == {one: 100, other: 100}
    assert before == list(Account.objects.order_by("pk").values())


def test_to_hold_where_somebody_never_sat(seated: Player, player: Player) -> None:
    one = seated(4, 100)
    with pytest.raises(NoSuchAccount):
        commands.hold_stacks(table_id=4, hand_id="h", user_ids=[one, player()])
    assert held() == {None}


def test_it_costs_one_statement(
    seated: Player,
    django_assert_num_queries: Callable[..., AbstractContextManager[None]],
) -> None:
    users = [seated(4, 10) for _ in range(6)]
    with django_assert_num_queries(1):
        commands.hold_stacks(table_id=4, hand_id="h", user_ids=users)


@pytest.mark.parametrize("change", ["NULL", "'other'"])
def test_raw_release_without_a_settlement(
    two: tuple[int, int], change: str, refused_by: Refused
) -> None:
    with refused_by("ledger_account_held"), connection.cursor() as cursor:
        cursor.execute(f"UPDATE ledger_account SET held_by = {change} WHERE kind = 'seat'")


def test_raw_hold_for_a_hand_that_is_over(seated: Player, refused_by: Refused) -> None:
    one, other = seated(4, 10), seated(4, 10)
    commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={one: 1, other: -1})
    with refused_by("ledger_account_held"), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET held_by = 'h' WHERE kind = 'seat'")


def test_a_hand_that_is_over_holds_nothing(two: tuple[int, int], seated: Player) -> None:
    commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={})
    with pytest.raises(HandSettled):
        commands.hold_stacks(table_id=4, hand_id="h", user_ids=two)
    assert held() == {None}


def test_a_hand_of_another_table(two: tuple[int, int], seated: Player) -> None:
    stranger, other = seated(5, 10), seated(5, 10)
    with pytest.raises(HandElsewhere):
        commands.hold_stacks(table_id=5, hand_id="h", user_ids=[stranger])
    for deltas in ({}, {stranger: 1, other: -1}):
        with pytest.raises(HandElsewhere):
            commands.settle_hand(key="s", table_id=5, hand_id="h", deltas=deltas)
    assert held() == {"h", None}


def test_raw_settlement_frees_every_seat_of_its_hand(two: tuple[int, int]) -> None:
    """Whoever writes it, and though nobody won or lost."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_transfer (request, kind, unit_id, n_entries, ref, actor, reason)"
            " VALUES (gen_random_uuid(), 'settlement', 1, 0, 'h', 'raw', '')"
        )
    assert held() == {None}


def test_raw_hold_for_a_hand_that_no_table_has(seated: Player, refused_by: Refused) -> None:
    seated(4, 10)
    with refused_by("ledger_account_held"), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET held_by = 'h' WHERE kind = 'seat'")


@pytest.mark.parametrize(
    "change", ["UPDATE ledger_hand SET table_id = 5", "DELETE FROM ledger_hand"]
)
def test_raw_change_of_a_hands_table(
    two: tuple[int, int], change: str, refused_by: Refused
) -> None:
    with refused_by("ledger_append_only"), connection.cursor() as cursor:
        cursor.execute(change)


def test_raw_hold_of_a_wallet(player: Player, refused_by: Refused) -> None:
    player(5)
    with refused_by("ledger_account_only_seats_are_held"), connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET held_by = 'h' WHERE kind = 'player'")
