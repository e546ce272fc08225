"""What the tables of a Swiss round cost before the order of seats, kept up to date swap by swap.

The search asks ten thousands of times what a swap of two players would change. The answer is put
together from what is known of either table without the one who leaves it, so it takes the same
few steps however many rounds have been played and however many seats a table has.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

REACH: Final = 20
"""How many tables up or down the standings a player is swapped to: further ones are no better."""


class Faults(NamedTuple):
    """What is weighed of each player, who is a number; all in whole numbers.

    `met`: the weight of sitting with another again, the same for both. `short`: the seats that
    his tables were short of so far.
    """

    scores: Sequence[int]
    pulled: Sequence[int]
    met: Sequence[Mapping[int, int]]
    short: Sequence[int]


class Swap(NamedTuple):
    """What a swap changes, and with whom: how far away, at which table, in which seat."""

    change: int
    distance: int
    table: int
    seat: int


class TableCosts:
    """Tables of players and what each costs; `total` is the sum. Change them by `swap` alone.

    Who sits in which seat of a table changes no cost here: `tables` may be turned round.
    """

    def __init__(self, faults: Faults, sizes: Sequence[int], *, shared: bool) -> None:
        """Cut the standings into tables of these sizes; `shared`: short tables weigh most."""
        self._scores, pulled, self._met, short = faults
        self._factors = [1 + times for times in pulled]
        self._weighted = [f * s for f, s in zip(self._factors, self._scores, strict=True)]
        self._squares = [f * s * s for f, s in zip(self._factors, self._scores, strict=True)]
        self._lowest = min(self._scores)
        full = max(sizes)
        self._missing = [full - size for size in sizes]
        self._even = not any(self._missing)
        self._turns = [
            [(before + less) ** 2 - before**2 for less in range(max(self._missing) + 1)]
            for before in short
        ]
        self._weigh(faults, full, shared=shared)
        self._repeats_outweigh = self._even or not shared
        ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
        self.tables = [list(range(end - size, end)) for size, end in zip(sizes, ends, strict=True)]
        self._near = [
            [*range(max(0, at - REACH), at), *range(at + 1, min(len(sizes), at + REACH + 1))]
            for at in range(len(sizes))
        ]
        self._with = [[0] * len(sizes) for _ in self._met]
        for at, table in enumerate(self.tables):
            for one in table:
                for other, weight in self._met[one].items():
                    self._with[other][at] += weight
        # Of a table without one of its players: best score, factors, and both times score, score².
        self._rest = [(0, 0, 0, 0)] * len(self._scores)
        self._spreads = [0] * len(sizes)
        self.costs = [self._cost(at) for at in range(len(sizes))]
        self.total = sum(self.costs)

    @property
    def repeat(self) -> int:
        """What a second meeting costs."""
        return self._repeat

    def near(self, one: int) -> Sequence[int]:
        """The tables that players of a table are swapped to."""
        return self._near[one]

    def meets_again(self, cost: int) -> bool:
        """Whether a cost, of one table or of all, has a repeat meeting in it."""
        return (cost % self._size if self._size > 1 else cost) >= self._repeat

    def change(self, one: int, a: int, two: int, b: int) -> int:
        """How much the total grows when players a of table `one` and b of table `two` swap."""
        return self._repeats(one, a, two, b) * self._repeat + self._lesser(one, a, two, b)

    def worsens(self, one: int, a: int, two: int, b: int) -> bool:
        """Whether the total grows when players a of table `one` and b of table `two` swap."""
        repeats = self._repeats(one, a, two, b)
        if repeats > 0 and self._repeats_outweigh:
            return True
        return repeats * self._repeat + self._lesser(one, a, two, b) > 0

    def best_swap(self, one: int, seat: int, tables: Sequence[int]) -> Swap:
        """The swap of one player to one of the tables that lowers the total most.

        Of equal ones it is the nearest, then the first. Its change is 0 when none lowers it.
        """
        a = self.tables[one][seat]
        mine, met = self._with[a], self._met[a]
        best = Swap(0, 0, 0, 0)
        for two in tables:
            moved = mine[two] - mine[one]
            for at, b in enumerate(self.tables[two]):
                theirs = self._with[b]
                repeats = moved + theirs[one] - theirs[two] - 2 * met.get(b, 0)
                if repeats > 0 and self._repeats_outweigh:
                    continue
                change = repeats * self._repeat + self._lesser(one, a, two, b)
                if change < 0 and change <= best.change:
                    best = min(best, Swap(change, abs(one - two), two, at))
        return best

    def swap(self, one: int, a: int, two: int, b: int) -> None:
        """Swap the players in seat a of table `one` and seat b of table `two`."""
        first, second = self.tables[one], self.tables[two]
        first[a], second[b] = second[b], first[a]
        for came, to, away in ((first[a], one, two), (second[b], two, one)):
            for other, weight in self._met[came].items():
                sums = self._with[other]
                sums[away] -= weight
                sums[to] += weight
        for at in (one, two):
            self.total -= self.costs[at]
            self.costs[at] = self._cost(at)
            self.total += self.costs[at]

    def _repeats(self, one: int, a: int, two: int, b: int) -> int:
        mine, theirs = self._with[a], self._with[b]
        moved = mine[two] - mine[one] + theirs[one] - theirs[two]
        return moved - 2 * self._met[a].get(b, 0)

    def _lesser(self, one: int, a: int, two: int, b: int) -> int:
        """What a swap changes in scores and in turns at short tables."""
        change = 0
        if not self._even:
            missing, there = self._missing[one], self._missing[two]
            turns, others = self._turns[a], self._turns[b]
            turn = turns[there] - turns[missing] + others[missing] - others[there]
            change = turn * self._size
        spread = self._joined(a, b) + self._joined(b, a) - self._spreads[one] - self._spreads[two]
        return change + spread * self._spread

    def _joined(self, left: int, came: int) -> int:
        """The spread of the table of one player when another sits there in his stead."""
        best, factors, scores, squares = self._rest[left]
        score, factor = self._scores[came], self._factors[came]
        if score <= best:
            return (
                factors * best * best - 2 * best * scores + squares + factor * (best - score) ** 2
            )
        return factors * score * score - 2 * score * scores + squares

    def _cost(self, at: int) -> int:
        """The cost of a table read anew, and what is known of it without each of its players."""
        table = self.tables[at]
        best = second = self._lowest
        factors = weighted = squares = again = turn = 0
        for i in table:
            score = self._scores[i]
            if score >= best:
                best, second = score, best
            elif score > second:
                second = score
            factors += self._factors[i]
            weighted += self._weighted[i]
            squares += self._squares[i]
            again += self._with[i][at]
            turn += self._turns[i][self._missing[at]]
        for i in table:
            self._rest[i] = (
                second if self._scores[i] == best else best,
                factors - self._factors[i],
                weighted - self._weighted[i],
                squares - self._squares[i],
            )
        self._spreads[at] = factors * best**2 - 2 * best * weighted + squares
        repeats = again // 2  # either of two who meet again has counted the other
        return repeats * self._repeat + self._spreads[at] * self._spread + turn * self._size

    def _weigh(self, faults: Faults, full: int, *, shared: bool) -> None:
        """Weights under which no sum of lesser faults outweighs a greater one."""
        spread = max(faults.scores) - min(faults.scores)
        spreads = len(faults.scores) * spread * spread * max(self._factors)
        worst = max(map(abs, faults.short)) + full
        shorts = len(faults.scores) * worst * worst
        self._spread = 1 if shared else 1 + shorts
        self._repeat = 1 + spreads if shared else (1 + spreads) * (1 + shorts)
        often = sum(sum(each.values()) for each in faults.met)
        self._size = self._repeat * (1 + often) if shared else 1
