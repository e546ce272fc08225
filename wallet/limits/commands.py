"""What players set for themselves: limits and breaks from play.

Each takes the caller's key (`wallet.idempotency.once`) and locks the player as the gate does, so
that two changes at once, or a change and a door, are judged one after the other.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from wallet.errors import AMOUNT_MAX
from wallet.idempotency import once
from wallet.limits import queries
from wallet.limits.errors import BadLimit, BreakShorter, LimitUnchanged, NoSuchChange
from wallet.limits.gate import lock_players
from wallet.limits.models import (
    MINUTES_MAX,
    Exclusion,
    Length,
    LimitChange,
    Period,
    What,
)
from wallet.limits.queries import Limit

Json = dict[str, Any]

LOOSER_HOLDS_AFTER = timedelta(hours=24)
# As the database adds them: half a year is six months of the calendar.
INTERVALS = {
    Length.DAY: "24 hours",
    Length.WEEK: "7 days",
    Length.MONTH: "30 days",
    Length.HALF_YEAR: "6 months",
}


def set_limit(*, user_id: int, key: str, what: str, period: str, most: int | None) -> Json:
    """Set one of the player's own limits (None: take it away); return it as `limit_json` does.

    A tighter limit holds at once and cancels a looser one that waits. A looser one waits for a
    day, while the old one holds; asked for anew, it waits from then. To ask for what is in force
    cancels what waits. Refused: `BadLimit`, `LimitUnchanged`.
    """
    _check(what, period, most)

    def work() -> Json:
        now = lock_players([user_id])
        old = _limit(user_id, what, period, now)
        if most == (old.pending.most if old.pending else old.most):
            raise LimitUnchanged
        if old.pending is not None:
            _cancel(old.pending, now)
        if most != old.most:
            holds_from = now + LOOSER_HOLDS_AFTER if _is_looser(most, old.most) else now
            LimitChange.objects.create(
                user_id=user_id, what=what, period=period, most=most, holds_from=holds_from
            )
        return limit_json(_limit(user_id, what, period, now))

    content = {"limit": what, "period": period, "most": most}
    return once(actor=f"user:{user_id}", key=key, content=content, work=work)


def cancel_change(*, user_id: int, key: str, change_id: int) -> Json:
    """Take back a looser limit that waits; return the limit. Refused: `NoSuchChange`."""

    def work() -> Json:
        now = lock_players([user_id])
        change = LimitChange.objects.filter(
            pk=change_id, user=user_id, cancelled_at__isnull=True, holds_from__gt=now
        ).first()
        if change is None:
            raise NoSuchChange
        _cancel(change, now)
        return limit_json(_limit(user_id, change.what, change.period, now))

    content = {"cancel-limit": change_id}
    return once(actor=f"user:{user_id}", key=key, content=content, work=work)


def exclude(*, user_id: int, key: str, length: str) -> Json:
    """Begin the player's own break from play; return {"ends_at"} (None: for ever).

    Nobody can end it early, and a second one can only make it longer (`BreakShorter`). Chips at
    tables stay the player's: a hand in play is played to its end, and then the seat sits out.
    """
    if length not in Length.values:
        raise BadLimit

    def work() -> Json:
        now = lock_players([user_id])
        ends_at = _end_of(Length(length), now)
        known = queries.restraints([user_id], now).get(user_id)
        if known is not None and known.excluded:
            until = known.excluded_until
            if until is None or (ends_at is not None and ends_at <= until):
                raise BreakShorter(until)
        Exclusion.objects.create(user_id=user_id, length=length, begun_at=now, ends_at=ends_at)
        return {"ends_at": ends_at and ends_at.isoformat()}

    content = {"exclude": length}
    return once(actor=f"user:{user_id}", key=key, content=content, work=work)


def limit_json(limit: Limit) -> Json:
    """Return a limit as JSON-able data: what, period, most, and the change that waits."""
    waits = limit.pending
    pending = waits and {
        "id": waits.pk,
        "most": waits.most,
        "holds_from": waits.holds_from.isoformat(),
    }
    return {"what": limit.what, "period": limit.period, "most": limit.most, "pending": pending}


def _check(what: str, period: str, most: object) -> None:
    if what not in What.values or period not in Period.values:
        raise BadLimit
    if what == What.TIME and period != Period.DAY:
        raise BadLimit
    highest = MINUTES_MAX if what == What.TIME else AMOUNT_MAX
    if most is not None and not (type(most) is int and 0 <= most <= highest):
        raise BadLimit


def _is_looser(new: int | None, old: int | None) -> bool:
    return old is not None and (new is None or new > old)


def _limit(user_id: int, what: str, period: str, now: datetime) -> Limit:
    """Return one limit of a player; one without limit where nothing is set."""
    found = queries.limits_of(user_id, now)
    same = (one for one in found if (one.what, one.period) == (what, period))
    return next(same, Limit(what, period, None))


def _cancel(change: LimitChange, now: datetime) -> None:
    change.cancelled_at = now
    change.save(update_fields=["cancelled_at"])


def _end_of(length: Length, now: datetime) -> datetime | None:
    if length not in INTERVALS:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s + %s::interval", [now, INTERVALS[length]])
        end: datetime = cursor.fetchone()[0]
    return end
