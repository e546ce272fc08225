"""Webhooks, sent to a real server of these tests: signed, in order, retried, and never inside."""

import hmac
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from tests.house import a_player
from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, entered, fresh
from tournaments.models import Tournament
from tournaments.webhooks import delivering
from tournaments.webhooks.addresses import Unfit, is_public, target_of
from tournaments.webhooks.delivering import FAILURES_MAX, TRIES_MAX
from tournaments.webhooks.models import Delivery, Webhook
from tournaments.webhooks.sending import Parcel, send

pytestmark = pytest.mark.django_db(transaction=True)

Json = dict[str, Any]


@dataclass
class Receiver:
    """A server that notes what it was sent, and answers with the status it is told to."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    drip: bool = False
    parcels: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/hook?of=batida"

    @property
    def kinds(self) -> list[str]:
        """What it was told, in order."""
        return [headers["Batida-Event"] for headers, _body in self.parcels]


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """The receiver, on this machine, which this house allows."""
    settings.WEBHOOKS_PRIVATE = True
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.parcels.append((dict(self.headers.items()), body))
            if told.drip:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while not self.wfile.closed and threading.main_thread().is_alive():
                    self.wfile.write(b"X: y\r\n")
                    self.wfile.flush()
                    stop.wait(0.05)
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's
            """Say nothing."""

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                stop.wait(0)  # whoever asked has hung up

    stop = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield told
    server.shutdown()
    server.server_close()
    thread.join()


def hooked(receiver: Receiver, **asked: object) -> tuple[Person, int, Json]:
    """A tournament whose organiser has registered the receiver."""
    user = an_organiser()
    olga, number = Person(user), announced(user)
    made = olga.post(f"tournaments/{number}/webhooks", {"url": receiver.url, **asked})
    assert made.status == 201, made
    return olga, number, made.json


def at_once() -> None:
    """Let no webhook wait."""
    Webhook.objects.update(due_at="2020-01-01T00:00:00Z")


def test_what_happens_is_posted_signed_and_in_order(receiver: Receiver) -> None:
    olga, number, made = hooked(receiver, kinds=["registered", "registration-closed"])
    entered(number, [a_player("ana"), a_player("bia")])
    olga.post(f"tournaments/{number}/note", {"note": "Welcome"})
    olga.post(f"tournaments/{number}/close")
    assert delivering.deliver() == 3
    assert receiver.kinds == ["registered", "registered", "registration-closed"]
    headers, body = receiver.parcels[0]
    signed = headers["Batida-Timestamp"].encode() + b"." + body
    expected = hmac.new(made["secret"].encode(), signed, sha256).hexdigest()
    assert headers["Batida-Signature"] == f"v1={expected}"
    told = json.loads(body)
    assert (told["tournament"]["id"], told["event"]["kind"]) == (number, "registered")
    at_once()
    assert delivering.deliver() == 0, "nothing is sent twice"
    log = olga.get(f"tournaments/{number}/webhooks/{made['id']}/deliveries").json["results"]
    assert [one["state"] for one in log] == ["done"] * 3
    assert log[0]["tries"][0]["status"] == 204


def test_the_secret_is_shown_once_and_stored_sealed(receiver: Receiver) -> None:
    user, key = an_organiser(), fresh()
    olga, number = Person(user), announced(user)
    address, asked = f"tournaments/{number}/webhooks", {"url": receiver.url}
    first, again = (olga.post(address, asked, key=key).json for _ in range(2))
    assert (again["id"], again["secret"]) == (first["id"], None)
    assert first["secret"].encode() not in bytes(Webhook.objects.get().secret)
    assert first["secret"] not in olga.get(address).text
    renewed = olga.post(f"{address}/{first['id']}/secret").json["secret"]
    assert renewed not in (first["secret"], None)


def test_what_is_not_taken_is_tried_again_later_then_given_up_and_sent_by_hand(
    receiver: Receiver,
) -> None:
    olga, number, made = hooked(receiver)
    receiver.status = 500
    entered(number, [a_player("ana"), a_player("bia")])
    assert delivering.deliver() == 2
    assert len(receiver.parcels) == 1, "what comes after waits"
    assert delivering.deliver() == 0, "and nothing is sent before its time"
    for _try in range(TRIES_MAX - 1):
        at_once()
        delivering.deliver()
    lost = Delivery.objects.order_by("pk")[0]
    assert (lost.state, len(lost.tries)) == ("failed", TRIES_MAX)
    assert {one["status"] for one in lost.tries} == {500}
    receiver.status = 200
    here = f"tournaments/{number}/webhooks/{made['id']}"
    assert olga.post(f"{here}/deliveries/{lost.pk}/redeliver").status == 200
    at_once()
    delivering.deliver()
    assert Webhook.objects.get().failures == 0
    assert set(Delivery.objects.values_list("state", flat=True)) == {"done"}
    assert receiver.parcels[-2][0]["Batida-Delivery"] == str(lost.name)
    assert_problem(olga.post(f"{here}/deliveries/0/redeliver"), 404, "no-such-webhook")


def test_who_never_takes_anything_is_disabled_until_enabled(receiver: Receiver) -> None:
    olga, number, made = hooked(receiver)
    receiver.status = 404
    here = f"tournaments/{number}/webhooks"
    for _test in range(FAILURES_MAX):
        olga.post(f"{here}/{made['id']}/test")
        at_once()
        delivering.deliver()
    assert olga.get(here).json["results"][0]["disabled"]
    at_once()
    assert delivering.deliver() == 0
    receiver.status = 200
    olga.post(f"{here}/{made['id']}/enable")
    assert delivering.deliver() > 0
    olga.delete(f"{here}/{made['id']}")
    assert olga.get(here).json["results"] == []
    entered(number, [a_player("ana")])
    assert delivering.deliver() == 0


def test_a_worker_that_died_leaves_it_to_the_next(receiver: Receiver) -> None:
    _olga, number, _made = hooked(receiver)
    entered(number, [a_player("ana")])
    assert len(delivering._claimed(Tournament.objects.all())) == 1  # and then it was killed
    assert delivering.deliver() == 0, "another worker keeps its hands off"
    at_once()  # the lease is over
    assert delivering.deliver() == 1
    assert receiver.kinds == ["registered"]


def test_no_redirect_is_followed_and_nobody_holds_us_up(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.webhooks.sending.WHOLE_S", 0.3)
    parcel = Parcel(receiver.url, b"secret", "n", "ping", "{}")
    receiver.status, receiver.headers = 302, {"Location": receiver.url}
    assert (send(parcel).status, len(receiver.parcels)) == (302, 1)
    receiver.drip = True
    assert send(parcel).status == 200, "it has said so, and its headers never end"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}/"
        assert send(Parcel(nobody, b"s", "n", "ping", "{}")).error == "No connection, or no HTTP."
    tls = receiver.url.replace("http:", "https:")
    assert send(Parcel(tls, b"s", "n", "ping", "{}")).status is None


def test_the_address_that_was_checked_is_the_one_connected_to(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name is asked for once: what it says later (DNS rebinding) changes nothing."""
    asked = []

    def once(host: str, port: int, *_more: object, **_named: object) -> list[Any]:
        if host == "127.0.0.1":  # the connection itself
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr("socket.getaddrinfo", once)
    url = f"http://hooks.example:{receiver.port}/"
    assert send(Parcel(url, b"s", "n", "ping", "{}")).taken
    assert asked == ["hooks.example"]
    assert receiver.parcels[0][0]["Host"] == f"hooks.example:{receiver.port}"


INSIDE = (
    *("https://127.0.0.1/", "https://[::1]/", "https://10.0.0.7/", "https://192.168.1.1/"),
    *("https://[fec0::1]/", "https://[64:ff9b:1::1]/", "https://[::127.0.0.1]/"),
    *("https://192.0.0.8/", "https://192.88.99.1/", "https://[3fff::1]/", "https://[2001:1::1]/"),
    "https://example.org:0/",
    *("https://169.254.169.254/latest/", "https://[::ffff:127.0.0.1]/", "https://0.0.0.0/"),
    *("https://100.64.0.1/", "https://[fd00::1]/", "https://[64:ff9b::7f00:1]/"),
    *("https://[2002:7f00:1::]/", "https://224.0.0.1/", "https://localhost/"),
    *("http://example.org/", "ftp://example.org/", "https://ana:x@example.org/", "https:///"),
    *("https://example.org:99999/", "https://exa mple.org/", "https://é.example/", "x"),
    "https://2130706433/",
)


def test_to_machines_inside_nothing_is_sent() -> None:
    user = an_organiser()
    olga, number = Person(user), announced(user)
    for url in INSIDE:
        refused = olga.post(f"tournaments/{number}/webhooks", {"url": url})
        assert_problem(refused, 422, "bad-webhook")
        assert send(Parcel(url, b"s", "n", "ping", "{}")).status is None
    assert not Webhook.objects.exists()


def test_public_addresses_are_public() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")
    with pytest.raises(Unfit):
        target_of("https://example.org/#part")


def test_strangers_have_no_say(receiver: Receiver) -> None:
    _olga, number, made = hooked(receiver)
    ana, here = Person(a_player("ana")), f"tournaments/{number}/webhooks"
    assert_problem(ana.get(here), 403, "not-organiser")
    assert_problem(ana.post(here, {"url": receiver.url}), 403, "not-organiser")
    assert_problem(ana.get(f"{here}/{made['id']}/deliveries"), 403, "not-organiser")
    assert_problem(ana.delete(f"{here}/{made['id']}"), 403, "not-organiser")
    unknown = Person(an_organiser("otto")).post(here, {"url": receiver.url, "kinds": ["x"]})
    assert_problem(unknown, 422, "bad-webhook")
