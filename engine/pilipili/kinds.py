"""The kinds of action of Pili Pili."""

from collections.abc import Mapping
from typing import Final

from engine.actions import Shape

BID: Final = "bid"
PLAY: Final = "play"
TURN: Final = "turn"
NAME: Final = "name"
GIVE: Final = "give"
PICK: Final = "pick"
CLOSE: Final = "close-window"

KINDS: Final[Mapping[str, Shape]] = {
    BID: Shape(needs=("number",)),
    PLAY: Shape(needs=("card",), may=("number",)),
    TURN: Shape(needs=("number",)),
    NAME: Shape(needs=("number",)),
    GIVE: Shape(needs=("cards",)),
    PICK: Shape(needs=("whom",)),
    CLOSE: Shape(clock=True),
}
"""`number`: the tricks bid; the value of a Joker played; the place, from 1, of the face-down card
that is turned; the value of a Joker that was turned. `cards`: those handed on. `whom`: the seat
picked."""
