"""How a hand ends: who takes which chips (rules 0.2), and what is told of it."""

from collections import Counter
from dataclasses import replace

from engine import cards, pots
from engine.cards import Card
from engine.hand import Melds, Outcome, Pot
from engine.jsonable import Json
from engine.pifpaf.state import OVER, State, seat_at


def finish(
    state: State,
    winner: int | None,
    how: str,
    melds: Melds = (),
    discard: Card | None = None,
) -> State:
    """The hand over and every chip back in a stack.

    `winner` is a place; None means void: each seat gets its own back (D12).

    The winner takes every pot he is in; a pot he isn't in goes back to those who paid it, folded
    seats too.
    """
    seat = None if winner is None else seat_at(state, winner)
    gains: Counter[int] = Counter()
    returned: Counter[int] = Counter(dict(state.returned))
    pots_won = []
    for layer in pots.layers(state.betting.bettors):
        won_by = seat if seat in layer.seats else None
        pots_won.append(Pot(amount=layer.amount, seats=layer.seats, winner=won_by))
        if won_by is None:
            gains.update(dict(layer.paid))
            returned.update(dict(layer.paid))
        else:
            gains[won_by] += layer.amount
    bettors = tuple(
        replace(one, stack=one.stack + gains[one.seat]) for one in state.betting.bettors
    )
    seats = state.setup.seats
    outcome = Outcome(
        winner=seat,
        how=how,
        melds=melds,
        discard=discard,
        pots=tuple(pots_won),
        returned=tuple((one.seat, returned[one.seat]) for one in seats if returned[one.seat]),
        deltas=tuple(
            (one.seat, end.stack - one.stack) for one, end in zip(seats, bettors, strict=True)
        ),
        stacks=tuple((end.seat, end.stack) for end in bettors),
        # The winner deals next, also the one who took the pot unplayed (S1, D24); after a void
        # hand the same dealer does (D12).
        next_dealer=state.setup.dealer if seat is None else seat,
    )
    return replace(
        state,
        phase=OVER,
        turn=None,
        drew=None,
        claims=(),
        betting=replace(state.betting, bettors=bettors),
        outcome=outcome,
    )


def result_json(outcome: Outcome) -> Json:
    """What everybody may know of how a hand ended."""
    return {
        "winner": outcome.winner,
        "how": outcome.how,
        "melds": [cards.texts(meld) for meld in outcome.melds],
        "discard": None if outcome.discard is None else cards.text(outcome.discard),
        "pots": [
            {"amount": pot.amount, "seats": list(pot.seats), "winner": pot.winner}
            for pot in outcome.pots
        ],
        "returned": [list(pair) for pair in outcome.returned],
        "deltas": [list(pair) for pair in outcome.deltas],
    }
