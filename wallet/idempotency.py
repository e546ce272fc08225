"""The door that makes a repeated request harmless.

A caller's key and the whole effect of its request are written in one transaction, so there is no
moment in which one stands without the other: a crash leaves both or neither, and to send the same
request again settles which.

A stored answer stays for months (wallet/sql/0013_forgetting.sql), so what may be stored has a
measure: accepted requests where their command names one, refused ones always.
"""

import hashlib
import json
import random
import time
from collections.abc import Callable
from types import NoneType
from typing import Any, TypeVar

from django.db import DatabaseError, connection, transaction

from wallet.errors import BadKey, Busy, KeyMissing, KeyReused, Refusal
from wallet.rate_limits import take

KEY_LENGTH_MAX = 100
ATTEMPTS_MAX = 4
PAUSE_S = 0.02
# Chosen as a victim by the database: nothing is wrong with the work, so it is done once more.
DEADLOCK, SERIALIZATION = "40P01", "40001"
# A lock that did not come within lock_timeout (settings). That was a long wait already: say so.
LOCK_TIMEOUT = "55P03"

T = TypeVar("T")


def once(
    *,
    actor: str,
    key: str,
    content: object,
    work: Callable[[], dict[str, Any]],
    rate: str = "",
    keeps_refusals: bool = True,
) -> dict[str, Any]:
    """Do `work` once for (actor, key), and give the same answer to each repeat, for months.

    `content` is the request as JSON-able data: the same key with other content is KeyReused.
    The work's answer is stored, and so is a Refusal: a repeat raises an equal one, whatever has
    changed since. The work's own writes are undone when it refuses. Only a transient refusal
    (Busy) is not stored. A twin that is still at work is waited for; if that takes too long, Busy.
    Opens the outermost transaction itself, and may do the work several times until one commits.
    KeyMissing or BadKey for a key that is none.

    `rate` names a limit of RATE_LIMITS on the actor's new requests; above it, and above the limit
    on refusals that are kept, TooManyRequests, which is transient and stores nothing. A repeat
    counts for nothing. Without `keeps_refusals` a refusal is not stored either, and a repeat is
    judged anew: for what is too small to be worth a row, e.g. talk.
    """
    _check_key(key)
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), default=repr)
    fingerprint = hashlib.sha256(canonical.encode()).digest()

    def claimed() -> tuple[bool, str]:
        fresh, refused, answer = _claim(actor, key, fingerprint)
        if not fresh:
            return refused, answer
        if rate:
            take(rate, actor)
        refused, answer = _outcome(work, keeps_refusals=keeps_refusals)
        if refused:
            take("refused", actor)
        _answer(actor, key, answer, refused=refused)
        return refused, answer

    try:
        refused, answer = outermost(claimed)
    except Refusal as refusal:
        if rate and not refusal.transient:
            take(rate, actor)  # what was taken above is undone with all the rest
        raise
    if refused:
        raise Refusal.from_problem(json.loads(answer))
    result: dict[str, Any] = json.loads(answer)
    return result


def outermost(work: Callable[[], T]) -> T:
    """Run `work` in one durable transaction; do it again when the database picked it as a victim.

    For commands that have a key of their own kind and no caller's key, e.g. a sweeper's. Retries
    deadlocks and serialization failures a few times, with a pause that differs from one rival to
    the other; Busy after that, or when a lock did not come in time. The work must be safe to
    begin anew: it keeps nothing outside the database.
    """
    for attempt in range(1, ATTEMPTS_MAX + 1):
        try:
            with transaction.atomic(durable=True):
                return work()
        except DatabaseError as error:
            state = sqlstate(error)
            if state == LOCK_TIMEOUT or (
                state in (DEADLOCK, SERIALIZATION) and attempt == ATTEMPTS_MAX
            ):
                raise Busy from error
            if state not in (DEADLOCK, SERIALIZATION):
                raise
        time.sleep(random.uniform(PAUSE_S, PAUSE_S * 2**attempt))  # noqa: S311 - not a secret
    raise AssertionError("the last attempt returns or raises")


def forget(*, most: int) -> int:
    """Forget answers whose time is over, at most so many; return how many that were.

    A refusal is kept for 7 days, another answer for 180: the database holds to it
    (wallet/sql/0013_forgetting.sql). After that a repeat is a new request.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_forget_keys(%s)", [most])
        forgotten: int = cursor.fetchone()[0]
    return forgotten


def sqlstate(error: BaseException) -> str:
    """Return the database's five-letter code of an error, or "" where it has none."""
    return getattr(error.__cause__, "sqlstate", None) or ""


def _check_key(key: str) -> None:
    if not key and type(key) in (str, NoneType):
        raise KeyMissing
    if type(key) is not str or len(key) > KEY_LENGTH_MAX or not key.isprintable():
        raise BadKey


def _claim(actor: str, key: str, fingerprint: bytes) -> tuple[bool, bool, str]:
    """Claim the key, or find what was answered: (fresh, refused, answer as JSON)."""
    with connection.cursor() as cursor:
        # Where a twin holds the claim, this waits until its transaction ends.
        cursor.execute(
            "SELECT fresh, same, refused, answer FROM ledger_claim(%s, %s, %s)",
            [actor, key, fingerprint],
        )
        fresh, same, refused, answer = cursor.fetchone()
    if not fresh and not same:
        raise KeyReused
    return fresh, refused, answer


def _answer(actor: str, key: str, answer: str, *, refused: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_answer(%s, %s, %s, %s)", [actor, key, refused, answer])


def _outcome(work: Callable[[], dict[str, Any]], *, keeps_refusals: bool) -> tuple[bool, str]:
    try:
        with transaction.atomic():
            return False, json.dumps(work(), allow_nan=False)
    except Refusal as refusal:
        if refusal.transient or not keeps_refusals:
            raise
        return True, json.dumps(refusal.problem(), allow_nan=False)
