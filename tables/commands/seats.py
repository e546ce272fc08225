"""Sitting down and leaving."""

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from tables.admission import let_in, refuse_stranger
from tables.commands.bringing import check_buy_in, note_departure
from tables.commands.locking import lock_table
from tables.commands.matches import in_match, is_bound
from tables.commands.tables import in_play
from tables.errors import (
    AlreadySeated,
    Arranged,
    HandInPlay,
    NotSeated,
    SeatTaken,
    TableClosed,
    TableFull,
    TooManySeats,
)
from tables.log import Log
from tables.models import HandSeat, Seat, Table
from tables.playing_for import least_chips
from wallet import commands as wallet
from wallet import queries as chips
from wallet.idempotency import once
from wallet.limits.gate import may_play

if TYPE_CHECKING:
    from deploy.accounts.models import User

REF_BYTES = 8
# Seats that one person may hold at a time, at as many tables.
SEATS_A_PERSON_MAX = 8


def sit(
    *, user: "User", key: str, table_id: int, buy_in: int, seat: int | None = None
) -> dict[str, object]:
    """Take a seat with chips from the player's account; return {"seat", "stack"}.

    The buy-in moves to the seat's escrow account in the same transaction. Without `seat` the
    first free one is taken. Refused: `AlreadySeated`, `SeatTaken`, `TableFull`, `BuyInRange`,
    `StackToBring`, `TooManySeats`, `TableClosed`, at a private table what `tables.admission`
    says, the wallet's `InsufficientChips`, and what the gate (`wallet.limits.gate`) has against
    it. The same key sits once.
    """
    content = {"sit": table_id, "buy_in": buy_in, "seat": seat}

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        let_in(table, user)
        if Seat.objects.filter(user=user).count() >= SEATS_A_PERSON_MAX:
            raise TooManySeats(facts={"most": SEATS_A_PERSON_MAX})
        check_buy_in(table, user.pk, buy_in, now)
        log = Log(table, now)
        number = seat_down(log, user, buy_in, seat)
        log.write()
        return {"seat": number, "stack": buy_in}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def leave(*, user: "User", key: str, table_id: int, after_hand: bool = False) -> dict[str, object]:
    """Give up the seat; every chip at it goes back to the player. Return {"chips", "left"}.

    While the player is in a hand, or in a match, the chips stay where they may still be claimed:
    `HandInPlay`, unless `after_hand` is set, which leaves when it is over ("left" is then false).
    """
    content = {"leave": table_id, "after_hand": after_hand}

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        refuse_arranged(table)
        seat = seat_of(table, user)
        log = Log(table, now)
        if not is_held(table, seat):
            moved = give_up(log, seat)
            log.write()
            return {"chips": moved, "left": True}
        if not after_hand:
            raise HandInPlay
        if not seat.leaving:
            seat.leaving = True
            seat.save(update_fields=["leaving"])
            log.tell("leaving", seat=seat.number, name=user.username)
            log.write()
        return {"chips": 0, "left": False}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def seat_of(table: Table, user: "User") -> Seat:
    """Return the user's seat; `NotSeated`, to strangers of a private table `NoSuchTable`."""
    seat = Seat.objects.filter(table=table, user=user).first()
    if seat is None:
        refuse_stranger(table, user)
        raise NotSeated
    return seat


def refuse_arranged(table: Table) -> None:
    """Refuse what a tournament alone does at its tables: `Arranged`."""
    if table.tournament_id is not None:
        raise Arranged(facts={"tournament": table.tournament_id})


def give_up(log: Log, seat: Seat) -> int:
    """Move a seat's chips back to its player and free it; the player is in no open hand.

    A bot's chips go on to the house, whose they are.
    """
    table = log.table
    moved = wallet.leave(key=log.key(), user_id=seat.user_id, table_id=table.pk, unit=table.unit)
    if table.tournament_id is None:
        note_departure(log, seat, moved)
    if seat.user.is_bot and moved and table.tournament_id is None:
        wallet.unstake_bot(key=log.key(), user_id=seat.user_id, amount=moved)
    log.tell("left", seat=seat.number, name=seat.user.username, chips=moved)
    seat.delete()
    return moved


def stay_out(log: Log, seat: Seat) -> None:
    """Deal a seat into no further hand until its player comes back; told once."""
    if not seat.sitting_out:
        seat.sitting_out = True
        seat.save(update_fields=["sitting_out"])
        log.tell("sat-out", seat=seat.number, name=seat.user.username)


def call_players(log: Log) -> None:
    """Set the clock to deal if no hand is in play, nothing is due, and enough can play."""
    table = log.table
    if table.held or table.due_at is not None or in_play(table) is not None:
        return
    if can_deal(table):
        log.due(Table.Due.DEAL, table.pause_ms)


def can_deal(table: Table) -> bool:
    """Whether a match goes on, or enough seats want a hand and have the chips for it.

    Bots count as having them: they are staked again. Where bots do not play alone, one of those
    seats must be a person's.
    """
    if in_match(table) is not None:
        return True
    stacks, least = chips.stacks(table.pk, table.unit), least_chips(table)
    able = [
        one
        for one in _wanting(table)
        if stacks.get(one.user_id, 0) >= least or (one.user.is_bot and table.tournament_id is None)
    ]
    return len(able) >= table.min_players and has_company(table, able)


def has_company(table: Table, seats: Iterable[Seat]) -> bool:
    """Whether these seats may play a hand: bots alone only where that is wanted.

    A tournament goes on whoever is left in it.
    """
    alone = table.bots_alone or table.tournament_id is not None
    return alone or any(not seat.user.is_bot for seat in seats)


def ready_seats(table: Table) -> list[tuple[Seat, int]]:
    """Return the seats that want a hand and have the chips for it, in table order, with stacks."""
    stacks, least = chips.stacks(table.pk, table.unit), least_chips(table)
    with_stacks = ((seat, stacks.get(seat.user_id, 0)) for seat in _wanting(table))
    return [(seat, stack) for seat, stack in with_stacks if stack >= least]


def _wanting(table: Table) -> QuerySet[Seat]:
    found = Seat.objects.filter(table=table)
    if table.tournament_id is None:  # there whoever is away is dealt in all the same
        found = found.filter(sitting_out=False, leaving=False)
    return found.select_related("user").order_by("number")


def is_in_hand(table: Table, user_id: int) -> bool:
    """Whether the user was dealt into the hand in play at a locked table."""
    hand = in_play(table)
    return hand is not None and HandSeat.objects.filter(hand=hand, user_id=user_id).exists()


def is_held(table: Table, seat: Seat) -> bool:
    """Whether a seat plays in the hand or the match in play, so that its chips must stay."""
    row = in_match(table)
    return is_in_hand(table, seat.user_id) or (row is not None and is_bound(row, seat))


def seat_down(log: Log, user: "User", buy_in: int, wanted: int | None) -> int:
    """Seat somebody at a locked table with chips from their account; return the seat's number."""
    table = log.table
    if table.state != Table.State.OPEN:
        raise TableClosed
    refuse_arranged(table)
    taken = dict(Seat.objects.filter(table=table).values_list("user_id", "number"))
    if user.pk in taken:
        raise AlreadySeated(facts={"seat": taken[user.pk]})
    free = [number for number in range(table.seats) if number not in taken.values()]
    if not free:
        raise TableFull
    if wanted is not None and wanted not in free:
        raise SeatTaken(facts={"seat": wanted, "free": free})
    number = free[0] if wanted is None else wanted
    if not user.is_bot:
        may_play(user_id=user.pk, risk=buy_in)
    if buy_in:
        wallet.buy_in(key=log.key(), user_id=user.pk, table_id=table.pk, amount=buy_in)
    place(log, user, number, buy_in)
    call_players(log)
    return number


def place(log: Log, user: "User", number: int, stack: int) -> None:
    """Give a free seat to somebody whose chips are there, and tell it."""
    Seat.objects.create(
        table=log.table,
        number=number,
        user=user,
        ref=secrets.token_hex(REF_BYTES),
        reserve_ms=log.table.reserve_ms,
        grace_ms=log.table.grace_ms,
        last_seen=log.now,
    )
    log.tell("sat", seat=number, name=user.username, stack=stack)
