"""Missions that move cards from hand to hand (S2, rules 2.3)."""

from dataclasses import dataclass
from typing import ClassVar

from engine import cards
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.state import (
    GIVE,
    PICK,
    Mission,
    State,
    changed,
    clockwise,
    place_of,
    seat_at,
    without,
)

LEFT = "L"
_STEPS = {LEFT: 1, "R": -1}


@dataclass(frozen=True)
class Pass(Mission):
    """PASS(k,dir): after the bids each hands on k cards unseen, all at once (P41)."""

    kind: ClassVar[str] = "PASS"
    count: int
    direction: str

    @property
    def name(self) -> str:
        """With the number of cards and the direction."""
        return f"{self.kind}({self.count},{self.direction})"

    @property
    def fault(self) -> str:
        """Nobody passes more than he has."""
        if self.cards >= self.count:
            return ""
        return f"{self.name} passes {self.count} cards, so it deals as many at least."

    def after_bids(self, state: State) -> State:
        """All choose what they pass."""
        waits = clockwise(state, state.leader)
        return changed(state, phase=GIVE, turn=None, waits=waits, chosen=())

    def choices(self, state: State, place: int) -> list[Json]:
        """Any of the cards."""
        names = cards.texts(state.hands[place])
        return [{"kind": kinds.GIVE, "cards": names, "count": self.count}]

    def chosen(self, state: State) -> State:
        """The cards change hands, and the first trick begins."""
        given = {place_of(state, one.seat): one.cards or () for one in state.chosen}
        count, step = len(state.hands), _STEPS[self.direction]
        hands = tuple(
            (*without(hand, given[place]), *given[(place - step) % count])
            for place, hand in enumerate(state.hands)
        )
        return self.lead(changed(state, hands=hands))


@dataclass(frozen=True)
class Hand(Mission):
    """HAND(dir): after the bids each gives his whole hand to the neighbour, all at once."""

    kind: ClassVar[str] = "HAND"
    direction: str

    @property
    def name(self) -> str:
        """With the direction."""
        return f"{self.kind}({self.direction})"

    def after_bids(self, state: State) -> State:
        """The hands go round by one seat."""
        at = -_STEPS[self.direction]
        hands = (*state.hands[at:], *state.hands[:at])
        return self.lead(changed(state, hands=hands))


class Draw(Mission):
    """DRAW: after the bids each draws a card unseen so far; there is one trick more (P13, P43)."""

    kind = "DRAW"
    extra = 1

    def after_bids(self, state: State) -> State:
        """One card each, from the dealer's left on as they were dealt."""
        hands = list(state.hands)
        order = clockwise(state, (state.dealer + 1) % len(hands))
        for place, card in zip(order, state.stock, strict=False):
            hands[place] = (*hands[place], card)
        return self.lead(changed(state, hands=tuple(hands), stock=state.stock[len(order) :]))


class Swap(Mission):
    """SWAP: the winner of a trick picks a seat, and the two exchange a card unseen (P40)."""

    kind = "SWAP"
    expert = True

    def after_trick(self, state: State) -> State:
        """The winner picks; the last trick leaves no cards."""
        return changed(state, phase=PICK, turn=state.leader, waits=(), chosen=())

    def choices(self, state: State, place: int) -> list[Json]:
        """Another seat, then a card of the own hand."""
        if state.phase == PICK:
            others = clockwise(state, place)[1:]
            return [{"kind": kinds.PICK, "seats": [seat_at(state, other) for other in others]}]
        return [{"kind": kinds.GIVE, "cards": cards.texts(state.hands[place]), "count": 1}]

    def chosen(self, state: State) -> State:
        """Who is picked chooses a card as the winner does; then the cards change hands."""
        if state.phase == PICK:
            other = place_of(state, state.chosen[0].whom)
            waits = (state.leader, state.leader if other is None else other)
            return changed(state, phase=GIVE, turn=None, waits=waits, chosen=())
        hands = list(state.hands)
        given = {place_of(state, one.seat): one.cards or () for one in state.chosen}
        for mine, theirs in (state.waits, state.waits[::-1]):
            hands[mine] = (*without(hands[mine], given[mine]), *given[theirs])
        return self.lead(changed(state, hands=tuple(hands)))
