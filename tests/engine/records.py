"""Records that bots played, and the tools to forge them."""

import json
from functools import cache
from itertools import islice
from typing import Any

from engine import record
from engine.canonical import canonical
from engine.chain import file_line, genesis, link
from engine.simulate import Plan, simulate

GOOD, TAMPERED, NOT_A_RECORD, INCOMPLETE = 0, 1, 2, 3
RULES = "pif-paf-aposta"
SEED = bytes(range(64))

Event = dict[str, Any]
Events = list[Event]


def events_of(content: str) -> Events:
    return [json.loads(row)["event"] for row in content.splitlines()]


def rehashed(events: Events) -> str:
    """The events as a file whose chain is right from end to end."""
    head = genesis(str(events[0]["hand"]))
    rows = []
    for event in events:
        line = canonical(event)
        head = link(head, line)
        rows.append(file_line(line, head))
    return "".join(rows)


def renumbered(events: Events) -> Events:
    return [event | {"seq": seq} for seq, event in enumerate(events)]


def code(content: str | bytes) -> int:
    return record.verify(content).exit_code


@cache
def with_bet() -> str:
    """A record in which somebody bet, and the hand was then played until somebody claimed."""
    for hand in islice(simulate(Plan(RULES, 4, 7)), 60):
        bet = '"kind":"bet"' in hand.record and '"kind":"call"' in hand.record
        if bet and hand.outcome.how == "claim":
            return hand.record
    raise AssertionError("no such hand")


@cache
def short() -> str:
    """A record of a few lines: all but one folded."""
    for hand in islice(simulate(Plan(RULES, 3, 3, ("calm",))), 60):
        if hand.outcome.how == "folds":
            return hand.record
    raise AssertionError("no such hand")


def first(events: Events, kind: str) -> int:
    """Index of the first act of that kind."""
    return next(i for i, one in enumerate(events) if one.get("action", {}).get("kind") == kind)
