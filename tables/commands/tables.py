"""Opening and closing tables."""

import secrets
from typing import TYPE_CHECKING

from tables.admission import owned
from tables.commands.locking import lock_table
from tables.commands.settings import checked
from tables.errors import Arranged, BadTable, SeatsInUse, TooManyTables
from tables.log import Log
from tables.models import Hand, Seat, Table
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

# Open tables that one person may own at a time.
OPEN_TABLES_MAX = 20
# Chance bytes in the link of a private table: nobody guesses 128 bits.
LINK_BYTES = 16


def open_table(*, user: "User", key: str, settings: dict[str, object]) -> dict[str, object]:
    """Open a table owned by `user` and return {"id"}.

    Settings: name; rules (usually pif-paf-aposta) with options (axes of the rules); stakes
    ("ante-capped-round", "fixed", "play", and "buy-in" or "per-point" where the rules make
    matches) and ante: the ante, the fixed stake, what a match costs or what a point is worth;
    seats, min_players, buy_in_min, buy_in_max, rake_per_mille, rake_cap; action_ms, window_ms,
    pause_ms, reserve_ms, grace_ms, return_ms; watch ("live", "delayed" by watch_ms, "hand",
    "nobody"); private, which gives it a link at once. All but the name have a default. `BadTable`
    names the setting that makes no sense; `TooManyTables`. Same key, same table.
    """
    chosen = checked(settings)
    if chosen["rake_per_mille"] and not user.is_staff:
        message = "rake_per_mille: only the house sets a rake at its own tables"
        raise BadTable(message)

    def work() -> dict[str, object]:
        owned = Table.objects.filter(
            owner=user, state=Table.State.OPEN, tournament_id__isnull=True
        )
        if owned.count() >= OPEN_TABLES_MAX:
            raise TooManyTables(facts={"most": OPEN_TABLES_MAX})
        return {"id": new_table(user, chosen).pk}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={"open": settings}, work=work, rate="tables")


def new_table(owner: "User", chosen: dict[str, object]) -> Table:
    """Open a table with checked settings, inside the caller's transaction; return it locked."""
    invite = secrets.token_urlsafe(LINK_BYTES) if chosen["private"] else ""
    table = Table.objects.create(owner=owner, invite=invite, **chosen)
    locked, now = lock_table(table.pk)
    log = Log(locked, now)
    log.tell("opened", name=owner.username)
    log.write()
    return locked


def close_table(*, user: "User", key: str, table_id: int) -> dict[str, object]:
    """Close an empty table to new players; return {"id"}. Closing twice changes nothing more.

    `NotOwner` unless the user owns it (or is staff); `SeatsInUse` while anybody has a seat.
    """

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        owned(table, user)
        if table.tournament_id is not None:
            raise Arranged(facts={"tournament": table.tournament_id})
        if Seat.objects.filter(table=table).exists():
            raise SeatsInUse
        shut(Log(table, now), user.username)
        return {"id": table.pk}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content={"close": table_id}, work=work, rate="seats")


def shut(log: Log, name: str) -> None:
    """Close a locked table at which nobody sits, in the name of somebody; once."""
    table = log.table
    if table.state != Table.State.CLOSED:
        table.state = Table.State.CLOSED
        log.due(None)
        log.tell("closed", name=name)
        log.write()


def in_play(table: Table) -> Hand | None:
    """Return the hand in play at a locked table, if there is one."""
    hand = table.hand
    return hand if hand is not None and hand.state == Hand.State.OPEN else None
