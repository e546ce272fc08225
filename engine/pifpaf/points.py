"""What a hand counts in a match: penalty points for cards left, or points lost."""

from dataclasses import replace
from typing import Final

from engine.cards import JOKER, Card, rank
from engine.melds import deadwood
from engine.pifpaf.state import State, in_play

JOKER_VALUE: Final = 20
COURT_VALUE: Final = 10


def value(card: Card) -> int:
    """Penalty points of a card left in the hand: ace 1, court cards 10, joker 20 (S0)."""
    return JOKER_VALUE if card == JOKER else min(rank(card) + 1, COURT_VALUE)


VALUES: Final = tuple(value(card) for card in range(JOKER + 1))


def points(
    state: State, winner: int | None, out_with: int | None, *, direto: bool
) -> dict[int, int]:
    """What each place gets or loses; empty for a void hand and where nothing is counted.

    `winner` is a place. `out_with`: cards that the winner melded, None when all others folded.
    """
    if winner is None or state.rules.scoring == "win":
        return {}
    count = len(state.hands)
    if state.rules.scoring == "lives":
        return {place: _lives(state, place, winner, out_with) for place in range(count)}
    return {
        place: _penalty(state, place, winner, out_with, direto=direto)
        + state.players[place].bought * state.rules.buy_cost
        for place in range(count)
    }


def _lives(state: State, place: int, winner: int, out_with: int | None) -> int:
    """One or two points for each loser (S3 S4).

    Where leaving has its price, playing on and losing costs more (WKm, D26).
    """
    rules = state.rules
    if place == winner:
        return 0
    if not in_play(state, place):
        return rules.fold_cost
    if out_with is None:
        return 0
    lost = rules.lose_ten if out_with > rules.hand_size else rules.lose_nine
    return max(lost, rules.fold_cost + 1) if rules.fold_cost else lost


def _penalty(state: State, place: int, winner: int, out_with: int | None, *, direto: bool) -> int:
    """The values of the cards left (S0, D16), doubled by a direto (D17); laid ones are safe.

    Nobody counts when the hand wasn't played, and a folded seat has paid its price already.
    """
    if place == winner or out_with is None or not in_play(state, place):
        return 0
    hand = state.hands[place]
    left = sum(VALUES[card] for card in hand)
    if state.rules.count_cards == "unmelded":
        left = _unmelded(state, hand)
    return left * (state.rules.direto_points if direto else 1)


def _unmelded(state: State, hand: tuple[Card, ...]) -> int:
    """The least that is left of a hand when its melds of natural cards don't count.

    A wild card melds for whoever goes out with it; in a loser's hand it counts (S04).
    """
    natural = tuple(card for card in hand if card != JOKER)
    left, _ = deadwood(natural, replace(state.melds, wilds=frozenset()), VALUES)
    return left + JOKER_VALUE * (len(hand) - len(natural))
