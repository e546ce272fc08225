"""What comes before play: the betting round, or the question who stays in for points."""

from typing import Final

from engine import betting, pots
from engine.actions import Action
from engine.jsonable import Json
from engine.pifpaf.refusal import refuse
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import DRAW, STAY, State, after, changed, place_of, seat_at

BETS: Final = ("check", "call", "bet", "raise", "fold")


def start_play(state: State) -> State:
    """The betting is closed: the unmatched bet goes back, and play begins.

    The first seat in play after the dealer draws. A sole survivor takes the pot and the hand is
    not played (S1). Where leaving costs points, each seat is asked first (D26).
    """
    settled, returned = pots.give_back(state.betting)
    state = changed(state, betting=settled, returned=returned)
    if state.rules.fold_cost:
        return changed(state, phase=STAY, turn=_in_order(state)[0])
    return _begin(state)


def bet(state: State, action: Action) -> State:
    """The state after a bet, check, call, raise or fold."""
    moved = changed(state, betting=betting.apply(state.betting, action), tick=state.tick + 1)
    return start_play(moved) if moved.betting.turn is None else moved


def choices(state: State, place: int) -> list[Json]:
    """What the place may answer when it is asked whether it stays in."""
    moves: list[Json] = [{"kind": "stay"}]
    if may_leave(state, place):
        moves.append({"kind": "fold", "cost": state.rules.fold_cost})
    return moves


def may_leave(state: State, place: int) -> bool:
    """Whether the place has points enough to leave: with the last one it must play (WKm, D26)."""
    seat = seat_at(state, place)
    score = next(one.score for one in state.setup.seats if one.seat == seat)
    return score is None or score > state.rules.fold_cost


def stay_or_leave(state: State, action: Action) -> State:
    """The state after the place in turn has said whether it stays in."""
    place = place_of(state, action.seat)
    if place is None or place != state.turn:
        refuse("not-your-turn", "It is another seat's turn to stay or fold.")
    if action.kind not in ("stay", "fold"):
        refuse("not-now", "Say first whether you stay in: stay or fold.")
    order = _in_order(state)
    asked_next = order[order.index(place) + 1 :]
    if action.kind == "fold":
        if not may_leave(state, place):
            refuse("not-now", "With so few points left you must play: stay.")
        state = _fold(state, place)
    state = changed(state, tick=state.tick + 1)
    alone = len(betting.standing(state.betting)) == 1
    if asked_next and not alone:
        return changed(state, turn=asked_next[0])
    return _begin(state)


def _fold(state: State, place: int) -> State:
    bettors = list(state.betting.bettors)
    bettors[place] = bettors[place]._replace(folded=True)
    return changed(state, betting=state.betting._replace(bettors=tuple(bettors)))


def _begin(state: State) -> State:
    standing = betting.standing(state.betting)
    if len(standing) == 1:
        return finish(state, place_of(state, standing[0].seat), "folds")
    return changed(state, phase=DRAW, turn=_in_order(state)[0])


def _in_order(state: State) -> list[int]:
    """The places in play from the dealer's neighbour to the dealer."""
    dealer = place_of(state, state.setup.dealer)
    # The set-up was checked: the dealer is dealt in.
    at = 0 if dealer is None else dealer
    behind = after(state, at)
    return [*behind, at] if not state.betting.bettors[at].folded else behind
