"""Which discards help the others: what they may want, by what they took, threw and left lying."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import Card
from engine.pifpaf.bots.partners import partners
from engine.pifpaf.bots.sight import Sight, Watched, others

_THROWN: Final = 0.3
"""How likely a seat holds a card whose face it has thrown, against one of which nothing is
known."""
_READY: Final = 3.0
"""How much more it matters when a seat has announced."""
_LEFT: Final = 0.4
"""How likely a card helps a seat that has left one of its face lying."""


def dangers(
    seen: Sight, story: Watched, unseen: Sequence[int], throws: Iterable[Card]
) -> dict[Card, float]:
    """For each card that might be thrown, how many of those who may get it it would help.

    A number of seats that need it, in expectation: it helps a seat that holds two cards which make
    a meld with it. The next seat may take the card; where it may be claimed to go out, any may, or
    any that has announced to need one card: it counts more, for it would end the hand.
    """
    pairs = partners(seen.axes).pairs
    after = others(seen.view)
    claims = seen.rules.out_of_turn == "claim"
    total = max(sum(unseen), 1)
    found = dict.fromkeys(throws, 0.0)
    for at, seat in enumerate(after):
        number, ready = seat["seat"], seat["announced"] and not seat["burned"]
        if at and not claims and not ready:
            continue
        held = [seat["cards"] * count / total for count in unseen]
        for card in story.thrown.get(number, ()):
            held[card] *= _THROWN
        for card in story.kept.get(number, ()):
            held[card] = 1.0
        left = story.left.get(number, ())
        for card in found:
            helped = sum([held[a] * held[b] for a, b in pairs[card]])
            found[card] += helped * (_LEFT if card in left else 1.0) * (_READY if ready else 1.0)
    return found
