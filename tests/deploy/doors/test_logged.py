"""What requests that make no sense leave in the log: a short line, which wakes nobody."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog
from django.test import Client

from deploy.logs import FAULT_CHARACTERS

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines that are written from now on, as the log has them."""
    ours = next(
        one
        for one in logging.getLogger().handlers
        if isinstance(one, logging.StreamHandler)
        and isinstance(one.formatter, structlog.stdlib.ProcessorFormatter)
    )
    written = io.StringIO()
    before = ours.setStream(written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    ours.setStream(before)


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "x" * 9000, "a b", ""], ids=["foreign", "long", "none", "empty"]
)
@pytest.mark.parametrize(
    ("path", "kind"), [("/api/v1/tournaments", "application/problem+json"), ("/", "text/html")]
)
def test_a_foreign_host_is_one_short_warning(
    path: str, kind: str, host: str, client: Client, lines: Lines
) -> None:
    answer = client.get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith(kind)
    (said,) = lines()
    assert (said["level"], said["status_code"]) == ("warning", 400)
    assert said["event"].startswith("Invalid HTTP_HOST header")
    assert len(said["event"]) <= FAULT_CHARACTERS
    assert not said.keys() & {"exception", "request"}
    assert said["request_id"] == answer["X-Request-ID"]


def test_a_body_that_is_no_form_is_one_short_warning(client: Client, lines: Lines) -> None:
    answer = client.post("/sign-in/", "nothing", content_type="multipart/form-data; boundary=\xff")
    assert answer.status_code == 400
    (said,) = lines()
    assert said["level"] == "warning"
    assert "exception" not in said


def test_a_mistake_of_ours_is_told_with_its_traceback(lines: Lines) -> None:
    mistake = ZeroDivisionError("ours")
    told = {"status_code": 500, "request": None}
    logging.getLogger("django.request").error("Broken: %s", "/", exc_info=mistake, extra=told)
    (said,) = lines()
    assert (said["level"], said["event"]) == ("error", "Broken: /")
    assert said["exception"][0]["exc_type"] == "ZeroDivisionError"


def test_who_asks_for_errors_alone_is_not_told_of_warnings(client: Client, lines: Lines) -> None:
    logger = logging.getLogger("django.security.DisallowedHost")
    logger.setLevel(logging.ERROR)
    try:
        assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    finally:
        logger.setLevel(logging.NOTSET)
    assert lines() == []
