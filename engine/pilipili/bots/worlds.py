"""Hands that the others may have, and how a round in which they do may go on."""

from collections.abc import Sequence

from engine.hand import Choose
from engine.pilipili.bots.policy import pick
from engine.pilipili.bots.reading import JOKER, Table

Hands = list[list[int]]


def world(table: Table, choose: Choose) -> Hands:
    """All hands: those seen as they are, the others filled from the unseen cards by chance.

    While cards are still to be drawn each hand gets as many as there are tricks.
    """
    short = table.to_play - sum(table.taken)
    unseen = list(table.unseen)
    hands: Hands = []
    for place, seen in enumerate(table.hands):
        # Whoever has played to this trick holds a card fewer than tricks are left.
        has_played = (place - table.leader) % table.count < len(table.trick)
        size = short - has_played
        hand = list(seen or ())
        while len(hand) < size and unseen:
            at = choose(len(unseen))
            unseen[at], unseen[-1] = unseen[-1], unseen[at]
            hand.append(unseen.pop())
        hands.append(hand)
    return hands


def went(
    table: Table, hands: Hands, bids: Sequence[int], first: tuple[int, int] | None = None
) -> list[int]:
    """Tricks that each has won in the end, if all play to their bids.

    `first`: what this seat plays now, and with what power; where all play at once it is taken to
    lead. The hands are used up.
    """
    count, taken = table.count, list(table.taken)
    on_table = len(table.trick)
    leader = table.leader if on_table or first is None else table.me
    best, winner = 0, leader
    for at, power in enumerate(table.trick):
        if power > best:
            best, winner = power, (leader + at) % count
    for _ in range(table.to_play - sum(taken)):
        for at in range(on_table, count):
            place = (leader + at) % count
            hand = hands[place]
            if first is None:
                known, later = (0, count - 1) if table.unseen_play else (best, count - 1 - at)
                card, power = pick(hand, known, later, bids[place] - taken[place])
            else:
                (card, power), first = first, None
            hand.remove(card)
            # The leader wins even with a 0, which beats nothing.
            if power > best:
                best, winner = power, place
        taken[winner] += 1
        leader, on_table = winner, 0
        best = 0
    return taken


def options(playable: Sequence[int]) -> list[tuple[int, int]]:
    """The plays worth weighing: each card, the Joker as the highest and as the lowest."""
    numbers = [(card, card) for card in playable if card != JOKER]
    return [*numbers, (JOKER, 56), (JOKER, 0)] if len(numbers) < len(playable) else numbers
