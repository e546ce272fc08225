"""Requests made up from our own OpenAPI document: no 500, and a refused one changes nothing.

The fast run takes a few of each operation, `deploy/test -m slow` many, as three kinds of people.
"""

import json
import uuid
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from knox.models import AuthToken
from schemathesis import Case
from schemathesis.core.result import Ok

from deploy.accounts.models import User
from tests.house import a_player, a_table, sit
from tests.tables.felt import deal, digest

AnyCase = Case[Any]

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("player", "staff", "anonymous")
# An answer that waits for news is asked not to wait.
WAITS = "wait"


@pytest.fixture(autouse=True)
def a_house_with_a_hand(settings: Any) -> int:  # noqa: ANN401 - pytest-django's
    """A table with a hand in play, its numbers the lowest, so that made-up ones may hit it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (10**6, 0.001))
    people = [a_player(name) for name in ("ana", "bia", "caio")]
    table_id = a_table(people[0], window_ms=30_000, action_ms=300_000, pause_ms=200)
    for one in people:
        sit(one, table_id)
    deal(table_id)
    return table_id


def headers_of(role: str) -> dict[str, str]:
    """Return the headers of somebody in that role; a token of its own for each request."""
    if role == "anonymous":
        return {}
    user, _new = User.objects.get_or_create(username="ana" if role == "player" else "boss")
    if role == "staff" and not user.is_staff:
        user.is_staff = user.is_superuser = True
        user.save()
    _token, text = AuthToken.objects.create(user)
    return {"Authorization": f"Token {text}"}


def fuzz(role: str, examples: int, table_id: int) -> None:
    """Send so many requests to each operation of the document as that role."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema", get_wsgi_application())
    seen = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        seen += 1
        _try(operation.as_strategy(), _asked_as(role, table_id), examples)
    assert seen > 50, "the document lists every operation"


def _try(strategy: Any, ask: Callable[[AnyCase], None], examples: int) -> None:  # noqa: ANN401 - Hypothesis' own
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def each(case: AnyCase) -> None:
        ask(case)

    each()


def _asked_as(role: str, table_id: int) -> Callable[[AnyCase], None]:
    def ask(case: AnyCase) -> None:
        if WAITS in case.query:
            case.query[WAITS] = 0
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table_id
        key, plain = uuid.uuid4().hex, "identity"  # nobody unpacks gzip in here
        headers = headers_of(role) | {"Idempotency-Key": key, "Accept-Encoding": plain}
        before = digest()
        answer = case.call(headers=headers)
        told = f"{case.method} {case.formatted_path}: {answer.status_code} {answer.text[:400]}"
        assert answer.status_code < 500, told
        if answer.status_code >= 400:
            assert json.loads(answer.text)["code"], told
            after = digest()
            changed = [name for name, total in after.items() if before[name] != total]
            assert changed == [], told

    return ask


def test_a_few_made_up_requests_to_each_operation(a_house_with_a_hand: int) -> None:
    fuzz("player", 1, a_house_with_a_hand)


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_many_made_up_requests_to_each_operation(a_house_with_a_hand: int, role: str) -> None:
    fuzz(role, 25, a_house_with_a_hand)
