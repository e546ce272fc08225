"""Opening and closing tables."""

from typing import TYPE_CHECKING

from engine.game import game_for
from tables.commands.locking import lock_table
from tables.errors import BadTable, NotOwner, SeatsInUse, TooManyTables
from tables.log import Log
from tables.models import Hand, Seat, Table
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

# Stakes, clocks and pages of a live table know this rule set only; the engine plays others too.
LIVE_RULES = "pif-paf-aposta"
NAME_CHARS_MAX = 40
ANTE_MAX = 1_000_000
BUY_IN_MAX = 1_000_000_000
# Open tables that one person may own at a time.
OPEN_TABLES_MAX = 20
# Bounds of the clock settings in milliseconds, and what a table has when nothing is said.
CLOCK_BOUNDS = {
    "action_ms": (1_000, 300_000, 30_000),
    "window_ms": (200, 30_000, 3_000),
    "pause_ms": (200, 60_000, 5_000),
}


def open_table(*, user: "User", key: str, settings: dict[str, object]) -> dict[str, object]:
    """Open a table owned by `user` and return {"id"}.

    Settings: name, rules (pif-paf-aposta, the only one so far), ante, seats (default 6),
    min_players (3, or 2 by option), buy_in_min (default 20 antes), buy_in_max (default 200
    antes), action_ms, window_ms, pause_ms. `BadTable` names the setting that makes no sense;
    `TooManyTables`. Same key, same table.
    """
    chosen = _checked(settings)

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


def _checked(settings: dict[str, object]) -> dict[str, object]:
    known = {
        "name",
        "rules",
        "ante",
        "seats",
        "min_players",
        "buy_in_min",
        "buy_in_max",
        *CLOCK_BOUNDS,
    }
    unknown = sorted(settings.keys() - known)
    if unknown:
        message = f"unknown setting {unknown[0]!r}: a table has {', '.join(sorted(known))}"
        raise BadTable(message)
    rules_id = str(settings.get("rules", LIVE_RULES))
    if rules_id != LIVE_RULES:
        message = f"rules: live tables play {LIVE_RULES} so far, not {rules_id[:40]!r}"
        raise BadTable(message)
    name = str(settings.get("name", "")).strip()
    if not 1 <= len(name) <= NAME_CHARS_MAX or not name.isprintable():
        message = f"name: a table's name has 1 to {NAME_CHARS_MAX} printable characters"
        raise BadTable(message)
    min_players = _whole(settings, "min_players", 2, 8, 3)
    options: dict[str, object] = {"min_players": min_players} if min_players == 2 else {}  # noqa: PLR2004 - S1 says three to eight; two is our option
    rules = game_for(rules_id).rules(rules_id, options)
    del rules  # only checked here: a senseless mix raises before anything is stored
    seats = _whole(settings, "seats", min_players, 8, max(6, min_players))
    ante = _whole(settings, "ante", 1, ANTE_MAX, 5)
    buy_in_min = _whole(settings, "buy_in_min", ante, BUY_IN_MAX, ante * 20)
    buy_in_max = _whole(
        settings, "buy_in_max", buy_in_min, BUY_IN_MAX, max(buy_in_min, ante * 200)
    )
    clock = {
        name: _whole(settings, name, least, most, usual)
        for name, (least, most, usual) in CLOCK_BOUNDS.items()
    }
    return {
        "name": name,
        "rules_id": rules_id,
        "options": options,
        "ante": ante,
        "seats": seats,
        "min_players": min_players,
        "buy_in_min": buy_in_min,
        "buy_in_max": buy_in_max,
        **clock,
    }


def _whole(settings: dict[str, object], name: str, least: int, most: int, usual: int) -> int:
    value = settings.get(name, usual)
    if type(value) is not int or not least <= value <= most:
        message = f"{name}: a whole number from {least} to {most}, not {value!r}"
        raise BadTable(message)
    return value
