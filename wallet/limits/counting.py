"""How much of what limits count is used: chips lost and received, time at tables, the session.

Chips are counted in the ledger itself, time in the spells at tables. Days, weeks (from Monday) and
months are those of UTC, and the clock is the database's.

What was undone (a correction of staff, a tournament entry given back) counts as if it had never
been, nor does what undid it: a deposit that was a mistake leaves the limit as it was, and no
correction makes room beyond it. Where the correction was undone in turn, it counts again. Chips
at seats are counted as they lie there: an undone buy-in takes back what it brought, and an undone
hand counts on the day when its chips come back.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Q

from wallet.limits.models import Period, Spell
from wallet.models import HOUSE_CHIP, TransferKind

# What moves chips between a wallet and seats, without their being won or lost.
BRINGING = (TransferKind.BUY_IN, TransferKind.TOP_UP, TransferKind.LEAVE)
# A tournament is paid for, and won, at the wallet.
TOURNAMENT = (
    TransferKind.ENTRY,
    TransferKind.PRIZE,
    TransferKind.BOUNTY,
    TransferKind.DEAL,
)
# By these chips arrive without having been won.
DEPOSITS = (TransferKind.GRANT, TransferKind.PROMO_GIFT, TransferKind.PAYMENT)
# Spells nearer to each other than this are one session.
SESSION_GAP = timedelta(minutes=30)
SPELLS_LOOKED_AT = 200

# What players brought to tables, won there and received, from some moments until now. What was won
# at a seat is what it holds more than it did then, less what was brought there: so no hand is
# looked at, only a wallet's own lines. Where to begin is hunted by halving, since entries of an
# account are in the order of time: some twenty look-ups at any length. OFFSET 0 keeps the planner,
# who cannot know how few lines are left, from reading whole tables.
MOVED = """
WITH RECURSIVE mine AS (
    SELECT a.id, a.user_id, a.kind, a.balance, a.version, t.created_at AS newest
    FROM ledger_account a JOIN ledger_unit u ON u.id = a.unit_id AND u.code = %(unit)s
    JOIN ledger_entry e ON e.account_id = a.id AND e.version = a.version
    JOIN ledger_transfer t ON t.id = e.transfer_id
    WHERE a.kind IN ('seat', 'player') AND a.user_id = ANY (%(users)s)
), hunt AS (
    SELECT a.id, m.place, m.at,
        CASE WHEN a.newest < m.at THEN a.version ELSE 0 END AS early, a.version + 1 AS late
    FROM mine a, unnest(%(moments)s::timestamptz[]) WITH ORDINALITY AS m (at, place)
    UNION ALL
    SELECT h.id, h.place, h.at,
        CASE WHEN t.created_at < h.at THEN h.middle ELSE h.early END,
        CASE WHEN t.created_at < h.at THEN h.late ELSE h.middle END
    FROM (SELECT *, (early + late) / 2 AS middle FROM hunt WHERE late - early > 1) h
    JOIN ledger_entry e ON e.account_id = h.id AND e.version = h.middle
    JOIN ledger_transfer t ON t.id = e.transfer_id
)
SELECT a.user_id, h.place,
    COALESCE(sum(COALESCE(w.brought, 0) - COALESCE(w.paid, 0)
        - CASE a.kind WHEN 'seat' THEN a.balance - COALESCE(b.balance_after, 0) ELSE 0 END
    ), 0)::bigint AS lost,
    COALESCE(sum(w.received), 0)::bigint AS received
FROM hunt h JOIN mine a ON a.id = h.id
LEFT JOIN ledger_entry b ON b.account_id = a.id AND b.version = h.late - 1
LEFT JOIN LATERAL (
    SELECT -sum(line.amount) FILTER (WHERE t.kind = ANY (%(bringing)s)) AS brought,
        sum(line.amount) FILTER (WHERE t.stands AND t.kind = ANY (%(tournament)s)) AS paid,
        sum(line.amount) FILTER (
            WHERE t.stands AND line.amount > 0 AND t.kind = ANY (%(deposits)s)) AS received
    FROM (
        SELECT amount, transfer_id FROM ledger_entry
        WHERE a.kind = 'player' AND account_id = a.id AND version >= h.late OFFSET 0
    ) AS line CROSS JOIN LATERAL (
        SELECT CASE WHEN one.reverses_id IS NULL THEN one.kind
                ELSE ledger_root_kind(one.id) END AS kind,
            one.reverses_id IS NULL AND ledger_stands(one.id) AS stands
        FROM ledger_transfer one
        WHERE one.id = line.transfer_id OFFSET 0
    ) AS t
) AS w ON true
WHERE h.late - h.early <= 1
GROUP BY a.user_id, h.place
"""
# What a player has paid since a moment for tournaments whose prize pool is not paid out yet.
ENTERED = """
SELECT COALESCE(-sum(mine.amount), 0)::bigint
FROM ledger_account wallet JOIN ledger_unit u ON u.id = wallet.unit_id AND u.code = %(unit)s
JOIN ledger_entry mine ON mine.account_id = wallet.id
JOIN ledger_transfer t ON t.id = mine.transfer_id AND t.kind = 'entry'
    AND t.created_at >= %(since)s
WHERE wallet.kind = 'player' AND wallet.user_id = %(user)s AND ledger_stands(t.id)
    AND EXISTS (
        SELECT FROM ledger_entry paid JOIN ledger_account pool ON pool.id = paid.account_id
        WHERE paid.transfer_id = t.id AND pool.kind = 'prize_pool' AND pool.balance > 0)
"""
# What a player has put since a moment into the pots of matches that are still played. A pot is
# empty between matches, and so only the lines since it last was are looked at.
IN_MATCHES = """
SELECT COALESCE(-sum(mine.amount), 0)::bigint
FROM ledger_account seat JOIN ledger_unit u ON u.id = seat.unit_id AND u.code = %(unit)s
JOIN ledger_account pot ON pot.kind = 'pot' AND pot.unit_id = seat.unit_id
    AND pot.table_id = seat.table_id AND pot.balance > 0
CROSS JOIN LATERAL (
    SELECT COALESCE(max(last.version), 0) AS version FROM (
        SELECT version FROM ledger_entry
        WHERE account_id = pot.id AND balance_after = 0 ORDER BY version DESC LIMIT 1
    ) AS last
) AS empty
JOIN ledger_entry put ON put.account_id = pot.id AND put.version > empty.version
JOIN ledger_transfer t ON t.id = put.transfer_id AND t.created_at >= %(since)s
JOIN ledger_entry mine ON mine.transfer_id = t.id AND mine.account_id = seat.id
WHERE seat.kind = 'seat' AND seat.user_id = %(user)s
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
class Sums:
    """Chips or minutes of one player in the current day, week and month."""

    by_period: dict[str, int] = field(default_factory=dict)

    def of(self, period: str) -> int:
        """Return the sum of one period; 0 where nothing was."""
        return self.by_period.get(period, 0)

    @property
    def since(self) -> int:
        """The sum since the moment that was asked for besides."""
        return self.by_period.get("since", 0)


@dataclass(frozen=True, slots=True)
class Session:
    """The time at tables that goes on now: since when, minutes played, chips won or lost.

    What was paid for a tournament that still goes on, `entered`, and for a match at a table,
    `in_matches`, is neither won nor lost yet. (The limits count it as lost at once: they are there
    to hold before the prizes come.)
    """

    begun_at: datetime
    minutes: int
    result: int
    entered: int = 0
    in_matches: int = 0


def lost(
    user_ids: Collection[int], now: datetime, since: datetime | None = None
) -> dict[int, Sums]:
    """Return the chips that players lost (won: negative) by period, and since a moment."""
    return {user: lost for user, (lost, _received) in _moved(user_ids, now, since).items()}


def received(user_ids: Collection[int], now: datetime) -> dict[int, Sums]:
    """Return the chips that players received without winning them, by period."""
    return {user: got for user, (_lost, got) in _moved(user_ids, now, None).items()}


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
    entered = _at_stake(ENTERED, user_id, begun)
    in_matches = _at_stake(IN_MATCHES, user_id, begun)
    won = entered + in_matches - result.since
    return Session(begun, int(seconds // 60), won, entered, in_matches)


def _at_stake(query: str, user_id: int, since: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, {"unit": HOUSE_CHIP, "user": user_id, "since": since})
        chips: int = cursor.fetchone()[0]
    return chips


def _moved(
    user_ids: Collection[int], now: datetime, since: datetime | None
) -> dict[int, tuple[Sums, Sums]]:
    """Return what each player lost and received, by period and since a moment."""
    calendar = Calendar(now)
    values: dict[str, Any] = {
        "unit": HOUSE_CHIP,
        "users": list(user_ids),
        "moments": [*(calendar.begins(period) for period in Period), since or now],
        "bringing": [kind.value for kind in BRINGING],
        "tournament": [kind.value for kind in TOURNAMENT],
        "deposits": [kind.value for kind in DEPOSITS],
    }
    with connection.cursor() as cursor:
        cursor.execute(MOVED, values)
        rows = cursor.fetchall()
    names = [*Period.values, "since"]
    both: dict[int, tuple[dict[str, int], dict[str, int]]] = {}
    for user, place, one_lost, one_received in rows:
        losses, receipts = both.setdefault(user, ({}, {}))
        losses[names[place - 1]] = one_lost
        receipts[names[place - 1]] = one_received
    return {user: (Sums(losses), Sums(receipts)) for user, (losses, receipts) in both.items()}
