"""A table at which one action a second is played, and how long each took to reach everybody."""

import asyncio
import random
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field

from tests.load.client import Seated, choice

PATIENCE_SECONDS = 20.0


@dataclass
class Played:
    """What was measured: seconds from an action's sending to the last who was told of it."""

    to_everyone: list[float] = field(default_factory=list)
    to_players: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


async def play(
    players: list[Seated], onlookers: list[Seated], seconds: float, played: Played
) -> None:
    """Let whoever is in turn act once a second; an action that did not reach all is lost."""
    for one in players:
        one.at_table = players[0].at_table
    pace = time.monotonic() + random.random()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(max(0.0, pace - time.monotonic()))
        pace = max(pace + 1.0, time.monotonic())
        found = await _in_turn(players)
        if found is None:
            played.lost.append("nobody's turn came")
            return
        one, action = found
        sent, name = time.perf_counter(), uuid.uuid4().hex
        answer = await one.act(action, name)
        if answer["type"] != "ack":
            problem = answer.get("problem", {})
            played.lost.append(f"{answer['type']} {problem.get('code', '')}")
            continue
        own = [await each.hears(answer["event"]) for each in players]
        others = [await each.hears(answer["event"]) for each in onlookers]
        if None in own or None in others:
            played.lost.append(f"event {answer['event']} did not reach everybody")
            continue
        played.to_players.append(max(at - sent for at in own if at is not None))
        played.to_everyone.append(max(at - sent for at in own + others if at is not None))


async def _in_turn(players: list[Seated]) -> tuple[Seated, dict[str, object]] | None:
    news, until = players[0].at_table, time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        news.clear()
        # All have the same news before one of them acts on it.
        if len({one.cursor for one in players}) == 1:
            for one in players:
                action = choice(one.state)
                if action is not None:
                    return one, action
        with suppress(TimeoutError):
            await asyncio.wait_for(news.wait(), 1.0)
    return None
