"""The stock, and how an empty one is made from the discard pile (D11, D12)."""

from engine.cards import Card
from engine.pifpaf.state import PileMove, State, changed


def from_stock(state: State) -> tuple[Card, State] | None:
    """The next card of the stock and the state without it.

    None when the stock is empty and can't be made again: too often done, or nothing to make it of.
    """
    if not state.stock:
        again = _recycled(state)
        if again is None:
            return None
        state = again
    return state.stock[0], changed(state, stock=state.stock[1:])


def _recycled(state: State) -> State | None:
    """A new stock: the pile turned over as it lies (S1), or shuffled but for its top (S0 S3 S4).

    A shuffle reads the hand's own stream further on, so it was settled before the deal as the deck
    was.
    """
    if state.recycled == state.rules.recycle_limit:
        return None
    kept = 0 if state.later is None else 1
    if len(state.discards) <= kept:
        return None
    again = changed(
        state,
        discards=state.discards[-1:] if kept else (),
        pile=(*state.pile, PileMove(None, "recycled", None)),
        recycled=state.recycled + 1,
    )
    if state.later is None:
        return changed(again, stock=state.discards)
    stock, later = state.later.shuffled(state.discards[:-1])
    return changed(again, stock=stock, later=later)
