"""Which cards go together: for two cards, the faces that make a meld of three with them."""

from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from engine.cards import JOKER, ONE_PACK, Card, rank, suit
from engine.meld_axes import MeldAxes, is_meld

FACES: Final = JOKER + 1
_AXES_MAX: Final = 256
_TABLES_MAX: Final = 64

Third: TypeAlias = tuple[tuple[Card, ...] | None, ...]


class Partners(NamedTuple):
    """For one choice of axes, all cards taken as natural ones, whichever faces are wild.

    `third`: at 53 * a + b the faces that make a meld with these two, None for none. `pairs`: for
    each face the pairs of faces that make a meld with it. `wild`: at 53 * a + b whether a wild
    card makes a meld with them, if there are any wilds. A dead joker goes with dead jokers only.
    """

    third: Third
    pairs: tuple[tuple[tuple[Card, Card], ...], ...]
    wild: tuple[bool, ...]


@lru_cache(maxsize=_AXES_MAX)
def partners(axes: MeldAxes) -> Partners:
    """The tables for these axes."""
    # Each vira makes other faces wild; the tables are the same for all of them.
    return _tables(replace(axes, wilds=frozenset()), with_wilds=bool(axes.wilds))


@lru_cache(maxsize=_TABLES_MAX)
def _tables(axes: MeldAxes, *, with_wilds: bool) -> Partners:
    faces = [*ONE_PACK, JOKER] if axes.dead_jokers else [*ONE_PACK]
    wild_axes = replace(axes, wilds=frozenset({JOKER}), dead_jokers=False)
    third: list[tuple[Card, ...] | None] = [None] * (FACES * FACES)
    wild = [False] * (FACES * FACES)
    pairs: list[list[tuple[Card, Card]]] = [[] for _ in range(FACES)]
    for a in faces:
        near = [card for card in faces if _near(a, card)]
        for b in near:
            found = tuple(c for c in near if is_meld((a, b, c), axes))
            third[FACES * a + b] = found or None
            wild[FACES * a + b] = with_wilds and a != JOKER and is_meld((a, b, JOKER), wild_axes)
        pairs[a] = [two for two in combinations(near, 2) if is_meld((a, *two), axes)]
    return Partners(tuple(third), tuple(map(tuple, pairs)), tuple(wild))


def _near(one: Card, other: Card) -> bool:
    """Whether two cards can be in one meld of three at all: of a rank, or of a suit."""
    if JOKER in (one, other):
        return one == other
    return rank(one) == rank(other) or suit(one) == suit(other)
