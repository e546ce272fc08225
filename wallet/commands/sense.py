"""What an argument must be before anything is asked of the database.

Doors check what people send; this is for whoever calls a command. What makes no sense is a refusal
with a code, as everything else that cannot be done, and never an error of the database.
"""

from collections.abc import Collection, Mapping

from wallet.errors import AMOUNT_MAX, BadAmount, BadName, BadText, NoSuchAccount

ID_MAX = 2**63 - 1
NAME_MAX = 100
TEXT_MAX = 200


def checked(amount: int) -> int:
    """Return a valid amount as it is. True is an int in Python; it is no amount."""
    if type(amount) is not int or not 1 <= amount <= AMOUNT_MAX:
        raise BadAmount
    return amount


def moved(amount: int) -> int:
    """Return what was won (or, if negative, lost); 0 is nothing. BadAmount."""
    if type(amount) is int and amount == 0:
        return 0
    checked(abs(amount) if type(amount) is int else amount)
    return amount


def is_id(value: object) -> bool:
    """Whether it could be the number of a player, a table, a tournament or a transfer."""
    return type(value) is int and 1 <= value <= ID_MAX


def identity(value: int) -> int:
    """Return the number of a player, a table or a tournament; NoSuchAccount if it is none."""
    if not is_id(value):
        raise NoSuchAccount(facts={"users": []})
    return value


def players(user_ids: Collection[int]) -> list[int]:
    """Return players in order; NoSuchAccount if there are none, or one of them is no player."""
    given: object = user_ids
    if not isinstance(given, Collection) or not given:
        raise NoSuchAccount(facts={"users": []})
    return sorted(identity(user_id) for user_id in user_ids)


def shares(chips: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return user id → chips as pairs in order. NoSuchAccount, and BadAmount if it is no mapping.

    The amounts are for the caller to check.
    """
    if not isinstance(chips, Mapping):
        raise BadAmount
    return [(user_id, chips[user_id]) for user_id in sorted(map(identity, chips))]


def name(value: str) -> str:
    """Return the name of a hand, a match, a unit or an actor; BadName if it is none."""
    if type(value) is not str or not 1 <= len(value) <= NAME_MAX or not value.isprintable():
        raise BadName
    return value


def text(value: str) -> str:
    """Return a reason or note, which may be empty; BadText if it is none."""
    if type(value) is not str or len(value) > TEXT_MAX or not value.isprintable():
        raise BadText
    return value
