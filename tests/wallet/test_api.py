"""A player's own wallet over REST: what is mine, page by page, and nobody else's."""

import csv
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.wallet.bygone import let_pass
from wallet import books, commands
from wallet.api.csv_lines import plain

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
WALLET, STATEMENT = "/api/v1/me/wallet", "/api/v1/me/wallet/statement"
LIMITS = "/api/v1/me/limits"


def client_of(user_id: int) -> APIClient:
    client = APIClient()
    client.force_authenticate(get_user_model().objects.get(pk=user_id))
    return client


def sent(client: APIClient, address: str, body: object, key: str = "k") -> Any:  # noqa: ANN401 - DRF's response of a test
    return client.post(address, body, format="json", headers={"Idempotency-Key": key})


def text_of(reply: Any) -> str:  # noqa: ANN401 - a streamed response, which the stubs do not know
    return b"".join(reply.streaming_content).decode()


@pytest.fixture
def staff(player: Player) -> int:
    user_id = player()
    get_user_model().objects.filter(pk=user_id).update(is_staff=True)
    return user_id


@pytest.fixture
def auditor(player: Player) -> int:
    user_id = player()
    get_user_model().objects.get(pk=user_id).groups.add(Group.objects.get(name="auditor"))
    return user_id


def test_wallet_shows_balance_escrows_and_limits(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    commands.buy_in(key="b", user_id=user, table_id=7, amount=20)
    sent(client_of(user), LIMITS, {"what": "loss", "period": "day", "most": 80})
    reply = client_of(user).get(WALLET).json()
    limits = reply.pop("limits")
    escrows = [{"table": 4, "chips": 30}, {"table": 7, "chips": 20}]
    assert reply == {"balance": 50, "in_play": 50, "state": "open", "escrows": escrows}
    assert limits["limits"][0] | {"ends_at": ""} == {
        "what": "loss",
        "period": "day",
        "most": 80,
        "used": 0,
        "ends_at": "",
        "pending": None,
    }
    assert client_of(user).get("/api/v1/me/escrows").json() == {"in_play": 50, "results": escrows}


def test_wallet_of_one_who_never_had_chips(player: Player) -> None:
    user = player()
    reply = client_of(user).get(WALLET).json()
    assert (reply["balance"], reply["in_play"], reply["escrows"]) == (0, 0, [])
    assert reply["limits"]["limits"] == []
    assert client_of(user).get(STATEMENT).json()["results"] == []


def test_statement_lists_each_line_with_the_balance_after_it(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    commands.leave(key="b", user_id=user, table_id=4)
    lines = client_of(user).get(STATEMENT).json()["results"]
    shown = [
        (line["n"], line["kind"], line["amount"], line["balance_after"], line["table"])
        for line in lines
    ]
    assert shown == [
        (3, "leave", 30, 100, 4),
        (2, "buy-in", -30, 70, 4),
        (1, "grant", 100, 100, None),
    ]
    assert lines[2]["reason"] == "welcome"
    assert lines[0]["at"].endswith("Z")


def test_statement_is_filtered_by_kind_table_and_time(player: Player) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    let_pass(days=3)
    commands.buy_in(key="b", user_id=user, table_id=7, amount=20)
    commands.leave(key="c", user_id=user, table_id=4)
    client = client_of(user)

    def asked(**what: str | int) -> list[int]:
        return [line["n"] for line in client.get(STATEMENT, what).json()["results"]]

    assert asked(kind="buy-in") == [3, 2]
    assert asked(table=4) == [4, 2]
    assert asked(table=4, kind="leave") == [4]
    moment = books.transfers().first().created_at.replace(hour=0, minute=0, second=0)  # type: ignore[union-attr]  # there is one
    assert asked(since=moment.isoformat()) == [4, 3]
    assert asked(until=moment.isoformat()) == [2, 1]
    assert asked(since="2999-01-01T00:00:00Z") == []
    for wrong in ({"kind": "luck"}, {"table": "x"}, {"table": 0}, {"since": "soon"}, {"user": 3}):
        assert client.get(STATEMENT, wrong).json()["code"] == "invalid-request"


def test_statement_pages_go_both_ways_and_do_not_shift(player: Player) -> None:
    user, client = player(100), None
    for number in range(6):
        commands.buy_in(key=str(number), user_id=user, table_id=4, amount=1)
    client = client_of(user)
    first = client.get(STATEMENT, {"page_size": 3}).json()
    assert [line["n"] for line in first["results"]] == [7, 6, 5]
    commands.buy_in(key="new", user_id=user, table_id=4, amount=1)
    second = client.get(first["next"]).json()
    assert [line["n"] for line in second["results"]] == [4, 3, 2]
    third = client.get(second["next"]).json()
    assert [line["n"] for line in third["results"]] == [1]
    assert third["next"] is None
    back = client.get(third["previous"]).json()
    assert [line["n"] for line in back["results"]] == [4, 3, 2]
    assert [line["n"] for line in client.get(back["previous"]).json()["results"]] == [7, 6, 5]


@pytest.mark.parametrize("how", [{"data": {"format": "csv"}}, {"headers": {"Accept": "text/csv"}}])
def test_statement_comes_as_csv(player: Player, how: dict[str, Any]) -> None:
    user = player(100)
    commands.buy_in(key="a", user_id=user, table_id=4, amount=30)
    reply = client_of(user).get(STATEMENT, **how)
    assert reply["Content-Type"] == "text/csv; charset=utf-8"
    assert reply["Content-Disposition"] == 'attachment; filename="statement.csv"'
    rows = list(csv.DictReader(io.StringIO(text_of(reply))))
    told = [(row["n"], row["kind"], row["amount"], row["table"]) for row in rows]
    assert told == [("2", "buy-in", "-30", "4"), ("1", "grant", "100", "")]


def test_csv_goes_on_over_many_reads(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wallet.api.csv_lines.LINES_AT_ONCE", 2)
    user = player(100)
    for number in range(4):
        commands.buy_in(key=str(number), user_id=user, table_id=4, amount=1)
    reply = client_of(user).get(STATEMENT, {"format": "csv"})
    rows = list(csv.DictReader(io.StringIO(text_of(reply))))
    assert [row["n"] for row in rows] == ["5", "4", "3", "2", "1"]


@pytest.mark.parametrize("text", ["\tx", "\r=1", "\n=1"])
def test_no_cell_begins_with_what_no_command_takes(text: str) -> None:
    """Reasons are one line of printable text now; older ones may not be."""
    assert plain(text) == f"'{text}"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_of_text_is_a_formula(player: Player, text: str) -> None:
    assert plain(text) == f"'{text}"
    user = player()
    commands.grant(key="g", actor="tests", user_id=user, amount=5, reason=text)
    reply = client_of(user).get(STATEMENT, {"format": "csv"})
    (row,) = csv.DictReader(io.StringIO(text_of(reply), newline=""))
    assert row["reason"] == f"'{text}"


def test_statement_shows_only_ones_own_lines(player: Player) -> None:
    mine, other = player(100), player(55)
    lines = client_of(mine).get(STATEMENT).json()["results"]
    assert [line["amount"] for line in lines] == [100]
    assert client_of(mine).get(STATEMENT, {"user": other}).status_code == 400


@pytest.mark.parametrize("address", [WALLET, STATEMENT, LIMITS, "/api/v1/me/escrows"])
def test_visitor_is_shown_nothing(address: str) -> None:
    assert APIClient().get(address).status_code in {401, 403}


@pytest.mark.parametrize("address", [WALLET, STATEMENT])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_wallet_cannot_be_written_to(player: Player, address: str, method: str) -> None:
    reply = getattr(client_of(player(5)), method)(address, {"balance": 10**6}, format="json")
    assert reply.status_code == 405


@pytest.mark.parametrize("address", [WALLET, STATEMENT, LIMITS])
def test_each_costs_the_same_however_much_there_is(player: Player, address: str) -> None:
    user, asked = player(500), []
    client = client_of(user)
    for lap in range(2):
        for number in range(15):
            at = lap * 15 + number
            commands.buy_in(key=str(at), user_id=user, table_id=at + 1, amount=1)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert client.get(address).status_code == 200
        asked.append(len(seen))
    assert asked[0] == asked[1]


def test_a_page_of_a_long_statement_uses_the_key(player: Player) -> None:
    user = player(100)
    for number in range(40):
        commands.buy_in(key=str(number), user_id=user, table_id=4, amount=1)
    with connection.cursor() as cursor:
        # Forty rows are few enough for any plan; asked is whether the key can serve it at all.
        for other in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{other} = off")
        page = books.statement(books.wallet_of(user)).filter(version__lt=20)[:10]
        plan = page.explain()
    assert "Index Scan Backward using ledger_entry_pkey" in plan
    assert "Sort" not in plan


def test_a_transfer_is_shown_to_those_it_concerns(
    player: Player, staff: int, auditor: int
) -> None:
    mine, other, third = player(100), player(100), player(100)
    for user in (mine, other):
        commands.buy_in(key="b", user_id=user, table_id=4, amount=50)
    made = commands.settle_hand(key="h", table_id=4, hand_id="h", deltas={mine: 9, other: -9})
    address = f"/api/v1/transfers/{made.transfer_id}"
    told = client_of(mine).get(address).json()
    assert told["kind"] == "settlement"
    assert told["actor"] is None
    assert sorted((leg["amount"], leg["balance_after"]) for leg in told["entries"]) == [
        (-9, None),
        (9, 59),
    ]
    for reader in (staff, auditor):
        seen = client_of(reader).get(address).json()
        assert sorted(leg["balance_after"] for leg in seen["entries"]) == [41, 59]
        assert seen["actor"] == "table:4"
    assert client_of(third).get(address).json()["code"] == "no-transfer"
    assert client_of(third).get("/api/v1/transfers/999999999").json()["code"] == "no-transfer"


def test_payments_are_off_until_turned_on(player: Player, settings: Settings) -> None:
    mine, other = player(100), player()
    client, body = client_of(mine), {"to": other, "amount": 30, "note": "for the pizza"}
    refused = sent(client, "/api/v1/transfers", body, "a")
    assert (refused.status_code, refused.json()["code"]) == (403, "payments-off")
    settings.PLAYER_PAYMENTS = True
    paid = sent(client, "/api/v1/transfers", body, "b")
    assert (paid.status_code, paid.json()["amount"]) == (201, 30)
    assert sent(client, "/api/v1/transfers", body, "b").json() == paid.json()
    assert client_of(other).get(WALLET).json()["balance"] == 30


def test_nobody_is_paid_beyond_a_deposit_limit(player: Player, settings: Settings) -> None:
    settings.PLAYER_PAYMENTS = True
    mine, other = player(100), player()
    sent(client_of(other), LIMITS, {"what": "deposit", "period": "day", "most": 20})
    refused = sent(client_of(mine), "/api/v1/transfers", {"to": other, "amount": 21})
    assert refused.json()["code"] == "deposit-limit"
    assert client_of(mine).get(WALLET).json()["balance"] == 100


@pytest.mark.parametrize(
    "amount", ["1.0", "1e3", '"5"', "true", "null", "-1", "0", str(2**53), str(2**63), "[1]"]
)
def test_an_amount_is_a_whole_number_of_chips(
    player: Player, staff: int, settings: Settings, amount: str
) -> None:
    settings.PLAYER_PAYMENTS = True
    user = player(100)
    for who, address, body in (
        (user, "/api/v1/transfers", f'{{"to": {staff}, "amount": {amount}}}'),
        (staff, "/api/v1/ledger/grants", f'{{"user": {user}, "amount": {amount}, "reason": "x"}}'),
        (staff, "/api/v1/ledger/burns", f'{{"user": {user}, "amount": {amount}, "reason": "x"}}'),
    ):
        reply = client_of(who).generic(
            "POST", address, body, "application/json", headers={"Idempotency-Key": "k"}
        )
        assert reply.status_code == 400
        assert [error["field"] for error in reply.json()["errors"]] == ["amount"]


def test_limits_over_rest(player: Player) -> None:
    client = client_of(player())
    body = {"what": "loss", "period": "week", "most": 100}
    assert sent(client, LIMITS, body, "a").json()["most"] == 100
    looser = sent(client, LIMITS, body | {"most": None}, "b").json()
    assert looser["most"] == 100
    waiting = looser["pending"]
    assert waiting["most"] is None
    assert client.get(LIMITS).json()["limits"][0]["pending"]["id"] == waiting["id"]
    address = f"{LIMITS}/changes/{waiting['id']}"
    gone = client.delete(address, headers={"Idempotency-Key": "c"})
    assert gone.json()["pending"] is None
    again = client.delete(address, headers={"Idempotency-Key": "d"})
    assert again.json()["code"] == "no-such-change"


def test_a_break_over_rest(player: Player) -> None:
    client = client_of(player())
    made = sent(client, "/api/v1/me/exclusions", {"length": "for-ever"})
    assert (made.status_code, made.json()) == (201, {"ends_at": None})
    assert client.get(LIMITS).json()["exclusion"] == {"ends_at": None}


def test_two_people_above_the_limit(player: Player, staff: int, settings: Settings) -> None:
    settings.TWO_PEOPLE_ABOVE = 100
    user, second = player(), player()
    get_user_model().objects.filter(pk=second).update(is_staff=True)
    body = {"user": user, "amount": 100, "reason": "prize"}
    alone = sent(client_of(staff), "/api/v1/ledger/grants", body, "a").json()
    assert alone["request"] is None
    asked = sent(client_of(staff), "/api/v1/ledger/grants", body | {"amount": 101}, "b").json()
    assert asked["transfer"] is None
    (row, *_) = client_of(staff).get("/api/v1/ledger/requests").json()["results"]
    assert (row["id"], row["amount"], row["approved"]) == (asked["request"], 101, None)
    address = f"/api/v1/ledger/requests/{asked['request']}/approve"
    assert sent(client_of(staff), address, {}, "c").json()["code"] == "second-person"
    assert sent(client_of(second), address, {}, "d").json()["transfer"]
    assert client_of(user).get(WALLET).json()["balance"] == 201


def test_staff_is_refused_chips_of_its_own(staff: int) -> None:
    body = {"user": staff, "amount": 1, "reason": "prize"}
    for path in ("grants", "burns"):
        answer = sent(client_of(staff), f"/api/v1/ledger/{path}", body, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "own-account")


def test_staff_freezes_and_lifts(player: Player, staff: int, auditor: int) -> None:
    user = player(100)
    address, why = f"/api/v1/ledger/freezes/{user}", {"reason": "two accounts, one person"}
    client = client_of(staff)
    assert client.put(address, why, headers={"Idempotency-Key": "a"}).status_code == 201
    wallet = client_of(user).get(WALLET).json()
    assert wallet["state"] == "frozen"
    assert wallet["limits"]["freeze"]["reason"] == why["reason"]
    twice = client.put(address, why, headers={"Idempotency-Key": "b"})
    assert twice.json()["code"] == "already-frozen"
    (row,) = client_of(auditor).get("/api/v1/ledger/freezes").json()["results"]
    assert (row["user"], row["lifted_at"]) == (user, None)
    for reason in ("", " ", "x" * 201):
        assert sent(client, f"{address}/lift", {"reason": reason}, "c").status_code == 400
    assert sent(client, f"{address}/lift", {"reason": "cleared up"}, "d").status_code == 200
    assert client_of(user).get(WALLET).json()["state"] == "open"
    nobody = client.put("/api/v1/ledger/freezes/999999", why, headers={"Idempotency-Key": "e"})
    assert nobody.json()["code"] == "no-such-player"


def test_staff_and_auditors_find_accounts(player: Player, staff: int, auditor: int) -> None:
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=40)
    name = get_user_model().objects.get(pk=user).username
    for reader in (staff, auditor):
        client = client_of(reader)
        found = client.get("/api/v1/ledger/accounts", {"name": name}).json()["results"]
        assert [(row["kind"], row["balance"]) for row in found] == [("seat", 40), ("player", 60)]
        seats = client.get("/api/v1/ledger/accounts", {"table": "4", "kind": "seat"}).json()
        assert [row["user"] for row in seats["results"]] == [user]
        lines = f"/api/v1/ledger/accounts/{found[1]['id']}/lines"
        assert [row["amount"] for row in client.get(lines).json()["results"]] == [-40, 100]
        assert client.get(lines, {"format": "csv"})["Content-Type"].startswith("text/csv")


def test_lists_of_staff_cost_the_same_at_any_length(player: Player, staff: int) -> None:
    client = client_of(staff)
    for address in ("accounts", "transfers", "requests", "freezes"):
        counts = []
        for _ in range(2):
            user = player(50)
            commands.freeze(key=f"{address}{user}", staff_id=staff, user_id=user, reason="a test")
            with CaptureQueriesContext(connection) as seen:
                assert client.get(f"/api/v1/ledger/{address}").status_code == 200
            counts.append(len(seen))
        assert counts[0] == counts[1], address


def test_supply_adds_up_for_everybody(
    player: Player, django_assert_num_queries: Callable[[int], AbstractContextManager[None]]
) -> None:
    user = player(100)
    commands.buy_in(key="b", user_id=user, table_id=4, amount=40)
    with django_assert_num_queries(1):
        found = books.supply()
    assert (found.existing, found.total) == (100, 0)
    assert {one.kind: one.chips for one in found.held} == {"seat": 40, "player": 60}
    assert APIClient().get("/api/v1/ledger/supply").json()["total"] == 0


def test_seals_are_there_for_everybody(player: Player) -> None:
    player(100)
    sealed = commands.seal()
    assert sealed is not None
    (row,) = APIClient().get("/api/v1/ledger/seals").json()["results"]
    assert (row["n"], row["hash"]) == (sealed.n, bytes(sealed.hash).hex())
