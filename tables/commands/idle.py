"""Seats that are held by nobody who plays: after a long sitting out they are free again."""

from datetime import timedelta
from typing import Final

from django.db import transaction

from tables.commands.locking import lock_table
from tables.commands.seats import give_up, is_held
from tables.log import Log
from tables.models import Seat

# Whoever sits out for longer than this leaves, with every chip: others want to play.
SITS_OUT_MAX: Final = timedelta(minutes=30)


def free_idle_seats(*, table_id: int) -> int:
    """Let go who has sat out for too long at a table; return how many that were.

    Their chips go back to their accounts. Nobody is let go who still plays in a hand or a match,
    and nobody at a tournament's table: whoever is away there is dealt in all the same.
    For sweepers: any number may call it, at any time.
    """
    with transaction.atomic(durable=True):
        table, now = lock_table(table_id)
        log = Log(table, now)
        if table.tournament_id is not None:
            return 0
        idle = Seat.objects.filter(table=table, sitting_out=True, out_since__lt=now - SITS_OUT_MAX)
        gone = 0
        for seat in idle.select_related("user").order_by("number"):
            if not is_held(table, seat):
                give_up(log, seat)
                gone += 1
        if gone:
            log.write()
        return gone
