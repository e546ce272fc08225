"""Matches at a table: what they cost, who is bound to them, how they end, where the chips go."""

import json
import random
import uuid
from typing import Any

import pytest

from deploy.accounts.models import User
from engine import record
from engine.game import rules_ids
from tables import commands, queries
from tables.boards import load_board
from tables.commands.hand import AWAY_AFTER
from tables.errors import HandInPlay
from tables.models import Event, Hand, Seat, Table, TableMatch
from tests.deals import CACHETA_LONG, CACHETA_SHORT, known_deals
from tests.house import a_player, sit
from tests.tables.felt import act, deal, hurry, in_turn, let_clock_act, play_out, quick_table, step
from wallet import commands as wallet
from wallet import queries as chips
from wallet.errors import StillPlayedFor
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def short_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of these tests need hands to end; which hands those are is all the same."""
    known_deals(monkeypatch, CACHETA_SHORT)


@pytest.fixture
def match_table(players: list[User], quick_clock: None) -> int:
    """Cacheta of three points for 100 chips; three people with 150 each, a deal due."""
    opened = quick_table(
        players[0], rules="cacheta", options={"lives": 3}, stakes="buy-in", ante=100, min_players=3
    )
    for player in players:
        sit(player, opened, buy_in=150)
    return opened


def told(table_id: int, kind: str) -> dict[str, Any]:
    """Return the newest event of the table of that type."""
    event = Event.objects.filter(table_id=table_id, type=kind).latest("seq")
    return dict(event.body or {})


def play_match(table_id: int, players: list[User], seed: int = 1) -> TableMatch:
    """Play hand after hand until the match is over; return it."""
    deal(table_id)
    match = TableMatch.objects.get(table_id=table_id, state="open")
    for number in range(400):
        play_out(table_id, players, seed=seed + number)
        match.refresh_from_db()
        if match.state == TableMatch.State.CLOSED:
            return match
        deal(table_id)
    raise AssertionError("the match did not end")


def test_a_match_collects_what_it_costs_and_pays_it_to_the_winner(
    match_table: int, players: list[User]
) -> None:
    deal(match_table)
    assert sorted(chips.stacks(match_table).values()) == [50, 50, 50]
    assert load_board(match_table).snapshot(None)["match"]["pot"] == 300
    match = TableMatch.objects.get()
    for seed in range(400):
        play_out(match_table, players, seed=seed)
        match.refresh_from_db()
        if match.state == TableMatch.State.CLOSED:
            break
        deal(match_table)
    over = told(match_table, "match-over")
    (winner,) = over["winners"]
    stacks = chips.stacks(match_table)
    assert stacks.pop(match.players[str(winner)]) == 350
    assert set(stacks.values()) == {50}
    for hand in Hand.objects.filter(match=match):
        assert record.verify(queries.record_text(hand)).exit_code == 0


def test_chips_of_a_match_in_play_are_not_corrected_away_from_it(
    match_table: int, players: list[User]
) -> None:
    """Not what it cost, nor what somebody brought, nor straight below the staff's command."""
    deal(match_table)
    staff = User.objects.create(username="sofia", is_staff=True)
    moved = Transfer.objects.filter(kind__in=["match-cost", "buy-in"]).values_list("pk", flat=True)
    assert len(moved) == 4
    for number in moved:
        with pytest.raises(StillPlayedFor):
            wallet.correct(key=f"c{number}", staff_id=staff.pk, transfer_id=number, reason="r")
        with pytest.raises(StillPlayedFor):
            wallet.reverse(key=f"r{number}", actor="a", transfer_id=number, reason="r")
    assert load_board(match_table).snapshot(None)["match"]["pot"] == 300
    assert chips.audit().ok


@pytest.mark.slow
def test_who_plays_a_match_leaves_when_it_is_over_for_him(
    match_table: int, players: list[User]
) -> None:
    deal(match_table)
    play_out(match_table, players)
    with pytest.raises(HandInPlay):
        commands.leave(user=players[0], key="now", table_id=match_table)
    left = commands.leave(user=players[0], key="later", table_id=match_table, after_hand=True)
    assert left == {"chips": 0, "left": False}
    deal(match_table)
    for seed in range(400):
        play_out(match_table, players, seed=seed)
        if TableMatch.objects.get().state == TableMatch.State.CLOSED:
            break
        deal(match_table)
    assert not Seat.objects.filter(table_id=match_table, user=players[0]).exists()
    assert chips.stack(players[0].pk, match_table) == 0


def test_who_sits_down_in_mid_match_waits_for_the_next(
    match_table: int, players: list[User], stranger: User
) -> None:
    deal(match_table)
    sit(stranger, match_table, buy_in=100)
    play_out(match_table, players)
    hand = deal(match_table)
    seat = Seat.objects.get(user=stranger)
    assert seat.number not in hand.dealt_in
    match = load_board(match_table).snapshot(None)["match"]
    assert seat.number not in [one["seat"] for one in match["standings"]]


def test_an_abandoned_match_gives_its_cost_back_to_who_has_left(
    match_table: int, players: list[User]
) -> None:
    """Put out of the match and gone home: the chips must not wait at a seat that is nobody's."""
    deal(match_table)
    play_out(match_table, players)
    match = TableMatch.objects.get()
    # Not the next dealer, whom the match would have named otherwise had it put this player out.
    seat = next(int(number) for number in match.players if int(number) != match.standing["dealer"])
    gone = next(one for one in players if one.pk == match.players[str(seat)])
    for one in match.standing["standings"]:
        if one["seat"] == seat:  # as if more hands had put this player out
            one.update(points=0, out_after=1)
    match.save()
    commands.leave(user=gone, key="out", table_id=match_table)
    Table.objects.filter(pk=match_table).update(action_ms=1)
    for _ in range(400):
        if TableMatch.objects.get().state == TableMatch.State.CLOSED:
            break
        let_clock_act(match_table)
    assert told(match_table, "match-void") == {"match_no": 1}
    assert chips.stack(gone.pk, match_table) == 0
    assert chips.balance(gone.pk) == 1000


def test_a_match_that_everybody_leaves_alone_gives_its_cost_back(
    players: list[User], quick_clock: None
) -> None:
    table_id = quick_table(
        players[0], rules="cacheta", stakes="buy-in", ante=100, min_players=3, action_ms=1
    )
    for player in players:
        sit(player, table_id, buy_in=150)
    deal(table_id)
    for _ in range(400):
        if TableMatch.objects.get().state == TableMatch.State.CLOSED:
            break
        let_clock_act(table_id)
    assert told(table_id, "match-void")["match_no"] == 1
    assert sorted(chips.stacks(table_id).values()) == [150, 150, 150]


def test_points_are_paid_for_when_the_match_is_over(
    players: list[User], quick_clock: None
) -> None:
    table_id = quick_table(
        players[0],
        rules="pif-paf",
        options={"threshold": 50},
        stakes="per-point",
        ante=1,
        min_players=3,
    )
    for player in players:
        sit(player, table_id, buy_in=200)
    match = play_match(table_id, players)
    stacks = chips.stacks(table_id)
    assert sum(stacks.values()) == 600
    assert min(stacks.values()) >= 0
    best = told(table_id, "match-over")["winners"][0]
    assert stacks[match.players[str(best)]] > 200


@pytest.mark.slow
@pytest.mark.parametrize("rules_id", rules_ids())
def test_every_rule_set_plays_at_a_live_table(rules_id: str, quick_clock: None) -> None:
    """Three people, its natural stakes, two hands: records are good and no chip is lost."""
    play_some(rules_id, hands=2)


@pytest.mark.parametrize("rules_id", ["pif-paf-compra", "pif-paf-aberto", "cacheta"])
def test_other_rules_play_at_a_live_table(rules_id: str, quick_clock: None) -> None:
    """Those with achat, with open melds, with vira and cuts."""
    play_some(rules_id, hands=1)


def play_some(rules_id: str, hands: int) -> None:
    """Play so many hands of these rules among three people, and look after every chip."""
    people = [a_player(f"{rules_id}-{name}") for name in ("ana", "bia", "caio")]
    table_id = quick_table(people[0], rules=rules_id, min_players=3)
    table = Table.objects.get(pk=table_id)
    for player in people:
        sit(player, table_id, buy_in=min(table.buy_in_max, max(table.buy_in_min, 200)))
    before = sum(chips.stacks(table_id).values())
    chance = random.Random(1)
    for _hand in range(hands):
        hand = deal(table_id)
        while hand.state == Hand.State.OPEN:
            step(table_id, people, chance)
            hand.refresh_from_db()
        verdict = record.verify(queries.record_text(hand))
        assert verdict.exit_code == 0, verdict.reason
    pot = (load_board(table_id).snapshot(None)["match"] or {"pot": 0})["pot"]
    assert sum(chips.stacks(table_id).values()) + pot == before


def test_a_player_adds_chips_between_hands(players: list[User], table_id: int) -> None:
    added = commands.top_up(user=players[0], key="more", table_id=table_id, amount=100)
    assert added == {"stack": 600, "waiting": 0}
    again = commands.top_up(user=players[0], key="more", table_id=table_id, amount=100)
    assert again == added
    assert chips.stack(players[0].pk, table_id) == 600


def test_chips_asked_for_in_mid_hand_come_when_it_is_over(
    players: list[User], table_id: int
) -> None:
    deal(table_id)
    key = str(uuid.uuid4())
    asked = commands.top_up(user=players[0], key=key, table_id=table_id, amount=100)
    assert asked == {"stack": 500, "waiting": 100}
    play_out(table_id, players)
    after = chips.stack(players[0].pk, table_id)
    deal(table_id)
    assert chips.stack(players[0].pk, table_id) == after + 100


@pytest.fixture
def after_a_hand_away(
    match_table: int, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> Seat:
    """The seat of somebody who was away in the first hand of a match; a deal is due.

    A decision takes a minute, and its clock is hurried in that hand only. The hands are long: in
    a short one nobody is away for long, and in the next one everybody may be asked to stay.
    """
    known_deals(monkeypatch, CACHETA_LONG)
    Table.objects.filter(pk=match_table).update(action_ms=60_000)
    deal(match_table)
    gone = in_turn(match_table, players)
    seat = gone.table_seats.get()
    others = [one for one in players if one != gone]
    for seed in range(400):
        if seat.missed == AWAY_AFTER:
            break
        if load_board(match_table).snapshot(None)["hand"]["turn"] == seat.number:
            hurry(match_table)
        else:
            step(match_table, others, random.Random(seed))
        seat.refresh_from_db()
    assert load_board(match_table).snapshot(gone.pk)["you"]["away"]
    play_out(match_table, others)
    return seat


def until_asked(seat: Seat, others: list[User]) -> None:
    """Play on until the hand waits for a seat to draw."""
    while True:
        hand = load_board(seat.table_id).snapshot(None)["hand"]
        if (hand["turn"], hand["phase"]) == (seat.number, "draw"):
            return
        step(seat.table_id, others, random.Random(1))


def time_left(table_id: int) -> int:
    """Return how long the running turn still lasts, in ms."""
    shown = load_board(table_id).snapshot(None)
    return int(shown["clock"]["due"] - shown["now"])


def test_the_next_hand_of_a_match_does_not_wait_for_who_was_away(
    after_a_hand_away: Seat, players: list[User]
) -> None:
    """Its opening says so, and its record is good."""
    seat, table_id = after_a_hand_away, after_a_hand_away.table_id
    others = [one for one in players if one.pk != seat.user_id]
    deal(table_id)
    until_asked(seat, others)
    assert load_board(table_id).snapshot(seat.user_id)["you"]["away"]
    assert time_left(table_id) < 1_000
    hand = play_out(table_id, others, seed=5)
    told = hand.events.order_by("hand_seq").values_list("line", flat=True)
    lines = [json.loads(str(line)) for line in told if line]
    assert lines[0]["away"] == [seat.number]
    assert not [line for line in lines if line.get("what") == "away"]
    verdict = record.verify(queries.record_text(hand))
    assert (verdict.exit_code, verdict.reason) == (0, "")
    assert f"away from the deal: [{seat.number}]" in verdict.summary


@pytest.mark.parametrize("way", ["act", "button", "socket"])
def test_who_comes_back_in_a_later_hand_of_a_match_has_the_whole_time_again(
    way: str, after_a_hand_away: Seat, players: list[User]
) -> None:
    seat, table_id = after_a_hand_away, after_a_hand_away.table_id
    others = [one for one in players if one.pk != seat.user_id]
    deal(table_id)
    until_asked(seat, others)
    hurry(table_id)
    board = load_board(table_id).snapshot(seat.user_id)
    assert board["you"]["away"]
    assert board["seats"][[one["seat"] for one in board["seats"]].index(seat.number)]["away"]
    user = seat.user
    if way == "act":
        drawn = board["hand"]["drawn"]
        act(user, table_id, {"kind": "discard", "card": drawn})
    elif way == "button":
        commands.sit_in(user=user, key="back", table_id=table_id)
    else:
        commands.take_over(user_id=user.pk, table_id=table_id, token="page")
    assert not load_board(table_id).snapshot(user.pk)["you"]["away"]
    if way != "act":
        assert time_left(table_id) > 50_000, "from this very turn"
        hurry(table_id)
    seat.refresh_from_db()
    if way == "socket":
        assert seat.missed == AWAY_AFTER, "who only connects is away again after one turn"
        return
    until_asked(seat, others)
    assert time_left(table_id) > 50_000
    assert way == "button" or not seat.sitting_out
