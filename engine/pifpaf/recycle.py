"""The stock, and how an empty one is made from the discard pile (D11, D12)."""

from engine.cards import Card
from engine.pifpaf.state import State, changed


def from_stock(state: State) -> tuple[Card, State] | None:
    """The next card of the stock and the state without it.

    None when the stock is empty and can't be made again: too often done, or nothing to make it of.
    """
    stocked = state if state.stock else recycled(state)
    if stocked is None:
        return None
    return stocked.stock[0], changed(stocked, stock=stocked.stock[1:])


def recycled(state: State) -> State | None:
    """A new stock: the pile turned over as it lies (S1), or shuffled but for its top (S0 S3 S4).

    None when that has been done too often, or there is nothing to make it of. A shuffle reads the
    hand's own stream further on, so it was settled before the deal as the deck was.
    """
    if state.recycled == state.rules.recycle_limit:
        return None
    kept = 0 if state.later is None else 1
    if len(state.discards) <= kept:
        return None
    again = changed(
        state,
        discards=state.discards[-1:] if kept else (),
        pile=state.pile.plus("recycled"),
        recycled=state.recycled + 1,
    )
    if state.later is None:
        return changed(again, stock=state.discards)
    stock, later = state.later.shuffled(state.discards[:-1])
    return changed(again, stock=stock, later=later)
