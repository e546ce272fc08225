"""On the big screen few tables fill the wall as cards; many stand in lines (3.49)."""

import pytest

from tests.tournaments.organiser import an_organiser, announced, entered, fresh, players
from tests.tournaments.reader import FREE, got, of
from tournaments import commands
from tournaments.rules.structure import SWISS, Stage, Structure

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("count", "across"), [(8, "2"), (16, "2"), (20, "3"), (24, "3"), (28, "4"), (36, "")]
)
def test_few_tables_are_cards_as_wide_as_the_screen_has_room(count: int, across: str) -> None:
    stage = Stage("main", SWISS, size=4, rounds=2, points=(3, 2, 1, 0))
    olga = an_organiser()
    number = announced(olga, Structure((stage,), FREE))
    entered(number, players(count))
    commands.start(user=olga, key=fresh(), tournament_id=number)
    for _each in range(3):
        commands.advance(number)
    shown = got(of(None), f"/tournaments/{number}/projector/")
    cards = f'<ul class="p-tables p-seated p-cards p-across-{across}">'
    assert (cards in shown) == bool(across)
    assert ('<ul class="p-tables">' in shown) == (not across)
    for table in range(1, min(count // 4, 8) + 1):
        assert f"Round 1, table {table}<" in shown
