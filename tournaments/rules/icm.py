"""What stacks are worth in prizes (2.11): the Malmuth-Harville model, exactly, and chip-chop.

The chance to be first is the share of the chips; who is second is found in the same way among the
others, and so on. All orders are summed by sets of who is already placed, 2^n of them, so more
than `PLAYERS_MAX` players are refused: chip-chop has no limit.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from tournaments.rules.errors import Refused

PLAYERS_MAX: Final = 16
EXACT_MAX: Final = 10
"""Up to here the results are exact fractions."""
_BITS: Final = 256
_GUARD: Final = 128
_ROUNDING: Final = Fraction(1, 10**30)


def place_odds(stacks: Sequence[int], places: int) -> tuple[tuple[Fraction, ...], ...]:
    """For each player the chance of each of the first `places` places.

    Exact up to `EXACT_MAX` players; above, within 10^-38 (worked out in 256-bit fixed point, for
    the exact denominators have thousands of digits).
    """
    _check(stacks)
    if len(stacks) <= EXACT_MAX:
        return tuple(map(tuple, _odds(stacks, places, Fraction(1), _exact_share)))
    fixed: list[list[int]] = _odds(stacks, places, 1 << _BITS, _fixed_share)
    # Half of the bits go: equal stacks have equal chances again, whatever the order of the sums.
    return tuple(
        tuple(Fraction(round(chance >> _GUARD), 1 << (_BITS - _GUARD)) for chance in row)
        for row in fixed
    )


Chance = TypeVar("Chance", int, Fraction)


def _odds(
    stacks: Sequence[int],
    places: int,
    certain: Chance,
    share: Callable[[Chance, int, int], Chance],
) -> list[list[Chance]]:
    nothing = certain - certain
    odds = [[nothing] * places for _ in stacks]
    reached: dict[int, Chance] = {0: certain}
    for place in range(places):
        following: dict[int, Chance] = {}
        for placed, chance in reached.items():
            players = [i for i in range(len(stacks)) if not placed >> i & 1]
            left = sum(stacks[i] for i in players)
            for i in players:
                part = share(chance, stacks[i], left)
                odds[i][place] += part
                following[placed | 1 << i] = following.get(placed | 1 << i, nothing) + part
        reached = following
    return odds


def _exact_share(chance: Fraction, stack: int, left: int) -> Fraction:
    return chance * Fraction(stack, left)


def _fixed_share(chance: int, stack: int, left: int) -> int:
    return chance * stack // left


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """What each stack is worth; the sum is the sum of the prizes (see `place_odds`).

    Raises Refused for more than `PLAYERS_MAX` players, an empty stack, or more prizes than
    players.
    """
    _check_prizes(stacks, prizes)
    return tuple(
        sum((chance * prize for chance, prize in zip(row, prizes, strict=True)), Fraction(0))
        for row in place_odds(stacks, len(prizes))
    )


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """Everybody gets the smallest prize, and the rest goes by chips. Any number of players."""
    if not stacks or min(stacks) < 1 or len(prizes) > len(stacks):
        raise Refused(
            "bad-deal", "A deal is among players with chips, and as many prizes at most."
        )
    least = prizes[-1] if len(prizes) == len(stacks) else 0
    rest = sum(prizes) - least * len(stacks)
    return tuple(least + Fraction(rest * stack, sum(stacks)) for stack in stacks)


def whole(parts: Sequence[Fraction], pool: int) -> tuple[int, ...]:
    """The parts in whole units that sum to the pool: largest remainders up, first ones first."""
    if abs(sum(parts, Fraction(0)) - pool) > _ROUNDING:
        raise Refused("bad-deal", f"The parts sum to {sum(parts)}, not to the pool {pool}.")
    floors = [part.numerator // part.denominator for part in parts]
    order = sorted(range(len(parts)), key=lambda i: (floors[i] - parts[i], i))
    for i in order[: pool - sum(floors)]:
        floors[i] += 1
    return tuple(floors)


def above_first(amounts: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """The players (by index) whom a deal would pay more than the first prize: a warning."""
    return tuple(i for i, amount in enumerate(amounts) if amount > prizes[0])


def deal(
    method: str, stacks: Mapping[str, int], prizes: Sequence[int], *, for_first: int = 0
) -> dict[str, int]:
    """What each would get: "icm" or "chip-chop" over the prizes less what is left `for_first`.

    The winner gets `for_first` on top, later. Stacks are frozen, in order of seats: the
    largest first where a unit has to be rounded up.
    """
    if method not in METHODS:
        raise Refused("bad-deal", f"A deal is one of {', '.join(METHODS)}.")
    if not 0 <= for_first <= prizes[0] - (prizes[1] if len(prizes) > 1 else 0):
        raise Refused(
            "bad-deal", "What is left for the first is at most its lead over the second."
        )
    names = sorted(stacks, key=lambda name: -stacks[name])
    ordered = [stacks[name] for name in names]
    shared = [prizes[0] - for_first, *prizes[1:]]
    parts = icm(ordered, shared) if method == "icm" else chip_chop(ordered, shared)
    return dict(zip(names, whole(parts, sum(shared)), strict=True))


METHODS: Final = ("icm", "chip-chop")


def _check(stacks: Sequence[int]) -> None:
    if not 1 <= len(stacks) <= PLAYERS_MAX:
        raise Refused(
            "too-many-players",
            f"This model is worked out for up to {PLAYERS_MAX} players: take chip-chop.",
        )
    if min(stacks) < 1:
        raise Refused("bad-deal", "Everybody in a deal has chips.")


def _check_prizes(stacks: Sequence[int], prizes: Sequence[int]) -> None:
    _check(stacks)
    if not 1 <= len(prizes) <= len(stacks) or min(prizes) < 0:
        raise Refused("bad-deal", "There is a prize for each player at most, and none below zero.")
