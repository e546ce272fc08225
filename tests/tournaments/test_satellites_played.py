"""Satellites played by hand: seats in another tournament, and what is left beside them."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.tournaments.organiser import (
    KNOCK_OUT,
    an_organiser,
    announced,
    entered,
    fresh,
    players,
    row_of,
)
from tests.tournaments.test_by_hand import LEVELS, busts
from tournaments import commands
from tournaments.models import Entrant
from tournaments.rules.structure import PrizeRules, Stage, Structure
from wallet import queries as chips
from wallet.models import Allowance

pytestmark = pytest.mark.django_db(transaction=True)


def test_winner_of_a_satellite_has_a_seat_in_the_next_tournament() -> None:
    olga, users = an_organiser(), players(4)
    target = announced(olga, KNOCK_OUT)
    prizes = PrizeRules(prize_part=60, seat_value=110, seat_into=str(target))
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=1000, ends_at=2)
    number = announced(olga, Structure((stage,), prizes))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    busts(olga, number, {"entrant": "p4", "stack": 500})
    busts(olga, number, {"entrant": "p3", "stack": 500})
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    assert row_of(target).entered == 2
    assert sorted(chips.balance(user.pk) for user in users) == [940, 940, 940, 960]
    assert chips.audit().ok


def test_all_have_a_seat_of_a_satellite_and_the_best_share_what_is_left() -> None:
    """To share the first rank is to share its prize; both are worth a seat at least."""
    olga, users = an_organiser(), players(3)
    target = announced(olga, KNOCK_OUT)
    prizes = PrizeRules(prize_part=200, seat_value=110, seat_into=str(target))
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=1000, ends_at=2)
    number = announced(olga, Structure((stage,), prizes))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    busts(olga, number, {"entrant": "p3", "stack": 500})
    assert (row_of(number).phase, row_of(number).trouble) == ("paid", None)
    paid = dict(Entrant.objects.filter(tournament_id=number).values_list("ref", "prize"))
    assert paid == {"p1": 245, "p2": 245, "p3": 110}
    assert row_of(target).entered == 3
    assert chips.audit().ok


def test_winner_of_a_satellite_who_was_too_quick_is_entered_later(settings: Settings) -> None:
    """What stands in the way for the moment costs nobody a seat."""
    limits = settings.RATE_LIMITS
    olga, users = an_organiser(), players(3)
    target = announced(olga, KNOCK_OUT)
    prizes = PrizeRules(prize_part=80, seat_value=110, seat_into=str(target))
    stage = Stage("main", "freezeout", size=4, levels=LEVELS, stack=1000, ends_at=2)
    number = announced(olga, Structure((stage,), prizes))
    entered(number, users)
    commands.start(user=olga, key=fresh(), tournament_id=number)
    commands.advance(number)
    settings.RATE_LIMITS = {**limits, "entries": (1, 36_000.0)}
    busts(olga, number, {"entrant": "p3", "stack": 500})
    row = row_of(number)
    assert (row.phase, row_of(target).entered) == ("paid", 0)
    assert row.due_at is not None
    assert row.due_at > timezone.now()
    settings.RATE_LIMITS = {**limits, "entries": (20, 1.0)}
    Allowance.objects.all().delete()
    commands.advance(number)
    assert row_of(target).entered == 2
    assert row_of(number).due_at is None
