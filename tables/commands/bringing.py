"""What a player brings to a table: within its bounds, and no less than they took away lately.

Winnings that leave the table between two hands cannot be won back by those who lost them. So who
leaves a chip table and comes back within the table's `return_ms` brings the same stack again.
"""

from datetime import datetime, timedelta

from tables.errors import BuyInRange, StackToBring
from tables.log import Log
from tables.models import Departure, Seat, Table
from tables.playing_for import plays_matches


def check_buy_in(table: Table, user_id: int, buy_in: object, now: datetime) -> None:
    """Refuse chips outside the bounds: `BuyInRange`, or `StackToBring` for who left lately.

    Where the stack to bring is above the table's largest buy-in, it alone is right.
    """
    taken = _taken_lately(table, user_id, now)
    least, most = max(table.buy_in_min, taken), max(table.buy_in_max, taken)
    if type(buy_in) is int and least <= buy_in <= most:
        return
    if taken <= table.buy_in_min:
        raise BuyInRange(facts={"min": least, "max": most})
    minutes = -(-table.return_ms // 60_000)
    raise StackToBring(facts={"chips": taken, "min": least, "max": most, "minutes": minutes})


def note_departure(log: Log, seat: Seat, chips: int) -> None:
    """Keep what a player takes away, where it has to be brought back; not for bots or matches."""
    table = log.table
    if not table.return_ms or seat.user.is_bot or plays_matches(table):
        return
    if not chips:  # who lost all takes nothing away, nor owes what was taken before
        Departure.objects.filter(table=table, user=seat.user).delete()
        return
    Departure.objects.update_or_create(
        table=table, user=seat.user, defaults={"chips": chips, "at": log.now}
    )


def _taken_lately(table: Table, user_id: int, now: datetime) -> int:
    if not table.return_ms:
        return 0
    since = now - timedelta(milliseconds=table.return_ms)
    lately = Departure.objects.filter(table=table, user_id=user_id, at__gt=since)
    return lately.values_list("chips", flat=True).first() or 0
