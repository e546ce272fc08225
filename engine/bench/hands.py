"""Hands of ten for the solver: dealt at random, and nearly melded."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.cards import JOKER, ONE_PACK, Card
from engine.meld_axes import MeldAxes
from engine.pifpaf.combinations import JOKERS
from engine.shuffle import Stream, shuffled

CARDS: Final = 10
_MELD: Final = 3
_RANKS: Final = 13
_SUITS: Final = 4


def random_hand(stream: Stream, axes: MeldAxes, wilds: int) -> list[Card]:
    """Ten cards of a shuffled double pack, so many of them wild."""
    others = [card for card in ONE_PACK if card not in axes.wilds] * 2
    dealt = shuffled(others, stream)[: CARDS - wilds]
    return [*dealt, *_wild(stream, axes, wilds)]


def near_hand(stream: Stream, axes: MeldAxes, wilds: int) -> list[Card]:
    """Three melds, wilds in the place of some of their cards, one card changed, and one more."""
    while True:
        held = [card for _ in range(_MELD) for card in _some_meld(stream)]
        places = shuffled(range(len(held)), stream)[: wilds + 1]
        changes = [*_wild(stream, axes, wilds), _any_card(stream)]
        for at, card in zip(places, changes, strict=True):
            held[at] = card
        held.append(_any_card(stream))
        if all(copies <= 2 for card, copies in Counter(held).items() if card != JOKER):  # noqa: PLR2004 - two packs
            return list(shuffled(held, stream))


def _wild(stream: Stream, axes: MeldAxes, count: int) -> Sequence[Card]:
    if not count:
        return ()
    special = [card for card in sorted(axes.wilds) for _ in range(JOKERS if card == JOKER else 2)]
    return shuffled(special, stream)[:count]


def _some_meld(stream: Stream) -> list[Card]:
    """Three cards of a suit in a row, or three of a rank in different suits."""
    if stream.below(2):
        first = stream.below(_SUITS) * _RANKS + stream.below(_RANKS - _MELD + 1)
        return [first, first + 1, first + 2]
    rank = stream.below(_RANKS)
    return [suit * _RANKS + rank for suit in shuffled(range(_SUITS), stream)[:_MELD]]


def _any_card(stream: Stream) -> Card:
    return stream.below(len(ONE_PACK))
