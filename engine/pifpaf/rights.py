"""Who may have a discard out of turn: one object for each answer that the rules give.

The axis `out_of_turn` names it: "none", "claim" (S1), "announce" (tô de boa), "buy" (achat). What
somebody asks for in a window is known to nobody else until the window closes (rules 0.3).
"""

from typing import Final

from engine.pifpaf.buying import Buying
from engine.pifpaf.claiming import Announcing, Claiming, Right
from engine.pifpaf.state import State

RIGHTS: Final[dict[str, Right]] = {
    "none": Right(),
    "claim": Claiming(),
    "announce": Announcing(),
    "buy": Buying(),
}


def of(state: State) -> Right:
    """The right that these rules give."""
    return RIGHTS[state.rules.out_of_turn]
