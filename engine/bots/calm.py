"""The bot of chance, for every game: any entry of the legal list, each as likely."""

from collections.abc import Sequence
from typing import Final

from engine.hand import Choose
from engine.jsonable import Json
from engine.offers import filled_in

_SPEAKS_ONE_IN: Final = 4
"""How often it asks for a discard that it need not ask for."""


def calm(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Any action of the list, to fill seats and to shake the engine.

    In a window, where it may also let the card go, it asks for it now and then.
    """
    # Going out may be listed without any true way, for whoever wants to try a false one.
    moves = legal
    if len(legal) > 1 or (legal and "options" in legal[0]):
        moves = [move for move in legal if move.get("options", True)]
    if view.get("phase") == "window" and not any(move["kind"] == "claim" for move in moves):
        moves = moves if choose(_SPEAKS_ONE_IN) == 0 else []
    return filled_in(moves[choose(len(moves))], choose) if moves else {}
