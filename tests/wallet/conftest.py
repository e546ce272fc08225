"""Players with chips, laws that refuse, and threads that start at the same moment."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from threading import Barrier
from typing import TypeVar

import pytest
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connection, transaction

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
def refused_by() -> Callable[[str], AbstractContextManager[None]]:
    """Expect that the database refuses what is done, in the name of one law."""

    @contextmanager
    def expect(law: str) -> Iterator[None]:
        with pytest.raises(DatabaseError) as caught, transaction.atomic():
            yield
        cause = caught.value.__cause__
        assert law == cause.diag.constraint_name  # type: ignore[union-attr] # psycopg's own error

    return expect


@pytest.fixture
def together() -> Callable[[Sequence[Callable[[], T]]], list[T | Exception]]:
    """Run functions at once, each in a thread with a connection of its own.

    Return what each returned or raised, in order. At most 12 at a time (the pool has 16).
    """

    def run(works: Sequence[Callable[[], T]]) -> list[T | Exception]:
        threads = min(len(works), 12)
        start = Barrier(threads)

        def one(number: int) -> T | Exception:
            if number < threads:
                start.wait(10)
            try:
                return works[number]()
            except Exception as error:  # noqa: BLE001 - handed to the test, which looks at it
                return error
            finally:
                connection.close()

        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(one, range(len(works))))

    return run
