"""The second half of a turn: one card on the discard pile."""

from engine.actions import Action
from engine.cards import Card
from engine.pifpaf import lay
from engine.pifpaf.rights import RIGHTS
from engine.pifpaf.state import (
    DRAW,
    WINDOW,
    State,
    changed,
    less,
    next_after,
    piled,
    to_hold,
    with_hand,
    with_player,
)
from engine.pifpaf.throwing import check_drawn, thrown


def discard(state: State, place: int, action: Action) -> State:
    """The state after a discard.

    Whoever holds more than one card too many, for he has bought some, goes on discarding (D19).
    """
    check_drawn(state)
    if state.rules.open_melds:
        lay.check_laid(state, place)
    hand = state.hands[place]
    card = thrown(state, place, hand, action.card)
    hand = less(hand, card)
    if len(hand) > to_hold(state, place):
        return changed(
            state,
            hands=with_hand(state, place, hand),
            discards=(*state.discards, card),
            pile=piled(state, place, "threw", card),
            drawn=None if card == state.drawn and card not in hand else state.drawn,
            tick=state.tick + 1,
        )
    return _next_turn(state, place, hand, card)


def _next_turn(state: State, place: int, hand: tuple[Card, ...], card: Card) -> State:
    """The turn passed on; a window opens first if anybody has a right to the card."""
    players, mine = state.players, state.players[place]
    if not mine.played:
        players = with_player(state, place, mine._replace(played=True))
    right = RIGHTS[state.rules.out_of_turn]
    asleep = right.is_asleep(state)
    tick = state.tick + 1
    passed = changed(
        state,
        hands=with_hand(state, place, hand),
        players=players,
        discards=(*state.discards, card),
        pile=piled(state, place, "threw", card),
        phase=DRAW if asleep else WINDOW,
        turn=next_after(state, place),
        drew=None,
        drawn=None,
        failed=False,
        discarder=place,
        tick=tick,
        window_tick=tick,
    )
    if asleep or right.opens_window(passed):
        return passed
    return changed(passed, phase=DRAW)
