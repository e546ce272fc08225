"""A player's own limits: tightened at once, loosened a day later, counted from the ledger."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest

from tests.wallet.bygone import let_pass
from wallet import commands as ledger
from wallet.errors import Refusal
from wallet.limits import commands, counting, gate, queries
from wallet.limits.counting import Calendar
from wallet.limits.errors import (
    BadLimit,
    BreakShorter,
    DepositLimitReached,
    LimitUnchanged,
    LossLimitReached,
    NoSuchChange,
    SelfExcluded,
    TimeLimitReached,
)
from wallet.limits.models import Exclusion, LimitChange, Period, Spell
from wallet.models import Transfer

pytestmark = pytest.mark.django_db

Player = Callable[..., int]
TABLE = 7


def set_limit(
    user_id: int, most: int | None, what: str = "loss", period: str = "day"
) -> dict[str, object]:
    key = f"k{LimitChange.objects.count()}-{most}-{datetime.now(tz=UTC).timestamp()}"
    return commands.set_limit(user_id=user_id, key=key, what=what, period=period, most=most)


def in_force(user_id: int, what: str = "loss", period: str = "day") -> int | None:
    found = queries.limits_of(user_id, queries.clock())
    return next((one.most for one in found if (one.what, one.period) == (what, period)), None)


def lose(user_id: int, to: int, amount: int, hand: str) -> None:
    ledger.settle_hand(
        key=hand, table_id=TABLE, hand_id=hand, deltas={user_id: -amount, to: amount}
    )


def test_a_tighter_limit_holds_at_once_and_a_looser_one_a_day_later(player: Player) -> None:
    user = player()
    assert set_limit(user, 500)["most"] == 500
    assert set_limit(user, 100)["most"] == 100
    told = set_limit(user, 300)
    assert (told["most"], told["pending"]["most"]) == (100, 300)  # type: ignore[index]  # an answer is JSON
    let_pass(hours=23)
    assert in_force(user) == 100
    let_pass(hours=1)
    assert in_force(user) == 300


def test_taking_a_limit_away_waits_too(player: Player) -> None:
    user = player()
    set_limit(user, 0)
    told = set_limit(user, None)
    assert told["most"] == 0
    let_pass(hours=24)
    assert in_force(user) is None


def test_tightening_cancels_what_waits(player: Player) -> None:
    user = player()
    set_limit(user, 100)
    set_limit(user, 1000)
    told = set_limit(user, 50)
    assert told == {"what": "loss", "period": "day", "most": 50, "pending": None}
    let_pass(hours=25)
    assert in_force(user) == 50


def test_a_waiting_change_may_be_cancelled_once(player: Player) -> None:
    user, other = player(), player()
    set_limit(user, 100)
    waits = set_limit(user, 1000)["pending"]["id"]  # type: ignore[index]  # an answer is JSON
    with pytest.raises(NoSuchChange):
        commands.cancel_change(user_id=other, key="c", change_id=waits)
    told = commands.cancel_change(user_id=user, key="c", change_id=waits)
    assert told["pending"] is None
    with pytest.raises(NoSuchChange):
        commands.cancel_change(user_id=user, key="d", change_id=waits)
    let_pass(hours=25)
    assert in_force(user) == 100


def test_asking_for_the_limit_in_force_cancels_what_waits(player: Player) -> None:
    user = player()
    set_limit(user, 100)
    set_limit(user, 1000)
    assert set_limit(user, 100)["pending"] is None
    with pytest.raises(LimitUnchanged):
        set_limit(user, 100)


def test_asking_again_for_what_waits_does_not_start_the_day_anew(player: Player) -> None:
    user = player()
    set_limit(user, 100)
    first = set_limit(user, 1000)["pending"]
    with pytest.raises(LimitUnchanged):
        set_limit(user, 1000)
    (limit,) = queries.limits_of(user, queries.clock())
    assert limit.pending is not None
    assert limit.pending.pk == first["id"]  # type: ignore[index]  # an answer is JSON


@pytest.mark.parametrize(
    ("what", "period", "most"),
    [
        ("loss", "day", -1),
        ("loss", "day", True),
        ("loss", "day", 1.0),
        ("loss", "day", "5"),
        ("loss", "day", 2**53),
        ("loss", "year", 5),
        ("time", "week", 5),
        ("time", "day", 1441),
        ("luck", "day", 5),
    ],
)
def test_a_senseless_limit_is_refused(player: Player, what: str, period: str, most: int) -> None:
    user = player()
    with pytest.raises(BadLimit):
        set_limit(user, most, what, period)
    assert not LimitChange.objects.exists()


def test_the_database_lets_nobody_loosen_early(
    player: Player, refused_by: Callable[[str], AbstractContextManager[None]]
) -> None:
    user = player()
    set_limit(user, 100)
    now = queries.clock()
    with refused_by("limits_loosened_a_day_later"):
        LimitChange.objects.create(
            user_id=user, what="loss", period="day", most=200, holds_from=now
        )
    with refused_by("limits_stand"):
        LimitChange.objects.update(most=200)
    with refused_by("limits_stand"):
        LimitChange.objects.update(cancelled_at=now - timedelta(hours=1))
    with refused_by("limits_stand"):
        LimitChange.objects.all().delete()


def test_what_lies_at_tables_and_what_is_lost_count_against_a_loss_limit(player: Player) -> None:
    user, other = player(1000), player(1000)
    set_limit(user, 300)
    for who in (user, other):
        ledger.buy_in(key="b", user_id=who, table_id=TABLE, amount=200)
    lose(user, other, 150, "h1")
    gate.may_play(user_id=user, risk=100)
    with pytest.raises(LossLimitReached) as refused:
        gate.may_play(user_id=user, risk=101)
    assert refused.value.facts["left"] == 100
    assert refused.value.facts["limit"] == 300
    assert refused.value.facts["change_at"] == "/chips/limits/"
    assert "00:00 UTC" in refused.value.detail


def test_the_next_hand_counts_alone_for_who_sits_already(player: Player) -> None:
    user, other = player(1000), player(1000)
    set_limit(user, 300)
    for who in (user, other):
        ledger.buy_in(key="b", user_id=who, table_id=TABLE, amount=300)
    lose(user, other, 280, "h1")
    gate.may_play(user_id=user, risk=20, brings=False)
    with pytest.raises(LossLimitReached):
        gate.may_play(user_id=user, risk=21, brings=False)
    found = gate.restrained([user, other])
    assert set(found) == {user}
    assert set(gate.kept_out({user: 21}, found)) == {user}
    assert gate.kept_out({user: 20}, found) == {}


def test_what_was_won_may_be_lost_again(player: Player) -> None:
    user, other = player(1000), player(1000)
    set_limit(user, 100)
    for who in (user, other):
        ledger.buy_in(key="b", user_id=who, table_id=TABLE, amount=100)
    lose(other, user, 80, "h1")
    gate.may_play(user_id=user, risk=180, brings=False)
    with pytest.raises(LossLimitReached):
        gate.may_play(user_id=user, risk=181, brings=False)


def test_each_period_counts_from_its_own_beginning(player: Player) -> None:
    user, other = player(1000), player(1000)
    for who in (user, other):
        ledger.buy_in(key="b", user_id=who, table_id=TABLE, amount=500)
    lose(user, other, 100, "old")
    let_pass(days=40)
    lose(user, other, 7, "new")
    now = queries.clock()
    sums = counting.lost([user, other], now)
    assert [sums[user].of(period) for period in Period.values] == [7, 7, 7]
    assert sums[other].of("day") == -7
    since = counting.lost([user], now, now - timedelta(days=41))[user].since
    assert since == 107


def test_a_new_month_and_week_begin_where_the_calendar_says() -> None:
    calendar = Calendar(datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert calendar.begins("week") == datetime(2026, 12, 28, tzinfo=UTC)
    assert calendar.ends("week") == datetime(2027, 1, 4, tzinfo=UTC)
    assert calendar.ends("month") == datetime(2027, 1, 1, tzinfo=UTC)
    assert calendar.ends("day") == datetime(2027, 1, 1, tzinfo=UTC)


def test_a_deposit_limit_bounds_what_arrives(player: Player) -> None:
    user = player(100)
    set_limit(user, 250, "deposit")
    gate.may_receive(user_id=user, amount=150)
    with pytest.raises(DepositLimitReached) as refused:
        gate.may_receive(user_id=user, amount=151)
    assert refused.value.facts["left"] == 150


def test_chips_that_come_back_from_a_table_are_no_deposit(player: Player) -> None:
    user = player(100)
    ledger.buy_in(key="b", user_id=user, table_id=TABLE, amount=100)
    ledger.leave(key="l", user_id=user, table_id=TABLE)
    assert counting.received([user], queries.clock())[user].of("day") == 100


def undo(transfer_id: int) -> None:
    ledger.reverse(key=f"{transfer_id}", actor="a", transfer_id=transfer_id, reason="a mistake")


def sums(user_id: int) -> tuple[int, int]:
    """What the player lost and received today."""
    now = queries.clock()
    lost = counting.lost([user_id], now).get(user_id, counting.Sums())
    received = counting.received([user_id], now).get(user_id, counting.Sums())
    return lost.of("day"), received.of("day")


def test_an_undone_deposit_leaves_the_limit_as_it_was(player: Player) -> None:
    user = player()
    set_limit(user, 100, "deposit")
    grant = ledger.grant(key="g", actor="a", user_id=user, amount=100, reason="too soon")
    with pytest.raises(DepositLimitReached):
        gate.may_receive(user_id=user, amount=1)
    undo(grant.transfer_id)
    gate.may_receive(user_id=user, amount=100)
    with pytest.raises(DepositLimitReached):
        gate.may_receive(user_id=user, amount=101)


def undoing(transfer_id: int) -> int:
    return int(Transfer.objects.get(reverses=transfer_id).pk)


def test_what_is_undone_and_done_again_counts_again(player: Player) -> None:
    user = player()
    grant = ledger.grant(key="g", actor="a", user_id=user, amount=100, reason="").transfer_id
    bought = ledger.buy_in(key="b", user_id=user, table_id=TABLE, amount=30).transfer_id
    entry = ledger.enter(key="e", user_id=user, tournament_id=9, buy_in=20).transfer_id
    before = sums(user)
    assert before == (20, 100)
    for one in (entry, bought, grant):
        undo(one)
    assert sums(user) == (0, 0)
    for one in (grant, bought, entry):
        undo(undoing(one))
    assert sums(user) == before
    undo(undoing(undoing(entry)))
    assert sums(user) == (0, 100)


def test_undoing_yesterdays_deposit_makes_no_room_today(player: Player) -> None:
    user = player()
    grant = ledger.grant(key="g", actor="a", user_id=user, amount=100, reason="too soon")
    let_pass(days=1)
    undo(grant.transfer_id)
    assert sums(user) == (0, 0)


@pytest.mark.parametrize("days", [0, 1])
def test_an_undone_buy_in_was_neither_brought_nor_lost(player: Player, days: int) -> None:
    user = player(100)
    bought = ledger.buy_in(key="b", user_id=user, table_id=TABLE, amount=60)
    let_pass(days=days)
    assert sums(user)[0] == 0
    undo(bought.transfer_id)
    assert sums(user)[0] == 0


@pytest.mark.parametrize("days", [0, 1])
def test_an_entry_given_back_is_no_loss_and_no_gain(player: Player, days: int) -> None:
    user = player(100)
    entry = ledger.enter(key="e", user_id=user, tournament_id=9, buy_in=50, fee=5)
    assert sums(user)[0] == 55
    let_pass(days=days)
    ledger.refund(key="r", entry_id=entry.transfer_id)
    assert sums(user)[0] == 0


def test_an_undone_prize_was_not_won(player: Player) -> None:
    user, other = player(100), player(100)
    for one in (user, other):
        ledger.enter(key="e", user_id=one, tournament_id=9, buy_in=50)
    prize = ledger.pay_prizes(key="p", tournament_id=9, prizes={user: 80})
    assert sums(user)[0] == -30
    undo(prize.transfer_id)
    assert sums(user)[0] == 50


def test_an_undone_hand_gives_back_what_it_took(player: Player) -> None:
    user, other = player(100), player(100)
    for one in (user, other):
        ledger.buy_in(key="b", user_id=one, table_id=TABLE, amount=100)
    hand = ledger.settle_hand(key="h", table_id=TABLE, hand_id="h", deltas={user: -40, other: 40})
    assert sums(user)[0] == 40
    undo(hand.transfer_id)
    assert sums(user)[0] == 0


def test_time_at_two_tables_counts_once(player: Player) -> None:
    user = player()
    now = Calendar(queries.clock()).begins("day") + timedelta(hours=12)
    for table, begin, end in ((1, 60, 30), (2, 45, 0)):
        Spell.objects.create(
            user_id=user,
            table_id=table,
            begun_at=now - timedelta(minutes=begin),
            ended_at=now - timedelta(minutes=end),
        )
    assert counting.played([user], now) == {user: 3600}


def test_yesterdays_time_is_over(player: Player) -> None:
    user = player()
    day = Calendar(queries.clock()).begins("day")
    Spell.objects.create(user_id=user, table_id=1, begun_at=day - timedelta(hours=5))
    assert counting.played([user], day + timedelta(minutes=2)) == {user: 120}


def test_a_time_limit_ends_play_for_the_day(player: Player) -> None:
    user = player(100)
    set_limit(user, 0, "time")
    with pytest.raises(TimeLimitReached) as refused:
        gate.may_play(user_id=user)
    assert (refused.value.facts["limit"], refused.value.facts["period"]) == (0, "day")
    assert refused.value.facts["ends_at"].endswith("00:00 UTC")


@pytest.mark.parametrize(
    ("length", "time"),
    [("24h", {"hours": 24}), ("7d", {"days": 7}), ("30d", {"days": 30}), ("6m", {"days": 184})],
)
def test_a_break_lasts_to_its_end(player: Player, length: str, time: dict[str, int]) -> None:
    user = player()
    commands.exclude(user_id=user, key="x", length=length)
    with pytest.raises(SelfExcluded) as refused:
        gate.may_play(user_id=user)
    assert "/chips/limits/" in refused.value.detail
    let_pass(**time)
    gate.may_play(user_id=user)


def test_a_break_for_ever_never_ends(player: Player) -> None:
    user = player()
    commands.exclude(user_id=user, key="x", length="for-ever")
    let_pass(days=10_000)
    with pytest.raises(SelfExcluded) as refused:
        gate.may_play(user_id=user)
    assert refused.value.facts == {"ends_at": None, "change_at": "/chips/limits/"}


def test_a_break_can_be_made_longer_but_never_shorter(
    player: Player, refused_by: Callable[[str], AbstractContextManager[None]]
) -> None:
    user = player()
    commands.exclude(user_id=user, key="a", length="7d")
    with pytest.raises(BreakShorter):
        commands.exclude(user_id=user, key="b", length="24h")
    commands.exclude(user_id=user, key="c", length="30d")
    let_pass(days=8)
    with pytest.raises(SelfExcluded):
        gate.may_play(user_id=user)
    for change in (
        lambda: Exclusion.objects.update(ends_at=queries.clock()),
        lambda: Exclusion.objects.all().delete(),
    ):
        with refused_by("limits_stand"):
            change()


def test_one_key_sets_a_limit_once(player: Player) -> None:
    user = player()
    for _ in range(2):
        told = commands.set_limit(user_id=user, key="k", what="loss", period="day", most=5)
        assert told["most"] == 5
    assert LimitChange.objects.count() == 1


def test_who_has_set_nothing_costs_two_queries(
    player: Player, django_assert_num_queries: Callable[[int], AbstractContextManager[None]]
) -> None:
    users = [player() for _ in range(6)]
    with django_assert_num_queries(2):
        assert gate.restrained(users) == {}


def test_every_refusal_survives_being_stored(player: Player) -> None:
    user = player(10)
    set_limit(user, 0)
    with pytest.raises(LossLimitReached) as refused:
        gate.may_play(user_id=user, risk=1)
    assert Refusal.from_problem(refused.value.problem()) == refused.value
