"""Time for a lost connection: once, on record, verified, and never for who is only slow."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from deploy.accounts.models import User
from engine import record
from tables import commands, queries
from tables.boards import load_board
from tables.models import Event, Hand, Seat, Table
from tables.news import load_news
from tests.house import House, open_house, sit
from tests.tables.felt import act, deal, fold_out, in_turn, let_clock_act, quick_table
from tests.tables.rest import Person

pytestmark = pytest.mark.django_db(transaction=True)

GRACE_MS = 400


@pytest.fixture
def rushed(players: list[User], quick_clock: None) -> int:
    """A table at which a decision takes a millisecond, and a lost line gets 400 more."""
    table_id = quick_table(players[0], action_ms=1, grace_ms=GRACE_MS)
    for player in players:
        sit(player, table_id)
    return table_id


def lose_lines(*players: User) -> None:
    """Note that these players' sockets were seen to close."""
    Seat.objects.filter(user__in=players).update(last_seen=None, socket="")


def longer(table_id: int) -> list[dict[str, object]]:
    """Return the events that tell of more time."""
    told = load_news(table_id, 0).told_to(None)
    return [event for event in told if event.get("what") == "longer"]


def test_who_is_away_when_time_is_up_gets_the_grace_once(rushed: int, players: list[User]) -> None:
    deal(rushed)
    player = in_turn(rushed, players)
    lose_lines(player)
    let_clock_act(rushed)
    seat = Seat.objects.get(user=player)
    assert (Table.objects.get(pk=rushed).due_what, seat.grace_ms, seat.missed) == ("grace", 0, 0)
    clock = load_board(rushed).snapshot(player.pk)["clock"]
    assert (clock["what"], clock["grace"], clock["reserve"]) == ("act", True, False)
    assert [(e["seat"], e["ms"], e["why"]) for e in longer(rushed)] == [
        (seat.number, GRACE_MS, "grace")
    ]
    let_clock_act(rushed)
    assert in_turn(rushed, players) != player, "the clock has acted, and the reserve is untouched"
    assert Seat.objects.get(user=player).missed == 1
    assert len(longer(rushed)) == 1


def test_such_a_hands_record_is_good(rushed: int, players: list[User]) -> None:
    deal(rushed)
    lose_lines(*players)
    hand = Hand.objects.get()
    while hand.state == Hand.State.OPEN:
        let_clock_act(rushed)
        hand.refresh_from_db()
    assert {event["why"] for event in longer(rushed)} == {"grace"}
    verdict = record.verify(queries.record_text(hand))
    assert verdict.exit_code == 0, verdict.reason


def test_who_comes_back_within_it_keeps_the_rest(players: list[User], quick_clock: None) -> None:
    table_id = quick_table(players[0], action_ms=1, grace_ms=60_000)
    for player in players:
        sit(player, table_id)
    deal(table_id)
    player = in_turn(table_id, players)
    lose_lines(player)
    let_clock_act(table_id)
    act(player, table_id, {"kind": "check"})
    seat = Seat.objects.get(user=player)
    assert 0 < seat.grace_ms < 60_000
    assert seat.missed == 0


def test_who_is_there_and_slow_gets_the_reserve_and_no_grace(
    rushed: int, players: list[User]
) -> None:
    Seat.objects.update(reserve_ms=30_000)
    deal(rushed)
    player = in_turn(rushed, players)
    let_clock_act(rushed)
    seat = Seat.objects.get(user=player)
    assert (seat.reserve_ms, seat.grace_ms) == (0, GRACE_MS)
    assert [event["why"] for event in longer(rushed)] == ["reserve"]


def test_who_is_back_when_the_grace_ends_has_the_reserve(rushed: int, players: list[User]) -> None:
    Seat.objects.update(reserve_ms=30_000)
    deal(rushed)
    player = in_turn(rushed, players)
    lose_lines(player)
    let_clock_act(rushed)
    Seat.objects.filter(user=player).update(last_seen=Now())
    let_clock_act(rushed)
    assert [event["why"] for event in longer(rushed)] == ["grace", "reserve"]
    hand = fold_out(rushed, players)
    assert record.verify(queries.record_text(hand)).exit_code == 0


def test_silence_is_found_without_a_close(rushed: int, players: list[User]) -> None:
    """A process that was killed notes no close: whoever is not heard of for 30 s is away."""
    deal(rushed)
    Seat.objects.update(last_seen=Now() - timedelta(seconds=31))
    let_clock_act(rushed)
    assert [event["why"] for event in longer(rushed)] == ["grace"]


def test_hands_fill_the_grace_again_bit_by_bit(rushed: int, players: list[User]) -> None:
    deal(rushed)
    Seat.objects.update(grace_ms=0)
    fold_out(rushed, players)
    deal(rushed)
    assert set(Seat.objects.values_list("grace_ms", flat=True)) == {GRACE_MS // 10}


def test_after_two_missed_turns_nobody_waits_for_the_connection(
    rushed: int, players: list[User]
) -> None:
    deal(rushed)
    player = in_turn(rushed, players)
    Seat.objects.filter(user=player).update(missed=2, last_seen=None)
    let_clock_act(rushed)
    assert longer(rushed) == []
    assert Event.objects.filter(type="act").count() == 1


def test_a_program_that_asks_over_rest_counts_as_there(players: list[User], table_id: int) -> None:
    lose_lines(*players)
    Person(players[0]).state(table_id)
    here = {seat["name"]: seat["present"] for seat in Person(players[1]).state(table_id)["seats"]}
    assert here == {"ana": True, "bia": False, "caio": False}


def test_a_program_that_was_away_is_back_when_it_asks_again(
    players: list[User], table_id: int
) -> None:
    """As by a socket's hello; who is away and goes on asking, without an act, stays away."""
    ana, bia = Seat.objects.filter(user__in=players[:2]).order_by("number")
    Seat.objects.filter(pk=ana.pk).update(missed=2, last_seen=None)
    Seat.objects.filter(pk=bia.pk).update(missed=2, last_seen=Now() - timedelta(seconds=10))
    for player in players[:2]:
        Person(player).state(table_id)
    found = Seat.objects.filter(pk__in=[ana.pk, bia.pk]).order_by("number")
    assert list(found.values_list("missed", flat=True)) == [3, 2]


def test_between_hands_of_a_tournament_the_state_says_who_is_away(
    players: list[User], table_id: int
) -> None:
    Table.objects.filter(pk=table_id).update(tournament_id=1)
    Seat.objects.filter(user=players[0]).update(missed=2, last_seen=Now() - timedelta(seconds=10))
    state = Person(players[0]).state(table_id)
    assert state["you"]["away"]
    assert [seat["away"] for seat in state["seats"]] == [True, False, False]


@pytest.fixture
def house() -> Iterator[House]:
    """The house, open."""
    with open_house() as opened:
        yield opened


def test_all_are_told_when_a_line_is_lost_and_when_it_is_back(
    house: House, players: list[User], table_id: int
) -> None:
    ana, bia = (house.socket(player, table_id) for player in players[:2])
    for one in (ana, bia):
        one.next("snapshot")
    while ana.next("presence")["seats"]["1"] is not True:
        pass
    bia.raw.close()
    while ana.next("presence")["seats"]["1"] is not False:
        pass
    house.socket(players[1], table_id).next("snapshot")
    while ana.next("presence")["seats"]["1"] is not True:
        pass
    assert Seat.objects.filter(table_id=table_id).count() == 3, "a seat outlives its socket"


def test_a_replaced_sockets_close_changes_nothing(players: list[User], table_id: int) -> None:
    ana = players[0]
    commands.take_over(user_id=ana.pk, table_id=table_id, token="1")
    commands.take_over(user_id=ana.pk, table_id=table_id, token="2")
    commands.mark_gone(user_id=ana.pk, table_id=table_id, token="1")
    assert Seat.objects.get(user=ana).last_seen is not None
    commands.mark_gone(user_id=ana.pk, table_id=table_id, token="2")
    seat = Seat.objects.get(user=ana)
    assert (seat.last_seen, seat.socket) == (None, "")
