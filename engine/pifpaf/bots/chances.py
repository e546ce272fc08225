"""How good a hand is: an estimate of the chance to have it all melded within some turns.

A hand wins with three melds (four of twelve cards). A *block* is a meld of three, complete or not:
three cards held, two with one to come, or one with two to come. Its weight is the chance that the
cards to come do come: those unseen that fit, out of all unseen, over the cards that the seat will
still get to choose from. A way to win is so many blocks that share no card; its weight is the
product of theirs. The chance of a hand is taken as the sum over all ways: no true probability, but
it orders hands as one, for ways with more or likelier ends weigh more.

Melds of four and more are left out here; the distance, which is exact, knows them.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.cards import Card
from engine.melds import MeldAxes
from engine.pifpaf.bots.partners import FACES, partners

Block: TypeAlias = tuple[int, float]
"""The cards held, as bits of their positions, and the weight."""

_FACTORIAL: Final = (1, 1, 2, 6, 24)
_BLOCKS_MAX: Final = (0, 24, 24, 24, 18)
"""Of more blocks the best are taken, by the melds needed, of which the ways are a power."""


class Prospect(NamedTuple):
    """What may still come: how many of each face are unseen, and the part of them that comes.

    `reach`: the chance that one given unseen card is among those the seat gets to choose from.
    """

    unseen: Sequence[int]
    reach: float


def chances(held: Sequence[Card], axes: MeldAxes, melds: int, prospect: Prospect) -> list[float]:
    """For each card held, the chance of the hand once it is thrown; last, with nothing thrown.

    `melds`: how many the hand needs.
    """
    singles, blocks = _blocks(held, axes, prospect)
    if len(blocks) > _BLOCKS_MAX[melds]:
        blocks = sorted(blocks, key=_weight, reverse=True)[: _BLOCKS_MAX[melds]]
    ways: dict[int, float] = {}
    _spread(blocks, melds, 0, 1.0, ways)
    count = len(held)
    totals = [0.0] * (count + 1)
    places = range(count)
    for used, weight in ways.items():
        free = [at for at in places if not used >> at & 1]
        more = melds - (used >> _COUNT)
        if not more:
            for at in free:
                totals[at] += weight
            totals[count] += weight
            continue
        single = sum([singles[at] for at in free])
        scale = weight / _FACTORIAL[more]
        for at in free:
            totals[at] += scale * (single - singles[at]) ** more
        totals[count] += scale * single**more
    return totals


def _spread(
    blocks: list[Block], more: int, used: int, weight: float, ways: dict[int, float]
) -> None:
    """Add every way to take so many blocks or fewer that share no card."""
    ways[used] = ways.get(used, 0.0) + weight
    if more == 1:
        for mask, its in blocks:
            key = used + mask
            ways[key] = ways.get(key, 0.0) + weight * its
        return
    for at, (mask, its) in enumerate(blocks, 1):
        held = mask & _POSITIONS
        rest = [block for block in blocks[at:] if not block[0] & held]
        _spread(rest, more - 1, used + mask, weight * its, ways)


def _blocks(
    held: Sequence[Card], axes: MeldAxes, prospect: Prospect
) -> tuple[list[float], list[Block]]:
    """The weight of each card alone, and the blocks of two and three cards held."""
    third, pairs, wild_fits = partners(axes)
    unseen, reach = prospect
    missed, pair_missed = 1 - reach, 1 - reach * reach
    wilds = [(1 << at, card) for at, card in enumerate(held) if card in axes.wilds]
    jokers = sum([unseen[card] for card in axes.wilds])
    if axes.wilds:
        unseen = [0 if card in axes.wilds else left for card, left in enumerate(unseen)]
    naturals = [(1 << at, card) for at, card in enumerate(held) if card not in axes.wilds]
    singles = [1.0] * len(held)
    blocks: list[Block] = []
    for at, (bit, card) in enumerate(naturals):
        two = sum([unseen[a] * unseen[b] for a, b in pairs[card]])
        singles[bit.bit_length() - 1] = 1 - pair_missed**two
        if wilds:
            fits = sum([unseen[face] for face in {face for pair in pairs[card] for face in pair}])
            weight = 1 - missed**fits
            blocks += [(_ONE + bit + wild, weight) for wild, _ in wilds]
        row = FACES * card
        for then, (other_bit, other) in enumerate(naturals[at + 1 :], at + 2):
            fitting = third[row + other]
            if fitting is None:
                continue
            both = _ONE + bit + other_bit
            to_come = sum([unseen[face] for face in fitting])
            if wild_fits[row + other]:
                to_come += jokers
                blocks += [(both + wild, 1.0) for wild, _ in wilds]
            blocks.append((both, 1 - missed**to_come))
            blocks += [(both + last, 1.0) for last, face in naturals[then:] if face in fitting]
    return singles, blocks


def _weight(block: Block) -> float:
    return block[1]


_COUNT: Final = 16
_ONE: Final = 1 << _COUNT
_POSITIONS: Final = _ONE - 1
