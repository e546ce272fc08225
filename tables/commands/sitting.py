"""Sitting out, and coming back."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models.functions import Now

from tables.commands.hand import AWAY_AFTER, open_hand
from tables.commands.locking import lock_table
from tables.commands.seats import call_players, is_in_hand, seat_of
from tables.commands.tables import in_play
from tables.log import Log
from tables.models import Seat, Table

if TYPE_CHECKING:
    from deploy.accounts.models import User


def sit_out(*, user: "User", table_id: int) -> None:
    """Stay at the table but out of the next hands; doing it twice changes nothing more."""
    with transaction.atomic():
        table, now = lock_table(table_id)
        seat = seat_of(table, user)
        if seat.sitting_out:
            return
        seat.sitting_out = True
        seat.save(update_fields=["sitting_out"])
        log = Log(table, now)
        log.tell("sat-out", seat=seat.number, name=user.username)
        log.write()


def sit_in(*, user: "User", table_id: int) -> None:
    """Be dealt in from the next hand, and have one's own time again in this one.

    Takes back a sitting out, a leaving after the hand, and being away.
    """
    with transaction.atomic():
        table, now = lock_table(table_id)
        seat = seat_of(table, user)
        if not (seat.sitting_out or seat.leaving or seat.missed):
            return
        was_away = seat.missed >= AWAY_AFTER
        seat.sitting_out = seat.leaving = False
        seat.missed = 0
        seat.save(update_fields=["missed", "sitting_out", "leaving"])
        log = Log(table, now)
        log.tell("sat-in", seat=seat.number, name=user.username)
        call_players(log)
        if was_away:
            _give_time_again(table, seat, log)
        else:
            log.write()


def mark_present(*, user_id: int, table_id: int) -> None:
    """Note that a player's socket was just heard from; nothing if the user has no seat."""
    Seat.objects.filter(user_id=user_id, table_id=table_id).update(last_seen=Now())


def _give_time_again(table: Table, seat: Seat, log: Log) -> None:
    hand = in_play(table)
    if hand is None or not is_in_hand(table, seat.user_id):
        log.write()
        return
    playing = open_hand(table, hand, log)
    playing.mark_away(playing.seats[seat.number], away=False)
    playing.finish()
