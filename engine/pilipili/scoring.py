"""What a round counts: one Pili for each trick too many or too few, and what the Mission adds."""

from engine.hand import SCORED, Outcome
from engine.jsonable import Json
from engine.pilipili.deal import carried_on
from engine.pilipili.state import OVER, State, bid_of, changed, seat_at, taken


def off(bid: int, won: int) -> int:
    """Pilis for tricks too many or too few (P21 to P24)."""
    return abs(bid - won)


def finish(state: State) -> State:
    """The round over, and all Pilis counted at once."""
    places = range(len(state.hands))
    bids = [bid_of(state, place) or 0 for place in places]
    won = taken(state)
    costs = [0] * len(state.hands)
    for trick in state.tricks:
        costs[trick.winner] += trick.pilis
    own = tuple(off(bids[place], won[place]) + costs[place] for place in places)
    pilis = state.mission.pilis(state, own)
    seats = state.setup.seats
    seat_numbers = [one.seat for one in seats]

    def by_seat(counted: tuple[int, ...] | list[int]) -> tuple[tuple[int, int], ...]:
        return tuple(zip(seat_numbers, counted, strict=True))

    outcome = Outcome(
        winner=None,
        how=SCORED,
        melds=(),
        discard=None,
        pots=(),
        returned=(),
        deltas=by_seat([0] * len(seats)),
        stacks=by_seat([one.stack for one in seats]),
        next_dealer=seat_at(state, (state.dealer + 1) % len(seats)),
        points=by_seat(pilis),
        counts=(("bids", by_seat(bids)), ("tricks", by_seat(won)), ("own", by_seat(own))),
        carried=carried_on(state),
    )
    return changed(state, phase=OVER, turn=None, waits=(), chosen=(), outcome=outcome)


def result_json(state: State) -> Json | None:
    """What everybody may know of how the round ended; None while it lasts.

    `points`: Pilis got, less than 0 when some are discarded. `own`: Pilis for bids and tricks
    alone.
    """
    outcome = state.outcome
    if outcome is None:
        return None
    return {
        "winner": None,
        "how": outcome.how,
        "points": [list(pair) for pair in outcome.points],
        **{name: [list(pair) for pair in counted] for name, counted in outcome.counts},
        "deltas": [list(pair) for pair in outcome.deltas],
    }
