"""Bots at a table: they sit like anybody else, with chips of the house, and are shown as bots."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import connection
from django.utils.translation import gettext as _

from engine.bots import BOTS
from tables.admission import owned
from tables.commands.locking import lock_table
from tables.commands.seats import give_up, is_held, refuse_arranged, seat_down
from tables.errors import BadRequest, NotSeated
from tables.log import Log
from tables.models import Seat, Table
from wallet import commands as wallet
from wallet.errors import InsufficientChips
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User

BOT_NAMES = ("Aroeira", "Bem-te-vi", "Caju", "Dendê", "Embaúba", "Figueira", "Graúna", "Ipê")
# Chips issued to the house at a time when it has too few left to stake a bot.
BANKROLL = 1_000_000
# Number of the advisory lock under which new bots get their names, one after the other.
_NAMING_LOCK = 7_302


def add_bot(*, user: "User", key: str, table_id: int, plays: str = "steady") -> dict[str, object]:
    """Seat a bot with a middling buy-in from the house's own chips; the owner or staff may.

    `plays`: how well, "calm", "steady" or "sharp". Returns {"seat", "name"}. Refused: `NotOwner`,
    `TableFull`, `TableClosed`, `BadRequest` for another strength.
    """
    if plays not in BOTS:
        raise BadRequest(_("A bot plays %(names)s.") % {"names": ", ".join(BOTS)})

    content: dict[str, object] = {"bot": table_id}
    if plays != "steady":
        content["plays"] = plays

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        owned(table, user)
        refuse_arranged(table)
        log = Log(table, now)
        number, name = seat_bot(log, plays)
        log.write()
        return {"seat": number, "name": name}

    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def remove_bot(*, user: "User", key: str, table_id: int, seat: int) -> dict[str, object]:
    """Let a bot leave, at once or after its hand; the owner or staff may. Return {"left"}."""

    def work() -> dict[str, object]:
        table, now = lock_table(table_id)
        owned(table, user)
        refuse_arranged(table)
        row = Seat.objects.filter(table=table, number=seat, user__is_bot=True).first()
        if row is None:
            raise NotSeated(_("No bot sits in seat %(seat)s.") % {"seat": seat})
        log = Log(table, now)
        left = send_bot_away(log, row)
        log.write()
        return {"left": left}

    content = {"remove-bot": table_id, "seat": seat}
    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def seat_bot(log: Log, plays: str) -> tuple[int, str]:
    """Seat a bot at a locked table with a middling buy-in of the house's; return seat and name."""
    table = log.table
    bot = _free_bot(table)
    buy_in = (table.buy_in_min + table.buy_in_max) // 2
    if buy_in:
        stake(bot.pk, buy_in, log.key())
    number = seat_down(log, bot, buy_in, None)
    Seat.objects.filter(table=table, number=number).update(plays=plays)
    return number, bot.username


def send_bot_away(log: Log, seat: Seat) -> bool:
    """Let a bot go, at once or when its hand or match is over; return whether it is gone."""
    if not is_held(log.table, seat):
        give_up(log, seat)
        return True
    if not seat.leaving:
        seat.leaving = True
        seat.save(update_fields=["leaving"])
    return False


def stake(bot_id: int, amount: int, key: str) -> None:
    """Give a bot chips of the house, which issues itself more (on record) when it has too few."""
    try:
        wallet.stake_bot(key=key, user_id=bot_id, amount=amount)
    except InsufficientChips:
        wallet.fund_house(key=key, actor="house", amount=max(BANKROLL, amount), reason="for bots")
        wallet.stake_bot(key=key, user_id=bot_id, amount=amount)


def some_bots(*, count: int, besides: Collection[int] = ()) -> list["User"]:
    """So many bots of the house, none of those `besides` (user ids); new ones are made as needed.

    Inside the caller's transaction.
    """
    users = get_user_model().objects
    idle = users.filter(is_bot=True, is_active=True).exclude(pk__in=besides).order_by("pk")
    found = list(idle[:count])
    if len(found) < count:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NAMING_LOCK])
        found = list(idle[:count])  # whoever had the lock before may have made some
        found += [_new_bot() for _each in range(count - len(found))]
    return found


def _free_bot(table: Table) -> "User":
    found = _idle_bot(table)
    if found is None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NAMING_LOCK])
        # Whoever had the lock before may have made one that is free here.
        found = _idle_bot(table) or _new_bot()
    return found


def _idle_bot(table: Table) -> "User | None":
    seated = Seat.objects.filter(table=table).values("user_id")
    bots = get_user_model().objects.filter(is_bot=True).exclude(pk__in=seated)
    return bots.order_by("pk").first()


def _new_bot() -> "User":
    lap, place = divmod(get_user_model().objects.filter(is_bot=True).count(), len(BOT_NAMES))
    lap_mark = "" if lap == 0 else f" {lap + 1}"
    # The brackets keep bots' names apart from people's, who cannot have any in theirs.
    bot = get_user_model()(username=f"{BOT_NAMES[place]}{lap_mark} (bot)", is_bot=True)
    bot.set_unusable_password()
    bot.save()
    return bot
