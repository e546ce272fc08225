"""Missions that change the tricks, or what they cost (S2, rules 2.3)."""

from dataclasses import dataclass
from typing import ClassVar

from engine import cards
from engine.cards import JOKER, Card
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.state import (
    PICK,
    PLAY,
    Mission,
    Played,
    State,
    bid_of,
    changed,
    clockwise,
    place_of,
    seat_at,
)


class Simultaneous(Mission):
    """SIMUL: all choose a card face down and show it together; equal values go by the order."""

    kind = "SIMUL"

    def lead(self, state: State) -> State:
        """All choose at the same time."""
        waits = clockwise(state, state.leader)
        return changed(state, phase=PLAY, turn=None, waits=waits, chosen=())

    def choices(self, state: State, place: int) -> list[Json]:
        """As in any trick."""
        return self.plays(state, place)


class Reverse(Mission):
    """REVERSE: the lower value wins (P19, P20)."""

    kind = "REVERSE"
    expert = True

    def beats(self, value: int, best: int) -> bool:
        """Lower is better."""
        return value < best


class FirstLast(Mission):
    """FIRSTLAST: the first and the last trick cost their winners a Pili each (P34, P35)."""

    kind = "FIRSTLAST"
    expert = True

    @property
    def fault(self) -> str:
        """A first and a last trick are two."""
        return "" if self.cards > 1 else "FIRSTLAST needs 2 cards or more: two tricks."

    def cost(self, played: tuple[Played, ...], *, first: bool, last: bool) -> int:
        """One for each."""
        return first + last


class HighLow(Mission):
    """HILO: only the highest and lowest number card in hand may be played, and the Joker (P39)."""

    kind = "HILO"
    expert = True

    def playable(self, hand: tuple[Card, ...]) -> tuple[Card, ...]:
        """The extremes, for which the Joker doesn't count."""
        numbers = [card for card in hand if card != JOKER]
        ends = {JOKER, *((min(numbers), max(numbers)) if numbers else ())}
        return tuple(card for card in hand if card in ends)


@dataclass(frozen=True)
class Cursed(Mission):
    """CURSED(set): winning a trick with any of these number cards costs a Pili (P36, P37)."""

    kind: ClassVar[str] = "CURSED"
    expert: ClassVar[bool] = True
    numbers: tuple[int, ...]

    @property
    def name(self) -> str:
        """With the numbers."""
        return f"{self.kind}({','.join(map(str, self.numbers))})"

    def cost(self, played: tuple[Played, ...], *, first: bool, last: bool) -> int:
        """Once a trick; a Joker of that value isn't that card."""
        cursed = {cards.numbered(number) for number in self.numbers}
        return int(any(one.card in cursed for one in played))


class Reward(Mission):
    """REWARD: who makes his bid discards as many Pilis as he bid, if he has them (P29 to P32)."""

    kind = "REWARD"

    def pilis(self, state: State, own: tuple[int, ...]) -> tuple[int, ...]:
        """Less than none for an exact bid."""
        return tuple(
            pilis or -min(bid_of(state, place) or 0, seating.score or 0)
            for place, (pilis, seating) in enumerate(zip(own, state.setup.seats, strict=True))
        )


class Shared(Mission):
    """SHARED: after the bids each names another, whose Pilis of the round he gets too (P38)."""

    kind = "SHARED"
    expert = True

    def after_bids(self, state: State) -> State:
        """All name somebody at the same time."""
        waits = clockwise(state, state.leader)
        return changed(state, phase=PICK, turn=None, waits=waits, chosen=())

    def choices(self, state: State, place: int) -> list[Json]:
        """Any other seat."""
        others = clockwise(state, place)[1:]
        return [{"kind": kinds.PICK, "seats": [seat_at(state, other) for other in others]}]

    def chosen(self, state: State) -> State:
        """The names are shown, and the first trick begins."""
        whom = {place_of(state, one.seat): place_of(state, one.whom) for one in state.chosen}
        named = tuple(whom[place] or 0 for place in range(len(state.hands)))
        return self.lead(changed(state, named=named))

    def pilis(self, state: State, own: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the one named, without what that one gets by naming."""
        return tuple(pilis + own[state.named[place]] for place, pilis in enumerate(own))
