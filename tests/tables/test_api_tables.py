"""Tables, seats and bots over REST."""

import uuid

import pytest

from deploy.accounts.models import User
from engine.game import rules_ids
from tables.models import Seat, Table
from tests.house import a_player, sit
from tests.tables.felt import (
    deal,
    digest,
    fold_out,
    play_out,
    quick_table,
)
from tests.tables.rest import Person, assert_problem
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)

NO_NUMBERS = ["100", 100.0, 1e2, 99.5, True, None, [100], {"chips": 100}]
HUGE = 10**30


@pytest.fixture
def ana(players: list[User]) -> Person:
    """Ana at the door; her table has three people, and nothing is dealt yet."""
    return Person(players[0])


@pytest.fixture
def zeca(stranger: User) -> Person:
    """Zeca at the door; he has no seat."""
    return Person(stranger)


def test_a_table_is_opened_and_stands_in_the_lobby(ana: Person) -> None:
    opened = ana.post("tables", {"name": "Mesa", "ante": 10, "seats": 4})
    assert opened.status == 201
    table = opened.json
    assert opened.headers["Location"] == f"/api/v1/tables/{table['id']}"
    expected = {"name": "Mesa", "rules": "pif-paf-aposta", "ante": 10, "seats": 4}
    expected |= {"min_players": 3, "buy_in_min": 200, "buy_in_max": 2000, "options": {}}
    expected |= {"action_ms": 30_000, "window_ms": 3_000, "pause_ms": 5_000}
    expected |= {"stakes": "ante-capped-round", "rake_per_mille": 0, "rake_cap": 0}
    expected |= {"reserve_ms": 60_000, "watch": "live", "watch_ms": 0}
    expected |= {"grace_ms": 15_000, "return_ms": 1_800_000, "private": False}
    assert table == expected | {"id": table["id"], "state": "open", "owner": "ana"}
    assert ana.get(f"tables/{table['id']}").json == table
    assert ana.state(table["id"])["table"] == table
    (row,) = ana.get("tables").json["results"]
    assert (row["id"], row["taken"], row["mine"], row["playing"]) == (table["id"], 0, False, False)


def test_a_repeat_opens_no_second_table(ana: Person) -> None:
    settings = {"name": "Mesa"}
    first = ana.post("tables", settings, key="k1")
    assert ana.post("tables", settings, key="k1").json == first.json
    assert_problem(ana.post("tables", {"name": "Outra"}, key="k1"), 422, "key-reused")
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"name": ""}, "name"),
        ({"name": 7.5, "stack": 1}, "stack"),
        ({"name": "Mesa", "owner": "bia"}, "owner"),
        ({"name": "Mesa", "due_at": None}, "due_at"),
        *[({"name": "Mesa", "ante": wrong}, "ante") for wrong in NO_NUMBERS],
        ({"name": "Mesa", "ante": -5}, "ante"),
        ({"name": "Mesa", "seats": 3.0}, "seats"),
        ({"name": "Mesa", "action_ms": "1000"}, "action_ms"),
        ([], ""),
    ],
)
def test_settings_of_the_wrong_kind_are_named(ana: Person, chosen: object, field: str) -> None:
    before = digest()
    problem = assert_problem(ana.post("tables", chosen), 400, "invalid-request")
    assert field in [error["field"] for error in problem["errors"]]
    assert digest() == before


@pytest.mark.parametrize(
    "chosen",
    [
        {"ante": 10**9},
        {"seats": 9},
        {"seats": 2},
        {"seats": 4, "min_players": 5},
        {"min_players": 1},
        {"buy_in_min": 4, "ante": 5},
        {"buy_in_min": 500, "buy_in_max": 400},
        {"action_ms": 999},
        {"window_ms": 10**9},
        {"rules": "poker"},
        {"name": "tab\there"},
    ],
)
def test_settings_that_make_no_sense_are_refused(ana: Person, chosen: dict[str, object]) -> None:
    before = digest()
    assert_problem(ana.post("tables", {"name": "Mesa"} | chosen), 422, "bad-table")
    assert digest() == before


@pytest.mark.parametrize("rules", rules_ids())
def test_live_tables_play_every_rule_set(ana: Person, rules: str) -> None:
    opened = ana.post("tables", {"name": "Mesa", "rules": rules})
    assert opened.status == 201
    assert opened.json["rules"] == rules
    assert opened.json["buy_in_max"] >= opened.json["buy_in_min"] >= opened.json["ante"]


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"rules": "canasta"}, "rules: one of"),
        ({"rules": "pili-pili", "stakes": "fixed"}, "played for one of play, buy-in"),
        ({"rules": "pili-pili", "options": {"missions": "JUMP 5"}}, "no Mission"),
        ({"rules": "pife", "options": {"lives": "many"}}, "lives"),
        ({"rules": "pife", "options": {"colour": 1}}, "colour"),
        ({"rules": "pife", "stakes": "buy-in"}, "played for one of"),
        ({"rules": "pif-paf", "stakes": "gold"}, "played for one of"),
        ({"rules": "pif-paf", "stakes": "play", "ante": 5}, "ante"),
        ({"rules": "pif-paf-cassino", "buy_in_min": 5}, "buy_in_min"),
        ({"rake_per_mille": 10}, "only the house"),
    ],
)
def test_senseless_settings_are_refused(
    ana: Person, chosen: dict[str, object], words: str
) -> None:
    before = digest()
    problem = assert_problem(ana.post("tables", {"name": "Mesa"} | chosen), 422, "bad-table")
    assert words in problem["detail"]
    assert digest() == before


def test_every_change_needs_a_key(ana: Person, table_id: int) -> None:
    before = digest()
    base = f"tables/{table_id}"
    answers = [
        ana.post("tables", {"name": "Mesa"}, key=""),
        ana.post(f"{base}/seats", {"buy_in": 100}, key=""),
        ana.delete(f"{base}/seats/me", key=""),
        ana.post(f"{base}/seats/me/sit-out", key=""),
        ana.post(f"{base}/seats/me/sit-in", key=""),
        ana.post(f"{base}/bots", key=""),
        ana.delete(f"{base}/bots/3", key=""),
        ana.post(f"{base}/close", key=""),
        ana.post(f"{base}/actions", {"expected_seq": 0, "action": {"kind": "check"}}, key=""),
    ]
    for answer in answers:
        assert_problem(answer, 400, "key-missing")
    assert_problem(ana.post("tables", {"name": "Mesa"}, key="a b"), 400, "bad-key")
    assert digest() == before


def test_sitting_down_puts_chips_into_escrow(zeca: Person, stranger: User, table_id: int) -> None:
    sat = zeca.post(f"tables/{table_id}/seats", {"buy_in": 300, "seat": 5})
    assert (sat.status, sat.json) == (201, {"seat": 5, "stack": 300})
    assert chips.balance(stranger.pk) == 700
    assert chips.stack(stranger.pk, table_id) == 300
    (mine,) = zeca.get("me/seats").json["results"]
    assert mine == {
        "table": table_id,
        "name": "Mesa",
        "seat": 5,
        "stack": 300,
        "sitting_out": False,
        "leaving": False,
    }
    state = zeca.state(table_id)
    assert state["you"]["seat"] == 5
    assert zeca.get("tables").json["results"][0]["mine"] is True


def test_a_repeat_sits_once(zeca: Person, stranger: User, table_id: int) -> None:
    path = f"tables/{table_id}/seats"
    first = zeca.post(path, {"buy_in": 300}, key="k")
    assert zeca.post(path, {"buy_in": 300}, key="k") == first
    assert_problem(zeca.post(path, {"buy_in": 301}, key="k"), 422, "key-reused")
    assert chips.stack(stranger.pk, table_id) == 300


@pytest.mark.parametrize("wrong", [*NO_NUMBERS, -100, HUGE])
def test_a_buy_in_is_a_whole_number_of_chips(zeca: Person, table_id: int, wrong: object) -> None:
    before = digest()
    answer = zeca.post(f"tables/{table_id}/seats", {"buy_in": wrong})
    problem = assert_problem(answer, 400, "invalid-request")
    assert [error["field"] for error in problem["errors"]] == ["buy_in"]
    assert digest() == before


def test_who_cannot_sit(ana: Person, zeca: Person, table_id: int) -> None:
    path = f"tables/{table_id}/seats"
    poor = Person(a_player("poor", 150))
    before = digest()
    problem = assert_problem(ana.post(path, {"buy_in": 100}), 409, "already-seated")
    assert problem["seat"] == 0
    problem = assert_problem(zeca.post(path, {"buy_in": 100, "seat": 1}), 409, "seat-taken")
    assert problem["free"] == [3, 4, 5]
    assert_problem(zeca.post(path, {"buy_in": 100, "seat": 7}), 409, "seat-taken")
    assert_problem(zeca.post(path, {"buy_in": 100, "seat": -1}), 400, "invalid-request")
    assert_problem(zeca.post(path, {"buy_in": 100, "seat": 8}), 400, "invalid-request")
    problem = assert_problem(zeca.post(path, {"buy_in": 99}), 422, "buy-in-range")
    assert (problem["min"], problem["max"]) == (100, 1000)
    assert_problem(zeca.post(path, {"buy_in": 1001}), 422, "buy-in-range")
    problem = assert_problem(poor.post(path, {"buy_in": 200}), 409, "insufficient-chips")
    assert (problem["have"], problem["need"]) == (150, 200)
    assert_problem(zeca.post(path, {"buy_in": 100, "user": 1}), 400, "invalid-request")
    assert_problem(zeca.post("tables/0/seats", {"buy_in": 100}), 404, "no-such-table")
    assert digest() == before


def test_a_full_table_is_full(players: list[User], stranger: User, quick_clock: None) -> None:
    table_id = quick_table(players[0], seats=3)
    for player in players:
        sit(player, table_id)
    answer = Person(stranger).post(f"tables/{table_id}/seats", {"buy_in": 100})
    assert_problem(answer, 409, "table-full")


def test_leaving_gives_every_chip_back(ana: Person, players: list[User], table_id: int) -> None:
    key = str(uuid.uuid4())
    left = ana.delete(f"tables/{table_id}/seats/me", key=key)
    assert (left.status, left.json) == (200, {"chips": 500, "left": True})
    assert chips.balance(players[0].pk) == 1000
    assert ana.get("me/seats").json == {"results": []}
    before = digest()
    assert ana.delete(f"tables/{table_id}/seats/me", key=key) == left
    assert_problem(ana.delete(f"tables/{table_id}/seats/me"), 403, "not-seated")
    assert digest() == before


def test_leaving_in_mid_hand_is_refused_or_put_off(
    ana: Person, players: list[User], table_id: int
) -> None:
    deal(table_id)
    path = f"tables/{table_id}/seats/me"
    before = digest()
    assert_problem(ana.delete(path), 409, "hand-in-play")
    assert_problem(ana.delete(path, {"after_hand": True}), 400, "invalid-request")
    assert_problem(ana.delete(f"{path}?after_hand=perhaps"), 400, "invalid-request")
    assert digest() == before
    put_off = ana.delete(f"{path}?after_hand=true")
    assert (put_off.status, put_off.json) == (200, {"chips": 0, "left": False})
    assert ana.state(table_id)["you"]["leaving"] is True
    fold_out(table_id, players)
    assert not Seat.objects.filter(user=players[0]).exists()
    assert chips.stack(players[0].pk, table_id) == 0
    others = [chips.stack(one.pk, table_id) for one in players[1:]]
    assert chips.balance(players[0].pk) - 500 + sum(others) == 1500


def test_a_break_and_a_late_repeat_of_it(ana: Person, table_id: int) -> None:
    path = f"tables/{table_id}/seats/me"
    assert ana.post(f"{path}/sit-out", key="out").json == {"sitting_out": True}
    assert ana.state(table_id)["you"]["sitting_out"] is True
    assert ana.post(f"{path}/sit-in", key="in").json == {"sitting_out": False}
    before = digest()
    assert ana.post(f"{path}/sit-out", key="out").json == {"sitting_out": True}
    assert digest() == before
    assert ana.state(table_id)["you"]["sitting_out"] is False
    assert_problem(ana.post(f"{path}/sit-in", key="out"), 422, "key-reused")
    assert_problem(ana.post(f"{path}/sit-in", {"seat": 1}), 400, "invalid-request")


def test_who_sits_out_is_not_dealt_in(
    ana: Person, zeca: Person, table_id: int, players: list[User], stranger: User
) -> None:
    sit(stranger, table_id)
    ana.post(f"tables/{table_id}/seats/me/sit-out")
    deal(table_id)
    assert [seat["seat"] for seat in ana.state(table_id)["hand"]["seats"]] == [1, 2, 3]
    assert ana.state(table_id)["hand"]["cards"] is None
    ana.post(f"tables/{table_id}/seats/me/sit-in")
    fold_out(table_id, [*players, stranger])
    deal(table_id)
    assert [seat["seat"] for seat in ana.state(table_id)["hand"]["seats"]] == [0, 1, 2, 3]


def test_strangers_take_no_break(zeca: Person, table_id: int) -> None:
    path = f"tables/{table_id}/seats/me"
    for answer in (zeca.post(f"{path}/sit-out"), zeca.post(f"{path}/sit-in"), zeca.delete(path)):
        assert_problem(answer, 403, "not-seated")


def test_the_owner_adds_and_removes_bots(ana: Person, zeca: Person, table_id: int) -> None:
    path = f"tables/{table_id}/bots"
    before = digest()
    assert_problem(zeca.post(path), 403, "not-owner")
    assert digest() == before
    added = ana.post(path, key="bot")
    assert added.status == 201
    assert added.json["seat"] == 3
    assert ana.post(path, key="bot") == added
    shown = ana.state(table_id)["seats"][3]
    assert (shown["name"], shown["bot"]) == (added.json["name"], True)
    assert_problem(zeca.delete(f"{path}/3"), 403, "not-owner")
    assert_problem(ana.delete(f"{path}/0"), 403, "not-seated")  # Ana is no bot
    assert ana.delete(f"{path}/3").json == {"left": True}
    for _ in range(3):
        assert ana.post(path).status == 201
    assert_problem(ana.post(path), 409, "table-full")
    assert chips.audit().ok


def test_a_bot_in_a_hand_leaves_after_it(ana: Person, players: list[User], table_id: int) -> None:
    ana.post(f"tables/{table_id}/bots")
    deal(table_id)
    assert ana.delete(f"tables/{table_id}/bots/3").json == {"left": False}
    fold_out(table_id, players)
    assert Seat.objects.filter(table_id=table_id).count() == 3


def test_a_table_closes_when_it_is_empty(ana: Person, zeca: Person, table_id: int) -> None:
    assert_problem(zeca.post(f"tables/{table_id}/close"), 403, "not-owner")
    assert_problem(ana.post(f"tables/{table_id}/close"), 409, "seats-in-use")
    for seat in Seat.objects.select_related("user"):
        Person(seat.user).delete(f"tables/{table_id}/seats/me")
    closed = ana.post(f"tables/{table_id}/close")
    assert (closed.status, closed.json["state"]) == (200, "closed")
    assert ana.post(f"tables/{table_id}/close").status == 200
    assert ana.get("tables").json["results"] == []
    answer = zeca.post(f"tables/{table_id}/seats", {"buy_in": 100})
    assert_problem(answer, 409, "table-closed")
    assert_problem(ana.post(f"tables/{table_id}/bots"), 409, "table-closed")


@pytest.mark.parametrize("number", [0, 999, HUGE])
def test_a_table_that_is_not_there(zeca: Person, number: int) -> None:
    base = f"tables/{number}"
    check = {"expected_seq": 0, "action": {"kind": "check"}}
    answers = [
        zeca.get(base),
        zeca.get(f"{base}/state"),
        zeca.get(f"{base}/events"),
        zeca.get(f"{base}/legal-actions"),
        zeca.post(f"{base}/actions", check),
        zeca.post(f"{base}/seats", {"buy_in": 100}),
        zeca.delete(f"{base}/seats/me"),
        zeca.post(f"{base}/bots"),
        zeca.delete(f"{base}/bots/{number}"),
        zeca.post(f"{base}/close"),
    ]
    for answer in answers:
        assert_problem(answer, 404, "no-such-table")


def one_loses_all(table_id: int, players: list[User]) -> None:
    """Play hands with everything at stake until one of two has nothing."""
    stacks = chips.stacks(table_id)
    while len(stacks) == 2:
        deal(table_id)
        play_out(table_id, players)
        stacks = chips.stacks(table_id)


def test_a_person_who_lost_all_sits_out(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], ante=100, min_players=2, buy_in_min=100, buy_in_max=100)
    for player in players[:2]:
        sit(player, table_id, buy_in=100)
    one_loses_all(table_id, players)
    loser = next(one for one in players[:2] if not chips.stack(one.pk, table_id))
    state = Person(loser).state(table_id)
    assert state["you"] | {"seat": 0, "order": []} == {
        "seat": 0,
        "name": loser.username,
        "stack": 0,
        "sitting_out": True,
        "away": False,
        "leaving": False,
        "reserve_ms": 0,
        "grace_ms": 0,
        "topping_up": 0,
        "kept_out": None,
        "preaction": None,
        "preaction_with": None,
        "order": [],
    }
    assert state["clock"] is None, "one player alone is not dealt to"
    assert Person(loser).delete(f"tables/{table_id}/seats/me").json == {"chips": 0, "left": True}


def test_a_bot_that_lost_all_is_staked_again(
    ana: Person, players: list[User], quick_clock: None
) -> None:
    """The bot makes up the number, so the table does not fall asleep."""
    table_id = quick_table(players[0], ante=100, min_players=2, buy_in_min=100, buy_in_max=100)
    for _ in range(2):
        ana.post(f"tables/{table_id}/bots")
    one_loses_all(table_id, [])
    deal(table_id)
    assert sorted(seat["stack"] for seat in ana.state(table_id)["seats"]) == [100, 200]
    assert chips.audit().ok
