"""Sitting out, and coming back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.db import connection, transaction
from django.db.models import Value
from django.db.models.functions import Collate, Now

from tables import doorbell
from tables.admission import let_in
from tables.commands.hand import AWAY_AFTER, AWAY_BEFORE, is_away, open_hand
from tables.commands.locking import lock_table
from tables.commands.seats import (
    call_players,
    is_in_hand,
    refuse_arranged,
    seat_of,
    stay_out,
)
from tables.commands.tables import in_play
from tables.commands.watching import mark_watching
from tables.log import Log
from tables.models import Seat, Table
from tables.playing_for import most_lost
from tables.presence import HEARD_EVERY, PRESENT_FOR
from wallet import queries as chips
from wallet.idempotency import once
from wallet.limits.gate import may_play

if TYPE_CHECKING:
    from deploy.accounts.models import User


def sit_out(*, user: "User", key: str, table_id: int) -> dict[str, bool]:
    """Stay at the table but out of the next hands; return {"sitting_out"}.

    Doing it twice changes nothing more, and a late repeat of an old request changes nothing at
    all. Refused: `NotSeated`.
    """

    def work() -> dict[str, bool]:
        table, now = lock_table(table_id)
        refuse_arranged(table)
        seat = seat_of(table, user)
        if not seat.sitting_out:
            log = Log(table, now)
            stay_out(log, seat)
            log.write()
        return {"sitting_out": True}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={"sit-out": table_id}, work=work, rate="seats")


def sit_in(*, user: "User", key: str, table_id: int) -> dict[str, bool]:
    """Be dealt in from the next hand, and have one's own time again in this one.

    Takes back a sitting out, a leaving after the hand, and being away; return {"sitting_out"}.
    Refused: `NotSeated`, `NotLetIn` by the owner of a private table, and what the gate
    (`wallet.limits.gate`) has against it.
    """

    def work() -> dict[str, bool]:
        table, now = lock_table(table_id)
        seat = seat_of(table, user)
        let_in(table, user)  # whom the owner shows out does not come back by this
        if seat.sitting_out or seat.leaving or seat.missed:
            _come_back(seat, Log(table, now))
        return {"sitting_out": False}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={"sit-in": table_id}, work=work, rate="seats")


class Socket(NamedTuple):
    """A socket of an account at a table; `token` is its own, and greater than any older one's."""

    user_id: int
    table_id: int
    token: str


def mark_present(sockets: Sequence[Socket]) -> set[Socket]:
    """Note that these sockets were just heard from; return those that may stay.

    A seat is played from one socket, the newest of its player's (`take_over`). Without a seat
    any number of sockets may watch, and they are counted. A seat that somebody works on at this
    moment is left for the next time: a heartbeat waits for nobody.
    """
    users, tables, tokens = ([one[at] for one in sockets] for at in range(3))
    with connection.cursor() as cursor:
        cursor.execute(_PRESENT, [users, tables, tokens])
        found = cursor.fetchall()
    mark_watching([(user, table) for user, table, _token, seated, _stays in found if not seated])
    return {Socket(user, table, token) for user, table, token, _seated, stays in found if stays}


# Two sockets of one seat may be heard from at once: the seat is the newer one's.
_PRESENT = """
WITH heard AS (
    SELECT one.*, max(token COLLATE "C") OVER (PARTITION BY user_id, table_id) AS newest
    FROM unnest(%s::bigint[], %s::bigint[], %s::text[]) AS one (user_id, table_id, token)
), own AS (
    SELECT seat.id, heard.token FROM tables_seat seat JOIN heard USING (user_id, table_id)
    WHERE heard.token = heard.newest AND seat.socket COLLATE "C" <= heard.token
    FOR NO KEY UPDATE OF seat SKIP LOCKED
), marked AS (
    UPDATE tables_seat seat SET last_seen = clock_timestamp(), socket = own.token
    FROM own WHERE seat.id = own.id
)
SELECT user_id, table_id, token, seat.id IS NOT NULL,
    seat.id IS NULL OR (token = newest AND seat.socket COLLATE "C" <= token)
FROM heard LEFT JOIN tables_seat seat USING (user_id, table_id)
"""


def take_over(*, user_id: int, table_id: int, token: str) -> None:
    """Make a socket the one from which a player's seat is played; older ones are told to go.

    Nothing if a newer one has the seat by now. Who was away is waited for again; a seat that sits
    out goes on to do so.
    """
    with transaction.atomic():
        if Seat.objects.filter(user_id=user_id, table_id=table_id, missed=AWAY_AFTER).exists():
            _hear_again(user_id, table_id)
        seats = Seat.objects.filter(user_id=user_id, table_id=table_id)
        # By bytes, as everywhere: a database's own order of letters is its own affair.
        older = seats.filter(socket__lte=Collate(Value(token), "C"))
        if older.update(socket=token, last_seen=Now()):
            doorbell.ring_now(f"seat {table_id} {user_id} {token}")
            doorbell.ring_now(f"here {table_id}")


def mark_gone(*, user_id: int, table_id: int, token: str) -> None:
    """Note that the socket from which a seat was played has closed; the seat stays.

    Nothing depends on its being noted: without it the player counts as present for half a minute
    longer (`tables.presence`). A socket that another one has replaced changes nothing.
    """
    with transaction.atomic():
        seats = Seat.objects.filter(user_id=user_id, table_id=table_id, socket=token)
        if seats.update(socket="", last_seen=None):
            doorbell.ring_now(f"here {table_id}")


def mark_heard(*, user_id: int, table_id: int) -> None:
    """Note that a player's program asked for something; every few seconds is enough.

    Who was away and not heard of is back with this, as with a socket's hello.
    """
    values = [HEARD_EVERY.total_seconds(), PRESENT_FOR.total_seconds(), user_id, table_id]
    with connection.cursor() as cursor:
        cursor.execute(_HEARD, values)
        found = cursor.fetchone()
    if found is not None and found[0] == AWAY_AFTER and found[1]:
        with transaction.atomic():
            _hear_again(user_id, table_id)


_HEARD = """
WITH before AS (
    SELECT id, missed, last_seen,
        clock_timestamp() - make_interval(secs => %s) AS lately,
        clock_timestamp() - make_interval(secs => %s) AS gone
    FROM tables_seat WHERE user_id = %s AND table_id = %s
)
UPDATE tables_seat seat SET last_seen = clock_timestamp()
FROM before
WHERE seat.id = before.id AND coalesce(before.last_seen < before.lately, true)
RETURNING before.missed, coalesce(before.last_seen < before.gone, true)
"""


def _hear_again(user_id: int, table_id: int) -> None:
    table, now = lock_table(table_id)
    seat = Seat.objects.filter(table=table, user_id=user_id, missed=AWAY_AFTER).first()
    if seat is None:
        return
    # Who never acts is called away again after one turn, not after as many as at first.
    seat.missed = AWAY_BEFORE
    seat.save(update_fields=["missed"])
    _wait_again(seat, Log(table, now))


def _come_back(seat: Seat, log: Log) -> None:
    was_away = is_away(seat)
    if (seat.sitting_out or seat.leaving) and log.table.tournament_id is None:
        may_play(user_id=seat.user_id, risk=_next_cost(log.table, seat), brings=False)
    seat.sitting_out = seat.leaving = False
    seat.missed = 0
    seat.kept_out = None
    seat.save(update_fields=["missed", "sitting_out", "leaving", "kept_out"])
    log.tell("sat-in", seat=seat.number, name=seat.user.username)
    call_players(log)
    if was_away:
        _wait_again(seat, log)
    else:
        log.write()


def _wait_again(seat: Seat, log: Log) -> None:
    """Tell that the hand in play waits for a seat again, if it is in it; write the log."""
    hand = in_play(log.table)
    if hand is None or not is_in_hand(log.table, seat.user_id):
        log.write()
        return
    playing = open_hand(log.table, hand, log)
    playing.mark_away(playing.seats[seat.number], away=False)
    playing.finish()


def _next_cost(table: Table, seat: Seat) -> int:
    """Return the most that the seat could lose in the next hand, were everybody to play it."""
    players = Seat.objects.filter(table=table).count()
    return most_lost(table, players, chips.stack(seat.user_id, table.pk))
