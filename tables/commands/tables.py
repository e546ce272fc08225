"""Opening and closing tables."""

from typing import TYPE_CHECKING

from tables.commands.locking import lock_table
from tables.commands.settings import checked
from tables.errors import Arranged, BadTable, NotOwner, SeatsInUse, TooManyTables
from tables.log import Log
from tables.models import Hand, Seat, Table
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

# Open tables that one person may own at a time.
OPEN_TABLES_MAX = 20


def open_table(*, user: "User", key: str, settings: dict[str, object]) -> dict[str, object]:
    """Open a table owned by `user` and return {"id"}.

    Settings: name; rules (usually pif-paf-aposta) with options (axes of the rules); stakes
    ("ante-capped-round", "fixed", "play", and "buy-in" or "per-point" where the rules make
    matches) and ante: the ante, the fixed stake, what a match costs or what a point is worth;
    seats, min_players, buy_in_min, buy_in_max, rake_per_mille, rake_cap; action_ms, window_ms,
    pause_ms, reserve_ms; watch ("live", "delayed" by watch_ms, "hand", "nobody"). All but the
    name have a default. `BadTable` names the setting that makes no sense; `TooManyTables`. Same
    key, same table.
    """
    chosen = checked(settings)
    if chosen["rake_per_mille"] and not user.is_staff:
        message = "rake_per_mille: only the house sets a rake at its own tables"
        raise BadTable(message)

    def work() -> dict[str, object]:
        if Table.objects.filter(owner=user, state=Table.State.OPEN).count() >= OPEN_TABLES_MAX:
            raise TooManyTables(facts={"most": OPEN_TABLES_MAX})
        table = Table.objects.create(owner=user, **chosen)
        locked, now = lock_table(table.pk)
        log = Log(locked, now)
        log.tell("opened", name=user.username)
        log.write()
        return {"id": table.pk}

    return once(actor=f"user:{user.pk}", key=key, content={"open": settings}, work=work)


def close_table(*, user: "User", key: str, table_id: int) -> dict[str, object]:
    """Close an empty table to new players; return {"id"}. Closing twice changes nothing more.

    `NotOwner` unless the user owns it (or is staff); `SeatsInUse` while anybody has a seat.
    """

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        if table.owner_id != user.pk and not user.is_staff:
            raise NotOwner
        if table.tournament_id is not None:
            raise Arranged(facts={"tournament": table.tournament_id})
        if Seat.objects.filter(table=table).exists():
            raise SeatsInUse
        if table.state != Table.State.CLOSED:
            table.state = Table.State.CLOSED
            log = Log(table, now)
            log.due(None)
            log.tell("closed", name=user.username)
            log.write()
        return {"id": table.pk}

    return once(actor=f"user:{user.pk}", key=key, content={"close": table_id}, work=work)


def in_play(table: Table) -> Hand | None:
    """Return the hand in play at a locked table, if there is one."""
    hand = table.hand
    return hand if hand is not None and hand.state == Hand.State.OPEN else None
