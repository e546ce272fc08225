"""Who meets whom first in a bracket after groups: nobody the one they have just played.

The places of a round robin are those of all its groups together, so the standard order may pair
two of one group at once: the bracket would play the group's game again, and the group would have
decided nothing about it. The better seed of each pair keeps its slot, and so do those with a bye;
the weaker seeds change places among themselves, as little as can be.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from tournaments.rules.seeding import first_round

_FEWEST: Final = 2


def parted(entrants: Sequence[str], group_of: Mapping[str, Hashable]) -> tuple[str, ...]:
    """The entrants, best seed first, with no two of a group in a pair of the first round.

    From the best seed down, each meets the weaker seed nearest to the one that the standard order
    gives (of two as near, the weaker one) that is of another group and lets the others be parted
    too. Where nobody could be parted so, the order stays. Who is in no group may meet everybody.
    """
    if len(entrants) < _FEWEST:
        return tuple(entrants)
    pairs = sorted(sorted(pair) for pair in first_round(len(entrants)))
    groups = [group_of.get(one) for one in entrants]
    open_pairs = len(pairs)
    # Two sides can be parted exactly if no group has more players than there are pairs (Hall).
    left = Counter(groups[seed - 1] for pair in pairs for seed in pair)
    del left[None]
    if max(left.values(), default=0) > open_pairs:
        return tuple(entrants)
    found = list(entrants)
    weaker = [weak for _better, weak in pairs]
    for better, usual in pairs:
        open_pairs -= 1
        mine = groups[better - 1]
        left[mine] -= mine is not None
        full = [group for group, count in left.items() if count > open_pairs]
        for weak in sorted(weaker, key=lambda one: (abs(one - usual), -one)):
            other = groups[weak - 1]
            if mine is not None and mine == other:
                continue
            if all(group == other and left[group] == open_pairs + 1 for group in full):
                break
        left[other] -= other is not None
        weaker.remove(weak)
        found[usual - 1] = entrants[weak - 1]
    return tuple(found)
