"""The OpenAPI document is made without a warning, and the reference page needs no outside host."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from jsonschema import Draft202012Validator, FormatChecker

from deploy.accounts.models import User
from deploy.api.catalogue import KINDS
from deploy.api.examples import EXAMPLES
from deploy.api.schema import PROBLEM, document, written
from tables import commands
from tournaments import queries

pytestmark = pytest.mark.django_db


@pytest.mark.slow  # before each fast run the gate "API schema" asks the same
def test_the_document_is_made_without_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", "--fail-on-warn", "--validate")
    assert "openapi: 3.1" in capsys.readouterr().out


def test_every_operation_says_that_errors_are_problems(client: Client) -> None:
    made = json.loads(client.get("/api/v1/schema").content)
    operations = [o for path in made["paths"].values() for o in path.values()]
    assert len(operations) >= 6
    for operation in operations:
        for status in ("4XX", "5XX"):
            content = operation["responses"][status]["content"]
            assert list(content) == ["application/problem+json"]
    assert set(made["components"]["securitySchemes"]) == {"token", "session"}


def test_the_document_is_made_once_for_each_language(client: Client) -> None:
    document.cache_clear()
    written.cache_clear()
    said = {lang: client.get(f"/api/v1/schema?lang={lang}").content for lang in ("en", "de", "en")}
    assert said["en"] != said["de"]
    assert document.cache_info()[:2] == (0, 2), "hits and misses"
    assert written.cache_info()[:2] == (1, 2), "hits and misses"


def test_every_operation_has_a_line_and_stands_in_a_known_group(client: Client) -> None:
    made = json.loads(client.get("/api/v1/schema").content)
    known = {tag["name"] for tag in made["tags"]}
    for address, path in made["paths"].items():
        for operation in path.values():
            assert operation["summary"], address
            assert set(operation["tags"]) <= known, address


def test_the_reference_page_knows_who_reads_it(
    client: Client, make_user: Callable[..., User]
) -> None:
    assert "Sign in" in client.get("/api/v1/docs").content.decode()
    client.force_login(make_user("ana"))
    page = client.get("/api/v1/docs").content.decode()
    assert "Sign out" in page
    assert "Sign in" not in page


def test_the_reference_page_tells_its_groups_before_a_script_runs(client: Client) -> None:
    made = document(None, "en")
    page = client.get("/api/v1/docs").content.decode()
    for tag in made["tags"]:
        assert f"<strong>{tag['name']}</strong>" in page
    count = sum(len(path) for path in made["paths"].values())
    assert f"The whole API has {count} operations" in page
    assert {"/api/v1/schema", "/api/v1/asyncapi"} <= set(re.findall(r'href="([^"]*)"', page))


def test_the_key_is_required_where_a_request_is_done_once(client: Client) -> None:
    made = json.loads(client.get("/api/v1/schema").content)
    parameters = made["paths"]["/api/v1/accounts"]["post"]["parameters"]
    assert [(p["name"], p["required"]) for p in parameters] == [("Idempotency-Key", True)]


def test_the_reference_page_keeps_to_the_policy(client: Client) -> None:
    """No script or style inside the page, none from elsewhere."""
    page = client.get("/api/v1/docs").content.decode()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert "<style" not in page
    assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []
    script = client.get("/api/v1/docs?script=")
    assert script["Content-Type"].startswith("application/javascript")


def operations(client: Client) -> dict[str, dict[str, Any]]:
    """Every operation of the document, by its id, with its address and method."""
    document = json.loads(client.get("/api/v1/schema").content)
    return {
        operation["operationId"]: operation | {"address": address, "method": method}
        for address, path in document["paths"].items()
        for method, operation in path.items()
    }


def codes_of(operation: dict[str, Any]) -> dict[str, str]:
    """Each problem code that an operation names, and its status."""
    return {
        code: status
        for status, response in operation["responses"].items()
        for code in response.get("x-problem-codes", ())
    }


def test_every_body_has_an_example_that_its_schema_takes(client: Client) -> None:
    document = json.loads(client.get("/api/v1/schema").content)
    asked = {
        name: operation["requestBody"]["content"]["application/json"]
        for name, operation in operations(client).items()
        if "requestBody" in operation
    }
    assert set(EXAMPLES) == set(asked)
    for name, content in asked.items():
        schema = {**content["schema"], "components": document["components"]}
        assert content["example"] == EXAMPLES[name]
        Draft202012Validator(schema, format_checker=FormatChecker()).validate(content["example"])


@pytest.mark.parametrize("name", ["draft_tournament", "plan_tournament"])
def test_the_example_of_a_structure_can_be_played(name: str) -> None:
    assert queries.plan_for(EXAMPLES[name]["structure"], 8, tables=4)["stages"]


def test_a_table_can_be_opened_by_the_example(make_user: Callable[..., User]) -> None:
    opened = commands.open_table(user=make_user("ana"), key="k", settings=EXAMPLES["open_table"])
    assert opened["id"]


def test_every_success_says_what_it_is(client: Client) -> None:
    for name, operation in operations(client).items():
        for status, response in operation["responses"].items():
            assert len(response["description"]) > 8, (name, status)
            assert response["description"] != "No response body", (name, status)


def test_what_deletes_and_answers_is_not_said_to_be_silent(client: Client) -> None:
    deleting = {
        name: [status for status in operation["responses"] if status.startswith("2")]
        for name, operation in operations(client).items()
        if operation["method"] == "delete"
    }
    assert deleting.pop("revoke_token") == ["204"]
    assert all(statuses == ["200"] for statuses in deleting.values()), deleting


def test_every_operation_names_the_problems_that_it_may_answer(client: Client) -> None:
    every = operations(client)
    codes = {name: codes_of(operation) for name, operation in every.items()}
    validator = Draft202012Validator(PROBLEM)
    for name, told in codes.items():
        assert set(told) <= set(KINDS), name
        assert {"internal-error", "unavailable"} <= set(told), name
        for code, status in told.items():
            content = every[name]["responses"][status]["content"]["application/problem+json"]
            validator.validate(content["example"])
            assert content["example"]["status"] == int(status), (name, code)
        address, body = every[name]["address"], "requestBody" in every[name]
        assert ("malformed-request" in told) is body, name
        if "{tournament_id}" in address:
            assert told["no-such-tournament"] == "404", name
        if any(
            one["name"] == "Idempotency-Key" and one["required"]
            for one in every[name].get("parameters", ())
        ):
            assert {"key-missing", "bad-key"} <= set(told), name


@pytest.mark.parametrize(
    ("operation", "some", "not_some"),
    [
        ("act", "stale not-seated no-hand not-your-turn not-in-hand", "payments-off illegal-move"),
        ("sit", "buy-in-range insufficient-chips self-excluded table-full", "stale note-missing"),
        ("register", "wrong-password conditions-not-met rule-refused", "no-such-table"),
        ("correct_result", "already-paid-out nothing-changes note-missing", "wrong-password"),
        ("table_state", "no-such-table not-watchable", "insufficient-chips unbalanced"),
        ("list_hands", "bad-cursor", "key-missing"),
        ("server_time", "", "not-authenticated"),
    ],
)
def test_the_problems_are_those_of_the_code_that_answers(
    client: Client, operation: str, some: str, not_some: str
) -> None:
    told = set(codes_of(operations(client)[operation]))
    assert set(some.split()) <= told
    assert not set(not_some.split()) & told
