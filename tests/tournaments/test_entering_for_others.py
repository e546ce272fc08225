"""Who may be entered by others: nobody for whom chips are paid; anybody where none are."""

from typing import Any

import pytest

from tests.tables.rest import Person, assert_problem
from tests.tournaments.organiser import an_organiser, announced, fresh, players
from tests.tournaments.reader import FREE, got, of
from tournaments import commands
from tournaments.errors import PaysOwnEntry
from tournaments.models import Entrant
from tournaments.rules.structure import Stage, Structure
from wallet import queries as chips

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("entry", [{"name": "player1", "account": True}, {"name": "Tia Neusa"}])
def test_a_paid_entry_by_somebody_else_is_refused_and_told_what_to_do(
    entry: dict[str, Any],
) -> None:
    olga, (ana,) = an_organiser(), players(1)
    number = announced(olga)
    with pytest.raises(PaysOwnEntry, match="tournament that costs no chips"):
        commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=[entry])
    told = assert_problem(
        Person(olga).post(f"tournaments/{number}/imports/entrants", {"rows": [entry]}),
        422,
        "pays-own-entry",
    )
    assert "send them the address" in told["detail"]
    assert (Entrant.objects.count(), chips.balance(olga.pk), chips.balance(ana.pk)) == (
        0,
        1000,
        1000,
    )
    page = got(of(olga), f"/tournaments/{number}/console/")
    assert "Do some pay with cash?" in page
    assert 'href="/tournaments/new/"' in page


def test_a_night_with_cash_has_guests_and_accounts_by_one_list_and_moves_no_chip() -> None:
    olga, (ana,) = an_organiser(), players(1)
    number = announced(olga, Structure((Stage("main", "single-elimination"),), FREE))
    entries: list[dict[str, Any]] = [{"name": "Tia Neusa"}, {"name": "player1", "account": True}]
    commands.enter_others(user=olga, key=fresh(), tournament_id=number, entries=entries)
    assert Entrant.objects.count() == 2
    assert chips.balance(ana.pk) == 1000
    assert "Do some pay with cash?" not in got(of(olga), f"/tournaments/{number}/console/")
