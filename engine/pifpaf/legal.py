"""What a seat may do, with bounds: exactly what `play.apply` takes."""

from engine import betting, cards
from engine.actions import Action
from engine.cards import Card
from engine.hand import Melds, Waiting
from engine.jsonable import Json
from engine.melds import claim_discards, winning_discards
from engine.pifpaf.state import (
    BET,
    DISCARD,
    DRAW,
    OVER,
    PILE,
    STOCK,
    WINDOW,
    State,
    claim_of,
    claimants,
    place_of,
    seat_at,
)


def legal(state: State, seat: int | None) -> list[Json]:
    """The actions of the seat (None: of the clock) as the API lists them.

    In a window the list says whether the seat can claim, so it is for that seat alone.
    """
    if seat is None:
        return [{"kind": "close-window"}] if state.phase == WINDOW else []
    place = place_of(state, seat)
    if place is None or state.phase == OVER:
        return []
    if state.phase == BET:
        return betting.legal(state.betting) if place == state.betting.turn else []
    if state.phase == WINDOW:
        return _in_window(state, place)
    if place != state.turn:
        return []
    return _draws(state) if state.phase == DRAW else _discards(state, place)


def waiting(state: State) -> Waiting:
    """What the hand waits for. The same for everybody, for it never asks who could claim."""
    if state.phase == BET:
        places = [] if state.betting.turn is None else [state.betting.turn]
    elif state.phase == WINDOW:
        places = claimants(state)
    else:
        places = [] if state.turn is None else [state.turn]
    return Waiting(kind=state.phase, seats=tuple(seat_at(state, place) for place in places))


def default(state: State) -> Action:
    """What the clock does now (rules 0.4).

    It closes the window; checks or folds; draws from the stock; discards the card just drawn.
    Raises ValueError when the hand is over.
    """
    if state.phase == WINDOW:
        return Action(kind="close-window")
    if state.phase == BET:
        return betting.default(state.betting)
    if state.turn is None:
        msg = "the hand is over, so nobody's time can run out"
        raise ValueError(msg)
    seat = seat_at(state, state.turn)
    if state.phase == DRAW:
        return Action(kind="draw", seat=seat, source=STOCK)
    return Action(kind="discard", seat=seat, card=state.hands[state.turn][-1])


def _draws(state: State) -> list[Json]:
    draws: list[Json] = [{"kind": "draw", "from": STOCK}]
    if state.discards:
        draws.append({"kind": "draw", "from": PILE})
    return draws


def _discards(state: State, place: int) -> list[Json]:
    hand = state.hands[place]
    moves: list[Json] = [{"kind": DISCARD, "cards": cards.texts(sorted(set(hand)))}]
    ways = winning_discards(hand, state.rules.melds)
    if ways:
        moves.append({"kind": "go-out", "options": _ways_json(ways)})
    return moves


def _in_window(state: State, place: int) -> list[Json]:
    if place not in claimants(state) or claim_of(state, place) is not None:
        return []
    moves: list[Json] = []
    ways = claim_discards(state.hands[place], state.discards[-1], state.rules.melds)
    if ways:
        moves.append({"kind": "claim", "options": _ways_json(ways)})
    if place == state.turn and state.stock:
        moves.append({"kind": "draw", "from": STOCK})
    return moves


def _ways_json(ways: dict[Card, Melds]) -> list[Json]:
    return [
        {"discard": cards.text(card), "melds": [cards.texts(meld) for meld in melds]}
        for card, melds in ways.items()
    ]
