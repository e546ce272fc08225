"""The one transition of a hand: an action is applied whole, or refused with the state as it was.

The phases, and what leads from one to the next:

    bet      betting round closed -> stay or draw (or over: all but one folded)
    stay     all have said whether they stay in -> draw (or over: one is left)
    draw     drawn -> discard (or over: nothing left to draw, the hand is void)
    discard  discarded -> window, or draw if nobody has a right to the card; gone out -> over
    window   the clock closes it: claimed -> over; the player in turn drew meanwhile -> discard;
             else -> draw

What is asked for in a window changes nothing that the others could see until it closes, so it
doesn't count in the tick either (rules 0.3).
"""

from collections.abc import Callable
from typing import Final

from engine.actions import HIDDEN_IN_WINDOW, Action
from engine.errors import IllegalAction
from engine.pifpaf import rights
from engine.pifpaf.discard import discard
from engine.pifpaf.draw import draw
from engine.pifpaf.goout import go_out
from engine.pifpaf.lay import lay
from engine.pifpaf.legal import legal
from engine.pifpaf.opening import BETS, bet, stay_or_leave
from engine.pifpaf.refusal import refuse
from engine.pifpaf.state import BET, OVER, STAY, State, in_play, place_of
from engine.pifpaf.window import close_window

_MOVES: Final[dict[str, Callable[[State, int, Action], State]]] = {
    "draw": draw,
    "discard": discard,
    "go-out": go_out,
    "lay": lay,
}


def apply(state: State, action: Action) -> State:
    """The state after the action. Raises IllegalAction with what the seat may do instead."""
    try:
        if state.phase == OVER:
            refuse("hand-over", "The hand is over; wait for the next deal.")
        if action.kind == "close-window":
            return close_window(state, action)
        place = place_of(state, action.seat)
        if place is None:
            refuse("not-your-turn", "That seat isn't dealt into this hand.")
        # Who is in turn hasn't folded: that is asked of the others alone.
        if place != state.turn and not in_play(state, place):
            refuse("not-your-turn", "You have folded; wait for the next deal.")
        if state.phase == BET:
            return bet(state, action)
        if state.phase == STAY:
            return stay_or_leave(state, action)
        return _played(state, place, action)
    except IllegalAction as no:
        raise IllegalAction(no.code, no.detail, legal(state, action.seat)) from None


def _played(state: State, place: int, action: Action) -> State:
    move = _MOVES.get(action.kind)
    if move is not None:
        if place != state.turn:
            refuse("not-your-turn", "It is another seat's turn.")
        return move(state, place, action)
    if action.kind in HIDDEN_IN_WINDOW:
        return _ask(state, place, action)
    if action.kind == "announce":
        return rights.of(state).announce(state, place)
    if action.kind not in BETS and action.kind != "stay":
        refuse("bad-action", "There is no action of that kind.")
    return refuse("not-now", "The betting round is over.")


def _ask(state: State, place: int, action: Action) -> State:
    right = rights.of(state)
    if action.kind != right.kind:
        refuse("not-now", f'Under these rules there is no "{action.kind}".')
    return right.ask(state, place, action)
