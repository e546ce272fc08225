"""Limits on how often something may be tried, exact under any concurrency.

A bucket is one row that holds one moment: the time until which its allowance is used up. Each
request moves that moment `interval` seconds ahead, and is refused when it would come to lie more
than `burst * interval` seconds ahead of now (the generic cell rate algorithm). Read, test and
write are one SQL statement on the database's clock, so a hundred requests at once are counted
one by one; a cache that each process keeps for itself could not do that.
"""

from dataclasses import dataclass
from math import ceil

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from wallet.errors import TooManyRequests
from wallet.models import Allowance

TAKE = """
INSERT INTO accounts_allowance AS row (bucket, used_until)
VALUES (%(bucket)s, clock_timestamp() + %(interval)s * interval '1 second')
ON CONFLICT (bucket) DO UPDATE
SET used_until = greatest(row.used_until, clock_timestamp()) + %(interval)s * interval '1 second'
WHERE greatest(row.used_until, clock_timestamp()) + %(interval)s * interval '1 second'
      <= clock_timestamp() + %(interval)s * %(burst)s * interval '1 second'
RETURNING 1
"""
WAIT = """
SELECT extract(epoch FROM used_until - clock_timestamp()) FROM accounts_allowance WHERE bucket = %s
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """`burst` requests at once, then one more every `interval_s` seconds."""

    burst: int
    interval_s: float


def limit(name: str) -> Limit:
    """Return the limit of that name from the settings (RATE_LIMITS)."""
    return Limit(*settings.RATE_LIMITS[name])


def take(name: str, subject: str) -> None:
    """Use one request of the limit `name` for `subject`; TooManyRequests when none is left.

    A transaction that is rolled back forgets the use with all else (`wallet.idempotency.once`).
    """
    allowed = limit(name)
    bucket = f"{name}:{subject}"[:120]
    values: dict[str, str | float] = {
        "bucket": bucket,
        "interval": allowed.interval_s,
        "burst": allowed.burst,
    }
    with connection.cursor() as cursor:
        cursor.execute(TAKE, values)
        if cursor.fetchone():
            return
        cursor.execute(WAIT, [bucket])
        row = cursor.fetchone()
    ahead = float(row[0]) if row else 0.0
    wait_s = max(1, ceil(ahead + allowed.interval_s * (1 - allowed.burst)))
    raise TooManyRequests(facts={"retry_after": wait_s})


def give_back(name: str, subject: str) -> None:
    """Forget what `subject` used of the limit `name`, after a success."""
    Allowance.objects.filter(bucket=f"{name}:{subject}"[:120]).delete()


def tidy() -> None:
    """Delete the buckets whose whole allowance is there again."""
    Allowance.objects.filter(used_until__lt=Now()).delete()
