"""The melds themselves, once the search knows what goes to sets and what the runs take."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from engine.cards import Card
from engine.hand import Melds
from engine.melding.runs import STAND_IN, Run, together
from engine.melding.sets import SUITS, Choice, apart
from engine.melding.tables import Tables

Trail: TypeAlias = "tuple[Trail, int, Choice] | None"
"""The choices of cards for sets, the last one first: (those before, rank, choice)."""
Leaf: TypeAlias = tuple[int, int, int, int, int, int, Trail]
"""What is left of the four suits, the fewest stand-ins that the sets need, the most that they
save, and the sets."""


def walked(trail: Trail) -> list[tuple[int, Choice]]:
    """The choices of a trail with their ranks, lowest rank first."""
    found = []
    while trail is not None:
        trail, of_rank, choice = trail
        found.append((of_rank, choice))
    return sorted(found, key=lambda one: one[0])


def spent(trail: Trail) -> int:
    """The budget that the sets of a trail have together."""
    budget = 1
    while trail is not None:
        trail, _, choice = trail
        budget = together[budget, choice.budget]
    return budget


def laid(tables: Tables, leaf: Leaf, wilds: Sequence[Card]) -> Melds:
    """The melds of a leaf whose budgets hold so many stand-ins; `wilds` are their faces.

    Sets come first, by rank, then runs, by suit; a set by suits with its stand-ins last, a run in
    its order with stand-ins where they stand.
    """
    *vectors, _, _, trail = leaf
    sets = walked(trail)
    budgets = [choice.budget for _, choice in sets] + [tables.cover[left] for left in vectors]
    shares = list(_shared_out(budgets, len(wilds)))
    faces = iter(wilds)
    melds = laid_sets(tables, sets, shares, faces)
    for of_suit, left, share in zip(SUITS, vectors, shares[len(sets) :], strict=True):
        melds += laid_runs(tables.cover.runs(left, share), of_suit, faces)
    return tuple(melds)


def laid_sets(
    tables: Tables,
    sets: Sequence[tuple[int, Choice]],
    shares: Sequence[int],
    faces: Iterator[Card],
) -> list[tuple[Card, ...]]:
    """The melds of these choices, each with its share of stand-ins."""
    melds: list[tuple[Card, ...]] = []
    for (of_rank, choice), share in zip(sets, shares, strict=False):
        for code, stand_ins in tables.sets.split(choice.code, share):
            naturals = (
                13 * of_suit + of_rank
                for of_suit, held in zip(SUITS, apart(code), strict=True)
                for _ in range(held)
            )
            melds.append((*naturals, *islice(faces, stand_ins)))
    return melds


def laid_runs(runs: Iterable[Run], of_suit: int, faces: Iterator[Card]) -> list[tuple[Card, ...]]:
    """The melds of these runs of one suit."""
    return [
        tuple(next(faces) if of_rank == STAND_IN else 13 * of_suit + of_rank for of_rank in run)
        for run in runs
    ]


def _shared_out(budgets: Sequence[int], stand_ins: int) -> Iterator[int]:
    """How many stand-ins each budget spends so that all are: the first ones as few as can be."""
    rests = [1]
    for budget in reversed(budgets[1:]):
        rests.append(together[rests[-1], budget])
    left = stand_ins
    for budget, rest in zip(budgets, reversed(rests), strict=True):
        ways = (n for n in range(left + 1) if budget >> n & 1 and rest >> left - n & 1)
        here = next(ways)
        yield here
        left -= here
