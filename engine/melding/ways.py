"""Every way to meld, where the solver gives one: all arrangements, and what can be laid openly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from engine.cards import JOKER, Card, rank, suit
from engine.hand import Melds
from engine.meld_axes import MELD_MIN, MeldAxes, in_order, is_meld
from engine.melding.bounded import Bounded
from engine.melding.solver import solver_for

Cards: TypeAlias = tuple[Card, ...]
_AXES_MAX: Final = 256


def all_melds(cards: Sequence[Card], axes: MeldAxes) -> Iterator[Melds]:
    """Every way to meld all of these cards, each once; copies of a face are alike.

    With many wild cards there can be thousands; the first comes at once.
    """
    for melds in _ways(tuple(sorted(cards)), (), axes):
        yield tuple(in_order(meld, axes) for meld in melds)


def jogos(cards: Sequence[Card], axes: MeldAxes) -> tuple[Melds, ...]:
    """Every way to lay as many melds of three as these cards have; empty when they have none.

    D20: laying is forced to the most there can be, the choice among those is the player's.
    """
    three = _threes_only(axes)
    if solver_for(three).meldless(cards):
        return ()
    held = tuple(sorted(cards))
    threes = _threes_for(three)
    melds = threes.among(held)
    for count in range(len(cards) // MELD_MIN if melds else 0, 0, -1):
        ways = list(_disjoint(melds, held, count))
        if ways:
            return tuple(tuple(threes.laid[meld] for meld in way) for way in ways)
    return ()


class _Thirds(Bounded[tuple[Card, Card], Cards]):
    """Two sorted faces -> those from the second on that make a meld of three with them."""

    __slots__ = ("_axes",)

    def __init__(self, axes: MeldAxes) -> None:
        super().__init__()
        self._axes = axes

    def _work_out(self, key: tuple[Card, Card]) -> Cards:
        return tuple(
            card for card in range(key[1], JOKER + 1) if is_meld((*key, card), self._axes)
        )


class _Laid(Bounded[Cards, Cards]):
    """A meld -> its cards in order."""

    __slots__ = ("_axes",)

    def __init__(self, axes: MeldAxes) -> None:
        super().__init__()
        self._axes = axes

    def _work_out(self, key: Cards) -> Cards:
        return in_order(key, self._axes)


class _Threes:
    """The melds of three cards by a choice of axes."""

    def __init__(self, axes: MeldAxes) -> None:
        self._thirds = _Thirds(axes)
        self.laid = _Laid(axes)

    def among(self, held: Cards) -> list[Cards]:
        """The melds among sorted cards, each once, sorted."""
        thirds = self._thirds
        found = {
            (one, other, third)
            for at, one in enumerate(held)
            for after, other in enumerate(held[at + 1 :], start=at + 2)
            for third in thirds[one, other]
            if third in held[after:]
        }
        return sorted(found)


@lru_cache(maxsize=_AXES_MAX)
def _threes_for(axes: MeldAxes) -> _Threes:
    return _Threes(axes)


@lru_cache(maxsize=_AXES_MAX)
def _threes_only(axes: MeldAxes) -> MeldAxes:
    return replace(axes, size="exactly-three")


def _ways(cards: Cards, before: Cards, axes: MeldAxes) -> Iterator[Melds]:
    """The ways to meld sorted cards; `before`: the last meld, after the card it was chosen for."""
    if not cards:
        yield ()
        return
    first = next((card for card in cards if card not in axes.wilds), None)
    if first is None:
        return
    for meld in sorted(_melds_among(cards, axes, first)):
        # Of two melds with the same first card the lesser comes first, lest each pair come twice.
        if (first,) == before[:1] and meld < before[1:]:
            continue
        rest = _less(cards, meld)
        if solver_for(axes).arrange(rest) is not None:
            for melds in _ways(rest, (first, *meld), axes):
                yield (meld, *melds)


def _disjoint(melds: Sequence[Cards], left: Cards, count: int) -> Iterator[Melds]:
    """The choices of so many of these sorted melds that the cards left are enough for."""
    if not count:
        yield ()
        return
    for at, meld in enumerate(melds):
        rest = list(left)
        try:
            for card in meld:
                rest.remove(card)
        except ValueError:  # another meld has taken it
            continue
        for others in _disjoint(melds[at:], tuple(rest), count - 1):
            yield (meld, *others)


def _melds_among(cards: Cards, axes: MeldAxes, first: Card | None = None) -> set[Cards]:
    """The melds there are among sorted cards, each with its cards sorted; those with `first`."""
    wilds = [card for card in cards if card in axes.wilds]
    most = MELD_MIN if axes.size == "exactly-three" else len(cards)
    fillers = {chosen for count in range(len(wilds) + 1) for chosen in combinations(wilds, count)}
    return {
        tuple(sorted(naturals + filler))
        for naturals in _likely(cards, first, axes)
        for filler in fillers
        if MELD_MIN <= len(naturals) + len(filler) <= most and is_meld(naturals + filler, axes)
    }


def _likely(cards: Cards, first: Card | None, axes: MeldAxes) -> set[Cards]:
    """Natural cards of one rank, or of one suit and different ranks: parts of possible melds."""
    naturals = [card for card in cards if card not in axes.wilds]
    most = MELD_MIN if axes.size == "exactly-three" else len(cards)
    alike: dict[object, list[Card]] = {}
    for card in naturals:
        if card == JOKER:
            alike.setdefault("jokers", []).append(card)
        else:
            alike.setdefault(("rank", rank(card)), []).append(card)
            alike.setdefault(("suit", suit(card)), []).append(card)
    return {
        chosen
        for group in alike.values()
        if first is None or first in group
        for count in range(1, min(len(group), most) + 1)
        for chosen in combinations(group, count)
        if first is None or first in chosen
    }


def _less(cards: Cards, gone: Iterable[Card]) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
