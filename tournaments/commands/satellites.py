"""The seats of a satellite: its winners are entered where they have won a seat."""

from datetime import timedelta
from typing import Final

from django.db.models import F
from django.db.models.expressions import Combinable

from tournaments import states
from tournaments.commands.entering import register
from tournaments.commands.locking import DatabaseClock
from tournaments.models import Entrant, Tournament
from wallet.errors import Refusal

AGAIN: Final = timedelta(seconds=30)
"""After so long, a winner who could not be entered for the moment is entered again."""


def hand_over_seats(tournament_id: int) -> None:
    """Enter the winners of a paid satellite in its tournament, each with the chips just won.

    Whom that tournament refuses (entered already, too late, full books) keeps the chips. What was
    in the way for the moment only is tried again. Each is entered under a key of its own, so doing
    it again changes nothing.
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
        ordered = winners.select_related("user").order_by(F("place_first"), "number")
        key = f"satellite {row.pk} seat"
        answered = [_enter(one, int(into), key) for one in ordered]
        if not all(answered):
            _look_next(row, DatabaseClock() + AGAIN)
            return
    _look_next(row, None)


def _look_next(row: Tournament, moment: Combinable | None) -> None:
    Tournament.objects.filter(pk=row.pk, phase=Tournament.Phase.PAID).update(due_at=moment)


def _enter(one: Entrant, into: int, key: str) -> bool:
    """Enter a winner; return whether that is answered, once and for all."""
    user = one.user
    try:
        if user is not None:
            register(user=user, key=key, tournament_id=into)
    except Refusal as refused:
        # Else the answer is kept under the key; the chips are in the wallet.
        return not refused.transient
    return True
