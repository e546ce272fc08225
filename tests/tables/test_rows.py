"""Threats to the tables' commands and REST door; the number of a test is its row in the list.

The list is tests/vectors/threats.json: what each row is about, and where its test stands.
"""

import ast
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.db.models.functions import Now
from django.test import AsyncClient, Client
from django.urls import get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.accounts.models import User
from tables import commands, queries, sweeper
from tables.errors import TooManySeats
from tables.models import Seat, Table
from tests.deploy.doors.test_permissions import EVERY
from tests.house import sit
from tests.tables.felt import Json, deal, digest, fold_out, in_turn, quick_table
from tests.tables.rest import Person, browser
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[2]
THREATS = ROOT / "tests" / "vectors" / "threats.json"
OURS = ("engine", "wallet", "tables", "tournaments", "deploy")
# What a model calls its columns, and what somebody may hope to set by them.
FOREIGN = ("seat", "user", "user_id", "stack", "chips", "role", "is_staff", "owner", "by", "table")


def writes(table_id: int) -> list[tuple[str, str, Json]]:
    """Return every request that changes something at a table: method, path, a good body."""
    at = f"/api/v1/tables/{table_id}"
    check = {"expected_seq": 0, "action": {"kind": "check"}}
    return [
        ("post", f"{at}/actions", check),
        ("post", f"{at}/preactions", {"kind": "check"}),
        ("post", f"{at}/reserve", {}),
        ("post", f"{at}/talk", {"phrase": "hello"}),
        ("post", f"{at}/seats/me/sit-out", {}),
        ("post", f"{at}/seats/me/sit-in", {}),
        ("post", f"{at}/seats/me/top-up", {"amount": 5}),
        ("delete", f"{at}/seats/me", {}),
        ("put", f"{at}/hand-order", {"cards": []}),
        ("post", f"{at}/bots", {"plays": "calm"}),
        ("delete", f"{at}/bots/1", {}),
        ("delete", f"{at}/seats/1", {}),
        ("post", f"{at}/close", {}),
        ("post", f"{at}/invite", {}),
        ("delete", f"{at}/invite", {}),
        ("put", f"{at}/guests/bia", {"approve": True}),
    ]


def ask(person: Person, method: str, path: str, body: object) -> tuple[int, str]:
    """Send a request with a fresh key; return status and problem code."""
    send = getattr(person.client, method)
    answer = send(path, body, headers={"Idempotency-Key": f"{method}{path}"[:90]}, format="json")
    return answer.status_code, answer.json().get("code", "")


def test_row_31_a_stranger_acts_for_nobody(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    person, before = Person(stranger), digest()
    for method, path, body in writes(table_id):
        status, code = ask(person, method, path, body)
        assert status in {400, 403, 404, 409}, (path, status)
        assert code in {"not-seated", "not-owner", "bad-request", "not-private"}, (path, code)
    assert digest() == before


def test_row_31_whose_seat_it_is_follows_from_who_asks(table_id: int, players: list[User]) -> None:
    deal(table_id)
    player = in_turn(table_id, players)
    other = next(one for one in players if one != player)
    before = digest()
    for action in (
        {"kind": "check", "seat": Seat.objects.get(user=player).number},
        {"kind": "check", "user": player.pk},
    ):
        assert Person(other).act(table_id, action).status == 400
    assert digest() == before


def test_row_32_a_field_that_is_not_asked_for_is_refused(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    owner, before = Person(players[0]), digest()
    for method, path, body in writes(table_id):
        for name in FOREIGN:
            status, _code = ask(owner, method, path, {**body, name: 1})
            assert status == 400, (method, path, name)
    for name in (*FOREIGN, "invite", "state", "seq", "due_at", "hand_no"):
        if name == "seat":
            continue
        assert owner.post("tables", {"name": "Mesa", name: 1}).status == 400, name
        assert owner.post(f"tables/{table_id}/seats", {"buy_in": 500, name: 1}).status == 400, name
    assert digest() == before


NUMBERS = st.one_of(
    st.integers(max_value=0),
    st.integers(min_value=2**53),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda n: not n.is_integer()),
    st.sampled_from(["10", "1e3", "NaN", None, True, [5], {"n": 5}, 5.0, -0.0, 10**400]),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=NUMBERS)
def test_row_35_what_is_no_number_of_chips_moves_none(
    table_id: int, players: list[User], stranger: User, number: object
) -> None:
    if Table.objects.get(pk=table_id).hand is None:
        deal(table_id)
    person, newcomer, before = Person(in_turn(table_id, players)), Person(stranger), digest()
    text = json.dumps(number)
    for path, body, who in (
        (f"tables/{table_id}/seats", f'{{"buy_in": {text}}}', newcomer),
        (f"tables/{table_id}/seats/me/top-up", f'{{"amount": {text}}}', person),
        ("tables", f'{{"name": "Mesa", "ante": {text}}}', newcomer),
    ):
        answer = who.send(path, body)
        assert 400 <= answer.status < 500, (path, text, answer)
    action = {"expected_seq": 0, "action": {"kind": "bet", "to": number}}
    answer = person.send(f"tables/{table_id}/actions", json.dumps(action))
    assert 400 <= answer.status < 500, (text, answer)
    assert digest() == before


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "0x10", "07"])
def test_row_35_what_is_no_json_moves_nothing(
    table_id: int, players: list[User], text: str
) -> None:
    deal(table_id)
    before = digest()
    person = Person(in_turn(table_id, players))
    sent = f'{{"expected_seq": 0, "action": {{"kind": "bet", "to": {text}}}}}'
    assert person.send(f"tables/{table_id}/actions", sent).status == 400
    assert digest() == before


async def test_row_40_async_views_answer_and_no_request_is_a_transaction(
    async_client: AsyncClient,
) -> None:
    assert house_settings.DATABASES["default"].get("ATOMIC_REQUESTS", False) is False
    for path in ("/healthz", "/api/v1/tables/0/events", "/api/v1/tables/0/request"):
        assert (await async_client.get(path)).status_code in {200, 401}, path
    callbacks = {name: getattr(pattern.callback, "__wrapped__", None) for name, pattern in EVERY}
    assert callbacks["api-table-events"] is not None, "the long polls are among the addresses"
    assert get_resolver().resolve("/api/v1/tables/0/request").url_name == "api-table-request"


def test_row_48_a_cookie_alone_changes_nothing(table_id: int, players: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(players[0])
    before = digest()
    for method, path, body in [*writes(table_id), ("post", "/api/v1/tables", {"name": "Mesa"})]:
        answer = getattr(client, method)(
            path, json.dumps(body), "application/json", headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code == 403, path
    assert digest() == before


SCRIPT = "<script>alert(1)</script>"


def test_row_49_a_tables_name_is_text_on_every_page(players: list[User]) -> None:
    opened = [quick_table(players[0], name=SCRIPT)]
    opened.append(quick_table(players[0], name='" onload="alert(1)', private=True))
    invite = Table.objects.get(pk=opened[1]).invite
    person = browser(players[0])
    tables = [f"/tables/{table_id}/" for table_id in opened]
    for path in ("/tables/", *tables, f"/invites/{invite}/"):
        page = person.get(path)
        text = page.content.decode()
        assert SCRIPT not in text
        assert 'onload="alert' not in text
        parts = page.headers["Content-Security-Policy"].split(";")
        policy = dict(part.split(maxsplit=1) for part in parts)
        scripts = policy.get("script-src", policy["default-src"])
        assert "'self'" in scripts
        assert "unsafe" not in scripts


def imports_of(*packages: str) -> set[tuple[str, str]]:
    """Return (file, module) of each import in these packages."""
    found = set()
    for path in (one for package in packages for one in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {(str(path.relative_to(ROOT)), one.name) for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add((str(path.relative_to(ROOT)), node.module))
    return found


def test_row_51_no_door_fetches_an_address_of_somebody_else() -> None:
    clients = ("requests", "urllib.request", "http.client", "httpx", "aiohttp", "urllib3")
    used = {(file, name) for file, name in imports_of(*OURS) if name.startswith(clients)}
    # Webhooks go to an address that was checked and pinned: `tests/tournaments/test_webhooks`.
    sends = {"deploy/outside.py", "deploy/prepare.py", "tournaments/webhooks/sending.py"}
    assert {file for file, _name in used} <= sends, used


def test_row_52_nothing_is_unpickled() -> None:
    loaders = ("pickle", "marshal", "shelve", "dill", "cloudpickle", "yaml")
    assert {one for one in imports_of(*OURS) if one[1].split(".")[0] in loaders} == set()
    assert house_settings.SESSION_SERIALIZER.endswith("JSONSerializer")


def test_row_57_nobody_holds_seats_at_every_table(
    players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.commands.seats.SEATS_A_PERSON_MAX", 2)
    for _ in range(2):
        sit(players[0], quick_table(players[1]), 100)
    third = quick_table(players[1])
    before = digest()
    with pytest.raises(TooManySeats):
        sit(players[0], third, 100)
    assert digest() == before


def test_row_57_who_sits_out_for_long_leaves_with_every_chip(
    table_id: int, players: list[User]
) -> None:
    ana, bia, _caio = players
    commands.sit_out(user=ana, key="o", table_id=table_id)
    assert Seat.objects.get(user=ana).out_since is not None
    assert sweeper.free_idle_seats() == 0, "not yet"
    commands.sit_in(user=ana, key="i", table_id=table_id)
    assert Seat.objects.get(user=ana).out_since is None
    deal(table_id)
    for player in (ana, bia):
        commands.sit_out(user=player, key="again", table_id=table_id)
    commands.sit_in(user=bia, key="back", table_id=table_id)
    long_ago = Now() - timedelta(minutes=31)
    Seat.objects.filter(user=ana).update(out_since=long_ago)
    assert queries.tables_with_idle_seats(timedelta(minutes=30)) == [table_id]
    assert sweeper.free_idle_seats() == 0, "not in mid-hand"
    fold_out(table_id, players)
    assert sweeper.free_idle_seats() == 1
    assert sweeper.free_idle_seats() == 0
    assert set(Seat.objects.values_list("user__username", flat=True)) == {"bia", "caio"}
    assert sum(chips.balance(p.pk) + chips.stack(p.pk, table_id) for p in players) == 3000


def test_row_58_a_flood_of_talk_is_cut_off(table_id: int, players: list[User]) -> None:
    person = Person(players[0])
    before = Table.objects.get(pk=table_id).seq
    answers = [person.post(f"tables/{table_id}/talk", {"phrase": "hello"}) for _ in range(12)]
    assert [answer.status for answer in answers].count(429) == 7
    assert Table.objects.get(pk=table_id).seq - before == 5


def rows() -> list[dict[str, Any]]:
    """Return the list of threats."""
    listed: list[dict[str, Any]] = json.loads(THREATS.read_text(encoding="utf-8"))["rows"]
    return listed


def test_every_row_has_its_test_or_says_why_not() -> None:
    assert [row["row"] for row in rows()] == list(range(31, 59))
    for row in rows():
        assert row["about"], row
        assert bool(row.get("tests")) != bool(row.get("not_tables")), row
        for named in row.get("tests", []):
            file, name = named.split("::")
            assert name.startswith(f"test_row_{row['row']}_"), named
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            functions = (ast.FunctionDef, ast.AsyncFunctionDef)
            names = {node.name for node in tree.body if isinstance(node, functions)}
            assert name in names, f"{named} is not there"


def test_every_test_with_a_row_is_in_the_list() -> None:
    listed = {named for row in rows() for named in row.get("tests", [])}
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            name = getattr(node, "name", "")
            if name.startswith("test_row_"):
                found.add(f"{path.relative_to(ROOT)}::{name}")
    assert found == listed
