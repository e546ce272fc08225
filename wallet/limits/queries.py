"""What limits a player has set, how much of each is used, and what keeps the player from playing.

Losses and deposits are counted in the ledger itself, time in the spells at tables; the clock is
the database's. Days, weeks (from Monday) and months are those of UTC.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from wallet.errors import AMOUNT_MAX
from wallet.limits.models import Exclusion, Freeze, LimitChange, Period, Spell, What
from wallet.models import HOUSE_CHIP, AccountKind

# Seats: whatever moves chips there but bringing them and taking them away again was won or lost.
BRINGING = ("buy-in", "top-up", "leave")
# Wallets: a tournament is paid for and won there.
TOURNAMENT = ("entry", "prize", "bounty", "deal", "refund")
# Wallets: chips that arrive without having been won.
DEPOSITS = ("grant", "promo-gift", "payment")
# Spells nearer to each other than this are one session.
SESSION_GAP = timedelta(minutes=30)
SPELLS_LOOKED_AT = 200

# The entries of some accounts since some moment. Where to begin is hunted by halving: entries of
# an account are in the order of time, so however long its history is, some twenty look-ups do.
SINCE = """
WITH RECURSIVE hunt AS (
    SELECT a.id, a.user_id, a.kind, 0::bigint AS early, a.version + 1 AS late
    FROM ledger_account a JOIN ledger_unit u ON u.id = a.unit_id AND u.code = %(unit)s
    WHERE a.kind = ANY (%(accounts)s) AND a.user_id = ANY (%(users)s)
    UNION ALL
    SELECT h.id, h.user_id, h.kind,
        CASE WHEN t.created_at < %(from)s THEN h.middle ELSE h.early END,
        CASE WHEN t.created_at < %(from)s THEN h.late ELSE h.middle END
    FROM (SELECT *, (early + late) / 2 AS middle FROM hunt WHERE late - early > 1) h
    JOIN ledger_entry e ON e.account_id = h.id AND e.version = h.middle
    JOIN ledger_transfer t ON t.id = e.transfer_id
)
SELECT h.user_id,
    COALESCE(sum(e.amount) FILTER (WHERE t.created_at >= %(day)s), 0)::bigint,
    COALESCE(sum(e.amount) FILTER (WHERE t.created_at >= %(week)s), 0)::bigint,
    COALESCE(sum(e.amount) FILTER (WHERE t.created_at >= %(month)s), 0)::bigint,
    COALESCE(sum(e.amount) FILTER (WHERE t.created_at >= %(since)s), 0)::bigint
FROM hunt h
JOIN ledger_entry e ON e.account_id = h.id AND e.version >= h.late
JOIN ledger_transfer t ON t.id = e.transfer_id
WHERE h.late - h.early <= 1 AND CASE h.kind
    WHEN 'seat' THEN t.kind <> ALL (%(bringing)s)
    ELSE e.amount > %(above)s AND t.kind = ANY (%(kinds)s) END
GROUP BY h.user_id
"""
ANYTHING = """
SELECT player.id FROM unnest(%s::bigint[]) AS player (id)
WHERE EXISTS (SELECT FROM limits_limitchange c WHERE c.user_id = player.id)
    OR EXISTS (SELECT FROM limits_exclusion x WHERE x.user_id = player.id)
    OR EXISTS (SELECT FROM limits_freeze f WHERE f.user_id = player.id)
"""
PLAYED = """
SELECT user_id, sum(extract(epoch FROM upper(stretch) - lower(stretch)))::bigint
FROM (
    SELECT user_id, unnest(range_agg(tstzrange(
        greatest(begun_at, %(day)s), coalesce(ended_at, greatest(begun_at, %(now)s))))) AS stretch
    FROM limits_spell
    WHERE user_id = ANY (%(users)s) AND (ended_at IS NULL OR ended_at > %(day)s)
    GROUP BY user_id
) AS stretches
GROUP BY user_id
"""


@dataclass(frozen=True, slots=True)
class Calendar:
    """Where the current day, week and month begin and end, seen from `now`."""

    now: datetime

    def begins(self, period: str) -> datetime:
        """Return when the period began."""
        day = self.now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        if period == Period.WEEK:
            return day - timedelta(days=day.weekday())
        return day.replace(day=1) if period == Period.MONTH else day

    def ends(self, period: str) -> datetime:
        """Return when the next one begins."""
        begun = self.begins(period)
        if period == Period.MONTH:
            return (begun + timedelta(days=31)).replace(day=1)
        return begun + timedelta(days=7 if period == Period.WEEK else 1)


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


@dataclass(frozen=True, slots=True)
class Sums:
    """Chips or minutes of one player in the current day, week and month."""

    by_period: dict[str, int] = field(default_factory=dict)
    since: int = 0

    def of(self, period: str) -> int:
        """Return the sum of one period; 0 where nothing was."""
        return self.by_period.get(period, 0)


@dataclass(frozen=True, slots=True)
class Session:
    """The time at tables that goes on now: since when, minutes played, chips won or lost."""

    begun_at: datetime
    minutes: int
    result: int


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


def lost(
    user_ids: Collection[int], now: datetime, since: datetime | None = None
) -> dict[int, Sums]:
    """Return the chips that players lost (won: negative) by period, and since a moment."""
    accounts = (AccountKind.SEAT, AccountKind.PLAYER)
    sums = _sums(user_ids, accounts, TOURNAMENT, now, since=since)
    return {
        user: Sums({period: -chips for period, chips in one.by_period.items()}, -one.since)
        for user, one in sums.items()
    }


def received(user_ids: Collection[int], now: datetime) -> dict[int, Sums]:
    """Return the chips that players received without winning them, by period."""
    return _sums(user_ids, (AccountKind.PLAYER,), DEPOSITS, now, above=0)


def played(user_ids: Collection[int], now: datetime) -> dict[int, int]:
    """Return the seconds that players were at tables today; two tables at once count once."""
    values: dict[str, Any] = {
        "users": list(user_ids),
        "day": Calendar(now).begins(Period.DAY),
        "now": now,
    }
    with connection.cursor() as cursor:
        cursor.execute(PLAYED, values)
        return dict(cursor.fetchall())


def session(user_id: int, now: datetime) -> Session | None:
    """Return the player's session at tables: spells less than half an hour apart, till now."""
    recent = list(
        Spell.objects.filter(user=user_id)
        .filter(Q(ended_at__isnull=True) | Q(ended_at__gt=now - timedelta(days=2)))
        .order_by("-begun_at")
        .values_list("begun_at", "ended_at")[:SPELLS_LOOKED_AT]
    )
    begun, seconds = now, 0.0
    for start, end in recent:
        until = min(end or now, begun)
        if begun - until > SESSION_GAP:
            break
        seconds += max(0.0, (until - start).total_seconds())
        begun = min(begun, start)
    if not seconds:
        return None
    result = lost([user_id], now, begun).get(user_id, Sums())
    return Session(begun, int(seconds // 60), -result.since)


def exclusions(user_id: int) -> QuerySet[Exclusion]:
    """A player's breaks from play, the newest first."""
    return Exclusion.objects.filter(user=user_id).order_by("-id")


def freezes() -> QuerySet[Freeze]:
    """Every freeze, the newest first."""
    return Freeze.objects.select_related("user", "by", "lifted_by").order_by("-id")


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


def _sums(
    user_ids: Collection[int],
    accounts: Collection[AccountKind],
    kinds: Collection[str],
    now: datetime,
    *,
    since: datetime | None = None,
    above: int = -AMOUNT_MAX,
) -> dict[int, Sums]:
    calendar = Calendar(now)
    begins = {period.value: calendar.begins(period) for period in Period}
    values: dict[str, Any] = {
        "unit": HOUSE_CHIP,
        "users": list(user_ids),
        "accounts": [kind.value for kind in accounts],
        "kinds": list(kinds),
        "bringing": list(BRINGING),
        "above": above,
        "since": since or min(begins.values()),
        **begins,
    }
    values["from"] = min(*begins.values(), values["since"])
    with connection.cursor() as cursor:
        cursor.execute(SINCE, values)
        rows = cursor.fetchall()
    return {
        user: Sums({"day": day, "week": week, "month": month}, total)
        for user, day, week, month, total in rows
    }
