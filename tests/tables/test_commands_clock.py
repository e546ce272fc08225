"""The clock: defaults, absence, bots, outages, and many sweepers at once."""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models import F
from django.db.models.functions import Now

from deploy.accounts.models import User
from engine import record
from tables import commands, jobs, queries, sweeper
from tables.boards import load_board
from tables.models import Event, Hand, Heartbeat, Seat, Table
from tables.news import load_news
from tests.house import sit
from tests.tables.felt import (
    act,
    deal,
    digest,
    draw_and_throw,
    fold_out,
    hurry,
    in_turn,
    let_clock_act,
    play_out,
    quick_table,
    quiet_betting,
)
from tests.together import together
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rushed(players: list[User], quick_clock: None) -> int:
    """A table at which every time is a millisecond: the clock is as quick as the sweeper."""
    opened = quick_table(players[0], action_ms=1)
    for player in players:
        sit(player, opened)
    return opened


def newest(table_id: int, kind: str) -> dict[str, Any]:
    """Return the newest line of this type."""
    event = Event.objects.filter(table_id=table_id, type=kind).order_by("seq").last()
    assert event is not None
    assert event.line is not None
    line: dict[str, Any] = json.loads(event.line)
    return line


def test_the_clock_checks_where_that_is_free_and_folds_where_not(
    rushed: int, players: list[User]
) -> None:
    deal(rushed)
    first = load_board(rushed).snapshot(None)["hand"]["turn"]
    let_clock_act(rushed)
    line = newest(rushed, "act")
    assert (line["seat"], line["action"], line["by"]) == (first, {"kind": "check"}, "clock")
    act(in_turn(rushed, players), rushed, {"kind": "bet", "to": 5})
    for _ in range(2):
        let_clock_act(rushed)
        assert newest(rushed, "act")["action"] == {"kind": "fold"}
    hand = Hand.objects.get()
    assert (hand.state, (hand.result or {})["how"]) == ("closed", "folds")
    assert record.verify(queries.record_text(hand)).exit_code == 0


def test_the_clock_draws_and_throws_that_card(rushed: int, players: list[User]) -> None:
    deal(rushed)
    quiet_betting(rushed, players)
    player = in_turn(rushed, players)
    before = load_board(rushed).snapshot(player.pk)["hand"]["cards"]
    let_clock_act(rushed)
    assert newest(rushed, "act")["action"] == {"kind": "draw", "from": "stock"}
    drawn = load_board(rushed).snapshot(player.pk)["hand"]["drawn"]
    let_clock_act(rushed)
    assert newest(rushed, "act")["action"] == {"kind": "discard", "card": drawn}
    assert load_board(rushed).snapshot(player.pk)["hand"]["cards"] == before
    assert load_board(rushed).snapshot(None)["hand"]["top"] == drawn


def test_two_missed_decisions_make_a_player_absent(players: list[User], quick_clock: None) -> None:
    """From then on nobody waits for the seat, and it is dealt into no further hand."""
    table_id = quick_table(players[0], action_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    quiet_betting(table_id, players)
    seat = Seat.objects.get(table_id=table_id, user=in_turn(table_id, players))
    hurry(table_id)
    seat.refresh_from_db()
    assert (seat.missed, seat.sitting_out) == (1, False)
    hurry(table_id)
    seat.refresh_from_db()
    assert (seat.missed, seat.sitting_out) == (2, True)
    assert newest(table_id, "clock")["what"] == "away"
    others = [player for player in players if player.pk != seat.user_id]
    while load_board(table_id).snapshot(None)["hand"]["turn"] != seat.number:
        draw_and_throw(table_id, others)
    if load_board(table_id).snapshot(None)["hand"]["phase"] == "window":
        hurry(table_id)
    let_clock_act(table_id)  # at once: not after a minute
    assert newest(table_id, "act")["seat"] == seat.number
    let_clock_act(table_id)
    assert load_board(table_id).snapshot(None)["hand"]["phase"] == "window"


def test_an_absent_player_comes_back_by_sitting_in(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], action_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    quiet_betting(table_id, players)
    player = in_turn(table_id, players)
    for _ in range(2):
        hurry(table_id)
    others = [one for one in players if one != player]
    seat = player.table_seats.get()
    while load_board(table_id).snapshot(None)["hand"]["turn"] != seat.number:
        draw_and_throw(table_id, others)
    if load_board(table_id).snapshot(None)["hand"]["phase"] == "window":
        hurry(table_id)
    commands.sit_in(user=player, key="back", table_id=table_id)
    seat.refresh_from_db()
    assert (seat.missed, seat.sitting_out) == (0, False)
    shown = load_board(table_id).snapshot(player.pk)
    assert shown["clock"]["due"] - shown["now"] > 50_000
    assert newest(table_id, "clock")["what"] == "back"


def test_records_of_hands_with_absent_players_are_good(rushed: int, players: list[User]) -> None:
    """One plays, one is mostly away and comes back by acting, one never answers."""
    hand = deal(rushed)
    asked = 0
    for _ in range(120):
        board = load_board(rushed)
        phase = board.snapshot(None)["hand"]["phase"]
        if phase == "window":
            let_clock_act(rushed)
            continue
        player = in_turn(rushed, players)
        asked += player == players[1]
        if player == players[0] or (player == players[1] and asked % 5 == 0):
            _act_somehow(rushed, player, phase)
        else:
            let_clock_act(rushed)
    lines = hand.events.filter(type="clock").values_list("line", flat=True)
    told = {json.loads(str(line))["what"] for line in lines}
    assert told >= {"away", "back", "window-closed"}
    for player in players:
        commands.sit_in(user=player, key=f"in-{player.pk}", table_id=rushed)
    hand = play_out(rushed, players)
    verdict = record.verify(queries.record_text(hand))
    assert (verdict.exit_code, verdict.reason) == (0, "")


def _act_somehow(table_id: int, player: User, phase: str) -> None:
    legal = {move["kind"]: move for move in load_board(table_id).legal(player.pk)}
    if phase == "bet":
        act(player, table_id, {"kind": "check" if "check" in legal else "call"})
    elif phase == "draw":
        act(player, table_id, {"kind": "draw", "from": "stock"})
    else:
        act(player, table_id, {"kind": "discard", "card": legal["discard"]["cards"][0]})


def test_nothing_is_done_before_it_is_due(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], pause_ms=60_000, action_ms=60_000)
    for player in players:
        sit(player, table_id)
    before = digest()
    assert commands.tick(table_id=table_id) is False
    assert commands.tick(table_id=0) is False
    assert digest() == before
    hurry(table_id)
    before = digest()
    assert commands.tick(table_id=table_id) is False
    assert digest() == before


def test_many_sweepers_deal_once(table_id: int) -> None:
    Table.objects.filter(pk=table_id).update(due_at=Now())
    done = together([partial(commands.tick, table_id=table_id)] * 24)
    assert sorted(map(bool, done)).count(True) == 1, done
    assert Hand.objects.count() == 1


def test_many_sweepers_act_for_the_absent_once(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], action_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    for number in range(1, 4):
        Table.objects.filter(pk=table_id).update(due_at=Now())
        done = together([partial(commands.tick, table_id=table_id)] * 12)
        assert done.count(True) == 1, done
        assert Event.objects.filter(table_id=table_id, type="act").count() == number


def test_a_player_and_the_clock_at_the_same_moment(players: list[User], quick_clock: None) -> None:
    """Whoever has the lock first acts; the other finds nothing due, or is told it is stale."""
    table_id = quick_table(players[0], action_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    for number in range(1, 4):
        player = in_turn(table_id, players)
        Table.objects.filter(pk=table_id).update(due_at=Now())
        check = partial(act, player, table_id, {"kind": "check"}, seq=number - 1)
        together([partial(commands.tick, table_id=table_id), check])
        assert Event.objects.filter(table_id=table_id, type="act").count() == number


def test_an_outage_is_credited_to_whoever_was_awaited(rushed: int, players: list[User]) -> None:
    deal(rushed)
    before = Table.objects.get(pk=rushed).due_at
    assert before is not None
    commands.credit_outage(table_id=rushed, missing=timedelta(seconds=37))
    assert Table.objects.get(pk=rushed).due_at == before + timedelta(seconds=37)
    line = newest(rushed, "clock")
    assert (line["what"], line["ms"]) == ("credited", 37_000)
    hand = fold_out(rushed, players)
    assert record.verify(queries.record_text(hand)).exit_code == 0


def test_a_pause_is_credited_without_a_line(table_id: int, players: list[User]) -> None:
    before = Table.objects.get(pk=table_id).due_at
    assert before is not None
    events = Event.objects.count()
    commands.credit_outage(table_id=table_id, missing=timedelta(seconds=5))
    assert Table.objects.get(pk=table_id).due_at == before + timedelta(seconds=5)
    assert Event.objects.count() == events
    empty = quick_table(players[0])
    state = digest()
    commands.credit_outage(table_id=empty, missing=timedelta(seconds=5))
    assert digest() == state


def test_a_helper_waits_while_no_door_is_open(table_id: int) -> None:
    """A worker must not act for players who cannot reach the house."""
    deal(table_id)
    hurry_in = Table.objects.filter(pk=table_id)
    hurry_in.update(due_at=Now() - timedelta(seconds=1))
    helper = sweeper.Sweeper(is_door=False)
    helper._round(None)
    assert Table.objects.get(pk=table_id).due_at is not None
    events = Event.objects.count()
    commands.beat(name="web", is_door=True)
    Heartbeat.objects.update(at=F("at") - timedelta(seconds=10))
    helper._round(None)
    assert Event.objects.count() == events
    commands.beat(name="web", is_door=True)
    helper._round(None)
    assert Event.objects.count() > events


def test_a_door_that_was_stopped_gives_back_the_time_before_it_acts(table_id: int) -> None:
    deal(table_id)
    due = Table.objects.get(pk=table_id).due_at
    door = sweeper.Sweeper(is_door=True)
    seen = door._round(None)
    Heartbeat.objects.update(at=F("at") - timedelta(seconds=60))
    Table.objects.filter(pk=table_id).update(due_at=F("due_at") - timedelta(seconds=59))
    events = Event.objects.filter(type="act").count()
    door._round(seen - timedelta(seconds=60))
    assert Event.objects.filter(type="act").count() == events, "nobody was acted for"
    after = Table.objects.get(pk=table_id).due_at
    assert due is not None
    assert after is not None
    assert after >= due


def test_a_hand_that_everybody_left_alone_is_abandoned(rushed: int, players: list[User]) -> None:
    table_id = rushed
    hand = deal(table_id)
    before = chips.stacks(table_id)
    for _ in range(60):
        let_clock_act(table_id)
        hand.refresh_from_db()
        if hand.state == Hand.State.CLOSED:
            break
    assert (hand.result or {})["how"] == "void"
    assert chips.stacks(table_id) == before
    assert Table.objects.get(pk=table_id).due_at is None, "nobody is left to play"
    snapshot = load_board(table_id).snapshot(players[0].pk)
    assert snapshot["hand"]["phase"] == "over"
    assert snapshot["hand"]["result"]["how"] == "void"
    verdict = record.verify(queries.record_text(hand))
    assert "abandoned" in verdict.summary or verdict.reason.startswith("the clock acted")
    assert load_news(table_id, 0).told_to(None)[-1]["type"] == "close"


def test_a_silence_of_all_sweepers_is_credited_once(table_id: int) -> None:
    deal(table_id)
    due = Table.objects.get(pk=table_id).due_at
    sweeper.credit_silence("first")  # no door was ever open: nothing to give back
    assert Table.objects.get(pk=table_id).due_at == due
    Heartbeat.objects.update(at=F("at") - timedelta(seconds=20))
    together([partial(sweeper.credit_silence, name) for name in ("a", "b", "c")])
    after = Table.objects.get(pk=table_id).due_at
    assert due is not None
    assert after is not None
    assert timedelta(seconds=20) <= after - due < timedelta(seconds=40)  # not twice
    silence = queries.silence()
    assert silence is not None
    assert silence < timedelta(seconds=20)


def test_a_table_that_nobody_would_wake_is_healed(table_id: int, players: list[User]) -> None:
    deal(table_id)
    Table.objects.filter(pk=table_id).update(due_at=None, due_what=None)
    assert list(queries.idle_tables()) == [table_id]
    assert jobs.watchdog() == 1
    assert Table.objects.get(pk=table_id).due_what == "act"
    assert commands.heal(table_id=table_id) is False
    fold_out(table_id, players)
    Table.objects.filter(pk=table_id).update(due_at=None, due_what=None)
    assert commands.heal(table_id=table_id) is True
    deal(table_id)


def test_a_table_that_waits_for_players_is_not_sick(players: list[User]) -> None:
    table_id = quick_table(players[0])
    sit(players[0], table_id)
    before = digest()
    assert commands.heal(table_id=table_id) is False
    assert jobs.watchdog() == 0
    assert digest() == before


def test_bots_play_whole_hands_by_the_clock_alone(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0])
    for number in range(4):
        commands.add_bot(user=players[0], key=str(number), table_id=table_id)
    for number in (1, 2):
        deal(table_id)
        hand = play_out(table_id, [])
        assert hand.hand_no == number
        assert record.verify(queries.record_text(hand)).exit_code == 0
        by = {line["by"] for line in _acts(hand)}
        assert by == {"player"}
    assert chips.audit().ok
    assert sum(chips.stacks(table_id).values()) == 4 * 550


def test_a_bot_has_thought_while_the_window_was_open(players: list[User]) -> None:
    """So it keeps people waiting no longer than any bot does whatever it holds."""
    table_id = quick_table(players[0])
    for number in range(4):
        commands.add_bot(user=players[0], key=str(number), table_id=table_id)
    hand = deal(table_id)
    waits: dict[bool, set[int]] = {True: set(), False: set()}
    while not all(waits.values()):
        table = Table.objects.get(pk=table_id)
        last = json.loads(str(hand.events.order_by("-hand_seq").values_list("line", flat=True)[0]))
        if table.due_what == Table.Due.BOT and table.due_at is not None:
            gap = round(table.due_at.timestamp() * 1000) - int(last["at"])
            waits[last.get("what") == "window-closed"].add(round(gap, -1))
        hurry(table_id)
    assert waits == {True: {250}, False: {900}}


def _acts(hand: Hand) -> list[dict[str, Any]]:
    lines = hand.events.filter(type="act").values_list("line", flat=True)
    return [json.loads(str(line)) for line in lines]


def test_one_broken_table_does_not_stop_the_others(
    table_id: int, players: list[User], stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "_sick", {})
    deal(table_id)
    other = quick_table(stranger)
    for player in players:
        sit(player, other, 200)
    Table.objects.filter(pk__in=[table_id, other]).update(due_at=Now() - timedelta(seconds=1))
    # The sealed seed is that of no hand: what stands for any fault of one table's data.
    with monkeypatch.context() as patch:
        patch.setattr("tables.commands.clock.state_of", _broken)
        assert sweeper.sweep() == 1
    assert Hand.objects.filter(table_id=other).count() == 1
    assert sweeper.sweep() == 0, "the sick table is left alone for a while"
    assert commands.tick(table_id=table_id) is True, "and was not harmed"


def _broken(*_given: object) -> None:
    raise RuntimeError
