"""Achat: a discard bought out of turn, with a card of the stock on top (S0 variant, D19)."""

from engine.actions import Action
from engine.jsonable import Json
from engine.pifpaf.claiming import Right, go_on
from engine.pifpaf.recycle import from_stock
from engine.pifpaf.refusal import refuse
from engine.pifpaf.state import (
    DRAW,
    PILE,
    WINDOW,
    Claim,
    State,
    after,
    changed,
    claim_of,
    piled,
    to_hold,
    with_hand,
    with_player,
)


class Buying(Right):
    """The place in turn has first refusal; then the nearest buyer gets the card.

    It has refused when it draws from the stock, in the window or after it.
    """

    kind = "buy"

    def entitled(self, state: State) -> list[int]:
        """Those who are neither the discarder nor in turn, nor still hold cards bought before."""
        if state.phase != WINDOW or state.discarder is None:
            return []
        return [
            place
            for place in after(state, state.discarder)
            if place != state.turn and len(state.hands[place]) == to_hold(state, place)
        ]

    def moves(self, state: State, place: int) -> list[Json]:
        """To buy the card."""
        if claim_of(state, place) is not None or place not in self.entitled(state):
            return []
        return [{"kind": "buy", "cost": state.rules.buy_cost}]

    def ask(self, state: State, place: int, action: Action) -> State:
        """Store the wish to buy."""
        if state.phase != WINDOW:
            refuse("not-now", "A card is bought right after it was discarded.")
        if place == state.discarder:
            refuse("not-now", "It is your own discard.")
        if place == state.turn:
            refuse("not-now", "It is your turn next: take the card for nothing.")
        if claim_of(state, place) is not None:
            refuse("not-now", "You have asked for it already: wait for the window to close.")
        if place not in self.entitled(state):
            refuse("not-now", "You still hold cards that you bought: play your turn first.")
        return changed(state, claims=(*state.claims, Claim(place)))

    def close(self, state: State) -> State:
        """Sold if the place in turn has drawn meanwhile; else the buyers wait for its draw."""
        if state.drew is None:
            return changed(state, phase=DRAW)
        return go_on(self.settle(state))

    def settle(self, state: State) -> State:
        """The nearest buyer gets the card, unless the place in turn has just taken it.

        Nothing is sold when there is no card of the stock to go with it, or when the pile was
        turned over meanwhile.
        """
        asked = {claim.place for claim in state.claims}
        state = changed(state, claims=())
        if not asked or state.drew == PILE or not state.discards or state.discarder is None:
            return state
        buyer = next(place for place in after(state, state.discarder) if place in asked)
        card = state.discards[-1]
        pile = piled(state, buyer, "bought", card)
        drawn = from_stock(changed(state, discards=state.discards[:-1], pile=pile))
        if drawn is None:
            return state
        more, state = drawn
        player = state.players[buyer]
        return changed(
            state,
            hands=with_hand(state, buyer, (*state.hands[buyer], card, more)),
            players=with_player(state, buyer, player._replace(bought=player.bought + 1)),
        )
