"""Who was away between two hands of a table: what one record claims and the one before it proves.

The opening of a hand names the seats that are away from the deal (`engine.timing`). The record of
the hand that it calls `previous` proves it for each seat that ended that hand away, or for which
the clock did the last thing there: the house calls no seat away once the hand is over. That nobody
came back between the two hands stands in no file, and neither do the players' names: a seat's
reference is another one in each hand. What a file cannot prove the verifier says it has not
checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.events import AWAY, BACK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.replay import Record


@dataclass(frozen=True, slots=True)
class Absence:
    """What a record says of seats that are away.

    `previous`: the head of the hand before, "" for a table's first. `claimed`: the seats away from
    the deal. `proved`: those that may be away when the next hand is dealt.
    """

    previous: str
    claimed: frozenset[int]
    proved: frozenset[int]


def absence_of(record: Record) -> Absence:
    """Read it off a record, which is taken to be good."""
    opening = record.opening
    claimed = frozenset(cast("list[int]", opening.get("away", [])))
    away, silent = set(claimed), set[int]()
    for line in record.lines[1:]:
        by, what = line.event.get("by"), line.event.get("what")
        seat = cast("int", line.event.get("seat"))
        if what == AWAY:
            away.add(seat)
        elif what == BACK or by == "player":
            away.discard(seat)
            silent.discard(seat)
        elif by == "clock":
            silent.add(seat)
    previous = cast("str | None", opening["previous"]) or ""
    return Absence(previous, claimed, frozenset(away | silent))


def unproved(told: Iterable[tuple[str, Absence]]) -> tuple[Mapping[str, list[int]], int]:
    """Hold each hand's claim against the hand before, among the heads and absences of some.

    Returns the heads of hands that call seats away which the hand before does not show so, with
    these seats; and how many claims cannot be judged, because that hand is not among them.
    """
    known = dict(told)
    found: dict[str, list[int]] = {}
    unknown = 0
    for head, hand in known.items():
        before = known.get(hand.previous)
        if before is None and hand.previous:
            unknown += bool(hand.claimed)
            continue
        proved = before.proved if before is not None else frozenset()
        if wrong := sorted(hand.claimed - proved):
            found[head] = wrong
    return found, unknown
