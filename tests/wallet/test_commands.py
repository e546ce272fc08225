"""Each movement of chips: what it moves, what it refuses, and that a refusal moves nothing."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction

from wallet import commands, queries
from wallet.errors import (
    AMOUNT_MAX,
    AccountClosed,
    AccountFrozen,
    AlreadySettled,
    BadAmount,
    InsufficientChips,
    IssueLimit,
    KeyMissing,
    KeyReused,
    NoSuchAccount,
    Unbalanced,
)
from wallet.models import Account, Entry, Transfer

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
BAD_AMOUNTS: list[Any] = [
    0,
    -1,
    AMOUNT_MAX + 1,
    2**63,
    True,
    False,
    1.0,
    1e3,
    float("nan"),
    "5",
    "5.0",
    "",
    None,
    Decimal(5),
    [5],
    b"5",
]


def picture() -> tuple[list[Any], list[Any], int]:
    """Everything that a refusal must leave as it was."""
    accounts = list(Account.objects.order_by("pk").values())
    return accounts, list(Transfer.objects.order_by("pk").values()), Entry.objects.count()


def test_grant_issues_chips_to_a_player(player: Player) -> None:
    user = player()
    receipt = commands.grant(key="k", actor="staff:1", user_id=user, amount=7, reason="prize")
    assert receipt.amount == 7
    assert not receipt.repeated
    assert queries.balance(user) == 7
    assert Account.objects.get(kind="issuer").balance == -7


def test_house_is_funded_and_stakes_a_bot(player: Player) -> None:
    bot = player()
    commands.fund_house(key="k", actor="staff:1", amount=100, reason="first chips")
    commands.stake_bot(key="k", user_id=bot, amount=30)
    assert queries.balance(bot) == 30
    assert Account.objects.get(kind="house").balance == 70


def test_house_without_chips_stakes_nobody(player: Player) -> None:
    bot = player()
    with pytest.raises(InsufficientChips) as refusal:
        commands.stake_bot(key="k", user_id=bot, amount=30)
    assert refusal.value.facts == {"account": "house", "have": 0, "need": 30}


def test_buy_in_puts_chips_into_escrow_and_leave_gives_them_back(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
    commands.buy_in(key="k2", user_id=user, table_id=5, amount=10)
    assert (queries.balance(user), queries.stack(user, 4)) == (30, 60)
    assert queries.escrows(user) == {4: 60, 5: 10}
    assert commands.leave(key="l", user_id=user, table_id=4) == 60
    assert (queries.balance(user), queries.stack(user, 4)) == (90, 0)
    assert queries.stacks(4) == {}


def test_leave_where_one_never_sat_moves_nothing(player: Player) -> None:
    before = picture()
    assert commands.leave(key="l", user_id=player(), table_id=4) == 0
    assert before == picture()


def test_leave_again_with_the_same_key_moves_nothing_more(seated: Player) -> None:
    user = seated(4, 60)
    assert commands.leave(key="l", user_id=user, table_id=4) == 60
    commands.buy_in(key="again", user_id=user, table_id=4, amount=20)
    assert commands.leave(key="l", user_id=user, table_id=4) == 60
    assert queries.stack(user, 4) == 20
    with pytest.raises(KeyReused):
        commands.leave(key="l", user_id=user, table_id=5)


def test_hand_settles_between_the_stacks(seated: Player) -> None:
    one, two, three = seated(4, 50), seated(4, 50), seated(4, 50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 60, two: -50, three: -10})
    assert queries.stacks(4) == {one: 110, three: 40}


def test_player_who_wins_and_loses_nothing_has_no_entry(seated: Player) -> None:
    one, two, three = seated(4, 50), seated(4, 50), seated(4, 50)
    commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 5, two: -5, three: 0})
    assert Transfer.objects.get(kind="settlement").n_entries == 2


def test_hand_is_settled_once_under_any_key(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    deltas = {one: 5, two: -5}
    first = commands.settle_hand(key="a", table_id=4, hand_id="h", deltas=deltas)
    again = commands.settle_hand(key="b", table_id=4, hand_id="h", deltas=deltas)
    assert (again.transfer_id, again.repeated) == (first.transfer_id, True)
    for other in ({one: 6, two: -6}, {one: -5, two: 5}, {}):
        before = picture()
        with pytest.raises(AlreadySettled):
            commands.settle_hand(key="c", table_id=4, hand_id="h", deltas=other)
        assert before == picture()


def test_settlement_answers_alike_when_the_chips_are_gone(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    deltas = {one: 50, two: -50}
    first = commands.settle_hand(key="a", table_id=4, hand_id="h", deltas=deltas)
    again = commands.settle_hand(key="a", table_id=4, hand_id="h", deltas=deltas)
    assert (again.transfer_id, again.repeated) == (first.transfer_id, True)


@pytest.mark.parametrize("nothing", [{}, {1: 0}, {1: 0, 2: 0}])
def test_void_hand_moves_nothing_and_is_settled(seated: Player, nothing: dict[int, int]) -> None:
    one, two = seated(4, 50), seated(4, 50)
    commands.settle_hand(key="v", table_id=4, hand_id="void", deltas=nothing)
    assert commands.settle_hand(key="w", table_id=4, hand_id="void", deltas={}).repeated
    assert queries.stacks(4) == {one: 50, two: 50}
    with pytest.raises(AlreadySettled):
        commands.settle_hand(key="x", table_id=4, hand_id="void", deltas={one: 5, two: -5})
    assert queries.audit().ok


def test_same_settlement_key_for_another_hand(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    commands.settle_hand(key="k", table_id=4, hand_id="h1", deltas={one: 5, two: -5})
    with pytest.raises(KeyReused):
        commands.settle_hand(key="k", table_id=4, hand_id="h2", deltas={one: 5, two: -5})


def test_settlement_that_does_not_balance(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    before = picture()
    with pytest.raises(Unbalanced) as refusal:
        commands.settle_hand(key="k", table_id=4, hand_id="h", deltas={one: 5, two: -4})
    assert refusal.value.facts == {"sum": 1}
    assert before == picture()


def test_loss_beyond_the_stack(seated: Player) -> None:
    one, two = seated(4, 50), seated(4, 50)
    before = picture()
    with pytest.raises(InsufficientChips) as refusal:
        commands.settle_hand(key="k", table_id=4, hand_id="h", deltas={one: 51, two: -51})
    assert refusal.value.facts == {"account": "seat", "have": 50, "need": 51}
    assert before == picture()


def test_settlement_with_a_player_of_another_table(seated: Player) -> None:
    one, stranger = seated(4, 50), seated(5, 50)
    before = picture()
    with pytest.raises(NoSuchAccount):
        commands.settle_hand(key="k", table_id=4, hand_id="h", deltas={one: -5, stranger: 5})
    assert before == picture()


@pytest.mark.parametrize("have", [0, 59])
def test_buy_in_without_the_chips(player: Player, have: int) -> None:
    user = player(have)
    before = picture()
    with pytest.raises(InsufficientChips) as refusal:
        commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
    assert refusal.value.facts == {"account": "player", "have": have, "need": 60}
    assert "60" in refusal.value.detail
    assert before == picture()


@pytest.mark.parametrize("number", range(len(BAD_AMOUNTS)), ids=[repr(x) for x in BAD_AMOUNTS])
def test_amount_that_is_none(seated: Player, number: int) -> None:
    amount = BAD_AMOUNTS[number]
    user, other = seated(4, 50), seated(4, 50)
    calls: list[Callable[[], object]] = [
        lambda: commands.grant(key="k", actor="a", user_id=user, amount=amount, reason=""),
        lambda: commands.fund_house(key="k", actor="a", amount=amount, reason=""),
        lambda: commands.stake_bot(key="k", user_id=user, amount=amount),
        lambda: commands.buy_in(key="k", user_id=user, table_id=4, amount=amount),
    ]
    if amount not in (0, -1) or isinstance(amount, bool):  # a hand may leave a stack, or shrink it
        deltas = {user: amount, other: 5}
        calls.append(lambda: commands.settle_hand(key="k", table_id=4, hand_id="h", deltas=deltas))
    before = picture()
    for call in calls:
        with pytest.raises(BadAmount):
            call()
    assert before == picture()


def test_most_chips_that_can_exist(player: Player) -> None:
    user = player()
    commands.grant(key="a", actor="a", user_id=user, amount=AMOUNT_MAX - 5, reason="")
    with pytest.raises(IssueLimit) as refusal:
        commands.grant(key="b", actor="a", user_id=user, amount=6, reason="")
    assert refusal.value.facts == {"account": "issuer", "have": 5, "need": 6}
    commands.grant(key="c", actor="a", user_id=user, amount=5, reason="")
    commands.buy_in(key="d", user_id=user, table_id=4, amount=AMOUNT_MAX)
    assert queries.stack(user, 4) == AMOUNT_MAX
    assert queries.audit().ok


def test_same_key_and_content_is_one_transfer(player: Player) -> None:
    user = player(100)
    first = commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
    again = commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
    assert (again.transfer_id, again.repeated) == (first.transfer_id, True)
    assert queries.stack(user, 4) == 60


def test_same_key_and_other_content(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
    for table, amount in ((4, 59), (5, 60)):
        before = picture()
        with pytest.raises(KeyReused):
            commands.buy_in(key="k", user_id=user, table_id=table, amount=amount)
        assert before == picture()


def test_same_key_and_another_reason(player: Player) -> None:
    user = player()
    commands.grant(key="k", actor="a", user_id=user, amount=5, reason="one")
    with pytest.raises(KeyReused):
        commands.grant(key="k", actor="a", user_id=user, amount=5, reason="other")


def test_same_key_of_two_players_is_two_requests(player: Player) -> None:
    for user in (player(10), player(10)):
        assert not commands.buy_in(key="k", user_id=user, table_id=4, amount=10).repeated


def test_no_key(player: Player) -> None:
    user = player(10)
    with pytest.raises(KeyMissing):
        commands.buy_in(key="", user_id=user, table_id=4, amount=10)


def test_frozen_wallet_receives_but_does_not_give(seated: Player) -> None:
    user = seated(4, 50)
    commands.grant(key="more", actor="a", user_id=user, amount=5, reason="")
    Account.objects.filter(user_id=user, kind="player").update(state="frozen")
    with pytest.raises(AccountFrozen) as refusal:
        commands.buy_in(key="k", user_id=user, table_id=4, amount=5)
    assert refusal.value.facts == {"account": "player"}
    assert commands.leave(key="l", user_id=user, table_id=4) == 50


def test_closed_wallet_neither_receives_nor_gives(player: Player) -> None:
    user = player(5)
    commands.buy_in(key="out", user_id=user, table_id=4, amount=5)
    Account.objects.filter(user_id=user, kind="player").update(state="closed")
    with pytest.raises(AccountClosed):
        commands.grant(key="k", actor="a", user_id=user, amount=5, reason="")
    with pytest.raises(AccountClosed):
        commands.leave(key="l", user_id=user, table_id=4)


def test_refusal_inside_a_callers_transaction_spoils_nothing_else(
    player: Player, seated: Player
) -> None:
    user, other = player(100), seated(4, 100)
    with transaction.atomic():
        commands.buy_in(key="k", user_id=user, table_id=4, amount=60)
        with pytest.raises(InsufficientChips):
            commands.buy_in(key="k2", user_id=user, table_id=4, amount=60)
        with pytest.raises(InsufficientChips):
            commands.settle_hand(key="s", table_id=4, hand_id="h", deltas={user: -61, other: 61})
        commands.buy_in(key="k3", user_id=user, table_id=4, amount=10)
    assert queries.stack(user, 4) == 70


def test_a_post_is_one_statement(
    seated: Player, django_assert_num_queries: Callable[..., Any]
) -> None:
    one, two = seated(4, 50), seated(4, 50)
    with django_assert_num_queries(1):
        commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={one: 5, two: -5})
