"""The seats of a satellite: its winners are entered where they have won a seat."""

from django.db.models import F

from tournaments import states
from tournaments.commands.entering import register
from tournaments.models import Entrant, Tournament
from wallet.errors import Refusal


def hand_over_seats(tournament_id: int) -> None:
    """Enter the winners of a paid satellite in its tournament, each with the chips just won.

    Whom that tournament refuses (entered already, too late, full books) keeps the chips. Each is
    entered under a key of its own, so doing it again changes nothing.
    """
    row = Tournament.objects.filter(pk=tournament_id, phase=Tournament.Phase.PAID).first()
    if row is None or row.due_at is None:
        return
    state = states.state_of(row)
    into = state.structure.prizes.seat_into
    if state.satellite is not None and into.isdecimal():
        winners = Entrant.objects.filter(
            tournament=row, user__isnull=False, place_first__lte=state.satellite.seats
        )
        for one in winners.select_related("user").order_by(F("place_first"), "number"):
            _enter(one, int(into), f"satellite {row.pk} seat")
    Tournament.objects.filter(pk=row.pk, phase=Tournament.Phase.PAID).update(due_at=None)


def _enter(one: Entrant, into: int, key: str) -> None:
    user = one.user
    try:
        if user is not None:
            register(user=user, key=key, tournament_id=into)
    except Refusal:
        return  # the answer is kept under the key; the chips are in the wallet
