"""Playing over REST: a whole hand by this door alone, and everything that it refuses."""

import random
import time
import uuid
from functools import partial

import pytest

from deploy.accounts.models import User
from engine import bots, record
from tables import commands
from tables.models import Event, Table
from tests.house import a_player, sit
from tests.tables.felt import (
    deal,
    digest,
    fold_out,
    in_turn,
    out_of_turn,
    play_out,
    quick_table,
    quiet_betting,
)
from tests.tables.rest import Answer, Person, assert_problem
from tests.together import together
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


def newcomer(name: str) -> Person:
    """Sign up and get a token, as an outsider does."""
    visitor = Person()
    secret = {"username": name, "password": "mesa verde 9"}
    assert visitor.post("accounts", secret).status == 201
    return Person(token=visitor.post("tokens", secret).json["token"])


def step_by_rest(people: list[Person], table_id: int, chance: random.Random) -> None:
    """Whoever can act does; the house's clock runs beside. Seats are in the order of `people`."""
    hand = people[0].state(table_id)["hand"]
    in_turn = people if hand is None or hand["turn"] is None else [people[hand["turn"]]]
    asked = people if hand and hand["window"] else in_turn
    for person in asked:
        state = person.state(table_id)
        if state["legal"]:
            choice = bots.steady(state["hand"], state["legal"], chance.randrange)
            if choice:
                acted = person.act(table_id, choice, seq=state["hand"]["seq"])
                assert acted.status == 200, acted
                return
    commands.tick(table_id=table_id)


def test_events_say_who_played_though_another_sits_there_now(
    table_id: int, players: list[User], stranger: User
) -> None:
    deal(table_id)
    hand = play_out(table_id, players)
    commands.leave(user=players[0], key="gone", table_id=table_id)
    told = Person(players[1]).get(f"tables/{table_id}/events").json
    assert {event["hand"] for event in told["events"] if "hand" in event} == {str(hand.pk)}
    assert told["players"] == {
        str(hand.pk): [
            {"seat": seat, "name": one.username, "bot": False} for seat, one in enumerate(players)
        ]
    }
    quiet = Person(stranger).get(f"tables/{table_id}/events?after={told['head']}").json
    assert quiet["players"] == {}


@pytest.mark.usefixtures("short_hands")
def test_a_whole_hand_by_rest_alone(quick_clock: None) -> None:
    people = [newcomer(name) for name in ("ana", "bia", "caio")]
    settings = {"name": "Mesa", "window_ms": 200, "pause_ms": 200}
    table_id = people[0].post("tables", settings).json["id"]
    Table.objects.filter(pk=table_id).update(window_ms=1, pause_ms=1)
    for person in people:
        assert person.post(f"tables/{table_id}/seats", {"buy_in": 400}).status == 201
    chance = random.Random(5)
    until = time.monotonic() + 300
    while True:
        step_by_rest(people, table_id, chance)
        state = people[0].state(table_id)
        if state["hand"] and state["hand"]["phase"] == "over":
            break
        assert time.monotonic() < until
    result = state["hand"]["result"]
    stacks = {seat["seat"]: seat["stack"] for seat in state["seats"]}
    assert stacks == {seat: 400 + delta for seat, delta in result["deltas"]}
    hand_id = state["hand"]["id"]
    text = people[1].get(f"hands/{hand_id}/record").text
    verdict = record.verify(text)
    assert (verdict.exit_code, verdict.reason) == (0, "")
    while people[0].state(table_id)["hand"]["id"] == hand_id:
        commands.tick(table_id=table_id)
    dealer = people[0].state(table_id)["hand"]["dealer"]
    assert result["winner"] in (dealer, None)
    for person in people:
        assert person.delete(f"tables/{table_id}/seats/me?after_hand=1").status == 200
    for _ in range(2):
        turn = people[0].state(table_id)["hand"]["turn"]
        assert people[turn].act(table_id, {"kind": "fold"}).status == 200
    wallets = [person.get("me/wallet").json for person in people]
    assert sum(one["balance"] for one in wallets) == 3000
    assert {one["in_play"] for one in wallets} == {0}
    assert chips.audit().ok


@pytest.fixture
def hand_on(table_id: int) -> int:
    """A hand in its betting round, ante 5, three players, cap 15; the table's number."""
    deal(table_id)
    return table_id


@pytest.fixture
def actor(hand_on: int, players: list[User]) -> Person:
    """Whose turn it is."""
    return Person(in_turn(hand_on, players))


@pytest.mark.parametrize(
    ("action", "status", "code"),
    [
        ({"kind": "bet", "to": 16}, 409, "above-cap"),
        ({"kind": "bet", "to": 2**53 - 1}, 409, "above-cap"),
        ({"kind": "bet", "to": 2}, 409, "below-minimum"),
        ({"kind": "bet", "to": 0}, 409, "below-minimum"),
        ({"kind": "bet", "to": -5}, 400, "bad-action"),
        ({"kind": "bet", "to": 10.0}, 400, "bad-action"),
        ({"kind": "bet", "to": 7.5}, 400, "bad-action"),
        ({"kind": "bet", "to": "10"}, 400, "bad-action"),
        ({"kind": "bet", "to": True}, 400, "bad-action"),
        ({"kind": "bet", "to": None}, 400, "bad-action"),
        ({"kind": "bet", "to": 10**30}, 400, "bad-action"),
        ({"kind": "bet"}, 400, "bad-action"),
        ({"kind": "bet", "to": 10, "stack": 900}, 400, "bad-action"),
        ({"kind": "check", "seat": 1}, 400, "bad-action"),
        ({"kind": "steal"}, 400, "bad-action"),
        ({"kind": ["check"]}, 400, "bad-action"),
        ({}, 400, "bad-action"),
        ({"kind": "close-window"}, 400, "bad-action"),
        ({"kind": "raise", "to": 10}, 409, "not-now"),
        ({"kind": "call"}, 409, "not-now"),
        ({"kind": "draw", "from": "stock"}, 409, "not-now"),
        ({"kind": "discard", "card": "7H"}, 409, "not-now"),
        ({"kind": "discard", "card": "1X"}, 400, "bad-action"),
        ("check", 400, "invalid-request"),
        (["check"], 400, "invalid-request"),
        (None, 400, "invalid-request"),
    ],
)
def test_an_action_that_is_refused_changes_nothing(
    actor: Person, hand_on: int, action: object, status: int, code: str
) -> None:
    before = digest()
    problem = assert_problem(actor.act(hand_on, action, seq=0), status, code)
    if status == 409:
        assert {move["kind"] for move in problem["allowed"]} == {"check", "bet", "fold"}
    assert digest() == before


@pytest.mark.parametrize(
    "body",
    [
        {"action": {"kind": "check"}},
        {"expected_seq": 0},
        {"expected_seq": 0, "action": {"kind": "check"}, "seat": 2},
        {"expected_seq": 0, "action": {"kind": "check"}, "action_id": "x"},
        *[
            {"expected_seq": seq, "action": {"kind": "check"}}
            for seq in ("0", 0.0, True, None, -1, 2**31)
        ],
        [],
        "check",
    ],
)
def test_a_request_of_the_wrong_form_changes_nothing(
    actor: Person, hand_on: int, body: object
) -> None:
    before = digest()
    assert_problem(actor.post(f"tables/{hand_on}/actions", body), 400, "invalid-request")
    assert digest() == before


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 60_000, '{"expected_seq": NaN}', "\x00", '{"action": "\\ud800"}']
)
def test_a_body_that_is_no_json_changes_nothing(actor: Person, hand_on: int, text: str) -> None:
    before = digest()
    answer = actor.send(f"tables/{hand_on}/actions", text)
    assert answer.status == 400, answer
    assert answer.json["code"] in {"malformed-request", "invalid-request"}
    assert digest() == before


def test_a_body_of_a_mebibyte_is_too_large(actor: Person, hand_on: int) -> None:
    answer = actor.send(f"tables/{hand_on}/actions", '{"action": "' + "x" * 2**20 + '"}')
    assert_problem(answer, 413, "too-large")


def test_only_the_player_in_turn_may_act(
    hand_on: int, players: list[User], stranger: User
) -> None:
    before = digest()
    waiting = Person(out_of_turn(hand_on, players))
    assert_problem(waiting.act(hand_on, {"kind": "check"}), 409, "not-your-turn")
    assert_problem(Person(stranger).act(hand_on, {"kind": "check"}), 403, "not-seated")
    assert digest() == before
    sit(stranger, hand_on)
    before = digest()
    assert_problem(Person(stranger).act(hand_on, {"kind": "check"}), 409, "not-in-hand")
    assert digest() == before


def test_nobody_bets_chips_that_are_not_there(players: list[User], quick_clock: None) -> None:
    """Eight chips less the ante of five leave three, whatever lies in the wallet."""
    table_id = quick_table(players[0], buy_in_min=5)
    for player in players:
        sit(player, table_id, buy_in=8)
    deal(table_id)
    poor = Person(in_turn(table_id, players))
    before = digest()
    answer = poor.act(table_id, {"kind": "bet", "to": 10})
    problem = assert_problem(answer, 409, "not-enough-chips")
    assert {"kind": "bet", "min": 3, "max": 3} in problem["allowed"]
    assert digest() == before
    assert poor.act(table_id, {"kind": "bet", "to": 3}).status == 200


def test_cards_that_are_not_held(hand_on: int, players: list[User]) -> None:
    quiet_betting(hand_on, players)
    person = Person(in_turn(hand_on, players))
    person.act(hand_on, {"kind": "draw", "from": "stock"})
    held = person.state(hand_on)["hand"]["cards"]
    other = next(card for card in ("AS", "AH", "AD", "AC", *_PACK) if card not in held)
    before = digest()
    assert_problem(person.act(hand_on, {"kind": "discard", "card": other}), 409, "not-held")
    melds = [held[0:3], held[3:6], held[6:9]]
    out = {"kind": "go-out", "discard": held[9], "melds": melds}
    answer = person.act(hand_on, out)
    if answer.status == 409:  # all but certainly these are no melds
        assert_problem(answer, 409, "melds-invalid")
        assert digest() == before


_PACK = [f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQK"]


def test_old_and_future_sequences_are_stale(
    actor: Person, hand_on: int, players: list[User]
) -> None:
    assert actor.act(hand_on, {"kind": "check"}, seq=0).status == 200
    second = Person(in_turn(hand_on, players))
    before = digest()
    for seq in (0, 2, 1000):
        problem = assert_problem(second.act(hand_on, {"kind": "check"}, seq=seq), 409, "stale")
        assert (problem["seq"], problem["expected"]) == (1, seq)
    assert digest() == before


def test_a_finished_hand_takes_no_action(hand_on: int, players: list[User]) -> None:
    fold_out(hand_on, players)
    before = digest()
    assert_problem(Person(players[0]).act(hand_on, {"kind": "check"}), 409, "no-hand")
    assert digest() == before


def test_the_same_request_twice(actor: Person, hand_on: int) -> None:
    key = str(uuid.uuid4())
    first = actor.act(hand_on, {"kind": "check"}, seq=0, key=key)
    assert first.status == 200
    before = digest()
    assert actor.act(hand_on, {"kind": "check"}, seq=0, key=key) == first
    bet = {"kind": "bet", "to": 10}
    assert_problem(actor.act(hand_on, bet, seq=0, key=key), 422, "key-reused")
    assert_problem(actor.act(hand_on, bet, seq=0, key="x" * 65), 400, "bad-request")
    assert digest() == before
    assert Event.objects.filter(table_id=hand_on, type="act").count() == 1


def test_fifty_posts_of_one_action_at_once(hand_on: int, players: list[User]) -> None:
    user = in_turn(hand_on, players)

    def post() -> Answer:
        return Person(user).act(hand_on, {"kind": "check"}, seq=0, key="the-same")

    answers = together([post] * 50)
    assert {str(answer) for answer in answers} == {str(answers[0])}
    assert isinstance(answers[0], Answer)
    assert answers[0].status == 200
    assert Event.objects.filter(table_id=hand_on, type="act").count() == 1


def test_a_second_seat_and_an_early_leave(hand_on: int, players: list[User]) -> None:
    person = Person(players[0])
    before = digest()
    answer = person.post(f"tables/{hand_on}/seats", {"buy_in": 100, "seat": 5})
    assert_problem(answer, 409, "already-seated")
    assert_problem(person.delete(f"tables/{hand_on}/seats/me"), 409, "hand-in-play")
    assert digest() == before


def test_two_players_want_one_seat(table_id: int) -> None:
    rivals = [a_player(name) for name in ("dora", "edu")]
    path = f"tables/{table_id}/seats"
    posts = [
        partial(Person(rival).post, path, {"buy_in": 100, "seat": 4}, "k") for rival in rivals
    ]
    answers = together(posts)
    assert sorted(answer.status for answer in answers if isinstance(answer, Answer)) == [201, 409]
    assert sorted(chips.stack(rival.pk, table_id) for rival in rivals) == [0, 100]


def test_legal_actions_are_the_actors_own(
    actor: Person, hand_on: int, players: list[User], stranger: User
) -> None:
    own = actor.get(f"tables/{hand_on}/legal-actions").json
    assert own["seq"] == 0
    assert [move["kind"] for move in own["legal"]] == ["check", "bet", "fold"]
    for other in (stranger, out_of_turn(hand_on, players)):
        assert Person(other).get(f"tables/{hand_on}/legal-actions").json["legal"] == []


def test_events_are_read_from_a_cursor(
    actor: Person, hand_on: int, players: list[User], stranger: User
) -> None:
    actor.act(hand_on, {"kind": "check"})
    path = f"tables/{hand_on}/events"
    everything = actor.get(path).json
    assert [event["type"] for event in everything["events"]] == [
        "opened",
        "sat",
        "sat",
        "sat",
        "hand",
        "act",
    ]
    head = everything["head"]
    assert everything["next"] == head
    later = actor.get(path, after=head - 1).json
    assert later["events"] == everything["events"][-1:]
    nothing = {"events": [], "next": head, "head": head, "players": {}}
    assert actor.get(path, after=head).json == nothing
    assert actor.get(path, after=2**63 - 1).json["events"] == []
    assert Person(stranger).get(path).json == everything


@pytest.mark.parametrize("after", ["-1", "x", "1.5", str(2**63), ""])
def test_a_cursor_that_is_none(actor: Person, hand_on: int, after: str) -> None:
    answer = actor.get(f"tables/{hand_on}/events", after=after)
    assert_problem(answer, 400, "invalid-request")
    assert_problem(actor.get(f"tables/{hand_on}/events", aftr=3), 400, "invalid-request")


@pytest.mark.usefixtures("short_hands")
def test_a_finished_hand_can_be_had_by_anybody(
    hand_on: int, players: list[User], stranger: User
) -> None:
    hand = play_out(hand_on, players)
    zeca = Person(stranger)
    shown = zeca.get(f"hands/{hand.pk}").json
    assert shown["id"] == str(hand.pk)
    assert [player["name"] for player in shown["players"]] == ["ana", "bia", "caio"]
    assert shown["result"] == hand.result
    assert shown["head"] == bytes(hand.head).hex()
    record_file = zeca.client.get(shown["record"])
    assert record_file["Content-Type"] == "application/x-ndjson"
    name = f'attachment; filename="batida-table{hand_on}-hand1.jsonl"'
    assert record_file["Content-Disposition"] == name
    verdict = record.verify(record_file.content)
    assert (verdict.exit_code, verdict.head) == (0, shown["head"])
    replay = zeca.client.get(shown["replay"], HTTP_ACCEPT="text/plain")
    assert replay["Content-Type"] == "text/plain; charset=utf-8"
    assert replay.content.decode().startswith(f"Hand 1 of table {hand_on} ({hand.pk})\n")


def test_a_hand_in_play_keeps_its_secrets(hand_on: int, players: list[User]) -> None:
    ana = Person(players[0])
    hand_id = ana.state(hand_on)["hand"]["id"]
    shown = ana.get(f"hands/{hand_id}").json
    closed = ("result", "head", "record", "replay", "ended_at")
    assert {name: shown[name] for name in closed} == dict.fromkeys(closed)
    for part in ("record", "replay"):
        problem = ana.get(f"hands/{hand_id}/{part}", accept="text/plain")
        assert_problem(problem, 409, "hand-not-over")
        nobodys = ana.get(f"hands/{uuid.uuid4()}/{part}")
        assert_problem(nobodys, 404, "no-such-hand")
    assert_problem(ana.get(f"hands/{uuid.uuid4()}"), 404, "no-such-hand")
    assert ana.get("hands").json["results"] == []


def test_hands_come_in_pages(hand_on: int, players: list[User], stranger: User) -> None:
    ana = Person(players[0])
    first = fold_out(hand_on, players)
    deal(hand_on)
    second = fold_out(hand_on, players)
    deal(hand_on)
    page = ana.get("hands", page_size=1).json
    assert [one["id"] for one in page["results"]] == [str(second.pk)]
    after = ana.client.get(page["next"]).json()
    assert [one["id"] for one in after["results"]] == [str(first.pk)]
    assert after["next"] is None
    assert len(ana.get("hands", table=hand_on, mine="true").json["results"]) == 2
    assert ana.get("hands", table=hand_on + 1).json["results"] == []
    assert Person(stranger).get("hands", mine="true").json["results"] == []
    assert len(Person(stranger).get("hands").json["results"]) == 2
    for wrong in ({"table": "x"}, {"table": 0}, {"page_size": 0}, {"player": 1}, {"mine": "?"}):
        assert_problem(ana.get("hands", **wrong), 400, "invalid-request")
