"""House tables: staff say what they are, and sweepers keep them open with bots for company.

A step looks at one house table and brings it to what was said, whatever it finds: no table, too
few bots, too many, or one that is to close. Two steps at once do it once (the row is locked, and
whoever finds it locked has nothing to do), and a step that finds all well writes nothing.
"""

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.bots import BOTS
from tables.commands.bots import seat_bot, send_bot_away
from tables.commands.locking import lock_table
from tables.commands.seats import call_players
from tables.commands.settings import checked
from tables.commands.tables import new_table, shut
from tables.errors import BadRequest, BadTable, HouseNameTaken, NoSuchHouseTable, NotStaff
from tables.log import Log
from tables.models import HouseTable, Seat, Table
from wallet.idempotency import once

if TYPE_CHECKING:
    from deploy.accounts.models import User


def define_house_table(
    *,
    user: "User",
    key: str,
    settings: dict[str, Any],
    bots: int,
    plays: str = "steady",
    bots_alone: bool = False,
) -> dict[str, object]:
    """Say of a table that the house keeps it open, and open it; return {"id", "table"}.

    `settings` are those of `open_table` and never private; up to `bots` bots of the strength
    `plays` sit there, one seat always left to people, and play by themselves only with
    `bots_alone`. Refused: `NotStaff`, `BadTable`, `BadRequest`, `HouseNameTaken`.
    """
    chosen = checked(settings)
    if chosen["private"]:
        raise BadTable(_("private: a table of the house is open to all."))
    _check_company(bots, plays, int(str(chosen["seats"])))

    def work() -> dict[str, object]:
        if not user.is_staff:
            raise NotStaff
        house, is_new = HouseTable.objects.get_or_create(
            name=str(chosen["name"]),
            defaults={
                "chosen": settings,
                "bots": bots,
                "plays": plays,
                "bots_alone": bots_alone,
                "staff": user,
            },
        )
        if not is_new:
            raise HouseNameTaken(facts={"name": house.name})
        return {"id": house.pk, "table": _table_of(house).pk}

    content = {
        "house-table": settings,
        "bots": bots,
        "plays": plays,
        "bots_alone": bots_alone,
    }
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def change_house_table(
    *, user: "User", key: str, house_id: int, bots: int, plays: str, bots_alone: bool
) -> dict[str, object]:
    """Change the company at a house table; return {"id"}.

    The bots that sit there play as said from their next turn on; sweepers bring their number to
    what was said, between hands. What is played there never changes: retire the table and define
    another. Refused: `NotStaff`, `BadRequest`, `NoSuchHouseTable` (also when it is retired).
    """

    def work() -> dict[str, object]:
        if not user.is_staff:
            raise NotStaff
        house = HouseTable.objects.select_for_update(of=("self",)).filter(pk=house_id).first()
        if house is None or not house.is_open:
            raise NoSuchHouseTable(facts={"house": house_id})
        _check_company(bots, plays, int(str(checked(house.chosen)["seats"])))
        house.bots, house.plays, house.bots_alone = bots, plays, bots_alone
        house.save(update_fields=["bots", "plays", "bots_alone"])
        if house.table_id is not None:
            _tell_company(house, house.table_id)
        return {"id": house_id}

    content = {"change": house_id, "bots": bots, "plays": plays, "bots_alone": bots_alone}
    return once(actor=f"user:{user.pk}", key=key, content=content, work=work)


def retire_house_table(*, user: "User", key: str, house_id: int) -> dict[str, object]:
    """Keep a house table no longer: its bots leave, and it closes when people have left.

    Return {"id"}. Doing it twice changes nothing more. Refused: `NotStaff`, `NoSuchHouseTable`.
    """

    def work() -> dict[str, object]:
        if not user.is_staff:
            raise NotStaff
        if not HouseTable.objects.filter(pk=house_id).update(is_open=False):
            raise NoSuchHouseTable(facts={"house": house_id})
        return {"id": house_id}

    return once(actor=f"user:{user.pk}", key=key, content={"retire": house_id}, work=work)


def keep_house_table(*, house_id: int) -> bool:
    """Bring a house table to what staff said of it; return whether anything was to do.

    Opens it if it is not open, seats bots with chips of the house or lets them go, between hands
    only, and closes it when it is retired and empty. For sweepers: see the module.
    """
    with transaction.atomic(durable=True):
        rows = HouseTable.objects.select_for_update(skip_locked=True, of=("self",))
        house = rows.filter(pk=house_id).first()
        if house is None:
            return False
        if house.table_id is None or house.table is None:
            return house.is_open and _table_of(house) is not None
        table, now = lock_table(house.table_id)
        if table.state != Table.State.OPEN:  # somebody has closed it: open another one
            return house.is_open and _table_of(house) is not None
        return _keep(house, Log(table, now))


def bots_wanted(house: HouseTable, seats: int, people: int) -> int:
    """Return how many bots belong at a table with so many seats and people.

    One seat is left for whoever comes next, and nobody has to wait for a bot to stand up.
    """
    return max(0, min(house.bots, seats - people - 1)) if house.is_open else 0


def _check_company(bots: int, plays: str, seats: int) -> None:
    if plays not in BOTS:
        raise BadRequest(_("A bot plays %(names)s.") % {"names": ", ".join(BOTS)})
    if not 0 <= bots <= seats - 1:
        raise BadRequest(_("bots: from 0 to %s, so that a seat is left for people.") % (seats - 1))


def _tell_company(house: HouseTable, table_id: int) -> None:
    """Let the table that is open now, and the bots there, be as was said of the house table."""
    table, now = lock_table(table_id)
    table.bots_alone = house.bots_alone
    table.save(update_fields=["bots_alone"])
    Seat.objects.filter(table=table, user__is_bot=True).update(plays=house.plays)
    log = Log(table, now)
    call_players(log)
    log.write()


def _keep(house: HouseTable, log: Log) -> bool:
    table = log.table
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("-number"))
    people = sum(not seat.user.is_bot for seat in seats)
    bots = [seat for seat in seats if seat.user.is_bot]
    staying = [seat for seat in bots if not seat.leaving]
    missing = bots_wanted(house, table.seats, people) - len(staying)
    if not seats and not house.is_open:
        shut(log, house.staff.username)
        return True
    free = table.seats - len(seats)
    coming, going = min(missing, free - 1), staying[: max(0, -missing)]
    if coming <= 0 and not going:
        return False
    for _number in range(coming):
        seat_bot(log, house.plays)
    for seat in going:
        send_bot_away(log, seat)
    log.write()
    return True


def _table_of(house: HouseTable) -> Table:
    """Open the table of a house table whose row is locked or new."""
    table = new_table(house.staff, checked(house.chosen) | {"bots_alone": house.bots_alone})
    house.table = table
    house.save(update_fields=["table"])
    return table
