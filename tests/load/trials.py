"""The trials of `tests.load`: many tables, many idle sockets, many onlookers, a killed process."""

import argparse
import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any

from asgiref.sync import sync_to_async

from tests.load import people
from tests.load.client import Seated
from tests.load.house import Web
from tests.load.playing import Played, play
from tests.load.report import Line, milliseconds

AT_ONCE = 25  # handshakes
KILL_TABLES = 20
SETTLE_SECONDS = 5.0
STALL_SECONDS = (3.0, 5.5)  # the second is longer than answers about sessions are good for
WARM_SECONDS = 600  # until memory stands still
Trial = Callable[[Web, argparse.Namespace], Coroutine[Any, Any, list[Line]]]


async def tables(web: Web, options: argparse.Namespace) -> list[Line]:
    """One action a second at each of many tables of four."""
    everybody = [await _full_table(web) for _ in range(options.tables)]
    played = Played()
    before, own_before = web.cpu_seconds(), time.process_time()
    await asyncio.gather(*(play(four, [], options.seconds, played) for four in everybody))
    used, own = web.cpu_seconds() - before, time.process_time() - own_before
    lost = await _lost(everybody, played)
    await _close(one for four in everybody for one in four)
    name = f"{options.tables} tables x 4"
    done = len(played.to_everyone)
    print(f"{name}: {done} actions", *sorted({*lost})[:10], sep="\n  ")
    each, own_each = 1000 * used / max(1, done), 1000 * own / max(1, done)
    print(f"processor time of an action: web {each:.1f} ms, this client {own_each:.1f} ms")
    return [
        Line(f"{name}: action to everyone, p50", milliseconds(played.to_everyone, 0.5), 40, "ms"),
        Line(
            f"{name}: action to everyone, p99", milliseconds(played.to_everyone, 0.99), 250, "ms"
        ),
        Line(f"{name}: lost or refused", len(lost), 0, ""),
    ]


async def idle(web: Web, options: argparse.Namespace) -> list[Line]:
    """Many sockets at a quiet table that ping as the page does; the house stands still first."""
    table_id, _players = await sync_to_async(people.a_full_table)(2)
    guests = await sync_to_async(people.guests)(options.idle, "idle")
    warm = [Seated(web.port, table_id, guest) for guest in guests[:AT_ONCE]]
    await _open(warm)
    empty = web.rss_kib()
    rest = [Seated(web.port, table_id, guest) for guest in guests[AT_ONCE:]]
    await _open(rest)
    await _stall(web)
    await asyncio.sleep(min(SETTLE_SECONDS * 4, options.idle_seconds / 3))
    full = web.rss_kib()
    begun = time.monotonic()
    print(f"idle: {full / 1024:.1f} MiB, this client {_own_kib() / 1024:.1f} MiB at the start")
    middle = 0
    while time.monotonic() - begun < options.idle_seconds:
        await asyncio.sleep(min(60.0, options.idle_seconds / 4))
        if not middle and time.monotonic() - begun >= options.idle_seconds / 2:
            middle = web.rss_kib()
        told = f"{web.rss_kib() / 1024:.1f} MiB, this client {_own_kib() / 1024:.1f} MiB"
        print(f"idle: {told} after {time.monotonic() - begun:.0f} s", flush=True)
    later = web.rss_kib()
    faults = [fault for one in warm + rest for fault in one.faults]
    await _close(warm + rest)
    print("idle:", sorted({*faults}))
    name = f"{options.idle} idle sockets"
    grown = 100 * (later - full) / full
    lines = [
        Line(f"{name}: memory of each", (full - empty) / max(1, len(rest)), 100, "KiB"),
        Line(f"{name}: growth in {options.idle_seconds:.0f} s", grown, 5, "%"),
        Line(f"{name}: cut off or refused", len(faults), 0, ""),
    ]
    if options.idle_seconds >= WARM_SECONDS * 2:  # what leaks goes on when all is warm
        grown = 100 * (later - middle) / middle
        lines.append(Line(f"{name}: growth in the second half", grown, 1, "%"))
    return lines


def _own_kib() -> int:
    """What this process holds in memory."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0])


async def _stall(web: Web) -> None:
    """Have all sockets speak at once, as after a standstill, which comes sooner or later.

    What the house needs then it keeps: that is counted to each socket, and is no growth.
    """
    for seconds in STALL_SECONDS:
        with web.stalled():
            await asyncio.sleep(seconds)
        await asyncio.sleep(SETTLE_SECONDS)


async def spectators(web: Web, options: argparse.Namespace) -> list[Line]:
    """One table, first by itself and then with many onlookers."""
    players = await _full_table(web)
    alone, watched = Played(), Played()
    await play(players, [], options.seconds, alone)
    guests = await sync_to_async(people.guests)(options.spectators, "onlooker")
    table_id = players[0].table_id
    onlookers = [Seated(web.port, table_id, guest, onlooker=True) for guest in guests]
    await _open(onlookers)
    await asyncio.sleep(SETTLE_SECONDS)
    await play(players, onlookers, options.seconds, watched)
    lost = alone.lost + await _lost([players + onlookers], watched)
    await _close(players + onlookers)
    name = f"{options.spectators} spectators"
    print(f"{name}: {len(watched.to_everyone)} actions", *sorted({*lost})[:10], sep="\n  ")
    before, after = (milliseconds(one.to_players, 0.5) for one in (alone, watched))
    return [
        Line(
            f"{name}: action to everyone, p99", milliseconds(watched.to_everyone, 0.99), 500, "ms"
        ),
        Line(f"{name}: players' own p50, beside without", after, 2 * before, "ms"),
        Line(f"{name}: lost or refused", len(lost), 0, ""),
    ]


async def kill(web: Web, options: argparse.Namespace) -> list[Line]:
    """Kill one of two web processes while twenty tables are in play."""
    everybody = [await _full_table(web, returns=True) for _ in range(KILL_TABLES)]
    played = Played()
    games = [play(four, [], options.seconds, played) for four in everybody]
    playing = asyncio.gather(*games)
    await asyncio.sleep(options.seconds / 3)
    victim = web.processes.pop(0)
    victim.kill()
    victim.wait()
    await asyncio.sleep(options.seconds / 3)
    web.add()
    await playing
    lost = await _lost(everybody, played)
    sockets = [one for four in everybody for one in four]
    gaps = [gap for one in sockets for gap in one.gaps]
    await _close(sockets)
    name = "a web process killed"
    print(f"{name}: {len(gaps)} sockets cut off, {len(played.to_everyone)} actions")
    print(*sorted({*lost})[:10], sep="\n  ")
    return [
        Line(f"{name}: the slowest was back after", max(gaps, default=float("inf")), 5, "s"),
        Line(f"{name}: turns lost or refused", len(lost), 0, ""),
    ]


TRIALS: dict[str, Trial] = {
    "tables": tables,
    "idle": idle,
    "spectators": spectators,
    "kill": kill,
}


async def _full_table(web: Web, *, returns: bool = False) -> list[Seated]:
    table_id, guests = await sync_to_async(people.a_full_table)(4)
    players = [Seated(web.port, table_id, guest, returns=returns) for guest in guests]
    await _open(players)
    return players


async def _open(sockets: Sequence[Seated]) -> None:
    for begin in range(0, len(sockets), AT_ONCE):
        await asyncio.gather(*(one.open() for one in sockets[begin : begin + AT_ONCE]))


async def _close(sockets: Iterable[Seated]) -> None:
    await asyncio.gather(*(one.close() for one in sockets))


async def _lost(groups: Sequence[Sequence[Seated]], played: Played) -> list[str]:
    """Return what went wrong: refused acts, faults, sockets that are not at their table's head."""
    heads = await sync_to_async(people.heads)([group[0].table_id for group in groups])
    wrong = list(played.lost)
    for group in groups:
        for one in group:
            wrong += one.faults
            if await one.hears(heads[one.table_id]) is None:
                wrong.append(f"at {one.cursor}, not {heads[one.table_id]}")
    return wrong
