"""Hands as numbers, for the meld solver.

Wilds that stand for other cards are counted, not placed (*stand-ins*). Only where a wild on its
own face is more than a stand-in (a cap, or wilds in runs only) each of them is tried as both: a
*reading* of the hand.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from struct import Struct
from typing import Final, NamedTuple

from engine.cards import JOKER, Card, rank, suit
from engine.meld_axes import MeldAxes
from engine.melding.runs import MARKS, STAND_INS_MAX
from engine.melding.search import Hand

_SUIT_BITS: Final = 32
UNPACK: Final[Callable[[bytes], Hand]] = Struct("<5I").unpack
BYTES: Final = 20
_STAND_IN: Final = 1 << 4 * _SUIT_BITS
# Above the stand-ins stand the jokers that are not wild, then the copies of each wild face.
_FACES: Final = 8
_FACES_MAX: Final = 12


class Reading(NamedTuple):
    """A hand as numbers, and the faces that its stand-ins have."""

    hand: Hand
    wilds: tuple[Card, ...]


class Packer:
    """How hands become numbers, by the cards that are wild. A hand holds a face twice at most."""

    def __init__(self, axes: MeldAxes) -> None:
        """Raises ValueError for more wild faces than any rule set makes."""
        told_apart = axes.wild_cap is not None or axes.wild_scope == "runs"
        self._wilds = axes.wilds
        self._faces = tuple(sorted(axes.wilds - {JOKER})) if told_apart else ()
        if len(self._faces) > _FACES_MAX:
            msg = f"At most {_FACES_MAX} faces can be wild."
            raise ValueError(msg)
        # A list, for a tuple's method is slower when it is taken along.
        units = [self._unit(card) for card in range(JOKER + 1)]
        self.unit_of: Callable[[Card], int] = units.__getitem__

    def _unit(self, card: Card) -> int:
        if card in self._faces:
            return _STAND_IN << _FACES + 2 * self._faces.index(card)
        if card in self._wilds:
            return _STAND_IN
        if card == JOKER:
            return _STAND_IN << 4
        return 1 << _SUIT_BITS * suit(card) + 2 * rank(card)

    def packed(self, cards: Iterable[Card]) -> Hand:
        """The hand as numbers, if no wild of it may be a natural card and no joker is dead.

        Otherwise, or with more stand-ins than can be, the fifth number is above STAND_INS_MAX.
        """
        return UNPACK(sum(map(self.unit_of, cards)).to_bytes(BYTES, "little"))

    def readings(self, cards: Iterable[Card]) -> Iterator[Reading]:
        """Each way to take the wilds as stand-ins or as the cards they are; jokers must be wild.

        Raises ValueError for more wilds than any pack has.
        """
        naturals = [card for card in cards if card not in self._wilds]
        wilds = sorted(card for card in cards if card in self._wilds)
        if len(wilds) > STAND_INS_MAX:
            msg = f"A hand has at most {STAND_INS_MAX} wild cards."
            raise ValueError(msg)
        copies = [wilds.count(face) for face in self._faces]
        for own in product(*(range(held + 1) for held in copies)):
            stand_ins = wilds.copy()
            vectors = [0, 0, 0, 0]
            for card in naturals:
                vectors[suit(card)] += 1 << 2 * rank(card)
            for face, times in zip(self._faces, own, strict=True):
                if times:
                    vectors[suit(face)] += times << 2 * rank(face)
                    vectors[suit(face)] |= 1 << MARKS + 2 * rank(face)
                for _ in range(times):
                    stand_ins.remove(face)
            a, b, c, d = vectors
            yield Reading((a, b, c, d, len(stand_ins)), tuple(stand_ins))
