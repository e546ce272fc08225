"""Old answers are forgotten, none before its time, and refusals have a measure."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from pytest_django import Settings

from wallet.errors import BadName, KeyReused, TooManyRequests
from wallet.idempotency import forget, once
from wallet.jobs import forget_keys
from wallet.models import Allowance, RequestKey

pytestmark = pytest.mark.django_db


def refuse() -> dict[str, Any]:
    """Work that says no."""
    raise BadName


def keep(key: str, age: timedelta, *, refused: bool) -> None:
    """Store an answer of that age."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_request_key (actor, key, fingerprint, refused, answer, created_at)"
            " VALUES ('a', %s, '', %s, '{}', clock_timestamp() - make_interval(secs => %s))",
            [key, refused, age.total_seconds()],
        )


@pytest.mark.parametrize(("refused", "days"), [(True, 7), (False, 180)])
def test_an_answer_is_forgotten_when_its_time_is_over_and_not_before(
    *, refused: bool, days: int
) -> None:
    keep("late", timedelta(days=days, minutes=1), refused=refused)
    keep("young", timedelta(days=days, minutes=-1), refused=refused)
    assert forget_keys() == 1
    assert [row.key for row in RequestKey.objects.all()] == ["young"]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        RequestKey.objects.all().delete()
    assert forget_keys() == 0


def test_it_forgets_in_pieces() -> None:
    for number in range(5):
        keep(str(number), timedelta(days=8 + 200 * (number % 2)), refused=True)
    assert [forget(most=2) for _ in range(4)] == [2, 2, 1, 0]


@pytest.mark.parametrize("refused", [True, False])
def test_old_answers_are_found_by_an_index(*, refused: bool) -> None:
    """On a table of millions a walk through all of it would hold up whoever waits."""
    which = "refused AND" if refused else ""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            f"EXPLAIN SELECT actor FROM ledger_request_key WHERE {which}"
            " created_at < now() - interval '168 hours'"
        )
        plan = "\n".join(line for (line,) in cursor.fetchall())
    wanted = "ledger_request_key_refused" if refused else "ledger_request_key_age"
    assert wanted in plan


def test_refusals_that_are_kept_have_a_measure(settings: Settings) -> None:
    """Whoever sends nonsense for ever adds a few rows, and is told when to come back."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "refused": (3, 60.0)}
    for number in range(3):
        with pytest.raises(BadName):
            once(actor="a", key=str(number), content=1, work=refuse)
    for number in range(3, 6):
        with pytest.raises(TooManyRequests) as told:
            once(actor="a", key=str(number), content=1, work=refuse)
        assert 0 < told.value.facts["retry_after"] <= 60
    assert RequestKey.objects.count() == 3
    with pytest.raises(BadName):
        once(actor="a", key="0", content=1, work=refuse)
    assert once(actor="a", key="3", content=1, work=lambda: {"n": 1}) == {"n": 1}
    with pytest.raises(BadName):
        once(actor="b", key="0", content=1, work=refuse)


def test_a_named_measure_counts_new_requests_and_no_repeats(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "seats": (2, 60.0)}

    def ask(key: str, work: Callable[[], dict[str, Any]] = dict) -> dict[str, Any]:
        return once(actor="a", key=key, content=1, work=work, rate="seats")

    for _ in range(4):
        assert ask("one") == {}
    with pytest.raises(BadName):
        ask("two", refuse)
    with pytest.raises(TooManyRequests):
        ask("three")
    assert ask("one") == {}
    assert sorted(row.key for row in RequestKey.objects.all()) == ["one", "two"]


def test_a_refusal_that_is_not_worth_a_row_counts_and_leaves_none(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "talk": (3, 60.0)}

    def ask(key: str, content: int, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        how: dict[str, Any] = {"rate": "talk", "keeps_refusals": False}
        return once(actor="a", key=key, content=content, work=work, **how)

    with pytest.raises(BadName):
        ask("k", 1, refuse)
    assert not RequestKey.objects.exists()
    assert ask("k", 2, dict) == {}
    with pytest.raises(KeyReused):
        ask("k", 1, dict)
    with pytest.raises(TooManyRequests):
        ask("new", 1, refuse)
    assert RequestKey.objects.count() == 1
    assert Allowance.objects.get().bucket == "talk:a"
