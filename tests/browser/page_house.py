"""A house for one page: the real templates and static files, and a socket held by the test."""

import json
import mimetypes
import time
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from django.utils import translation
from playwright.sync_api import Page, WebSocketRoute

from tables.models import Table
from tables.pages.rules_told import rules_told
from tables.pages.words import table_words
from tests.browser.door import ORIGIN, Answer, Asked, door
from tests.browser.fake_table import Json, history, now_ms

CSP = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'"
KEPT = {"Cache-Control": "max-age=3600, immutable"}
TWO_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)
PLAIN_STATIC = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}


class Signed:
    """A signed-in person, as far as templates ask."""

    is_authenticated = True
    pk = 1

    def __init__(self, username: str) -> None:
        """Name the person."""
        self.username = username


def render(name: str, context: Json, *, user: str = "ana", language: str = "en") -> str:
    """Render one of our templates as the view would, without a database."""
    request = RequestFactory().get("/tables/7/")
    request.user = Signed(user) if user else AnonymousUser()  # type: ignore[assignment] # stands in
    request.LANGUAGE_CODE = language
    with (
        translation.override(language),
        override_settings(STORAGES=PLAIN_STATIC, ROOT_URLCONF="tests.browser.page_urls"),
    ):
        words = _words(context["table"]) if name == "tables/table.html" else {}
        return render_to_string(name, {**words, "user": request.user, **context}, request)


@cache
def _static(path: str) -> bytes | None:
    """Return what a static file holds; each page asks for the same fifty."""
    found = finders.find(path)
    return Path(found).read_bytes() if isinstance(found, str) else None


def _words(table: SimpleNamespace) -> Json:
    """Return what the view would hand the page's script about its words and this table's rules."""
    known = {
        "rake_per_mille",
        "rake_cap",
        "options",
        "stakes",
        "ante",
        "action_ms",
        "window_ms",
        "pause_ms",
        "reserve_ms",
    }
    settings = {name: value for name, value in vars(table).items() if name in known}
    rules = rules_told(Table(rules_id=table.rules, **settings))
    return {"words": table_words(), "rules": rules}


def _as_json(body: Json, status: int = 200) -> Answer:
    kind = "application/problem+json" if status >= 400 else "application/json"
    return Answer(status, json.dumps(body).encode(), kind)


class House:
    """Answers for `ORIGIN`; keeps what the page said and speaks to it through the socket."""

    def __init__(self, page: Page, state: Json, **how: str) -> None:
        """Stand behind the door, and between the page and its sockets."""
        self.page = page
        self.state = state
        tournament = how.pop("tournament", "")
        self.facts = {
            "tournament_url": tournament and f"{tournament}live/",
            "after_url": tournament and f"{tournament}next/7",
        }
        self.after: Json = {"called": "Match 1"}
        self.how = how
        self.said: list[Json] = []
        self.calls: list[Json] = []
        self.files: list[str] = []  # static ones that were asked for
        self.told = history()
        self.players: Json = {}
        self.answers: dict[str, tuple[int, Json]] = {}
        self.sockets: list[WebSocketRoute] = []
        self.silent = False
        self.refuse_with: int | None = None
        door().house = self
        page.route_web_socket(lambda url: "/ws/v1/" in url, self._connected)

    def open(self, path: str = "/tables/7/") -> None:
        """Open the page and wait until it shows the table."""
        self.page.goto(ORIGIN + path)

    def answer(self, asked: Asked) -> Answer:
        """Answer the page's request as the real house would, and keep what it asked for."""
        path = asked.path
        if path.startswith("/static/"):
            self.files.append(path)
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            found = _static(path.removeprefix("/static/"))
            return Answer(404) if found is None else Answer(200, found, kind, KEPT)
        if path.startswith("/api/"):
            return self._api(asked)
        if path == self.facts["after_url"]:
            return _as_json(self.after)
        table = SimpleNamespace(**self.state["table"])
        body = render(
            "tables/table.html", {"table": table, "balance": 1000, **self.facts}, **self.how
        )
        headers = {"Content-Security-Policy": CSP}
        return Answer(body=body.encode(), kind="text/html; charset=utf-8", headers=headers)

    def _api(self, asked: Asked) -> Answer:
        if asked.method == "GET":
            after = int(parse_qs(asked.query).get("after", ["0"])[0])
            told = [event for event in self.told if event["seq"] > after]
            newest = told[-1]["seq"] if told else after
            head = self.state["head"]
            answer = {"events": told, "next": newest, "head": head, "players": self.players}
            return _as_json(answer)
        self.calls.append(
            {
                "method": asked.method,
                "path": asked.path,
                "query": asked.query,
                "body": json.loads(asked.body or "null"),
                "key": asked.headers.get("Idempotency-Key"),
                "csrf": asked.headers.get("X-CSRFToken"),
            }
        )
        status, body = self.answers.get(asked.path, (200, {}))
        return _as_json(body, status)

    def _connected(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._hears(socket, json.loads(text)))

    def _hears(self, socket: WebSocketRoute, message: Json) -> None:
        self.said.append(message)
        if self.refuse_with is not None:
            socket.close(code=self.refuse_with, reason="")
        elif message["type"] == "hello":
            welcome = {"type": "welcome", "head": self.state["head"], "now": now_ms()}
            socket.send(json.dumps({**welcome, "you": self.state["you"]}))
            socket.send(json.dumps({"type": "snapshot", "state": self.state}))
        elif message["type"] == "resync" and not self.silent:
            socket.send(json.dumps({"type": "snapshot", "state": self.state}))
        elif message["type"] == "ping" and not self.silent:
            pong = {"type": "pong", "t": message["t"], "head": self.state["head"], "now": now_ms()}
            socket.send(json.dumps(pong))

    def tell(self, state: Json, *events: Json) -> None:
        """Send a batch of events with the state after them."""
        self.send(self.happens(state, *events))

    def happens(self, state: Json, *events: Json) -> Json:
        """Let events happen without telling the page; return the batch that would tell them."""
        first = self.state["head"] + 1
        self.state = state
        told = [{"seq": first + place, "at": now_ms(), **one} for place, one in enumerate(events)]
        self.told += told
        return {
            "type": "events",
            "from": first,
            "to": state["head"],
            "events": told,
            "state": state,
        }

    def send(self, message: Json) -> None:
        """Say something on the newest socket."""
        self.sockets[-1].send(json.dumps(message))

    def drop(self, code: int) -> None:
        """Cut the newest socket."""
        self.sockets[-1].close(code=code, reason="")

    def shows(self, head: int) -> None:
        """Wait until the page shows the state of this number."""
        self.page.locator(f'#table[data-head="{head}"]').wait_for(state="attached")

    def acts(self) -> list[Json]:
        """Return every `act` the page has sent."""
        return [message for message in self.said if message["type"] == "act"]

    def wait_sockets(self, count: int) -> None:
        """Wait until the page has opened so many sockets in all."""
        until = time.monotonic() + 60
        while len(self.sockets) < count:
            assert time.monotonic() < until, f"{len(self.sockets)} sockets, not {count}"
            self.page.wait_for_timeout(20)

    def wait_acts(self, count: int, seconds: float = 60) -> list[Json]:
        """Wait until the page has sent so many acts, and return them."""
        until = time.monotonic() + seconds
        while len(self.acts()) < count and time.monotonic() < until:
            self.page.wait_for_timeout(20)
        acts = self.acts()
        assert len(acts) >= count, (
            f"{len(acts)} acts after {seconds} s, not {count}: {self.said[-3:]}"
        )
        return acts

    def wait_calls(self, count: int, seconds: float = 60) -> list[Json]:
        """Wait until the page has made so many requests that change something; return them all.

        A press only begins a request: it is on its way when the press has returned.
        """
        until = time.monotonic() + seconds
        while len(self.calls) < count and time.monotonic() < until:
            self.page.wait_for_timeout(20)
        calls = list(self.calls)
        assert len(calls) >= count, f"{len(calls)} requests after {seconds} s, not {count}"
        return calls

    def settle(self) -> None:
        """Let page and house say all that follows from the last press, message or tick.

        Two frames for the page each time, and what it said is answered in between; nothing that
        they tell one another takes more turns.
        """
        for _ in range(4):
            self.page.evaluate(TWO_FRAMES)

    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - whatever the page answers
        """Run a script in the page."""
        return self.page.evaluate(script)
