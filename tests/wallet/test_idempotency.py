"""One key, one effect, one answer: for repeats, for twins at the same moment, for ever."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tests.together import together
from wallet import commands, queries
from wallet.errors import (
    BadKey,
    Busy,
    InsufficientChips,
    KeyMissing,
    KeyReused,
    Refusal,
)
from wallet.idempotency import once, outermost
from wallet.models import RequestKey

Player = Callable[..., int]


def buy(user: int, amount: int) -> Callable[[], dict[str, Any]]:
    """Work that buys in under a key of its own, and so is not idempotent by itself."""

    def work() -> dict[str, Any]:
        key = str(uuid.uuid4())
        receipt = commands.buy_in(key=key, user_id=user, table_id=4, amount=amount)
        return {"moved": receipt.amount, "balance": queries.balance(user)}

    return work


@pytest.mark.django_db
def test_repeat_gets_the_same_answer_and_does_nothing(player: Player) -> None:
    user = player(100)
    work = buy(user, 60)
    first = once(actor="a", key="k", content={"amount": 60}, work=work)
    assert first == {"moved": 60, "balance": 40}
    commands.grant(key="since", actor="a", user_id=user, amount=500, reason="")
    assert once(actor="a", key="k", content={"amount": 60}, work=work) == first
    assert queries.stack(user, 4) == 60
    assert queries.was_done(actor="a", key="k")
    assert not queries.was_done(actor="b", key="k")


@pytest.mark.django_db
def test_answer_is_stored_byte_for_byte(player: Player) -> None:
    answer = {"z": 1, "a": [1, 2], "é": None, "long-key": {"b": 2.5, "a": True}}
    given = [once(actor="a", key="k", content=None, work=lambda: answer) for _ in range(2)]
    assert [list(g) for g in given] == [list(answer)] * 2
    assert given == [answer] * 2


@pytest.mark.django_db
def test_refusal_is_an_answer_too(player: Player) -> None:
    """Also when the chips have come since: an answer never changes between repeats."""
    user = player(10)
    work = buy(user, 60)
    with pytest.raises(InsufficientChips) as first:
        once(actor="a", key="k", content=60, work=work)
    commands.grant(key="since", actor="a", user_id=user, amount=500, reason="")
    with pytest.raises(InsufficientChips) as again:
        once(actor="a", key="k", content=60, work=work)
    assert again.value == first.value
    assert again.value.facts == {"account": "player", "have": 10, "need": 60}
    assert queries.stack(user, 4) == 0
    once(actor="a", key="new", content=60, work=work)


@pytest.mark.django_db
def test_refusal_undoes_what_its_own_work_did(player: Player) -> None:
    user = player(100)

    def work() -> dict[str, Any]:
        buy(user, 60)()
        buy(user, 60)()
        return {}

    with pytest.raises(InsufficientChips):
        once(actor="a", key="k", content=None, work=work)
    assert (queries.balance(user), queries.stack(user, 4)) == (100, 0)
    assert RequestKey.objects.get().refused
    assert not queries.was_done(actor="a", key="k")


@pytest.mark.django_db
@pytest.mark.parametrize("content", [{"amount": 61}, {}, None, {"amount": "60"}, {"amount": 60.5}])
def test_other_content_under_the_same_key(player: Player, content: object) -> None:
    user = player(100)
    once(actor="a", key="k", content={"amount": 60}, work=buy(user, 60))
    with pytest.raises(KeyReused):
        once(actor="a", key="k", content=content, work=buy(user, 1))
    assert queries.stack(user, 4) == 60


@pytest.mark.django_db
def test_content_is_the_same_in_any_order() -> None:
    once(actor="a", key="k", content={"x": 1, "y": 2}, work=dict)
    assert once(actor="a", key="k", content={"y": 2, "x": 1}, work=lambda: {"no": 1}) == {}


@pytest.mark.django_db
def test_keys_of_two_actors_are_two_keys() -> None:
    assert once(actor="a", key="k", content=1, work=lambda: {"n": 1}) == {"n": 1}
    assert once(actor="b", key="k", content=2, work=lambda: {"n": 2}) == {"n": 2}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "refusal"),
    [
        ("", KeyMissing),
        ("k" * 101, BadKey),
        ("a\nb", BadKey),
        ("a\0b", BadKey),
        ("\x1b[31m", BadKey),
        ("a\u200bb", BadKey),
        ("\ud800", BadKey),
    ],
)
def test_key_that_is_none(key: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        once(actor="a", key=key, content=None, work=dict)
    assert not RequestKey.objects.exists()


@pytest.mark.django_db
def test_key_of_a_hundred_characters_is_fine() -> None:
    assert once(actor="a", key="é" * 100, content=None, work=dict) == {}


@pytest.mark.django_db(transaction=True)
def test_fault_leaves_no_key_and_no_chips_moved(player: Player) -> None:
    """A fault is no answer: the same request may come again, and then it is done."""
    user = player(100)

    def broken() -> dict[str, Any]:
        buy(user, 60)()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once(actor="a", key="k", content=1, work=broken)
    assert queries.balance(user) == 100
    assert not RequestKey.objects.exists()
    assert once(actor="a", key="k", content=1, work=buy(user, 60))["moved"] == 60


@pytest.mark.django_db(transaction=True)
def test_busy_is_no_answer() -> None:
    def busy() -> dict[str, Any]:
        raise Busy

    with pytest.raises(Busy):
        once(actor="a", key="k", content=1, work=busy)
    assert once(actor="a", key="k", content=1, work=lambda: {"n": 1}) == {"n": 1}


@pytest.mark.django_db(transaction=True)
def test_once_opens_the_outermost_transaction_itself() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        once(actor="a", key="k", content=1, work=dict)


@pytest.mark.django_db
def test_refusal_of_a_class_that_is_not_loaded_is_still_the_same() -> None:
    problem = {
        "code": "gone",
        "status": 418,
        "title": "Gone",
        "detail": "It went.",
        "facts": {"n": 1},
    }
    rebuilt = Refusal.from_problem(problem)
    assert rebuilt.problem() == problem
    assert rebuilt == Refusal("It went.", code="gone", status=418, title="Gone", facts={"n": 1})
    assert rebuilt != Refusal("It stays.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_twins_at_the_same_moment_have_one_effect(player: Player, attempt: int) -> None:
    user = player(1000)
    work = buy(user, 60)
    twins = [lambda: once(actor="a", key="k", content=60, work=work)] * 12
    assert together(twins) == [{"moved": 60, "balance": 940}] * 12
    assert (queries.balance(user), queries.stack(user, 4)) == (940, 60)
    assert queries.audit().ok


@pytest.mark.django_db(transaction=True)
def test_twins_that_differ_in_content_have_one_effect(player: Player) -> None:
    user = player(1000)

    def one(amount: int) -> Callable[[], dict[str, Any]]:
        return lambda: once(actor="a", key="k", content=amount, work=buy(user, amount))

    outcomes = together([one(amount) for amount in range(1, 13)])
    done = [o for o in outcomes if isinstance(o, dict)]
    assert len(done) == 1
    assert queries.stack(user, 4) == done[0]["moved"]
    assert all(isinstance(o, dict | KeyReused) for o in outcomes)


@pytest.mark.django_db(transaction=True)
def test_twin_waits_for_one_that_is_at_work_and_then_says_busy() -> None:
    claimed, go = threading.Event(), threading.Event()

    def slow() -> dict[str, Any]:
        claimed.set()
        go.wait(60)
        return {"n": 1}

    def background() -> None:
        try:
            once(actor="a", key="k", content=1, work=slow)
        finally:
            connection.close()

    thread = threading.Thread(target=background)
    thread.start()
    assert claimed.wait(60)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    try:
        with pytest.raises(Busy):
            once(actor="a", key="k", content=1, work=dict)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
        go.set()
    thread.join()
    assert once(actor="a", key="k", content=1, work=dict) == {"n": 1}


@pytest.mark.django_db(transaction=True)
def test_deadlock_is_settled_by_doing_the_work_again(player: Player) -> None:
    """Two that lock two keys crosswise: the database picks a victim, and both are done."""
    meeting = threading.Barrier(2)
    tries: list[str] = []

    def crosswise(first: str, second: str) -> str:
        def work() -> str:
            tries.append(first)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [first])
                if len(tries) <= 2:
                    meeting.wait(10)
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [second])
            return first

        return outermost(work)

    done = together([lambda: crosswise("x", "y"), lambda: crosswise("y", "x")])
    assert done == ["x", "y"]
    assert len(tries) == 3


@pytest.mark.django_db(transaction=True)
def test_serialization_failure_is_tried_again_and_then_busy() -> None:
    tries: list[int] = []

    def work(good_after: int) -> int:
        tries.append(1)
        if len(tries) <= good_after:
            with connection.cursor() as cursor:
                cursor.execute("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$")
        return len(tries)

    assert outermost(lambda: work(2)) == 3
    tries.clear()
    with pytest.raises(Busy):
        outermost(lambda: work(100))
    assert len(tries) == 4
