"""The exact meld solver for one choice of axes: what to look up, and dead jokers beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.cards import JOKER, Card
from engine.hand import Melds
from engine.meld_axes import MELD_MIN, MeldAxes
from engine.melding.hand import BYTES, UNPACK, Packer, Reading
from engine.melding.laid import laid
from engine.melding.quick import Quick
from engine.melding.runs import STAND_INS_MAX
from engine.melding.search import Search
from engine.melding.tables import tables_for

_SOLVERS_MAX: Final = 256


class Solver:
    """Answers for one choice of axes; `solver_for` keeps them."""

    def __init__(self, axes: MeldAxes) -> None:
        """Raises ValueError for more wild faces than any rule set makes."""
        bare = replace(axes, wilds=frozenset(), dead_jokers=False)
        self.axes = axes
        self.packer = Packer(axes)
        self._packed, self._unit_of = self.packer.packed, self.packer.unit_of
        tables = tables_for(bare)
        # Without stand-ins nothing that the axes say about them matters.
        natural = tables_for(replace(bare, wild_cap=None, wild_scope="all"))
        self._wild, self._natural = Search(tables), Search(natural)
        self._quick_wild, self._quick_natural = Quick(tables), Quick(natural)
        self._wild_nine = self._quick_wild.with_stand_ins
        self._natural_nine = self._quick_natural.natural

    def all_but_one(self, cards: Sequence[Card]) -> bool:
        """Whether all cards but one can be melded: nine of ten, in most rule sets."""
        # `Packer.packed`, written out: this is asked at every card, and a call is a tenth of it.
        hand = UNPACK(sum(map(self._unit_of, cards)).to_bytes(BYTES, "little"))
        stand_ins = hand[4]
        if not stand_ins:
            return self._natural_nine(hand)
        return self._wild_nine(hand) if stand_ins <= STAND_INS_MAX else bool(self.thrown(cards))

    def arrange(self, cards: Sequence[Card]) -> Melds | None:
        """The melds that take every card, or None when there are none."""
        jokers = self._dead(cards)
        if jokers:
            if not self.jokers_meld(jokers):
                return None
            others = self.arrange([card for card in cards if card != JOKER])
            return None if others is None else (*others, (JOKER,) * jokers)
        for reading in self.readings(cards):
            search = self.search(reading.wilds)
            leaf = search.whole(reading.hand)
            if leaf is not None:
                return laid(search.tables, leaf, reading.wilds)
        return None

    def meldless(self, cards: Sequence[Card]) -> bool:
        """Whether it is seen at a glance that these cards hold no meld."""
        hand = self._packed(cards)
        return not hand[4] and self._natural.meldless(hand, len(cards))

    def thrown(self, cards: Sequence[Card]) -> dict[Card, Melds]:
        """Each card that may be thrown so that all the others are melded, with those melds."""
        hand = self._packed(cards)
        # All but one hand of thousands end here.
        if not hand[4]:
            return self._all_thrown(cards) if self._quick_natural.natural(hand) else {}
        if hand[4] <= STAND_INS_MAX and not self._quick_wild.with_stand_ins(hand):
            return {}
        return self._all_thrown(cards)

    def _all_thrown(self, cards: Sequence[Card]) -> dict[Card, Melds]:
        jokers = self._dead(cards)
        if jokers:
            return self._thrown_beside_jokers(cards, jokers)
        found: dict[Card, Melds] = {}
        faces = len(set(cards))
        for reading in self.readings(cards):
            search = self.search(reading.wilds)
            for of_suit, of_rank, leaf in search.thrown(reading.hand):
                if of_suit is None:
                    for card in dict.fromkeys(reading.wilds):
                        if card not in found:
                            found[card] = laid(search.tables, leaf, _less(reading.wilds, card))
                elif (card := 13 * of_suit + of_rank) not in found:
                    found[card] = laid(search.tables, leaf, reading.wilds)
                if len(found) == faces:
                    break
        return dict(sorted(found.items()))

    def throws(self, cards: Sequence[Card]) -> list[Card]:
        """The cards of `thrown` alone."""
        hand = self._packed(cards)
        if hand[4] <= STAND_INS_MAX:
            may_go, stand_in = self.quick(hand[4]).throws(hand)
            return self._cards_of(may_go, cards, stand_in=stand_in)
        if self._dead(cards):
            return list(self.thrown(cards))
        found: set[Card] = set()
        faces = len(set(cards))
        for hand, wilds in self.readings(cards):
            for of_suit, of_rank, _ in self.search(wilds).thrown(hand):
                if of_suit is None:
                    found.update(wilds)
                else:
                    found.add(13 * of_suit + of_rank)
                if len(found) == faces:
                    break
        return sorted(found)

    def jokers_meld(self, jokers: int) -> bool:
        """Whether so many jokers, which are not wild, are a meld."""
        if not self.axes.dead_jokers:
            return False
        return jokers == MELD_MIN if self.axes.size == "exactly-three" else jokers >= MELD_MIN

    def search(self, stand_ins: Sequence[Card] | int) -> Search:
        """The search with the tables that a reading with these stand-ins, or so many, needs."""
        return self._wild if stand_ins else self._natural

    def quick(self, stand_ins: int) -> Quick:
        """The same for a yes or no."""
        return self._quick_wild if stand_ins else self._quick_natural

    def readings(self, cards: Sequence[Card]) -> Iterable[Reading]:
        """Each way to take the wilds; jokers that aren't wild must have been left out."""
        hand = self.packer.packed(cards)
        if not hand[4]:
            return (Reading(hand, ()),)
        if hand[4] <= STAND_INS_MAX:
            wilds = self.axes.wilds
            return (Reading(hand, tuple(sorted(card for card in cards if card in wilds))),)
        return self.packer.readings(cards)

    def _dead(self, cards: Sequence[Card]) -> int:
        return 0 if JOKER in self.axes.wilds else cards.count(JOKER)

    def _cards_of(self, naturals: int, cards: Sequence[Card], *, stand_in: bool) -> list[Card]:
        """The cards of these bits; with those that stand in for others, if one of them may go."""
        found = []
        while naturals:
            low = naturals & -naturals
            naturals ^= low
            found.append(low.bit_length() - 1)
        return sorted({*found, *self.axes.wilds.intersection(cards)}) if stand_in else found

    def _thrown_beside_jokers(self, cards: Sequence[Card], jokers: int) -> dict[Card, Melds]:
        others = [card for card in cards if card != JOKER]
        found: dict[Card, Melds] = {}
        if self.jokers_meld(jokers):
            meld = (JOKER,) * jokers
            found = {card: (*melds, meld) for card, melds in self.thrown(others).items()}
        melds = self.arrange(others) if jokers == 1 or self.jokers_meld(jokers - 1) else None
        if melds is not None:
            found[JOKER] = melds if jokers == 1 else (*melds, (JOKER,) * (jokers - 1))
        return found


def _less(wilds: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = wilds.index(card)
    return (*wilds[:at], *wilds[at + 1 :])


@lru_cache(maxsize=_SOLVERS_MAX)
def solver_for(axes: MeldAxes) -> Solver:
    """The solver for these axes, the same each time."""
    return Solver(axes)
