"""The gate: asked by every door that puts chips at risk, before they move.

Everything here runs inside the caller's transaction and first takes a lock on each player (in the
order of their ids) that lasts until it ends: two doors at once are judged one after the other, and
whoever was answered "you take a break" is not seated by a request that came a moment earlier. The
lock comes after that of a table and before any ledger account.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import connection

from wallet.errors import AccountClosed, Refusal
from wallet.limits import counting, queries
from wallet.limits.counting import Calendar, Sums
from wallet.limits.errors import (
    DepositLimitReached,
    LossLimitReached,
    PlayFrozen,
    SelfExcluded,
    TimeLimitReached,
)
from wallet.limits.models import Closure, Period, What
from wallet.limits.queries import Restraints
from wallet.models import AccountKind
from wallet.queries import in_play

# By player: the chips at tables that count as risked already, and those that come to them.
Stakes = Mapping[int, tuple[int, int]]

# Advisory locks on players: this number in the upper half, the player's id in the lower.
PLAYER_LOCKS = 7_303 << 40
ID_LIMIT = 1 << 40
LOCK = (
    "SELECT pg_advisory_xact_lock(%s + id), clock_timestamp()"
    " FROM (SELECT unnest(%s::bigint[]) AS id ORDER BY 1) AS players"
)


def lock_players(user_ids: Collection[int]) -> datetime:
    """Lock players until the transaction ends; return the database's time after that.

    What is no id of anybody is passed over: the ledger says what is wrong with it.
    """
    assert connection.in_atomic_block, "a lock outside a transaction is none"  # noqa: S101 - ours
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [PLAYER_LOCKS, _ids(user_ids)])
        times = [at for _void, at in cursor.fetchall()]
    return times[-1] if times else queries.clock()


def may_play(*, user_id: int, risk: int = 0, brings: bool = True) -> None:
    """Return if the player may play now and put `risk` chips at risk; else refuse.

    Refused: `SelfExcluded`, `PlayFrozen`, `TimeLimitReached`, `LossLimitReached`. Chips that a
    player brings to a table count as risked with all that already lie at tables, so what this let
    through can never be lost beyond the limit. Without `brings` the chips lie at a table already,
    and `risk` is what the next hand may cost. 0 is play without chips.
    """
    now = lock_players([user_id])
    found = queries.restraints(_ids([user_id]), now).get(user_id)
    if found is None:
        return
    at_tables = in_play(user_id) if brings and risk and found.in_force(What.LOSS) else 0
    refusal = _refusals({user_id: (at_tables, risk)}, {user_id: found}, now).get(user_id)
    if refusal is not None:
        raise refusal


def restrained(user_ids: Collection[int]) -> dict[int, Restraints]:
    """Lock players and return what is set for those who have anything set: ask `kept_out` then."""
    now = lock_players(user_ids)
    return queries.restraints(user_ids, now)


def kept_out(costs: Mapping[int, int], found: Mapping[int, Restraints]) -> dict[int, Refusal]:
    """Return why players may not be dealt in: user id → refusal, of those who may not.

    `found` comes from `restrained` in the same transaction. `costs`: the most that each of them
    could lose in the hand that is about to be dealt, and in others that are open.
    """
    return _refusals({user: (0, cost) for user, cost in costs.items()}, found, queries.clock())


def may_receive(*, user_id: int, amount: int) -> None:
    """Return if the player takes so many chips that were not won; else `DepositLimitReached`."""
    now = lock_players([user_id])
    found = queries.restraints(_ids([user_id]), now).get(user_id, Restraints())
    limits = found.in_force(What.DEPOSIT)
    if not limits:
        return
    calendar, got = Calendar(now), counting.received([user_id], now).get(user_id, Sums())
    for limit in limits:
        left = max(0, (limit.most or 0) - got.of(limit.period))
        if amount > left:
            raise DepositLimitReached(
                period=limit.period,
                limit=limit.most or 0,
                left=left,
                ends_at=calendar.ends(limit.period),
            )


def may_be_owed(user_ids: Collection[int]) -> None:
    """Return if each of them can be paid later what is promised now; else `AccountClosed`.

    For doors that take no chips and may pay some out: nobody closes a wallet between this and the
    end of the transaction, and then `wallet.commands.closures` asks who owes.
    """
    lock_players(user_ids)
    if Closure.objects.filter(user__in=_ids(user_ids)).exists():
        raise AccountClosed(facts={"account": AccountKind.PLAYER.value})


def _ids(user_ids: Collection[object]) -> list[int]:
    return [one for one in user_ids if type(one) is int and 1 <= one < ID_LIMIT]


def _refusals(
    stakes: Stakes, found: Mapping[int, Restraints], now: datetime
) -> dict[int, Refusal]:
    refused: dict[int, Refusal] = {}
    for user, one in found.items():
        if one.excluded:
            refused[user] = SelfExcluded(one.excluded_until)
        elif one.freeze is not None:
            refused[user] = PlayFrozen(one.freeze.reason, one.freeze.at)
    # The first of these that holds is named: what lasts longest comes first.
    return _at_loss_limit(stakes, found, now) | _out_of_time(found, now) | refused


def _out_of_time(found: Mapping[int, Restraints], now: datetime) -> dict[int, Refusal]:
    limited = {user: one.in_force(What.TIME) for user, one in found.items()}
    limited = {user: limits for user, limits in limited.items() if limits}
    if not limited:
        return {}
    seconds, calendar = counting.played(limited, now), Calendar(now)
    return {
        user: TimeLimitReached(
            period=Period.DAY, limit=limit.most or 0, left=0, ends_at=calendar.ends(Period.DAY)
        )
        for user, (limit,) in limited.items()
        if seconds.get(user, 0) >= 60 * (limit.most or 0)
    }


def _at_loss_limit(
    stakes: Stakes, found: Mapping[int, Restraints], now: datetime
) -> dict[int, Refusal]:
    limited = {user: one.in_force(What.LOSS) for user, one in found.items()}
    limited = {user: limits for user, limits in limited.items() if limits}
    if not limited:
        return {}
    lost, calendar = counting.lost(limited, now), Calendar(now)
    refused: dict[int, Refusal] = {}
    for user, limits in limited.items():
        at_tables, risk = stakes.get(user, (0, 0))
        for limit in limits:
            room = (limit.most or 0) - lost.get(user, Sums()).of(limit.period) - at_tables
            if room < risk:
                refused[user] = LossLimitReached(
                    period=limit.period,
                    limit=limit.most or 0,
                    left=max(0, room),
                    ends_at=calendar.ends(limit.period),
                )
                break
    return refused
