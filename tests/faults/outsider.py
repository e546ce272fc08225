"""A player who has nothing but HTTP: what a person with curl can do."""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import requests

from engine import bots

Json = dict[str, Any]
PASSWORD = "uma frase comprida 7"
AGAIN_SECONDS = 30.0
# What an action is told that comes after somebody else's.
MOVED = {"stale", "busy", "no-hand", "not-now"}


@dataclass
class Outsider:
    """One account over REST. A request that gets no answer is sent again under the same key."""

    url: str
    name: str
    http: requests.Session = field(default_factory=requests.Session)

    def sign_up(self) -> "Outsider":
        """Make the account and take a token."""
        body = {"username": self.name, "password": PASSWORD}
        self.post("/accounts", body)
        self.http.headers["Authorization"] = f"Token {self.post('/tokens', body)['token']}"
        return self

    def get(self, path: str) -> Json:
        """Read, again and again while the house is away."""
        return self._answer("GET", path, None, {}).json()  # type: ignore[no-any-return]  # JSON is Any

    def text(self, path: str) -> str:
        """Read a file."""
        return self._answer("GET", path, None, {}).text

    def post(self, path: str, body: Json | None = None, *, key: str | None = None) -> Json:
        """Change something, once."""
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        return self._answer("POST", path, body or {}, headers).json()  # type: ignore[no-any-return]  # JSON is Any

    def delete(self, path: str, body: Json | None = None) -> Json:
        """Take something back, once."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        return self._answer("DELETE", path, body, headers).json()  # type: ignore[no-any-return]  # JSON is Any

    def state(self, table: int) -> Json:
        """The table as this player sees it."""
        return self.get(f"/tables/{table}/state")

    def _answer(
        self, method: str, path: str, body: Json | None, headers: dict[str, str]
    ) -> requests.Response:
        until = time.monotonic() + AGAIN_SECONDS
        while True:
            try:
                answer = self.http.request(
                    method, f"{self.url}/api/v1{path}", json=body, headers=headers, timeout=10
                )
            except requests.ConnectionError:
                answer = None
            # 5xx and no answer at all mean "outcome unknown": the same key settles it.
            if answer is not None and answer.status_code < 500:
                if answer.status_code == 409 and answer.json()["code"] in MOVED:
                    raise Moved(answer.json()["code"])
                assert answer.ok, answer.text
                return answer
            assert time.monotonic() < until, "the house did not come back"
            time.sleep(0.2)


class Moved(Exception):
    """The hand went on before the action came."""


def play(
    players: list[Outsider], table: int, stop: Callable[[Json], bool], seconds: float = 120
) -> Json:
    """Let everybody act steadily until `stop(state)`; return that state (of the first player)."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        states = [player.state(table) for player in players]
        if stop(states[0]):
            return states[0]
        for player, state in zip(players, states, strict=True):
            if state["legal"]:
                action = bots.steady(state["hand"], state["legal"], lambda _count: 0)
                if not action:
                    continue
                body = {"expected_seq": state["hand"]["seq"], "action": action}
                try:
                    player.post(f"/tables/{table}/actions", body)
                except Moved:
                    continue
                break
        else:
            time.sleep(0.05)
    raise AssertionError("the hand did not get there")
