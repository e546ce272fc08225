"""The Swiss system for two: equal scores meet, nobody meets the same opponent twice (2.4).

This is the FIDE Dutch system (C.04.3) without its colour rules, because a match at cards has no
colours; it is written here and not taken from a library because those weigh colours before the
order of the pairs. In this order of weight:

1. The bye: the fewest byes so far, then the lowest score, the fewest rounds missed, the lowest
   starting number, as long as all others can be paired without a repeat.
2. No pair meets again while any pairing without a repeat exists; if none does, as few pairs as
   possible meet again, those who met least often, and the lowest of the standings.
3. From the top, each score bracket (and who floated down to it) pairs as many as it can, and the
   lowest of it float, as long as all below can still be paired.
4. In a bracket, floaters meet the highest residents; then the top half meets the bottom half in
   order, each taking the first opponent with whom all others can still be paired.

Left out of C.04.3, besides colours: the look-ahead into the next bracket (C8) and the rules on
floating twice in a row. Tie-breaks never order players (lila #7353): score, then number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Final

from tournaments.rules.errors import Refused
from tournaments.rules.floating import Floating
from tournaments.rules.matching import Matching

_FLOATERS_TRIED: Final = 3000
"""Sets of floaters tried for one number of them, before one pair fewer is taken."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player before a round.

    `number`: the starting number. `met`: opponents and how often. `apart`: opponents never to be
    paired. `byes`: pairing byes had; `missed`: rounds not played for any other reason.
    """

    entrant: str
    number: int
    score: Fraction
    met: Mapping[str, int] = field(default_factory=dict)
    apart: frozenset[str] = frozenset()
    byes: int = 0
    missed: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round for two: the pairs from the top of the standings, and who has the bye.

    `repeats` are the pairs that meet again, because nothing else was possible.
    """

    pairs: tuple[tuple[str, str], ...]
    bye: str | None = None
    repeats: tuple[tuple[str, str], ...] = ()


def pair_round(players: Sequence[Player]) -> Pairing:
    """Pair a round. Raises Refused when forbidden pairs leave no pairing at all."""
    field_ = _Field(sorted(players, key=lambda one: (-one.score, one.number)))
    everybody = list(range(len(field_.players)))
    bye = field_.choose_bye(everybody) if len(everybody) % 2 else None
    left = [one for one in everybody if one != bye]
    again = field_.choose_repeats(left)
    left = [one for one in left if not any(one in pair for pair in again)]
    pairs = sorted([*field_.pair_brackets(left), *again])
    return Pairing(
        tuple(field_.names(pair) for pair in pairs),
        None if bye is None else field_.players[bye].entrant,
        tuple(field_.names(pair) for pair in sorted(again)),
    )


class _Field:
    """The players in the order of the standings, and who may meet whom; players are indices."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._neighbours: list[list[int]] = [
            [other for other in range(len(players)) if other != one and self._fresh(one, other)]
            for one in range(len(players))
        ]

    def names(self, pair: tuple[int, int]) -> tuple[str, str]:
        return self.players[pair[0]].entrant, self.players[pair[1]].entrant

    def choose_bye(self, everybody: list[int]) -> int:
        players = self.players
        order = sorted(
            everybody,
            key=lambda i: (players[i].byes, players[i].score, players[i].missed, -i),
        )
        fewest = players[order[0]].byes
        candidates = [one for one in order if players[one].byes == fewest]
        open_pairs = [
            len(Matching(self._neighbours, [i for i in everybody if i != one]).exposed())
            for one in self._until_perfect(candidates, everybody)
        ]
        return candidates[open_pairs.index(min(open_pairs))]

    def choose_repeats(self, left: list[int]) -> list[tuple[int, int]]:
        """The pairs that have to meet again: as few as can be, from the foot of the standings."""
        again: list[tuple[int, int]] = []
        open_ = len(Matching(self._neighbours, left).exposed())
        while open_:
            pair = self._repeat(left, open_)
            again.append(pair)
            left = [one for one in left if one not in pair]
            open_ -= 2
        return again

    def pair_brackets(self, left: list[int]) -> list[tuple[int, int]]:
        pairs: list[tuple[int, int]] = []
        floaters: list[int] = []
        while left:
            top = self.players[left[0]].score
            residents = [one for one in left if self.players[one].score == top]
            rest = left[len(residents) :]
            inside, floaters_next = self._floaters([*floaters, *residents], rest)
            pairs += self._transpose(inside, set(floaters))
            floaters, left = floaters_next, rest
        return pairs

    def _fresh(self, one: int, other: int) -> bool:
        a, b = self.players[one], self.players[other]
        return not a.met.get(b.entrant, 0) and self._allowed(one, other)

    def _allowed(self, one: int, other: int) -> bool:
        a, b = self.players[one], self.players[other]
        return b.entrant not in a.apart and a.entrant not in b.apart

    def _until_perfect(self, candidates: list[int], everybody: list[int]) -> list[int]:
        """The candidates up to the first with whom all others pair without a repeat."""
        tried = []
        for one in candidates:
            tried.append(one)
            if Matching.perfect(self._neighbours, [i for i in everybody if i != one]):
                break
        return tried

    def _repeat(self, left: list[int], open_: int) -> tuple[int, int]:
        met = self.players
        known = [
            (met[a].met.get(met[b].entrant, 0), -b, -a)
            for a, b in combinations(left, 2)
            if not self._fresh(a, b) and self._allowed(a, b)
        ]
        spare: dict[int, bool] = {}
        for _, b, a in sorted(known):
            for one in (-a, -b):
                # A pair that leaves two fewer unpaired leaves one fewer by each of its two.
                if one not in spare:
                    spare[one] = self._open(left, one) < open_
            if spare[-a] and spare[-b] and self._open(left, -a, -b) == open_ - 2:
                return -a, -b
        raise Refused("no-pairing", "Too many players are kept apart: nobody is left to pair.")

    def _open(self, left: list[int], *without: int) -> int:
        """How many stay unpaired of those left, `without` some of them."""
        others = [one for one in left if one not in without]
        return len(Matching(self._neighbours, others).exposed())

    def _floaters(self, bracket: list[int], rest: list[int]) -> tuple[list[int], list[int]]:
        """Who of the bracket is paired inside, and who floats: as few and as low as can be."""
        search = Floating(self._neighbours, bracket[::-1], rest)
        for count in range(len(bracket) % 2, len(bracket), 2):
            floating = search.first(count, _FLOATERS_TRIED)
            if floating is not None:
                return [one for one in bracket if one not in floating], sorted(floating)
        return [], bracket

    def _transpose(self, inside: list[int], floated: set[int]) -> list[tuple[int, int]]:
        """Floaters take the first residents; then the top half takes the bottom half in order."""
        proof = Matching(self._neighbours, inside)
        down = [one for one in inside if one in floated]
        residents = [one for one in inside if one not in floated]
        pairs = self._take(proof, down, residents)
        used = {one for pair in pairs for one in pair}
        same = [one for one in inside if one not in used]
        while same:
            half = len(same) // 2
            pairs += self._take(proof, same[:1], same[half:] + same[1:half][::-1])
            same = [one for one in same if one not in pairs[-1]]
        return pairs

    def _take(
        self, proof: Matching, takers: list[int], others: list[int]
    ) -> list[tuple[int, int]]:
        pairs: list[tuple[int, int]] = []
        for taker in takers:
            for other in others:
                free = all(other not in pair and taker not in pair for pair in pairs)
                if free and other in self._fresh_with(taker) and proof.fix(taker, other):
                    pairs.append((min(taker, other), max(taker, other)))
                    break
        return pairs

    def _fresh_with(self, one: int) -> set[int]:
        return set(self._neighbours[one])
