"""The OpenAPI document is made without a warning, and the reference page needs no outside host."""

import json
import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client

from deploy.accounts.models import User
from deploy.api.schema import document

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
    said = {lang: client.get(f"/api/v1/schema?lang={lang}").content for lang in ("en", "de", "en")}
    assert said["en"] != said["de"]
    assert document.cache_info()[:2] == (1, 2), "hits and misses"


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
