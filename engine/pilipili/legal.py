"""What a seat may do, with bounds: exactly what `play.apply` takes."""

from functools import lru_cache
from typing import Final

from engine import cards
from engine.actions import Action
from engine.cards import JOKER
from engine.hand import Waiting
from engine.jsonable import Json
from engine.pilipili import kinds
from engine.pilipili.bidding import open_bids
from engine.pilipili.state import (
    BID,
    NAME,
    OVER,
    PEEK,
    PLAY,
    VALUE_MAX,
    VALUE_MIN,
    State,
    choice_of,
    place_of,
    seat_at,
)

_TURNS_MAX: Final = 2048


def legal(state: State, seat: int | None) -> list[Json]:
    """The actions of the seat (None: of the clock) as the API lists them."""
    if seat is None:
        return [{"kind": kinds.CLOSE}] if state.phase == PEEK else []
    place = place_of(state, seat)
    if place is None:
        return []
    if state.waits:
        chooses = place in state.waits and choice_of(state, place) is None
        return state.mission.choices(state, place) if chooses else []
    if place != state.turn:
        return []
    if state.phase == BID:
        return [{"kind": kinds.BID, "numbers": open_bids(state)}]
    if state.phase == PLAY:
        return state.mission.plays(state, place)
    if state.phase == NAME:
        return [{"kind": kinds.NAME, "range": [VALUE_MIN, VALUE_MAX]}]
    return state.mission.choices(state, place)


def waiting(state: State) -> Waiting:
    """What the round waits for. It never tells who of several has chosen already."""
    if state.phase == OVER:
        return Waiting(OVER, ())
    if state.phase == PEEK:
        return Waiting("window", (), number=state.tick, ms=state.mission.look_ms)
    if state.waits:
        seats = tuple(seat_at(state, place) for place in state.waits)
        return Waiting(state.phase, seats, together=True, number=state.tick)
    return _turn(state.phase, state.setup.seats[state.turn or 0].seat, state.tick)


@lru_cache(maxsize=_TURNS_MAX)
def _turn(phase: str, seat: int, number: int) -> Waiting:
    """One seat is to move; the rounds of a table have the same turns."""
    return Waiting(phase, (seat,), number=number)


def default(state: State, seat: int | None = None) -> Action:
    """What the clock does now (rules 0.4).

    The smallest bid, the lowest card (the Joker last, as 0), else the first that is listed. Raises
    ValueError when the round is over.
    """
    if state.phase == PEEK:
        return Action(kind=kinds.CLOSE)
    if state.phase == OVER:
        msg = "the round is over, so nobody's time can run out"
        raise ValueError(msg)
    if state.waits:
        due = [place for place in state.waits if choice_of(state, place) is None]
        place = place_of(state, seat)
        place = place if place in due and place is not None else due[0]
    else:
        place = state.turn or 0
    return _first(legal(state, seat_at(state, place))[0], seat_at(state, place))


def _first(move: Json, seat: int) -> Action:
    """The least that an entry of the legal list allows."""
    kind = move["kind"]
    if kind == kinds.PLAY:
        card = min(map(cards.parse, move["cards"]))
        return Action(kind, seat, card=card, number=VALUE_MIN if card == JOKER else None)
    if kind == kinds.GIVE:
        given = move["cards"][: move["count"]]
        return Action(kind, seat, cards=tuple(map(cards.parse, given)))
    if kind == kinds.PICK:
        return Action(kind, seat, whom=move["seats"][0])
    return Action(kind, seat, number=(move.get("numbers") or move["range"])[0])
