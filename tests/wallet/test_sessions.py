"""A session at tables: how long it goes on, and what it brought."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from wallet import commands as ledger
from wallet.limits import counting, queries
from wallet.limits.models import Spell

pytestmark = pytest.mark.django_db
Player = Callable[..., int]


def test_a_session_goes_on_over_short_breaks(player: Player) -> None:
    user, now = player(), queries.clock()
    for table, begin, end in ((1, 300, 200), (1, 100, 60), (1, 40, 0)):
        Spell.objects.create(
            user_id=user,
            table_id=table,
            begun_at=now - timedelta(minutes=begin),
            ended_at=now - timedelta(minutes=end),
        )
    found = counting.session(user, now)
    assert found is not None
    assert (now - found.begun_at, found.minutes, found.result) == (timedelta(minutes=100), 80, 0)


def test_a_tournament_that_goes_on_is_no_loss_of_the_session(player: Player) -> None:
    """For the limit it counts at once; the session's result waits for the prizes."""
    user, rival, now = player(100), player(100), queries.clock()
    Spell.objects.create(user_id=user, table_id=1, begun_at=now - timedelta(minutes=5))
    for who in (user, rival):
        ledger.enter(key="e", user_id=who, tournament_id=9, buy_in=30, fee=5)

    def told() -> tuple[int, int, int]:
        clock = queries.clock()
        found = counting.session(user, clock)
        assert found is not None
        return found.result, found.entered, counting.lost([user], clock)[user].of("day")

    assert told() == (0, 35, 35)
    ledger.pay_prizes(key="p", tournament_id=9, prizes={rival: 60})
    assert told() == (-35, 0, 35)


def test_a_match_that_goes_on_is_no_loss_of_the_session(player: Player) -> None:
    """What its pot holds of mine is told apart, until the match is settled or undone."""
    user, rival, now = player(500), player(500), queries.clock()
    Spell.objects.create(user_id=user, table_id=3, begun_at=now - timedelta(minutes=5))
    for who in (user, rival):
        ledger.buy_in(key="b", user_id=who, table_id=3, amount=200)

    def told() -> tuple[int, int, int]:
        clock = queries.clock()
        found = counting.session(user, clock)
        assert found is not None
        return found.result, found.in_matches, counting.lost([user], clock)[user].of("day")

    def begin(match: str) -> None:
        ledger.collect_match(key=match, table_id=3, match_id=match, amounts={user: 50, rival: 50})

    begin("m1")
    assert told() == (0, 50, 50)
    ledger.settle_match(key="e1", table_id=3, match_id="m1", gains={rival: 100}, pot=100)
    assert told() == (-50, 0, 50)
    begin("m2")
    assert told() == (-50, 50, 100)
    ledger.settle_match(key="e2", table_id=3, match_id="m2", gains={user: 100}, pot=100)
    assert told() == (0, 0, 0)
