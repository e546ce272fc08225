"""Payments between players: off unless the house allows them. And wallets that are shut."""

from collections.abc import Callable

import pytest
from pytest_django import Settings

from wallet import commands, queries
from wallet.errors import (
    AccountClosed,
    AccountFrozen,
    AccountNotEmpty,
    BadAmount,
    InsufficientChips,
    KeyReused,
    NoSuchAccount,
    PaymentsOff,
    SamePlayer,
)
from wallet.models import AccountState

pytestmark = pytest.mark.django_db(transaction=True)

Player = Callable[..., int]


def test_payments_are_off(player: Player) -> None:
    with pytest.raises(PaymentsOff):
        commands.pay(key="k", user_id=player(5), to_user_id=player(), amount=5)


@pytest.fixture
def allowed(settings: Settings) -> None:
    """A house that lets players pay each other."""
    settings.PLAYER_PAYMENTS = True


@pytest.mark.usefixtures("allowed")
def test_payment_happens_once(player: Player) -> None:
    one, two = player(50), player()
    first = commands.pay(key="k", user_id=one, to_user_id=two, amount=20, note="lunch")
    assert first == commands.pay(key="k", user_id=one, to_user_id=two, amount=20, note="lunch")
    assert (queries.balance(one), queries.balance(two)) == (30, 20)
    with pytest.raises(KeyReused):
        commands.pay(key="k", user_id=one, to_user_id=two, amount=21, note="lunch")


@pytest.mark.usefixtures("allowed")
def test_payment_that_is_none(player: Player) -> None:
    one, two = player(50), player()
    with pytest.raises(SamePlayer):
        commands.pay(key="a", user_id=one, to_user_id=one, amount=20)
    with pytest.raises(NoSuchAccount):
        commands.pay(key="b", user_id=one, to_user_id=10**9, amount=20)
    for number, amount in enumerate([0, -5, 2**53, 2**63, 1e3, True, "5", None]):
        with pytest.raises(BadAmount):
            commands.pay(key=f"c{number}", user_id=one, to_user_id=two, amount=amount)  # type: ignore[arg-type]  # that is the point
    for _ in range(2):
        with pytest.raises(InsufficientChips):
            commands.pay(key="d", user_id=one, to_user_id=two, amount=51)
        commands.grant(key="more", actor="a", user_id=one, amount=5, reason="")
    assert (queries.balance(one), queries.balance(two)) == (55, 0)


@pytest.mark.usefixtures("allowed")
def test_frozen_wallet_explains_itself(player: Player) -> None:
    one, two = player(50), player(50)
    commands.set_player_state(user_id=one, state=AccountState.FROZEN)
    with pytest.raises(AccountFrozen) as refusal:
        commands.pay(key="a", user_id=one, to_user_id=two, amount=1)
    assert "frozen" in refusal.value.detail
    commands.pay(key="b", user_id=two, to_user_id=one, amount=1)
    commands.set_player_state(user_id=one, state=AccountState.OPEN)
    commands.pay(key="c", user_id=one, to_user_id=two, amount=1)


def test_wallet_is_closed_empty_and_for_ever(player: Player) -> None:
    full, empty, never = player(5), player(), player()
    with pytest.raises(AccountNotEmpty):
        commands.set_player_state(user_id=full, state=AccountState.CLOSED)
    for user in (empty, never):
        commands.set_player_state(user_id=user, state=AccountState.CLOSED)
        commands.set_player_state(user_id=user, state=AccountState.CLOSED)
        with pytest.raises(AccountClosed):
            commands.set_player_state(user_id=user, state=AccountState.OPEN)
        with pytest.raises(AccountClosed) as refusal:
            commands.grant(key="g", actor="a", user_id=user, amount=1, reason="")
        assert "closed" in refusal.value.detail
    with pytest.raises(NoSuchAccount):
        commands.set_player_state(user_id=10**9, state=AccountState.FROZEN)


def test_promotional_chips_come_from_the_house(player: Player) -> None:
    user = player()
    commands.fund_house(key="f", actor="a", amount=100, reason="first chips")
    commands.fund_promo(key="p", actor="a", amount=60, reason="spring")
    commands.promo_gift(key="g", actor="a", user_id=user, amount=25, reason="spring")
    with pytest.raises(InsufficientChips):
        commands.promo_gift(key="h", actor="a", user_id=user, amount=36, reason="spring")
    assert queries.balance(user) == 25
    assert queries.audit().ok
