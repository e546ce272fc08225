"""Players with chips, laws that refuse, and threads that start at the same moment."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import TypeVar

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction

from tests.wallet.kept import back_to, hashes
from wallet import commands

T = TypeVar("T")


@pytest.fixture
def player(db: None) -> Callable[..., int]:
    """Make a user with so many chips in the wallet, and return its id."""
    names = count(1)

    def make(chips: int = 0) -> int:
        user = get_user_model().objects.create(username=f"player-{next(names)}")
        if chips:
            commands.grant(
                key=f"welcome:{user.pk}",
                actor="tests",
                user_id=user.pk,
                amount=chips,
                reason="welcome",
            )
        return int(user.pk)

    return make


@pytest.fixture
def seated(player: Callable[..., int]) -> Callable[..., int]:
    """Make a player with so many chips in escrow at a table, and return its id."""

    def make(table_id: int, chips: int) -> int:
        user_id = player(chips)
        commands.buy_in(key="first", user_id=user_id, table_id=table_id, amount=chips)
        return user_id

    return make


@pytest.fixture
def move(seated: Callable[..., int]) -> Callable[[str], None]:
    """Play a hand of this name at table 4."""
    one, two = seated(4, 100), seated(4, 100)

    def settled(hand: str) -> None:
        deltas = {one: 3, two: -3}
        commands.settle_hand(key=hand, table_id=4, hand_id=hand, deltas=deltas)

    return settled


@pytest.fixture
def kept(move: Callable[[str], None]) -> dict[int, str]:
    """Three seals that somebody kept; the house came back with the first alone."""
    for hand in "abc":
        move(hand)
        commands.seal()
    found = hashes()
    back_to(1)
    return found


@pytest.fixture
def refused_by() -> Callable[[str], AbstractContextManager[None]]:
    """Expect that the database refuses what is done, in the name of one law."""

    @contextmanager
    def expect(law: str) -> Iterator[None]:
        with pytest.raises(DatabaseError) as caught, transaction.atomic():
            yield
        cause = caught.value.__cause__
        assert law == cause.diag.constraint_name  # type: ignore[union-attr] # psycopg's own error

    return expect
