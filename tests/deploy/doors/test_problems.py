"""Errors under /api are RFC 9457 problem objects, whoever raised them."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import connection
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.test import Client
from django.urls import path
from psycopg_pool import ConnectionPool
from pytest_django import Settings
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

import deploy.urls
from deploy.accounts.models import User
from deploy.api.catalogue import KINDS
from deploy.api.problems import field_errors
from tests.deploy.doors.conftest import PASSWORD
from wallet.errors import Refusal

pytestmark = pytest.mark.django_db
MEMBERS = {"type", "title", "status", "detail", "instance", "code"}


class BrokenView(APIView):
    """A view with a bug."""

    permission_classes = [AllowAny]

    def get(self, request: Request) -> Response:
        """Raise what nobody foresaw."""
        raise RuntimeError("a secret in the message")

    def post(self, request: Request) -> Response:
        """Read the body."""
        return Response(request.data)


urlpatterns = [path("api/v1/broken", BrokenView.as_view()), *deploy.urls.urlpatterns]
handler404, handler500 = deploy.urls.handler404, deploy.urls.handler500


@pytest.fixture
def broken(settings: Settings) -> Client:
    """Return a client of the house with one broken view."""
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def server_gone() -> None:
    """What happens when PostgreSQL ends the connection in use, as at its restart."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    finally:
        other.close()


def never_there() -> None:
    """What happens when nobody listens where PostgreSQL should."""
    other = connection.copy()
    other.settings_dict = {**other.settings_dict, "PORT": "1", "OPTIONS": {}}
    other.ensure_connection()


def pool_empty() -> None:
    """What happens when every connection is in use for too long."""
    with ConnectionPool("host=127.0.0.1 port=1", min_size=0, max_size=1, open=False) as pool:
        pool.getconn(timeout=0.05)


def problem(answer: HttpResponseBase, status: int, code: str) -> dict[str, object]:
    """Check the answer's form and return the problem object."""
    assert isinstance(answer, HttpResponse)
    body: dict[str, object] = json.loads(answer.content)
    assert answer["Content-Type"] == "application/problem+json"
    assert set(body) >= MEMBERS
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert body["type"] == f"/problems/{code}"
    assert body["title"]
    assert body["detail"]
    return body


def test_an_unknown_address(api: APIClient) -> None:
    body = problem(api.get("/api/v1/nothing"), 404, "not-found")
    assert body["instance"] == "/api/v1/nothing"
    problem(api.post("/api/v2/", {}), 404, "not-found")
    problem(api.get("/api/"), 404, "not-found")


def test_nobody_in_particular(api: APIClient) -> None:
    answer = api.get("/api/v1/me")
    problem(answer, 401, "not-authenticated")
    assert answer["WWW-Authenticate"] == "Token"


def test_a_method_that_the_address_has_not(api: APIClient) -> None:
    answer = api.put("/api/v1/accounts", {})
    problem(answer, 405, "method-not-allowed")
    assert "POST" in answer["Allow"]


def test_a_page_without_its_csrf_token(api: APIClient, make_user: Callable[..., User]) -> None:
    """Threat 48: a cookie alone changes nothing."""
    assert api.login(username=make_user("ana").username, password=PASSWORD)
    problem(api.post("/api/v1/ws-tickets"), 403, "csrf-failed")
    assert api.get("/api/v1/me").status_code == 200


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        ("{", "application/json", 400, "malformed-request"),
        ('{"username": NaN}', "application/json", 400, "malformed-request"),
        ("\xff", "application/json", 400, "malformed-request"),
        ("9" * 5000, "application/json", 400, "malformed-request"),
        ("[" * 60_000, "application/json", 400, "malformed-request"),
        ("a=b", "application/x-www-form-urlencoded", 415, "unsupported-media-type"),
        ("x" * 70_000, "application/json", 413, "too-large"),
        ("[]", "application/json", 400, "invalid-request"),
        ("null", "application/json", 400, "invalid-request"),
        ('"text"', "application/json", 400, "invalid-request"),
    ],
)
def test_bodies_that_nobody_can_use(
    api: APIClient, body: str, kind: str, status: int, code: str
) -> None:
    raw: Any = body.encode("latin-1")  # bytes are taken too
    answer = api.generic("POST", "/api/v1/tokens", raw, kind)
    problem(answer, status, code)


def test_errors_name_their_fields(api: APIClient) -> None:
    body = problem(api.post("/api/v1/tokens", {"username": "ana"}), 400, "invalid-request")
    assert body["errors"] == [
        {"field": "password", "code": "required", "detail": "This field is required."}
    ]


def test_unknown_fields_are_refused_by_name(api: APIClient) -> None:
    """Threat 32: nobody sends a role along."""
    sent = {"username": "ana", "password": PASSWORD, "is_staff": True, "roles": ["staff"]}
    answer = api.post("/api/v1/accounts", sent, headers={"Idempotency-Key": "k"})
    errors = problem(answer, 400, "invalid-request")["errors"]
    assert isinstance(errors, list)
    assert {(row["field"], row["code"]) for row in errors} == {
        ("is_staff", "unknown-field"),
        ("roles", "unknown-field"),
    }
    assert User.objects.count() == 0


def test_facts_of_a_refusal_come_along(api: APIClient) -> None:
    sent = {"username": "ana", "password": "password"}
    answer = api.post("/api/v1/accounts", sent, headers={"Idempotency-Key": "k"})
    body = problem(answer, 422, "password-weak")
    assert body["reasons"] == ["This password is too common."]


def test_a_crash_is_a_problem_and_tells_nothing(broken: Client) -> None:
    answer = broken.get("/api/v1/broken")
    problem(answer, 500, "internal-error")
    assert b"secret" not in answer.content


@pytest.mark.parametrize("gone", [server_gone, never_there, pool_empty])
@pytest.mark.parametrize(
    ("place", "method"), [(BrokenView, "get"), (CommonMiddleware, "process_request")]
)
def test_while_the_database_is_gone_one_is_told_to_come_back(
    broken: Client,
    monkeypatch: pytest.MonkeyPatch,
    gone: Callable[[], None],
    place: type,
    method: str,
) -> None:
    """In a view, and before any view is reached."""
    monkeypatch.setattr(place, method, lambda *_args: gone())
    answer = broken.get("/api/v1/broken")
    problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == "2"


def test_a_crash_of_a_page_is_a_page(broken: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is drawn without a request, so it asks the database nothing."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("a secret in the message")

    monkeypatch.setattr("deploy.pages.views.render", fail)
    answer = broken.get("/")
    assert answer.status_code == 500
    assert answer["Content-Type"].startswith("text/html")
    assert b"The house made a mistake" in answer.content
    assert b"secret" not in answer.content


@pytest.mark.parametrize("gone", [server_gone, never_there, pool_empty])
@pytest.mark.parametrize(
    "place", ["deploy.pages.views.render", "django.middleware.common.CommonMiddleware"]
)
def test_a_page_while_the_database_is_gone_says_so_and_asks_it_nothing(
    broken: Client, monkeypatch: pytest.MonkeyPatch, gone: Callable[[], None], place: str
) -> None:
    where = place if place.endswith("render") else f"{place}.process_request"
    monkeypatch.setattr(where, lambda *_args, **_more: gone())
    answer = broken.get("/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer["Content-Type"].startswith("text/html")
    assert b"The house is catching its breath" in answer.content
    assert b"made a mistake" not in answer.content


def test_a_page_while_the_database_is_gone_is_in_the_readers_language(
    broken: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the way to the view ends before the language is looked at."""
    monkeypatch.setattr(SessionMiddleware, "process_request", lambda *_args: never_there())
    pages = {
        language: broken.get("/", headers={"Accept-Language": language}).content.decode()
        for language in ("en", "pt-BR", "fr", "de")
    }
    titles = {re.findall(r"<h1>(.*?)</h1>", page)[0] for page in pages.values()}
    assert len(titles) == 4


@pytest.mark.parametrize("gone", [server_gone, never_there, pool_empty])
@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("/metrics", "deploy.health.exposition"),
        ("/metrics", "django.middleware.common.CommonMiddleware.process_request"),
        ("/readyz", "django.middleware.common.CommonMiddleware.process_request"),
    ],
)
def test_programs_are_told_in_plain_text_that_the_database_is_gone(
    broken: Client,
    monkeypatch: pytest.MonkeyPatch,
    gone: Callable[[], None],
    path: str,
    where: str,
) -> None:
    monkeypatch.setattr(where, lambda *_args: gone())
    answer = broken.get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer["Content-Type"].startswith("text/plain")
    assert answer["Cache-Control"] == "no-store"
    assert answer.content == b"service unavailable\n"


def test_a_crash_of_what_programs_read_is_plain_text(
    broken: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.health.exposition", lambda: 1 // 0)
    answer = broken.get("/metrics")
    assert (answer.status_code, answer.content) == (500, b"internal server error\n")
    assert answer["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("gone", [server_gone, never_there, pool_empty])
def test_not_ready_is_json_while_the_database_is_gone(
    broken: Client, monkeypatch: pytest.MonkeyPatch, gone: Callable[[], None]
) -> None:
    """Also when no connection comes from the pool in time."""
    monkeypatch.setattr("deploy.health.queries.silence", gone)
    answer = broken.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "database": False})


def test_problems_speak_the_readers_language(api: APIClient) -> None:
    """The code never changes; the sentences do."""
    titles = {
        language: problem(
            api.get("/api/v1/x", headers={"Accept-Language": language}), 404, "not-found"
        )["title"]
        for language in ("en", "pt-BR", "fr", "de")
    }
    assert len(set(titles.values())) == 4


def descendants(parent: type[Refusal]) -> Iterator[type[Refusal]]:
    for child in parent.__subclasses__():
        yield child
        yield from descendants(child)


def test_every_refusal_of_the_house_has_its_page(client: Client) -> None:
    codes = {kind.code for kind in descendants(Refusal) if not kind.__module__.startswith("test")}
    assert codes - set(KINDS) == set(), "add them to deploy/api/catalogue.py"


def test_the_type_of_a_problem_is_a_page(client: Client) -> None:
    for code in KINDS:
        answer = client.get(f"/problems/{code}")
        assert answer.status_code == 200
        assert code in answer.content.decode()
        assert "`" not in answer.content.decode()


def test_nested_errors_name_their_place() -> None:
    leaf = {"message": "no", "code": "not_a_thing"}
    details = {"seats": [{}, {"stack": [leaf]}], "non_field_errors": [leaf]}
    assert list(field_errors(details)) == [
        {"field": "seats.1.stack", "code": "not-a-thing", "detail": "no"},
        {"field": "", "code": "not-a-thing", "detail": "no"},
    ]


def test_a_problem_is_json_where_csv_was_asked_for() -> None:
    client = APIClient()
    answer = client.get("/api/v1/ledger/accounts/4409/lines", HTTP_ACCEPT="text/csv")
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not-authenticated"


@pytest.mark.parametrize("path", ["mutes/a%00b", "tables?mine=%00", "hands?player=a%00"])
def test_no_nul_reaches_the_database(path: str) -> None:
    client = APIClient(raise_request_exception=False)
    client.force_authenticate(User.objects.create(username="ana"))
    for answer in (client.get(f"/api/v1/{path}"), client.put(f"/api/v1/{path}")):
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-request"
