"""The kinds of action of the family."""

from collections.abc import Mapping
from typing import Final

from engine.actions import Shape

KINDS: Final[Mapping[str, Shape]] = {
    "check": Shape(),
    "call": Shape(),
    "bet": Shape(needs=("to",)),
    "raise": Shape(needs=("to",)),
    "fold": Shape(),
    "stay": Shape(),
    "draw": Shape(needs=("from",)),
    "discard": Shape(needs=("card",)),
    "lay": Shape(may=("melds",)),
    "announce": Shape(),
    "go-out": Shape(may=("discard", "melds")),
    "claim": Shape(may=("discard", "melds")),
    "buy": Shape(),
    "close-window": Shape(clock=True),
}
