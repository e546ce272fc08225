"""The first half of a turn: one card, from the stock or from the discard pile."""

from engine.actions import Action
from engine.jsonable import Json
from engine.pifpaf import rights
from engine.pifpaf.recycle import recycled
from engine.pifpaf.refusal import refuse
from engine.pifpaf.scoring import finish
from engine.pifpaf.state import (
    DISCARD,
    DRAW,
    PILE,
    STOCK,
    WINDOW,
    Phase,
    State,
    changed,
    claim_of,
    piled,
    with_hand,
)


def draws(state: State) -> list[Json]:
    """The draws that the place in turn may make when it must."""
    moves: list[Json] = [{"kind": "draw", "from": STOCK}]
    if state.discards:
        moves.append({"kind": "draw", "from": PILE})
    return moves


def may_draw_early(state: State, place: int) -> bool:
    """Whether the place may draw from the stock while the window is open."""
    return (
        state.phase == WINDOW
        and place == state.turn
        and state.drew is None
        and bool(state.stock)
        and claim_of(state, place) is None
    )


def draw(state: State, place: int, action: Action) -> State:
    """The state after a draw; with nothing left to draw the hand is void (D12)."""
    early = state.phase == WINDOW
    if early:
        _check_early(state, place, action)
    elif state.phase != DRAW:
        refuse("not-now", "You have drawn: discard, or go out.")
    if action.source == STOCK:
        stocked = state if state.stock else recycled(state)
        if stocked is None:
            return finish(changed(state, tick=state.tick + 1), None, "void")
        drawn = _from_stock(stocked, place, WINDOW if early else DISCARD)
    elif action.source == PILE:
        if not state.discards:
            refuse("not-now", "The discard pile is empty: draw from the stock.")
        drawn = _from_pile(state, place)
    else:
        return refuse("bad-action", 'A draw is from "stock" or from "discard".')
    # Whoever waits for this discard has waited for the place in turn to leave it or take it.
    return drawn if early or not drawn.claims else rights.of(drawn).settle(drawn)


def _from_stock(state: State, place: int, phase: Phase) -> State:
    card = state.stock[0]
    return changed(
        state,
        hands=with_hand(state, place, (*state.hands[place], card)),
        stock=state.stock[1:],
        phase=phase,
        drew=STOCK,
        drawn=card,
        tick=state.tick + 1,
    )


def _from_pile(state: State, place: int) -> State:
    card = state.discards[-1]
    return changed(
        state,
        hands=with_hand(state, place, (*state.hands[place], card)),
        discards=state.discards[:-1],
        pile=piled(state, place, "took", card),
        phase=DISCARD,
        drew=PILE,
        drawn=card,
        tick=state.tick + 1,
    )


def _check_early(state: State, place: int, action: Action) -> None:
    if claim_of(state, place) is not None:
        refuse("not-now", "You have claimed: wait for the window to close.")
    if state.drew is not None:
        refuse("not-now", "You have drawn: wait for the window to close.")
    if action.source == PILE:
        refuse(
            "not-now",
            "Others may want the discard until the window closes: draw from the stock, or wait.",
        )
    if not state.stock:
        # Making a stock of the pile would take the card away that others may claim just now.
        refuse(
            "not-now",
            "The stock is empty: wait for the window to close, then the pile becomes the stock.",
        )
