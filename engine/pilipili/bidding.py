"""The bids: what may be bid, and what a bid leads to (P01 to P13).

Nobody can be left without a bid. Of the numbers 0 to T (T tricks, 1 at least) a Mission takes away
one at most, and the sum rule another one from the last bidder only. So a bid is left wherever
three numbers are (T of 2 or more). With T = 1: FORBID(x) lets all bid the same, and the last one's
forbidden number is then x itself or out of range; NOECHO is never played with one card.
"""

from collections.abc import Sequence

from engine.actions import Action
from engine.pilipili.refusal import refuse
from engine.pilipili.state import Mission, State, changed


def allowed(mission: Mission, tricks: int, previous: Sequence[int], players: int) -> list[int]:
    """What the next of so many players may bid, given the bids before.

    The bids must not come to the number of tricks, so that somebody misses his: this binds the
    last one (S2).
    """
    numbers = mission.bids(range(tricks + 1), previous)
    if len(previous) + 1 < players:
        return list(numbers)
    forbidden = tricks - sum(previous)
    return [number for number in numbers if number != forbidden]


def open_bids(state: State) -> list[int]:
    """What the place in turn may bid."""
    return allowed(state.mission, state.to_play, state.bids, len(state.hands))


def bid(state: State, place: int, action: Action) -> State:
    """The state after a bid; after the last one the Mission acts, and play begins."""
    number = action.number
    numbers = open_bids(state)
    if number is None or number not in numbers:
        refuse("bid-forbidden", f"You may bid {_listed(numbers)}, not {number}.")
    state = changed(
        state,
        bids=(*state.bids, number),
        turn=(place + 1) % len(state.hands),
        tick=state.tick + 1,
    )
    return state.mission.after_bids(state) if len(state.bids) == len(state.hands) else state


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last
