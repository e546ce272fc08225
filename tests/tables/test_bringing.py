"""Who leaves a chip table brings the same stack when they come back soon."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from deploy.accounts.models import User
from tables import commands
from tables.boards import load_board
from tables.errors import BuyInRange, StackToBring
from tables.models import Departure
from tests.house import sit
from tests.tables.felt import digest, quick_table
from tests.tables.rest import Person, assert_problem
from wallet import commands as wallet
from wallet import queries as chips
from wallet.errors import InsufficientChips

pytestmark = pytest.mark.django_db(transaction=True)

MINUTES_30 = 1_800_000


@pytest.fixture
def left(players: list[User], quick_clock: None) -> int:
    """A table that Ana has just left with 840 chips; buy-ins are 100 to 1000."""
    table_id = quick_table(players[0], return_ms=MINUTES_30)
    sit(players[0], table_id, 840)
    sit(players[1], table_id, 500)
    commands.leave(user=players[0], key="l", table_id=table_id)
    return table_id


def test_less_than_was_taken_away_is_refused_and_says_why(left: int, players: list[User]) -> None:
    person = Person(players[0])
    before = digest()
    answer = person.post(f"tables/{left}/seats", {"buy_in": 100})
    problem = assert_problem(answer, 422, "stack-to-bring")
    for part in ("840", "30 minutes", "840 to 1000"):
        assert part in problem["detail"]
    assert digest() == before
    assert person.state(left)["bring"] == 840
    assert person.post(f"tables/{left}/seats", {"buy_in": 840}).status == 201
    assert person.state(left)["bring"] is None, "who sits has brought it"


def test_it_is_the_stack_alone_where_that_is_above_the_largest_buy_in(
    left: int, players: list[User]
) -> None:
    Departure.objects.update(chips=1_500)
    wallet.grant(key="g", actor="test", user_id=players[0].pk, amount=1_000, reason="won")
    for wrong in (1_000, 1_499, 1_501):
        with pytest.raises(StackToBring):
            sit(players[0], left, wrong)
    sit(players[0], left, 1_500)
    assert chips.stack(players[0].pk, left) == 1_500


def test_who_has_not_so_many_chips_any_more_has_to_wait(left: int, players: list[User]) -> None:
    sit(players[0], quick_table(players[1]), 600)
    with pytest.raises(InsufficientChips):
        sit(players[0], left, 840)


def test_after_the_time_any_buy_in_is_right(left: int, players: list[User]) -> None:
    Departure.objects.update(at=Now() - timedelta(minutes=31))
    assert load_board(left).snapshot(players[0].pk)["bring"] is None
    sit(players[0], left, 100)


def test_others_and_other_tables_are_not_bound(left: int, players: list[User]) -> None:
    sit(players[2], left, 100)
    other = quick_table(players[1], return_ms=MINUTES_30)
    sit(players[0], other, 100)


def test_bounds_hold_for_who_left_with_little(left: int, players: list[User]) -> None:
    Departure.objects.update(chips=60)
    for wrong in (60, 99, 1_001):
        with pytest.raises(BuyInRange):
            sit(players[0], left, wrong)
    sit(players[0], left, 100)


@pytest.mark.parametrize(
    "chosen",
    [
        {"return_ms": 0},
        {"rules": "cacheta", "stakes": "buy-in", "ante": 100, "return_ms": MINUTES_30},
        {"stakes": "play", "ante": 0, "return_ms": MINUTES_30},
    ],
)
def test_where_there_is_nothing_to_bring_back(
    players: list[User], quick_clock: None, chosen: dict[str, object]
) -> None:
    table_id = quick_table(players[0], **chosen)
    most, least = (0, 0) if chosen.get("stakes") == "play" else (900, 100)
    sit(players[0], table_id, most)
    commands.leave(user=players[0], key="l", table_id=table_id)
    assert not Departure.objects.exists()
    sit(players[0], table_id, least)
