"""The log holds below the ORM: only ever added to, gapless, and the announcement stays."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.tournaments.organiser import an_organiser, announced, drafted, entered, players, row_of
from tournaments import states
from tournaments.models import TournamentEvent

pytestmark = pytest.mark.django_db(transaction=True)

COPY = (
    "INSERT INTO tournaments_tournamentevent (tournament_id, seq, kind, line, head, at, note,"
    " ledger)"
)
REST = "kind, line, head, at, note, ledger FROM tournaments_tournamentevent WHERE seq = 3"
EARLIER = REST.replace("at,", "at - interval '1 day',")
ATTACKS = (
    "UPDATE tournaments_tournamentevent SET line = '{}' WHERE seq = 1",
    "DELETE FROM tournaments_tournamentevent WHERE seq = 2",
    "TRUNCATE tournaments_tournamentevent CASCADE",
    "UPDATE tournaments_tournamentsecret SET sealed = ''",
    "DELETE FROM tournaments_tournamentsecret",
    f"{COPY} SELECT tournament_id, 9, {REST}",
    f"{COPY} SELECT tournament_id, 4, {EARLIER}",
    "UPDATE tournaments_tournament SET structure = '{}'",
    "UPDATE tournaments_tournament SET seq = 1",
    "DELETE FROM tournaments_tournament",
    "UPDATE tournaments_tournament SET phase = 'draft'",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_log_and_announcement_stay(attack: str) -> None:
    announced(an_organiser())
    before = list(TournamentEvent.objects.values_list("seq", "line"))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)
    assert list(TournamentEvent.objects.values_list("seq", "line")) == before


def test_draft_may_go() -> None:
    number = drafted(an_organiser())
    row_of(number).delete()


def test_state_is_read_from_the_log_by_a_process_that_never_saw_it() -> None:
    number = announced(an_organiser())
    entered(number, players(3))
    warm = states.state_of(row_of(number))
    states.newest.clear()
    assert states.state_of(row_of(number)) == warm


def test_state_of_an_undone_transaction_is_forgotten() -> None:
    number, (ana, bia) = announced(an_organiser()), players(2)
    entered(number, [ana])
    before = row_of(number)
    with transaction.atomic():
        row = row_of(number)
        states.keep(row, states.state_of(row))
        transaction.set_rollback(True)
    entered(number, [bia])
    assert states.state_of(before) is not states.state_of(row_of(number))
    assert list(states.state_of(row_of(number)).entrants) == ["p1", "p2"]
