"""The end of a window: an action of the clock (rules 0.3)."""

from engine.actions import Action
from engine.pifpaf import rights
from engine.pifpaf.refusal import refuse
from engine.pifpaf.state import WINDOW, State, changed


def close_window(state: State, action: Action) -> State:
    """The state after the window: what was asked for in it is settled, or play goes on."""
    if action.seat is not None:
        refuse("not-now", "The clock closes a window.")
    if state.phase != WINDOW:
        refuse("not-now", "No window is open.")
    return rights.of(state).close(changed(state, tick=state.tick + 1))
