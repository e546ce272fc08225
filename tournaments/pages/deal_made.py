"""A deal that was made, as every page of the tournament and the big screen tell it."""

from typing import Any

from tournaments.pages.reading import Seen
from tournaments.rules.deals import by_points
from tournaments.rules.state import CANCELLED, RUNNING


def deal_made(here: Seen) -> dict[str, Any] | None:
    """Who gets what, and what is still played for; None: nobody has shared the prizes.

    "each": chips of everybody where all get the same, else 0; "shares": names with chips, most
    first; "for_first": chips left for the winner; "playing": whether the places are still open;
    "by_points": whether who is put out keeps points that may still win.
    """
    state = here.state
    if state is None or not state.deal or state.phase == CANCELLED:
        return None
    shares = sorted(state.deal.items(), key=lambda pair: -pair[1])
    amounts = {amount for _ref, amount in shares}
    return {
        "each": shares[0][1] if len(amounts) == 1 else 0,
        "shares": [(here.name(ref), amount) for ref, amount in shares],
        "for_first": state.for_first,
        "playing": state.phase == RUNNING,
        "by_points": by_points(state),
        "bounties": bool(here.structure.prizes.bounty_part),
    }
