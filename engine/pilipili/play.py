"""The one transition of a round: an action is applied whole, or refused with the state as it was.

The phases, and what leads from one to the next:

    peek   the clock ends the look at the cards -> bid
    bid    all have bid -> give, pick or play, as the Mission says
    give   all that give have chosen -> play
    pick   all have picked -> play; the winner of a trick has -> give
    play   a trick is whole -> play, pick, or over; a Joker was turned -> name
    name   the Joker has its value -> play or over
"""

from collections.abc import Callable
from typing import Final

from engine.actions import Action
from engine.errors import IllegalAction
from engine.pilipili import kinds
from engine.pilipili.bidding import bid
from engine.pilipili.choosing import choose
from engine.pilipili.legal import legal
from engine.pilipili.refusal import refuse
from engine.pilipili.state import BID, OVER, PEEK, PLAY, State, changed, place_of
from engine.pilipili.tricks import name, play, turn

_MOVES: Final[dict[str, Callable[[State, int, Action], State]]] = {
    kinds.BID: bid,
    kinds.PLAY: play,
    kinds.TURN: turn,
    kinds.NAME: name,
    kinds.PICK: choose,
}
_NOW: Final = {
    kinds.BID: "It is time to bid.",
    kinds.PLAY: "It is time to play a card.",
    kinds.TURN: "It is time to turn one of the cards that lie face down.",
    kinds.NAME: "It is time to give the Joker its value.",
    kinds.GIVE: "It is time to choose what you give.",
    kinds.PICK: "It is time to pick a seat.",
}


def apply(state: State, action: Action) -> State:
    """The state after the action. Raises IllegalAction with what the seat may do instead."""
    try:
        return _applied(state, action)
    except IllegalAction as no:
        raise IllegalAction(no.code, no.detail, legal(state, action.seat)) from None


def _applied(state: State, action: Action) -> State:
    if state.phase == OVER:
        refuse("hand-over", "The hand is over; wait for the next deal.")
    if action.kind not in kinds.KINDS:
        refuse("bad-action", "There is no action of that kind in Pili Pili.")
    if state.phase == PEEK:
        return _look_over(state, action)
    place = place_of(state, action.seat)
    if place is None:
        refuse("not-your-turn", "That seat isn't dealt into this hand.")
    if place not in state.waits if state.waits else place != state.turn:
        refuse("not-your-turn", "It is another seat's turn.")
    # The only kind of action that fits the phase.
    now = state.mission.play_kind if state.phase == PLAY else state.phase
    if action.kind != now:
        refuse("not-now", _NOW[now])
    if state.waits:
        return choose(state, place, action)
    return _MOVES[now](state, place, action)


def _look_over(state: State, action: Action) -> State:
    if action.kind != kinds.CLOSE:
        refuse("not-now", "All look at their cards: wait until they are hidden.")
    if action.seat is not None:
        refuse("not-your-turn", "The clock says when the cards are hidden.")
    return changed(state, phase=BID, turn=state.dealer, tick=state.tick + 1)
