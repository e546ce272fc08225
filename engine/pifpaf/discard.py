"""The second half of a turn: one card on the discard pile."""

from dataclasses import replace

from engine.actions import Action
from engine.pifpaf import lay, rights
from engine.pifpaf.state import (
    DRAW,
    WINDOW,
    PileMove,
    State,
    after,
    changed,
    less,
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
    lay.check_laid(state, place)
    card = thrown(state, place, state.hands[place], action.card)
    hand = less(state.hands[place], card)
    state = changed(
        state,
        hands=with_hand(state, place, hand),
        discards=(*state.discards, card),
        pile=(*state.pile, PileMove(place, "threw", card)),
        drawn=None if card == state.drawn and card not in hand else state.drawn,
        tick=state.tick + 1,
    )
    return state if len(hand) > to_hold(state, place) else _next_turn(state, place)


def _next_turn(state: State, place: int) -> State:
    """The turn passed on; a window opens first if anybody has a right to the card."""
    mine = state.players[place]
    if not mine.played:
        players = with_player(state, place, replace(mine, played=True))
        state = changed(state, players=players)
    state = changed(
        state,
        phase=WINDOW,
        turn=after(state, place)[0],
        drew=None,
        drawn=None,
        failed=False,
        discarder=place,
        window_tick=state.tick,
    )
    return state if rights.of(state).opens_window(state) else changed(state, phase=DRAW)
