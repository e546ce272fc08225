"""What a player arranges ahead: the cards in hand, the next action, the reserve of time."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from deploy.accounts.models import User
from tables import ahead, commands
from tables.boards import load_board
from tables.errors import BadRequest, NoHand, NoReserve, NotAhead, NotSeated, Stale
from tables.models import Event, Seat, Table
from tests.house import open_house, sit
from tests.tables.felt import act, deal, fold_out, hurry, in_turn, quick_table, quiet_betting
from tests.tables.rest import Person, assert_problem

Json = dict[str, Any]

pytestmark = pytest.mark.django_db(transaction=True)


def next_after(table_id: int, players: list[User]) -> User:
    """Return who comes after the player in turn."""
    return players[(players.index(in_turn(table_id, players)) + 1) % len(players)]


def last_acts(table_id: int, count: int) -> list[tuple[str | None, str]]:
    """Return who acted last, and how, the newest last."""
    rows = Event.objects.filter(table_id=table_id, type="act").order_by("-seq")[:count]
    found = [(row.actor.username if row.actor else None, str(row.line)) for row in rows]
    return found[::-1]


def test_what_was_said_ahead_is_done_the_moment_the_turn_comes(
    table_id: int, players: list[User]
) -> None:
    deal(table_id)
    after = next_after(table_id, players)
    last = next(one for one in players if one not in {after, in_turn(table_id, players)})
    for one, kind in ((after, "check"), (last, "check-fold")):
        assert commands.preact(user=one, table_id=table_id, kind=kind) == {"preaction": kind}
        assert Person(one).state(table_id)["you"]["preaction"] == kind
    head = load_board(table_id).table.told_seq
    answer = act(in_turn(table_id, players), table_id, {"kind": "check"})
    assert answer["event"] == head + 1
    acts = last_acts(table_id, 3)
    assert [name for name, _line in acts[1:]] == [after.username, last.username]
    assert all('"kind":"check"' in line and '"by":"player"' in line for _name, line in acts)
    assert load_board(table_id).snapshot(None)["hand"]["phase"] != "bet"
    assert not Seat.objects.filter(preaction__isnull=False).exists()


@pytest.mark.parametrize(("kind", "folds"), [("check", False), ("check-fold", True)])
def test_a_price_that_changes_drops_a_check_and_makes_check_or_fold_a_fold(
    table_id: int, players: list[User], kind: str, *, folds: bool
) -> None:
    deal(table_id)
    after = next_after(table_id, players)
    commands.preact(user=after, table_id=table_id, kind=kind)
    act(in_turn(table_id, players), table_id, {"kind": "bet", "to": 10})
    assert Seat.objects.get(user=after).preaction is None
    assert (in_turn(table_id, players) == after) is not folds
    assert ('"fold"' in last_acts(table_id, 1)[0][1]) is folds


def test_a_call_is_for_the_price_that_was_seen(table_id: int, players: list[User]) -> None:
    deal(table_id)
    act(in_turn(table_id, players), table_id, {"kind": "bet", "to": 5})
    after = next_after(table_id, players)
    commands.preact(user=after, table_id=table_id, kind="call")
    act(in_turn(table_id, players), table_id, {"kind": "raise", "to": 10})
    assert Person(after).state(table_id)["you"]["preaction"] is None
    assert in_turn(table_id, players) == after


def test_the_discard_is_taken_if_nobody_claims_it(table_id: int, players: list[User]) -> None:
    deal(table_id)
    quiet_betting(table_id, players)
    thrower, taker = in_turn(table_id, players), next_after(table_id, players)
    act(thrower, table_id, {"kind": "draw", "from": "stock"})
    card = load_board(table_id).snapshot(thrower.pk)["hand"]["drawn"]
    act(thrower, table_id, {"kind": "discard", "card": card})
    commands.preact(user=taker, table_id=table_id, kind="take-discard")
    hurry(table_id)  # the window closes
    hand = load_board(table_id).snapshot(taker.pk)["hand"]
    if hand["phase"] != "over":
        assert (hand["phase"], hand["drew"], hand["drawn"]) == (
            "discard",
            {"from": "discard"},
            card,
        )


def test_what_cannot_be_said_ahead(table_id: int, players: list[User], stranger: User) -> None:
    with pytest.raises(NoHand):
        commands.preact(user=players[0], table_id=table_id, kind="fold")
    hand = deal(table_id)
    with pytest.raises(NotAhead):
        commands.preact(user=in_turn(table_id, players), table_id=table_id, kind="fold")
    with pytest.raises(NotSeated):
        commands.preact(user=stranger, table_id=table_id, kind="fold")
    waits = next_after(table_id, players)
    with pytest.raises(BadRequest):
        commands.preact(user=waits, table_id=table_id, kind="raise")
    with pytest.raises(Stale):
        commands.preact(user=waits, table_id=table_id, kind="fold", hand_id=uuid.uuid4())
    assert not Seat.objects.filter(preaction__isnull=False).exists()
    commands.preact(user=waits, table_id=table_id, kind="fold", hand_id=hand.pk)
    person = Person(waits)
    assert person.delete(f"tables/{table_id}/preactions").json == {"preaction": None}
    assert person.state(table_id)["you"]["preaction"] is None


def test_a_promise_dies_with_its_hand(table_id: int, players: list[User]) -> None:
    deal(table_id)
    waits = next_after(table_id, players)
    commands.preact(user=waits, table_id=table_id, kind="take-discard")
    fold_out(table_id, players)
    deal(table_id)
    assert Person(waits).state(table_id)["you"]["preaction"] is None


def test_my_order_of_my_cards_is_kept(table_id: int, players: list[User]) -> None:
    deal(table_id)
    person = Person(players[0])
    cards = person.state(table_id)["hand"]["cards"]
    mine = sorted(cards, reverse=True)
    path = f"tables/{table_id}/hand-order"
    put = person.client.put(f"/api/v1/{path}", {"cards": mine})
    assert (put.status_code, put.json()) == (200, {"cards": mine})
    assert person.state(table_id)["you"]["order"] == mine
    assert Person(players[1]).state(table_id)["you"]["order"] != mine
    quiet_betting(table_id, players)
    for _ in players:
        player = in_turn(table_id, players)
        act(player, table_id, {"kind": "draw", "from": "stock"})
        state = Person(player).state(table_id)
        if player == players[0]:
            assert state["you"]["order"] == [*mine, state["hand"]["drawn"]]
        thrown = mine[0] if player == players[0] else state["hand"]["drawn"]
        act(player, table_id, {"kind": "discard", "card": thrown})
        hurry(table_id)
        if player == players[0]:
            order = person.state(table_id)["you"]["order"]
            assert order == [*mine[1:], state["hand"]["drawn"]]
    for wrong in (mine[:-1], [*mine, "7H"], ["XX"], []):
        refused = person.client.put(f"/api/v1/{path}", {"cards": wrong})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")


def test_a_reserve_is_used_in_ones_own_turn_once(table_id: int, players: list[User]) -> None:
    Seat.objects.filter(table_id=table_id).update(reserve_ms=20_000)
    deal(table_id)
    player = in_turn(table_id, players)
    due = Table.objects.get(pk=table_id).due_at
    waits = Person(next_after(table_id, players))
    assert_problem(waits.post(f"tables/{table_id}/reserve"), 409, "no-reserve")
    used = Person(player).post(f"tables/{table_id}/reserve", key="now")
    assert used.json == {"ms": 20_000}
    assert Person(player).post(f"tables/{table_id}/reserve", key="now") == used
    table = Table.objects.get(pk=table_id)
    assert due is not None
    assert table.due_at is not None
    assert round((table.due_at - due).total_seconds()) == 20
    with pytest.raises(NoReserve):
        commands.use_reserve(user=player, key="again", table_id=table_id)
    state = Person(player).state(table_id)
    assert (state["clock"]["reserve"], state["you"]["reserve_ms"]) == (True, 0)


def test_keeping_a_promise_costs_a_few_statements(table_id: int, players: list[User]) -> None:
    deal(table_id)
    commands.preact(user=next_after(table_id, players), table_id=table_id, kind="check")
    player = in_turn(table_id, players)
    with CaptureQueriesContext(connection) as captured:
        act(player, table_id, {"kind": "check"}, seq=0)
    assert len(captured) <= 10, [one["sql"] for one in captured]


@pytest.fixture
def round_id(players: list[User], quick_clock: None) -> int:
    """Their Pili Pili table without Missions, with a round in play: five cards each."""
    table_id = quick_table(players[0], rules="pili-pili-sem-missoes", stakes="play", ante=0)
    for player in players:
        sit(player, table_id, buy_in=0)
    deal(table_id)
    return table_id


def legal_of(user: User, table_id: int) -> Json:
    """Return the one thing that a player may do now."""
    return load_board(table_id).legal(user.pk)[0]


def bid(user: User, table_id: int) -> None:
    """Bid the least that is allowed."""
    act(user, table_id, {"kind": "bid", "number": legal_of(user, table_id)["numbers"][0]})


def play(user: User, table_id: int) -> None:
    """Play the first card that may be played."""
    act(user, table_id, {"kind": "play", "card": legal_of(user, table_id)["cards"][0]})


def cards_of(user: User, table_id: int) -> list[str]:
    """Return a player's cards but the Joker, which needs a number."""
    cards = load_board(table_id).snapshot(user.pk)["hand"]["cards"]
    return [card for card in cards if card != "JK"]


def test_bids_and_cards_of_pili_pili_are_said_ahead(round_id: int, players: list[User]) -> None:
    first, second = in_turn(round_id, players), next_after(round_id, players)
    said = commands.preact(user=second, table_id=round_id, kind="bid", number=2)
    assert said == {"preaction": "bid", "with": {"number": 2}}
    you = Person(second).state(round_id)["you"]
    assert (you["preaction"], you["preaction_with"]) == ("bid", {"number": 2})
    assert Person(first).state(round_id)["you"]["preaction"] is None
    bid(first, round_id)
    acts = last_acts(round_id, 2)
    assert acts[1][0] == second.username
    assert '"kind":"bid","number":2' in acts[1][1]
    bid(in_turn(round_id, players), round_id)
    leader = in_turn(round_id, players)
    after = next_after(round_id, players)
    card = cards_of(after, round_id)[-1]
    assert Person(after).post(
        f"tables/{round_id}/preactions", {"kind": "play", "card": card}
    ).json == {"preaction": "play", "with": {"card": card}}
    play(leader, round_id)
    assert f'"card":"{card}"' in last_acts(round_id, 1)[0][1]
    assert not Seat.objects.filter(preaction__isnull=False).exists()


def test_over_the_socket_too(round_id: int, players: list[User]) -> None:
    second = next_after(round_id, players)
    with open_house() as house:
        socket = house.socket(second, round_id)
        socket.next("snapshot")
        socket.send(type="preact", id="p1", kind="bid", number=9)
        assert "from 0 to 5" in socket.next("nack")["problem"]["detail"]
        socket.send(type="preact", id="p2", kind="bid", number=1)
        assert socket.next("done")["done"] == {"preaction": "bid", "with": {"number": 1}}
        bid(in_turn(round_id, players), round_id)
        seat = socket.state["you"]["seat"]
        state = socket.wait_for(
            lambda told: any(
                (one["seat"], one["bid"]) == (seat, 1) for one in told["hand"]["seats"]
            )
        )
        assert (state["you"]["preaction"], state["you"]["preaction_with"]) == (None, None)


def test_a_bid_that_is_not_allowed_in_the_turn_is_dropped(
    round_id: int, players: list[User]
) -> None:
    """The last to bid must not make the bids come out even: the clock goes on for that player."""
    first, second = in_turn(round_id, players), next_after(round_id, players)
    last = next(one for one in players if one not in {first, second})
    commands.preact(user=last, table_id=round_id, kind="bid", number=5)  # 0 + 0 + 5 of 5 tricks
    bid(first, round_id)
    bid(second, round_id)
    assert in_turn(round_id, players) == last
    assert 5 not in legal_of(last, round_id)["numbers"]
    assert Seat.objects.get(user=last).preaction is None


def test_what_cannot_be_said_ahead_at_pili_pili(round_id: int, players: list[User]) -> None:
    second = next_after(round_id, players)
    card = cards_of(second, round_id)[0]
    strange = cards_of(in_turn(round_id, players), round_id)[0]

    def refused(kind: str, **what: Any) -> str:
        with pytest.raises(BadRequest) as no:
            commands.preact(user=second, table_id=round_id, kind=kind, **what)
        return no.value.detail

    assert "from 0 to 5" in refused("bid", number=6)
    assert "from 0 to 5" in refused("bid")
    assert "First comes your bid" in refused("play", card=card)
    assert "bid, play" in refused("check")
    commands.preact(user=second, table_id=round_id, kind="bid", number=0)
    bid(in_turn(round_id, players), round_id)
    assert "Your bid is made" in refused("bid", number=1)
    assert "that you hold" in refused("play", card=strange)
    assert "that you hold" in refused("play")
    assert "only a Joker" in refused("play", card=card, number=3)
    assert not Seat.objects.filter(preaction__isnull=False).exists()
    with pytest.raises(ValueError, match="only to play a card"):
        ahead.what_of({}, "check", "7H", None)


def test_a_joker_is_said_ahead_with_its_number() -> None:
    view = {"you": 0, "seats": [{"seat": 0, "bid": 1}], "cards": ["12", "JK"]}
    assert ahead.what_of(view, "play", "JK", 0) == {"card": "JK", "number": 0}
    for number in (None, -1, 57):
        with pytest.raises(ValueError, match="from 0 to 56"):
            ahead.what_of(view, "play", "JK", number)
    hidden = view | {"cards": None}
    with pytest.raises(ValueError, match="hold and see"):
        ahead.what_of(hidden, "play", "12", None)


def test_a_game_without_such_an_action_is_not_promised_it(
    players: list[User], round_id: int, table_id: int
) -> None:
    """A promise that can never be kept would be shown as one that holds."""
    deal(table_id)
    for table, kinds in (
        (round_id, {"bid", "play"}),
        (table_id, {*ahead.KINDS} - {"bid", "play"}),
    ):
        for kind in {*ahead.KINDS} - kinds:
            with pytest.raises(BadRequest, match="kind: one of"):
                commands.preact(user=players[0], table_id=table, kind=kind)
    assert commands.preact(user=players[0], table_id=round_id, kind=None) == {"preaction": None}
    assert not Seat.objects.filter(preaction__isnull=False).exists()
