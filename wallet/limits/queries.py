"""What limits a player has set, and what else keeps the player from playing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q, QuerySet

from wallet.limits.models import Closure, Exclusion, Freeze, LimitChange, Period, What

ANYTHING = """
SELECT player.id FROM unnest(%s::bigint[]) AS player (id)
WHERE EXISTS (SELECT FROM limits_limitchange c WHERE c.user_id = player.id)
    OR EXISTS (SELECT FROM limits_exclusion x WHERE x.user_id = player.id)
    OR EXISTS (SELECT FROM limits_freeze f WHERE f.user_id = player.id)
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: `most` in force (None: none), and `pending`, the change that waits, if any."""

    what: str
    period: str
    most: int | None
    pending: LimitChange | None = None


@dataclass(frozen=True, slots=True)
class Restraints:
    """What keeps one player back; `excluded_until` is only meant when `excluded`."""

    limits: tuple[Limit, ...] = ()
    excluded: bool = False
    excluded_until: datetime | None = None
    freeze: Freeze | None = None

    def in_force(self, what: What) -> list[Limit]:
        """Return the limits of one sort that hold now."""
        return [limit for limit in self.limits if limit.what == what and limit.most is not None]


def clock() -> datetime:
    """Return the database's time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def restraints(user_ids: Collection[int], now: datetime) -> dict[int, Restraints]:
    """Return what keeps these players back at `now`, of those who have anything set at all."""
    users = _with_anything(user_ids)
    if not users:
        return {}
    changes = _changes(users)
    limits = _limits(changes, now)
    breaks = _breaks(users, now)
    freezes = {
        one.user_id: one for one in Freeze.objects.filter(user__in=users, lifted_at__isnull=True)
    }
    return {
        user: Restraints(
            limits=tuple(limits.get(user, ())),
            excluded=user in breaks,
            excluded_until=breaks.get(user),
            freeze=freezes.get(user),
        )
        for user in {*limits, *breaks, *freezes}
    }


def limits_of(user_id: int, now: datetime) -> list[Limit]:
    """Return a player's limits, those that only wait to hold among them, in order."""
    return in_order(_limits(_changes([user_id]), now).get(user_id, []))


def in_order(limits: Iterable[Limit]) -> list[Limit]:
    """Return limits in the order of the pages: by what they count, then by period."""
    whats, periods = list(What), list(Period)
    return sorted(
        limits, key=lambda one: (whats.index(What(one.what)), periods.index(Period(one.period)))
    )


def exclusions(user_id: int) -> QuerySet[Exclusion]:
    """A player's breaks from play, the newest first."""
    return Exclusion.objects.filter(user=user_id).order_by("-id")


def freezes() -> QuerySet[Freeze]:
    """Every freeze, the newest first."""
    return Freeze.objects.select_related("user", "by", "lifted_by").order_by("-id")


def closure_of(user_id: int | None) -> Closure | None:
    """Return who closed a player's wallet, when and why; None if nobody did."""
    return Closure.objects.select_related("user", "by").filter(user=user_id).first()


def _with_anything(user_ids: Collection[int]) -> list[int]:
    """Return those who ever set or suffered anything: mostly nobody, and then that was all."""
    with connection.cursor() as cursor:
        cursor.execute(ANYTHING, [list(user_ids)])
        return [user for (user,) in cursor.fetchall()]


def _changes(users: list[int]) -> Iterable[LimitChange]:
    # The newest that is not cancelled, and the one before, which is in force while that one waits.
    return LimitChange.objects.raw(
        "SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY user_id, what, period"
        " ORDER BY id DESC) AS place FROM limits_limitchange"
        " WHERE user_id = ANY (%s) AND cancelled_at IS NULL) AS newest WHERE place <= 2"
        " ORDER BY id DESC",
        [users],
    )


def _limits(changes: Iterable[LimitChange], now: datetime) -> dict[int, list[Limit]]:
    by_key: dict[tuple[int, str, str], list[LimitChange]] = {}
    for change in changes:
        by_key.setdefault((change.user_id, change.what, change.period), []).append(change)
    found: dict[int, list[Limit]] = {}
    for (user, what, period), newest in by_key.items():
        waits = [change for change in newest if change.holds_from > now]
        holds = [change for change in newest if change.holds_from <= now]
        most = holds[0].most if holds else None
        if waits or most is not None:
            limit = Limit(what, period, most, waits[0] if waits else None)
            found.setdefault(user, []).append(limit)
    return found


def _breaks(users: list[int], now: datetime) -> dict[int, datetime | None]:
    """Return until when each of these players takes a break; None is for ever."""
    rows = Exclusion.objects.filter(user__in=users).filter(
        Q(ends_at__isnull=True) | Q(ends_at__gt=now)
    )
    found: dict[int, datetime | None] = {}
    for row in rows:
        known = found.get(row.user_id, row.ends_at)
        later = None if known is None or row.ends_at is None else max(known, row.ends_at)
        found[row.user_id] = later
    return found
