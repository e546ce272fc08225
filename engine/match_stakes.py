"""Chips that move when a match is over, in whole chips; none is made or lost.

`order` is the seats from the dealer's left on: it alone says who gets the odd chips, so nothing
depends on the order in which seats are listed.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence


def share(amount: int, winners: Collection[int], order: Sequence[int]) -> dict[int, int]:
    """What each of the winners gets of the amount: equal parts, then the odd chips one each."""
    each, odd = divmod(amount, len(winners))
    nearest = [seat for seat in order if seat in winners]
    return {seat: each + (place < odd) for place, seat in enumerate(nearest)}


def per_point(
    points: Mapping[int, int], stacks: Mapping[int, int], value: int, order: Sequence[int]
) -> dict[int, int]:
    """What each seat wins or loses when it pays each better one for the points between them.

    `points` are bad: fewer is better. The debt to each better seat is the difference times
    `value`. A seat that can't pay all its debts from the stack it has before anybody pays (what it
    is about to get doesn't count) pays that stack, and no more: each better seat gets its part of
    it in proportion to the debt, rounded down, and the odd chips go one each to those nearest the
    dealer's left. So nobody loses more than the stack.
    """
    deltas: Counter[int] = Counter(dict.fromkeys(points, 0))
    for seat, mine in points.items():
        debts = {
            other: (mine - theirs) * value for other, theirs in points.items() if theirs < mine
        }
        for other, chips in _paid(debts, stacks[seat], order).items():
            deltas[seat] -= chips
            deltas[other] += chips
    return dict(deltas)


def _paid(debts: Mapping[int, int], stack: int, order: Sequence[int]) -> dict[int, int]:
    """What a stack pays of these debts."""
    owed = sum(debts.values())
    if owed <= stack:
        return dict(debts)
    paid = {seat: stack * debt // owed for seat, debt in debts.items()}
    odd = stack - sum(paid.values())
    # Each part was rounded down, so there are fewer odd chips than seats to give one to, and none
    # gets more than its debt.
    for seat in [seat for seat in order if seat in debts][:odd]:
        paid[seat] += 1
    return paid
