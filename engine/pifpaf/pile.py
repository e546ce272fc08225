"""The story of the discard pile, as views tell it."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.cards import text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card

_NEWER_MAX: Final = 32
_SAID_MAX: Final = 2048  # eight seats, three words, 53 cards


class Pile(NamedTuple):
    """All that has happened at the discard pile, the oldest first.

    In words such as "2 took 9S", by seat, "turned KD" at the deal, and "recycled". They are kept
    in pieces, so that one more costs a hand of a thousand cards what it costs a short one; the
    same words are always in the same pieces.
    """

    older: tuple[tuple[str, ...], ...] = ()
    newer: tuple[str, ...] = ()

    def plus(self, said: str) -> Pile:
        """The story with one thing more."""
        older, newer = self
        if len(newer) < _NEWER_MAX:
            return Pile(older, (*newer, said))
        return Pile((*older, newer), (said,))

    def told(self) -> list[str]:
        """The whole story."""
        return [*chain.from_iterable(self.older), *self.newer]


EMPTY: Final = Pile()


def piled(story: Iterable[str]) -> Pile:
    """The pile of this story."""
    pile = EMPTY
    for said in story:
        pile = pile.plus(said)
    return pile


@lru_cache(maxsize=_SAID_MAX)
def said(seat: int, what: str, card: Card) -> str:
    """That a seat "threw", "took" or "bought" a card."""
    return f"{seat} {what} {text(card)}"
