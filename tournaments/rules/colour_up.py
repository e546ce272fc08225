"""Small chips go off the table of a live room (2.6): the odd ones are raced for.

Online stacks stay exact, so this is for chips that can be touched.
"""

from collections.abc import Sequence

from tournaments.rules.draw import Draw
from tournaments.rules.errors import Refused


def colour_up(
    odd: Sequence[int], small: int, large: int, draw: Draw, *, nothing_else: Sequence[int] = ()
) -> tuple[int, ...]:
    """The worth of what each seat gets for its odd small chips, seats from 1 in their order.

    Together the odd chips are worth so many large ones, half a large one or more rounded up. Each
    odd chip is one card in the race, the best cards win, and nobody wins more than one large chip.
    `nothing_else`: seats (from 0) that have no other chips; who would be raced out keeps a large
    one beside those that were won.
    """
    if small < 1 or large % small or large <= small or min(odd, default=0) < 0:
        raise Refused("bad-chips", "A large chip is worth several whole small ones.")
    if any(chips >= large // small for chips in odd):
        raise Refused("bad-chips", "What makes a whole large chip is changed before the race.")
    racing = [seat for seat, chips in enumerate(odd) for _ in range(chips)]
    awarded = (2 * len(racing) * small + large) // (2 * large)
    winners = list(dict.fromkeys(draw.order(racing)))[:awarded]
    saved = [seat for seat in nothing_else if odd[seat] and seat not in winners]
    return tuple(large if seat in winners or seat in saved else 0 for seat in range(len(odd)))
