"""A person at the REST door."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponseBase
from django.test import Client
from rest_framework.test import APIClient

from deploy.accounts.models import User

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    text: str
    headers: Mapping[str, str] = field(compare=False, repr=False)

    @property
    def json(self) -> Json:
        """Return the body, which is a JSON object."""
        read: Json = json.loads(self.text)
        return read


class Person:
    """Somebody who is signed in; paths are below /api/v1/."""

    def __init__(self, user: User | None = None, token: str = "") -> None:
        """Sign in without a password, or with a token, or stay a visitor."""
        self.client = APIClient()
        if user is not None:
            self.client.force_authenticate(user)
        if token:
            self.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def get(self, path: str, accept: str = "*/*", **query: str | int) -> Answer:
        """Ask for something."""
        return _answer(self.client.get(f"/api/v1/{path}", query or None, HTTP_ACCEPT=accept))

    def post(self, path: str, body: object = None, key: str | None = None) -> Answer:
        """Send something; with a fresh key unless one is given ("" sends none)."""
        return _answer(self.client.post(f"/api/v1/{path}", body, headers=_key(key)))

    def delete(self, path: str, body: object = None, key: str | None = None) -> Answer:
        """Give something up."""
        return _answer(self.client.delete(f"/api/v1/{path}", body, headers=_key(key)))

    def send(self, path: str, text: str) -> Answer:
        """Post a body as it is, with a fresh key."""
        sent = self.client.post(
            f"/api/v1/{path}", text, content_type="application/json", headers=_key(None)
        )
        return _answer(sent)

    def state(self, table_id: int) -> Json:
        """Return the table as this person may see it."""
        answer = self.get(f"tables/{table_id}/state")
        assert answer.status == 200, answer
        return answer.json

    def act(
        self, table_id: int, action: object, *, seq: object = None, key: str | None = None
    ) -> Answer:
        """Act on the state as it is now (or for `seq`)."""
        if seq is None:
            hand = self.state(table_id)["hand"]
            seq = 0 if hand is None else hand["seq"]
        body = {"expected_seq": seq, "action": action}
        return self.post(f"tables/{table_id}/actions", body, key)


def browser(user: User) -> Client:
    """Return a signed-in browser."""
    client = Client()
    client.force_login(user)
    return client


def assert_problem(answer: Answer, status: int, code: str) -> Json:
    """Check that an answer is a problem object of this kind, and return it."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer
    problem = answer.json
    assert (answer.status, problem["code"]) == (status, code), problem
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    return problem


def _answer(response: HttpResponseBase) -> Answer:
    text = b"".join(response).decode()
    return Answer(response.status_code, text, response.headers)


def _key(key: str | None) -> dict[str, str]:
    if key == "":
        return {}
    return {"Idempotency-Key": str(uuid.uuid4()) if key is None else key}
