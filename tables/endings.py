"""How a hand looks that the house broke off: its rules know no end of it."""

from typing import Any

from tables.models import Hand

Json = dict[str, Any]


def ended_view(view: Json, hand: Hand) -> Json:
    """Return an engine's view of a hand that is over, as over; one that ended by its rules is.

    Of an abandoned hand the engine's state is still in play, and the house's is not.
    """
    if view["phase"] == "over":
        return view
    ended = {"phase": "over", "turn": None, "window": None, "drew": None, "drawn": None}
    return view | ended | {"result": hand.result}
