"""How many cards a hand is missing, for bots and hints, and which cards bring it nearer.

The distance is the least number of other cards with which all but what is thrown can be melded.
It doesn't ask whether the missing cards are still to be had; `outs` does. As in the meld solver,
sets are chosen first and a table answers for the runs of each suit (`engine.melding.kept`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

from engine.cards import JOKER, ONE_PACK, Card
from engine.meld_axes import MELD_MIN, MeldAxes
from engine.melding.kept import (
    Frame,
    Joined,
    Kept,
    Making,
    RunsKept,
    SetsKept,
    all_missing,
)
from engine.melding.runs import EVEN, MARKS, STAND_INS_MAX, present
from engine.melding.search import Hand, marks_of
from engine.melding.sets import CODE_MARKS, sets_for
from engine.melding.solver import solver_for

COPIES: Final = 2
JOKERS: Final = 4
_TABLES_MAX: Final = 64


def distance(cards: Sequence[Card], axes: MeldAxes, goal: int | None = None) -> int:
    """How many other cards these need until `goal` of them can be melded; 0 when they can.

    `goal` is the hand size, by default the most melds of three that the cards make: nine of nine,
    ten or eleven cards, twelve of twelve to fourteen.
    """
    goal = goal_of(cards) if goal is None else goal
    jokers = 0 if JOKER in axes.wilds else cards.count(JOKER)
    if jokers:
        cards = [card for card in cards if card != JOKER]
        jokers *= axes.dead_jokers
    return min(
        _table_for(axes, goal, reading.hand[4]).distance(reading.hand, jokers)
        for reading in solver_for(axes).readings(cards)
    )


def outs(
    cards: Sequence[Card], axes: MeldAxes, seen: Iterable[Card] = (), *, jokers: int | None = None
) -> dict[Card, int]:
    """Each face that brings the hand nearer, with how many of it are unseen; none with zero.

    `seen`: the cards that lie open, or were open and are remembered; the hand's own count as seen
    too. `jokers`: how many the pack has, four where the axes know jokers unless told otherwise.
    """
    if jokers is None:
        jokers = JOKERS if axes.dead_jokers or JOKER in axes.wilds else 0
    gone = Counter(seen) + Counter(cards)
    goal = goal_of(cards)
    now = distance(cards, axes, goal)
    found = {}
    for card in (*ONE_PACK, JOKER):
        unseen = (jokers if card == JOKER else COPIES) - gone[card]
        if unseen > 0 and now and distance((*cards, card), axes, goal) < now:
            found[card] = unseen
    return found


def goal_of(cards: Sequence[Card]) -> int:
    """How many of these cards are to be melded: a multiple of three."""
    return len(cards) // MELD_MIN * MELD_MIN


class _Table:
    """Distances for a choice of axes, a goal and a number of stand-ins."""

    def __init__(self, axes: MeldAxes, frame: Frame) -> None:
        self._frame = frame
        sets = sets_for(axes.set_suits, axes.size, axes.wild_cap, axes.wild_scope)
        self._runs = RunsKept(axes.ace, frame)
        self._sets = SetsKept(sets, frame)
        self._joined = Joined(frame)
        self._none_held = all_missing(frame)

    def distance(self, hand: Hand, jokers: int) -> int:
        """The distance of a hand and so many dead jokers."""
        goal, width, *_ = self._frame
        if width == 1:
            missing = goal - self._most_kept(hand, jokers)
            nearest = max(missing - hand[4], 0)
            # Wilds alone are no melds.
            return nearest if any(hand[:4]) or jokers else max(nearest, min(goal, 1))
        total = self._most_kept_with_room(hand, jokers)
        return goal - max(kept + room for room, kept in enumerate(total[goal * width :]))

    def _most_kept(self, hand: Hand, jokers: int) -> int:
        """The most cards that are kept in melds in the making, stand-ins aside."""
        goal = self._frame.goal
        a, b, c, d, _ = hand
        # What is left of the four suits, the places that sets take, the cards they keep. Plain
        # tuples, for a bot asks this ten times a turn.
        branches = [(a, b, c, d, 0, 0)]
        branches += [(a, b, c, d, MELD_MIN, held) for held in range(1, min(jokers, MELD_MIN) + 1)]
        if not self._frame.exact:
            branches += [(a, b, c, d, held, held) for held in range(MELD_MIN + 1, jokers + 1)]
        for shift, code in _several(hand):
            branches += [
                (
                    a - (w << shift),
                    b - (x << shift),
                    c - (y << shift),
                    d - (z << shift),
                    places + cost,
                    kept + gain,
                )
                for a, b, c, d, places, kept in branches
                for (w, x, y, z), cost, gain, _ in self._sets[code]
                if places + cost <= goal
            ]
        runs, joined = self._runs, self._joined
        return max(
            kept + joined[joined[runs[a], runs[b]], joined[runs[c], runs[d]]][goal - places]
            for a, b, c, d, places, kept in branches
            if places <= goal
        )

    def _most_kept_with_room(self, hand: Hand, jokers: int) -> Kept:
        """The same for each number of places and each amount of room."""
        a, b, c, d, _ = hand
        joined, runs = self._joined, self._runs
        branches = [(a, b, c, d, self._jokers_kept(jokers))]
        for shift, code in _several(hand):
            branches += [
                (
                    a - (w << shift),
                    b - (x << shift),
                    c - (y << shift),
                    d - (z << shift),
                    joined[kept, sets],
                )
                for a, b, c, d, kept in branches
                for (w, x, y, z), _, _, sets in self._sets[code]
            ]
        totals = [
            joined[joined[joined[runs[a], runs[b]], joined[runs[c], runs[d]]], kept]
            for a, b, c, d, kept in branches
        ]
        return tuple(map(max, *totals)) if len(totals) > 1 else totals[0]

    def _jokers_kept(self, jokers: int) -> Kept:
        best = list(self._none_held)
        for held in range(1, jokers + 1):
            if held <= MELD_MIN or not self._frame.exact:
                meld = Making(held, max(held, MELD_MIN), 0, natural=True)
                self._frame.with_meld(self._none_held, best, meld)
        return tuple(best)


def _several(hand: Hand) -> list[tuple[int, int]]:
    """The ranks with two or more cards: how far up they are in a vector, and their code."""
    a, b, c, d, _ = hand
    e, f, g, h = present(a), present(b), present(c), present(d)
    twins = (a | b | c | d) >> 1 & EVEN
    ranks = twins | e & f | (e | f) & (g | h) | g & h
    marked = (a | b | c | d) >> MARKS
    found = []
    while ranks:
        low = ranks & -ranks
        ranks -= low
        shift = low.bit_length() - 1
        code = a >> shift & 3 | (b >> shift & 3) << 2 | (c >> shift & 3) << 4
        code |= (d >> shift & 3) << 6
        if marked:
            code |= marks_of(hand, shift >> 1) << CODE_MARKS
        found.append((shift, code))
    return found


def _table_for(axes: MeldAxes, goal: int, stand_ins: int) -> _Table:
    exact = axes.size == "exactly-three"
    # Where stand-ins go on any meld, each is worth one card and their places need no counting.
    # None goes on a meld of dead jokers.
    somewhere = exact or axes.wild_cap is not None or axes.wild_scope == "runs"
    counted = stand_ins if somewhere or axes.dead_jokers else 0
    cap = axes.wild_cap if counted else None
    frame = Frame(goal, counted + 1, STAND_INS_MAX if cap is None else cap, exact=exact)
    return _shared_table(_bare(axes, cap, axes.wild_scope if counted else "all"), frame)


@lru_cache(maxsize=_TABLES_MAX)
def _bare(axes: MeldAxes, cap: int | None, scope: Literal["all", "runs"]) -> MeldAxes:
    return replace(axes, wilds=frozenset(), dead_jokers=False, wild_cap=cap, wild_scope=scope)


@lru_cache(maxsize=_TABLES_MAX)
def _shared_table(axes: MeldAxes, frame: Frame) -> _Table:
    return _Table(axes, frame)
