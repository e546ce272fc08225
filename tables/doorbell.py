"""The doorbell between processes. A ring says what is worth a look and never what happened.

`"17 412"`: table 17 is at event 412. `"seat 17 5 a1b2"`: socket a1b2 is where user 5 sits at
table 17 now. `"here 17"`: somebody's line at table 17 was lost or is back. `"tournament 9 30"`:
tournament 9 is at event 30. PostgreSQL carries the rings by NOTIFY, which is part of the
transaction; with REDIS_URL, Redis does, after the commit. Either may lose one: whoever waits for
a ring also asks by himself every few seconds.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from functools import lru_cache, partial
from typing import Any

import psycopg
import redis
import redis.asyncio
from django.conf import settings
from django.db import connection, transaction

from tables.outage import outages

logger = logging.getLogger(__name__)

CHANNEL = "batida_table"
# Rings of tournaments go by themselves: whoever listens for those is not woken by each action at
# each table.
TOURNAMENTS = "batida_tournament"
TOURNAMENT = "tournament "
# The listening connection is asked this often whether it still lives.
ALIVE_SECONDS = 10.0
RETRY_SECONDS = 1.0
# A Redis that does not answer holds an action up for so long at most, and then for none.
REDIS_SECONDS = 0.5
_REST_SECONDS = 2.0
_resting_until = 0.0

Statement = tuple[str, list[Any]]


def ring(payload: str) -> Statement:
    """Ring when the transaction that is open now commits.

    Returns a SELECT that the caller must run in it, alone or at the end of a statement of its own
    (WITH … SELECT): so a ring costs no round trip.
    """
    if settings.REDIS_URL:
        transaction.on_commit(partial(_publish, payload))
        return "SELECT NULL", []
    return "SELECT pg_notify(%s, %s)", [_channel_of(payload), payload]


def ring_now(payload: str) -> None:
    """Ring in a transaction that has nothing else to say."""
    sql, values = ring(payload)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


async def listen(channel: str = CHANNEL) -> AsyncIterator[str]:
    """Yield each ring, and "" whenever listening begins (again): then look at everything once."""
    hear = _hear_redis if settings.REDIS_URL else _hear_postgres
    while True:
        try:
            async for payload in hear(channel):
                yield payload
        except (psycopg.Error, redis.RedisError, OSError) as error:
            outages.failed(logger, error, "the doorbell is cut off; trying again")
            await asyncio.sleep(RETRY_SECONDS)


async def _hear_postgres(channel: str) -> AsyncIterator[str]:
    async with await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True) as hearing:
        await hearing.execute(f"LISTEN {channel}")
        yield ""
        while True:
            async for notice in hearing.notifies(timeout=ALIVE_SECONDS):
                yield notice.payload
            await hearing.execute("SELECT 1")


async def _hear_redis(channel: str) -> AsyncIterator[str]:
    url = settings.REDIS_URL
    async with (
        redis.asyncio.from_url(url, decode_responses=True) as client,
        client.pubsub(ignore_subscribe_messages=True) as hearing,
    ):
        await hearing.subscribe(channel)
        yield ""
        while True:
            heard = await hearing.get_message(timeout=ALIVE_SECONDS)
            if heard is None:
                await hearing.ping()
            elif heard["type"] == "message":
                yield str(heard["data"])


def _channel_of(payload: str) -> str:
    return TOURNAMENTS if payload.startswith(TOURNAMENT) else CHANNEL


def rest_no_more() -> None:
    """Forget that a Redis did not answer, and which Redis it was: settings have changed."""
    global _resting_until  # noqa: PLW0603 - one Redis for the process, resting or not
    _resting_until = 0.0
    _client.cache_clear()


def _publish(payload: str) -> None:
    global _resting_until  # noqa: PLW0603 - one Redis for the process, resting or not
    if time.monotonic() < _resting_until:
        return
    try:
        _client().publish(_channel_of(payload), payload)
    except redis.RedisError:
        # What happened is committed; a lost ring is a delay. Sockets' heartbeats will tell.
        _resting_until = time.monotonic() + _REST_SECONDS
        logger.exception("a ring was lost: Redis does not answer")


@lru_cache(maxsize=1)
def _client() -> "redis.Redis":
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=REDIS_SECONDS, socket_connect_timeout=REDIS_SECONDS
    )


def _parameters() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {
        name: parameters[name]
        for name in ("dbname", "user", "password", "host", "port")
        if parameters.get(name)
    }
