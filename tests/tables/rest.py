"""A person at the REST door."""

import uuid
from typing import Any

from rest_framework.test import APIClient

from deploy.accounts.models import User

Json = dict[str, Any]


class Person:
    """Somebody who is signed in; paths are below /api/v1/."""

    def __init__(self, user: User | None = None, token: str = "") -> None:
        """Sign in without a password, or with a token."""
        self.client = APIClient()
        if user is not None:
            self.client.force_authenticate(user)
        if token:
            self.client.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def get(self, path: str, **query: object) -> Any:
        """Ask for something."""
        return self.client.get(f"/api/v1/{path}", query or None)

    def post(self, path: str, body: object = None, key: str | None = None) -> Any:
        """Send something; with a fresh key unless one is given ("" sends none)."""
        return self.client.post(f"/api/v1/{path}", body, headers=_key(key))

    def delete(self, path: str, body: object = None, key: str | None = None) -> Any:
        """Give something up."""
        return self.client.delete(f"/api/v1/{path}", body, headers=_key(key))

    def state(self, table_id: int) -> Json:
        """Return the table as this person may see it."""
        answer = self.get(f"tables/{table_id}/state")
        assert answer.status_code == 200, answer.json()
        shown: Json = answer.json()
        return shown

    def act(
        self, table_id: int, action: object, *, seq: object = None, key: str | None = None
    ) -> Any:
        """Act on the state as it is now (or for `seq`)."""
        if seq is None:
            hand = self.state(table_id)["hand"]
            seq = 0 if hand is None else hand["seq"]
        body = {"expected_seq": seq, "action": action}
        return self.post(f"tables/{table_id}/actions", body, key)


def _key(key: str | None) -> dict[str, str]:
    if key == "":
        return {}
    return {"Idempotency-Key": str(uuid.uuid4()) if key is None else key}


def assert_problem(answer: Any, status: int, code: str) -> Json:
    """Check that an answer is a problem object of this kind, and return it."""
    assert answer["Content-Type"] == "application/problem+json", answer.content
    problem: Json = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code), problem
    assert problem["type"] == f"/problems/{code}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    return problem
