"""In which order those rank who lose their last chips together (2.7), and hand-for-hand (2.8).

A *batch* is what counts as one hand: the busts of one hand at one table, or, hand-for-hand, of
one hand at every table. Rooms disagree about two tables, so it is a named policy, printed in the
lobby:

* `stacks`: all tables count as one; the larger stack at the start of the hand ranks higher.
* `same-table`: stacks decide within a table; the best of each table tie, whatever their stacks,
  then the second of each, and so on.
* `button`: like `stacks`, and equal stacks of one table by the seat nearest left of the dealer.

Equal ones tie; the prizes of their places are pooled and split.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.ranks import Rank, ranks_of

STACKS: Final = "stacks"
SAME_TABLE: Final = "same-table"
BUTTON: Final = "button"
POLICIES: Final = (STACKS, SAME_TABLE, BUTTON)


@dataclass(frozen=True, slots=True)
class Bust:
    """Somebody who lost the last chip.

    `stack`: at the start of the hand, with what was anted in it, without bets that came back.
    `from_button`: 1 for the seat at the dealer's left, and on clockwise.
    """

    entrant: str
    table: int
    stack: int
    from_button: int = 0


def check_named_once(batch: Sequence[Bust]) -> None:
    """Raise Refused for a batch that names somebody twice."""
    if len({bust.entrant for bust in batch}) != len(batch):
        raise Refused("bad-batch", "Nobody is out twice in one hand.")


def order_busts(batch: Sequence[Bust], policy: str) -> tuple[tuple[str, ...], ...]:
    """The groups of equals of one batch, best first; within a group by table and seat."""
    if policy not in POLICIES:
        raise Refused("bad-policy", f"A policy is one of {', '.join(POLICIES)}, not {policy!r}.")
    check_named_once(batch)
    if policy == SAME_TABLE:
        return _by_table(batch)
    groups: list[tuple[str, ...]] = []
    ordered = sorted(batch, key=lambda bust: (-bust.stack, bust.table, bust.from_button))
    for _, equal in groupby(ordered, key=lambda bust: bust.stack):
        group = list(equal)
        if policy == BUTTON and len({bust.table for bust in group}) == 1:
            groups += [(bust.entrant,) for bust in group]
        else:
            groups.append(tuple(bust.entrant for bust in group))
    return tuple(groups)


def rank_busts(batch: Sequence[Bust], policy: str, remaining: int) -> tuple[Rank, ...]:
    """The ranks of a batch, of whom all `remaining` were still in before it."""
    if len(batch) > remaining:
        raise Refused("bad-batch", f"{len(batch)} cannot be out of {remaining}.")
    return ranks_of(order_busts(batch, policy), first=remaining - len(batch) + 1)


def hand_for_hand(remaining: int, paid: int, tables: int, *, early: bool = False) -> bool:
    """Whether hands are played one at a time at all tables: on the bubble, and not with one table.

    It starts with one more player than prizes, or, `early`, with as many more as there are tables.
    """
    over = remaining - paid
    return tables > 1 and 0 < over <= (tables if early else 1)


def batch_complete(tables: Collection[int], finished: Collection[int]) -> bool:
    """Whether every table has finished its one hand, so that the batch can be applied."""
    return set(tables) <= set(finished)


def waiting_for(tables: Collection[int], finished: Collection[int]) -> tuple[int, ...]:
    """The tables that the others wait for."""
    return tuple(sorted(set(tables) - set(finished)))


def _by_table(batch: Iterable[Bust]) -> tuple[tuple[str, ...], ...]:
    groups: dict[int, list[str]] = {}
    key = _table_and_stack
    for _, own in groupby(sorted(batch, key=key), key=lambda bust: bust.table):
        place = 0
        for _, equal in groupby(own, key=lambda bust: bust.stack):
            group = [bust.entrant for bust in equal]
            groups.setdefault(place, []).extend(group)
            place += len(group)
    return tuple(tuple(groups[place]) for place in sorted(groups))


def _table_and_stack(bust: Bust) -> tuple[int, int, int]:
    return bust.table, -bust.stack, bust.from_button
