"""Chips made and unmade, and the house's own."""

from wallet.commands.posting import Leg, Order, Receipt, post
from wallet.commands.sense import checked
from wallet.models import AccountKind, TransferKind


def grant(*, key: str, actor: str, user_id: int, amount: int, reason: str) -> Receipt:
    """Issue new chips to a player: issuer → player. IssueLimit when too many would exist."""
    legs = [
        Leg(AccountKind.PLAYER, checked(amount), user_id),
        Leg(AccountKind.ISSUER, -amount),
    ]
    return post(Order(kind=TransferKind.GRANT, key=key, actor=actor, legs=legs, reason=reason))


def burn(*, key: str, actor: str, user_id: int, amount: int, reason: str) -> Receipt:
    """Take a player's chips out of existence: player → issuer. InsufficientChips if too few."""
    legs = [
        Leg(AccountKind.ISSUER, checked(amount)),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    return post(Order(kind=TransferKind.BURN, key=key, actor=actor, legs=legs, reason=reason))


def fund_house(*, key: str, actor: str, amount: int, reason: str) -> Receipt:
    """Issue new chips to the house: issuer → house. IssueLimit when too many would exist."""
    legs = [Leg(AccountKind.HOUSE, checked(amount)), Leg(AccountKind.ISSUER, -amount)]
    return post(Order(kind=TransferKind.FUND, key=key, actor=actor, legs=legs, reason=reason))


def stake_bot(*, key: str, user_id: int, amount: int) -> Receipt:
    """Give a bot chips of the house to play with: house → the bot's wallet.

    InsufficientChips when the house has not got them.
    """
    legs = [
        Leg(AccountKind.PLAYER, checked(amount), user_id),
        Leg(AccountKind.HOUSE, -amount),
    ]
    return post(Order(kind=TransferKind.STAKE, key=key, actor="house", legs=legs))


def unstake_bot(*, key: str, user_id: int, amount: int) -> Receipt:
    """Take a bot's chips back when it leaves a table: the bot's wallet → house."""
    legs = [
        Leg(AccountKind.HOUSE, checked(amount)),
        Leg(AccountKind.PLAYER, -amount, user_id),
    ]
    return post(Order(kind=TransferKind.UNSTAKE, key=key, actor="house", legs=legs))


def fund_promo(*, key: str, actor: str, amount: int, reason: str) -> Receipt:
    """Set chips of the house aside for promotions: house → promo."""
    legs = [Leg(AccountKind.PROMO, checked(amount)), Leg(AccountKind.HOUSE, -amount)]
    return post(
        Order(kind=TransferKind.PROMO_FUND, key=key, actor=actor, legs=legs, reason=reason)
    )


def promo_gift(*, key: str, actor: str, user_id: int, amount: int, reason: str) -> Receipt:
    """Give a player promotional chips: promo → player. InsufficientChips if promo has too few."""
    legs = [
        Leg(AccountKind.PLAYER, checked(amount), user_id),
        Leg(AccountKind.PROMO, -amount),
    ]
    return post(
        Order(kind=TransferKind.PROMO_GIFT, key=key, actor=actor, legs=legs, reason=reason)
    )
