"""The sharp bot: deals the unseen cards many times, plays each deal out, and takes what pays.

It weighs its own Pilis and, less, those of the others: so it makes its bid and breaks theirs.
"""

from collections.abc import Sequence
from typing import Final

from engine.hand import Choose
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.bots.policy import strength
from engine.pilipili.bots.reading import Table, table_of
from engine.pilipili.bots.steady import nearest, playable, played, steady, worth
from engine.pilipili.bots.worlds import options, went, world

_WORLDS: Final = 12
_NEAR: Final = 2
"""Bids further than this from what the cards are worth aren't weighed."""
_OTHERS: Final = 0.3
"""What the others' Pilis together are worth against one's own."""


def sharp(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """One action by what it leads to in the deals thought of."""
    kind = legal[0]["kind"]
    if kind == kinds.BID:
        return {"kind": kind, "number": _bid(table_of(view), legal[0]["numbers"], choose)}
    if kind == kinds.PLAY:
        table = table_of(view)
        ways = options(playable(table, legal))
        return played(table, *(ways[0] if len(ways) == 1 else _best(table, ways, choose)))
    return steady(view, legal, choose)


def _bid(table: Table, numbers: Sequence[int], choose: Choose) -> int:
    wish = worth(table)
    near = [number for number in numbers if abs(number - wish) <= _NEAR]
    if len(near) < 2:  # noqa: PLR2004 - with one bid there is nothing to weigh
        return nearest(wish, numbers)
    price = dict.fromkeys(near, 0.0)
    for _ in range(_WORLDS):
        hands = world(table, choose)
        bids = _bids(table, hands)
        if table.hands_move:
            # To the left or to the right: what is unseen is as likely either way.
            hands = [*hands[1:], *hands[:1]]
        for number in near:
            bids[table.me] = number
            price[number] += _price(table, bids, went(table, _copied(hands), bids))
    return min(near, key=lambda number: price[number])


def _best(table: Table, ways: list[tuple[int, int]], choose: Choose) -> tuple[int, int]:
    price = dict.fromkeys(ways, 0.0)
    for _ in range(_WORLDS):
        hands = world(table, choose)
        bids = _bids(table, hands)
        for way in ways:
            price[way] += _price(table, bids, went(table, _copied(hands), bids, way))
    return min(ways, key=lambda way: price[way])


def _bids(table: Table, hands: list[list[int]]) -> list[int]:
    """The bids there are, and for who hasn't bid what the cards thought of are worth."""
    return [
        round(strength(hands[place], table.count - 1)) if bid is None else bid
        for place, bid in enumerate(table.bids)
    ]


def _price(table: Table, bids: Sequence[int], taken: Sequence[int]) -> float:
    off = [abs(bid - won) for bid, won in zip(bids, taken, strict=True)]
    mine = off[table.me]
    return mine - _OTHERS * (sum(off) - mine) / (table.count - 1)


def _copied(hands: list[list[int]]) -> list[list[int]]:
    return [hand[:] for hand in hands]
