"""More chips for a seat, between hands."""

from typing import TYPE_CHECKING

from tables.commands.locking import lock_table
from tables.commands.seats import call_players, is_held, refuse_arranged, seat_of
from tables.errors import BuyInRange, TableClosed
from tables.log import Log
from tables.models import Seat, Table
from wallet import commands as wallet
from wallet import queries as chips
from wallet.errors import InsufficientChips
from wallet.idempotency import once
from wallet.limits.errors import LimitReached, PlayFrozen, SelfExcluded
from wallet.limits.gate import may_play

if TYPE_CHECKING:
    from deploy.accounts.models import User


def top_up(*, user: "User", key: str, table_id: int, amount: int) -> dict[str, int]:
    """Add chips from the player's account to the stack; return {"stack", "waiting"}.

    Between hands they move at once. While the seat plays, in a hand or a match, they are asked
    for and move when that is over ("waiting"), as many as then fit; the latest amount counts, and
    0 takes it back. A stack never goes above the table's largest buy-in by this: `BuyInRange`.
    Refused: `NotSeated`, `TableClosed`, the wallet's `InsufficientChips`, and what the gate
    (`wallet.limits.gate`) has against it.
    """

    def work() -> dict[str, int]:
        table, now = lock_table(table_id)
        refuse_arranged(table)
        seat = seat_of(table, user)
        if table.state != Table.State.OPEN:
            raise TableClosed
        stack = chips.stack(user.pk, table.pk)
        _check(table, seat, amount, stack)
        if amount:
            may_play(user_id=user.pk, risk=amount)
        log = Log(table, now)
        seat.topping_up = amount
        seat.save(update_fields=["topping_up"])
        if amount and not is_held(table, seat):
            stack += add_waiting(log, seat, stack)
            call_players(log)
        log.write()
        return {"stack": stack, "waiting": seat.topping_up}

    content = {"top-up": table_id, "amount": amount}
    actor = f"user:{user.pk}"
    return once(actor=actor, key=key, content=content, work=work, rate="seats")


def add_waiting(log: Log, seat: Seat, stack: int) -> int:
    """Move the chips that a seat waits for, as many as fit; return how many those are."""
    amount = min(seat.topping_up, max(0, log.table.buy_in_max - stack))
    seat.topping_up = 0
    seat.save(update_fields=["topping_up"])
    if not amount:
        return 0
    may_play(user_id=seat.user_id, risk=amount)
    wallet.top_up(key=log.key(), user_id=seat.user_id, table_id=log.table.pk, amount=amount)
    log.tell("topped-up", seat=seat.number, name=seat.user.username, chips=amount)
    return amount


def add_all_waiting(log: Log) -> None:
    """Move the chips that seats wait for at a table where nobody plays now.

    Whoever has not got them any more, or is at a limit, is told so; nothing else is held up.
    """
    waiting = Seat.objects.filter(table=log.table, topping_up__gt=0, leaving=False)
    for seat in waiting.select_related("user").order_by("number"):
        try:
            add_waiting(log, seat, chips.stack(seat.user_id, log.table.pk))
        except (InsufficientChips, LimitReached, SelfExcluded, PlayFrozen):
            log.tell("top-up-refused", seat=seat.number, name=seat.user.username)


def _check(table: Table, seat: Seat, amount: object, stack: int) -> None:
    most = max(0, table.buy_in_max - stack)
    waits = seat.topping_up > 0
    if type(amount) is not int or not (0 if waits else 1) <= amount <= most:
        raise BuyInRange(facts={"min": 1, "max": most})
