"""What a seat may do, with bounds: exactly what `play.apply` takes."""

from functools import lru_cache
from typing import Final

from engine import betting, cards
from engine.actions import Action
from engine.hand import Waiting
from engine.jsonable import Json
from engine.pifpaf import rights
from engine.pifpaf.draw import draws, may_draw_early
from engine.pifpaf.goout import may_be_false, may_go_out, ways_json, ways_out, ways_shown
from engine.pifpaf.lay import lays, must_go_out, to_lay
from engine.pifpaf.opening import choices
from engine.pifpaf.rights import RIGHTS
from engine.pifpaf.state import (
    BET,
    DISCARD,
    DRAW,
    OVER,
    STAY,
    STOCK,
    WINDOW,
    Phase,
    State,
    after,
    in_play,
    place_of,
    seat_at,
)
from engine.pifpaf.throwing import banned, to_throw

_CLOSE_WINDOW: Final = Action(kind="close-window")
_WAITS_MAX: Final = 128  # six phases, each seat


def legal(state: State, seat: int | None) -> list[Json]:
    """The actions of the seat (None: of the clock) as the API lists them.

    In a window the list says whether the seat can claim, so it is for that seat alone.
    """
    if seat is None:
        return [{"kind": "close-window"}] if state.phase == WINDOW else []
    place = place_of(state, seat)
    phase = state.phase
    if place is None or phase == OVER or (place != state.turn and not in_play(state, place)):
        return []
    if phase == BET:
        return betting.legal(state.betting) if place == state.betting.turn else []
    if phase == STAY:
        return choices(state, place) if place == state.turn else []
    right = RIGHTS[state.rules.out_of_turn]
    asks = right.moves(state, place) if right.kind else []
    return _in_turn(state, place) + asks if place == state.turn else asks


def waiting(state: State) -> Waiting:
    """What the hand waits for. The same for everybody, for it never asks who could claim."""
    if state.phase == WINDOW:
        return Waiting(WINDOW, tuple(seat_at(state, place) for place in _in_window(state)))
    turn = state.betting.turn if state.phase == BET else state.turn
    seat = None if turn is None else state.betting.bettors[turn].seat
    return _waiting_for(state.phase, seat)


@lru_cache(maxsize=_WAITS_MAX)
def _waiting_for(phase: Phase, seat: int | None) -> Waiting:
    return Waiting(phase, () if seat is None else (seat,))


def default(state: State) -> Action:
    """What the clock does now (rules 0.4).

    It closes the window; checks or folds; stays in; draws from the stock; lays what must be laid;
    discards the card just drawn, or the last one that may be thrown. Raises ValueError when the
    hand is over.
    """
    if state.phase == WINDOW:
        return _CLOSE_WINDOW
    if state.phase == BET:
        return betting.default(state.betting)
    if state.turn is None:
        msg = "the hand is over, so nobody's time can run out"
        raise ValueError(msg)
    seat = seat_at(state, state.turn)
    if state.phase == STAY:
        return Action(kind="stay", seat=seat)
    if state.phase == DRAW:
        return Action(kind="draw", seat=seat, source=STOCK)
    return _default_discard(state, state.turn, seat)


def _default_discard(state: State, place: int, seat: int) -> Action:
    if to_lay(state, place):
        return Action(kind="lay", seat=seat, melds=to_lay(state, place)[0])
    if must_go_out(state, place):
        card, melds = next(iter(ways_out(state, place).items()))
        return Action(kind="go-out", seat=seat, card=card, melds=melds)
    kept = banned(state, place)
    card = next(card for card in reversed(state.hands[place]) if card != kept)
    return Action(kind="discard", seat=seat, card=card)


def _in_turn(state: State, place: int) -> list[Json]:
    if state.phase == DRAW:
        return draws(state)
    if state.phase == DISCARD:
        return _discards(state, place)
    return [{"kind": "draw", "from": STOCK}] if may_draw_early(state, place) else []


def _discards(state: State, place: int) -> list[Json]:
    open_melds = state.rules.open_melds
    moves = lays(state, place) if open_melds else []
    if moves:
        return moves
    may = may_go_out(state, place)
    ways = ways_json(ways_shown(state, place)) if may else []
    # Where melds are laid open, going out isn't left to the player (`lay.must_go_out`).
    if not (ways and open_melds):
        moves = [{"kind": DISCARD, "cards": cards.texts(to_throw(state, place))}]
    if may and may_be_false(state):
        moves.append({"kind": "go-out", "options": ways, "declare": True})
    elif ways:
        moves.append({"kind": "go-out", "options": ways})
    return moves


def _in_window(state: State) -> list[int]:
    """Who has a right to the discard, and the place in turn while it may still draw."""
    entitled = rights.of(state).entitled(state)
    order = [] if state.discarder is None else after(state, state.discarder)
    return [
        place for place in order if place in entitled or (place == state.turn and not state.drew)
    ]
