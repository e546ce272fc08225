"""What a tournament does at its tables; each function runs inside the caller's transaction.

The caller holds the lock on its tournament, and each function takes the table's after it. Tables
are locked in the order of their numbers where there are two.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.contrib.auth import get_user_model
from django.db.models.functions import Now

from tables.commands.arranged import check_arranged
from tables.commands.hand import open_hand
from tables.commands.locking import lock_table
from tables.commands.matches import abandon_match, in_match
from tables.commands.seats import call_players, give_up, is_in_hand, place
from tables.commands.tables import in_play
from tables.errors import HandInPlay, SeatTaken
from tables.log import Log
from tables.models import Outbox, Seat, Table
from wallet import commands as wallet

if TYPE_CHECKING:
    from deploy.accounts.models import User

STEADY: Final = "steady"
"""How a bot plays of whom nothing else is said."""


def arrange_table(
    *,
    tournament_id: int,
    owner: "User",
    name: str,
    settings: Mapping[str, Any],
    ante: int,
    players: Mapping[int, int | None],
    stacks: Mapping[int, int] | None = None,
    unit: str = "chips",
    held: bool = False,
    plays: Mapping[int, str] | None = None,
) -> int:
    """Open a table with its players seated, and let the clock deal; return its number.

    `players`: seat (from 0) → user id, or None for a seat that stays empty; `stacks`: user id →
    chips of `unit`, which come from the player's account of that unit. `held`: no hand is dealt
    yet. `plays`: by user id how well a bot plays, "steady" where nothing is said.
    """
    how = plays or {}
    fields = check_arranged(seats=len(players), ante=ante, settings=settings)
    made = Table.objects.create(
        owner=owner,
        **{**fields, "name": name[:40]},
        unit=unit,
        tournament_id=tournament_id,
        held=held,
    )
    table, now = lock_table(made.pk)
    log = Log(table, now)
    log.tell("opened", name=owner.username)
    ids = [user for user in players.values() if user is not None]
    users = get_user_model().objects.in_bulk(ids)
    for seat, user_id in players.items():
        if user_id is not None:
            chips = (stacks or {}).get(user_id, 0)
            _seat(log, users[user_id], seat, chips, how.get(user_id, STEADY))
    call_players(log)
    log.write()
    return table.pk


def seat_player(
    *, table_id: int, user: "User", seat: int, stack: int, plays: str = STEADY
) -> None:
    """Give somebody an empty seat, with chips from the account; dealt in from the next hand.

    `plays`: how well, if it is a bot.
    """
    table, now = lock_table(table_id)
    log = Log(table, now)
    _seat(log, user, seat, stack, plays)
    call_players(log)
    log.write()


def unseat_player(*, table_id: int, user_id: int) -> int:
    """Take a seat away between hands; return the chips that went back to the account.

    HandInPlay while a hand is; a player without a seat there has 0.
    """
    table, now = lock_table(table_id)
    if in_play(table) is not None:
        raise HandInPlay
    seat = Seat.objects.filter(table=table, user_id=user_id).select_related("user").first()
    if seat is None:
        return 0
    log = Log(table, now)
    moved = give_up(log, seat)
    log.write()
    return moved


def add_chips(*, table_id: int, user_id: int, amount: int) -> None:
    """Add chips of the player's account to the stack, between hands; HandInPlay in one."""
    table, now = lock_table(table_id)
    if is_in_hand(table, user_id):
        raise HandInPlay
    seat = Seat.objects.select_related("user").get(table=table, user_id=user_id)
    log = Log(table, now)
    wallet.top_up(
        key=log.key(), user_id=user_id, table_id=table.pk, amount=amount, unit=table.unit
    )
    log.tell("topped-up", seat=seat.number, name=seat.user.username, chips=amount)
    call_players(log)
    log.write()


def stand_still(*, table_id: int) -> bool:
    """Let no hand begin or end at a table before the transaction does; whether none is in play.

    Whoever changes chips by what a table has told takes this lock first, then note of all that it
    has told, and then looks.
    """
    table, _now = lock_table(table_id)
    return in_play(table) is None


def set_table(
    *,
    table_id: int,
    held: bool | None = None,
    stopping: bool | None = None,
    ante: int | None = None,
    why: Mapping[str, object] | None = None,
) -> None:
    """Hold a table or let it go on, let it stop after its hand, change the ante of the next one.

    A table that is let go deals after its pause; one that has told something of which nobody has
    taken note stays held: somebody may have to leave it first. What is None stays as it is.
    `why`: what everybody at the table is told while it is held, a code and its facts; a table
    that is let go has none but the one given with it, for when it stops.
    """
    table, now = lock_table(table_id)
    if held is False and Outbox.objects.filter(table=table, done_at__isnull=True).exists():
        held = None
    changed: dict[str, object] = {
        name: value
        for name, value in (("held", held), ("stopping", stopping), ("ante", ante))
        if value is not None and getattr(table, name) != value
    }
    if (why is not None or held is False) and table.held_why != why:
        changed["held_why"] = why
    if not changed:
        return
    if "ante" in changed:
        changed["buy_in_min"] = changed["ante"]  # the law of a table's row; nobody buys in here
    for name, value in changed.items():
        setattr(table, name, value)
    table.save(update_fields=list(changed))
    log = Log(table, now)
    if in_play(table) is None:
        if table.held:
            log.due(None)
        if changed.keys() & {"held", "held_why"}:
            _tell_held(log)
    call_players(log)
    log.write()


def stop_table(*, table_id: int, why: Mapping[str, object] | None = None) -> bool:
    """Let a table stop: now where no hand is in play, else after it; return whether one is.

    `why` is what everybody at the table is told while it is held; see `set_table`.
    """
    table, now = lock_table(table_id)
    playing = in_play(table) is not None
    told = table.held and table.held_why == why
    table.stopping, table.held, table.held_why = True, table.held or not playing, why
    table.save(update_fields=["stopping", "held", "held_why"])
    if not playing:
        log = Log(table, now)
        log.due(None)
        if not told:
            _tell_held(log)
        log.write()
    return playing


def dissolve_table(*, table_id: int, reason: str) -> dict[int, int]:
    """Close a table: its seats are free, and the chips at them back in their players' accounts.

    A hand in play ends void, and so does a match. Returns user id → chips. Again is harmless.
    """
    table, now = lock_table(table_id)
    log = Log(table, now)
    table.held = True
    hand = in_play(table)
    if hand is not None:
        playing = open_hand(table, hand, log)
        playing.abandon(reason)
    row = in_match(table)
    if row is not None:
        abandon_match(log, row)
    seats = Seat.objects.filter(table=table).select_related("user").order_by("number")
    moved = {seat.user_id: give_up(log, seat) for seat in seats}
    if table.state != Table.State.CLOSED:
        table.state = Table.State.CLOSED
        log.tell("closed", name=table.name)
    log.due(None)
    log.write()
    return moved


def take_in(*, tournament_id: int, rows: list[int]) -> None:
    """Mark rows of the outbox as taken note of."""
    waiting = Outbox.objects.filter(pk__in=rows, tournament_id=tournament_id)
    waiting.filter(done_at__isnull=True).update(done_at=Now())


def _tell_held(log: Log) -> None:
    """Tell that a table between hands stands still, and why; or that it goes on."""
    why: Mapping[str, object] = (log.table.held and log.table.held_why) or {}
    log.tell("held" if log.table.held else "goes-on", **why)


def _seat(log: Log, user: "User", seat: int, stack: int, plays: str) -> None:
    free = not Seat.objects.filter(table=log.table, number=seat).exists()
    if not free or not 0 <= seat < log.table.seats:
        raise SeatTaken(facts={"seat": seat, "free": []})
    if stack:
        wallet.buy_in(
            key=log.key(),
            user_id=user.pk,
            table_id=log.table.pk,
            amount=stack,
            unit=log.table.unit,
        )
    place(log, user, seat, stack)
    if plays != STEADY:
        Seat.objects.filter(table=log.table, number=seat).update(plays=plays)
