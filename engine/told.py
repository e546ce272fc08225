"""What every telling of a hand shares."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from engine.jsonable import Json

YOU = "you"
"""What a telling calls the seat that it is for."""


class Teller(Protocol):
    """The words of a game: a module of its folder, called with what a viewer may know."""

    CLOSES: str
    """What it means that the clock closes a window."""

    def dealt_told(self, table: Json, views: Mapping[int, Json], /) -> Iterator[str]:
        """The deal, from a spectator's view and those of the seats that it is told for."""
        ...

    def action_told(self, seen: Json, /) -> str:
        """What a seat did, as in "draws a card from the stock"; `seen` is of `Game.seen`."""
        ...

    def follows_told(self, seen: Json, named: Callable[[int], str] = ..., /) -> Iterator[str]:
        """What else came of an action; `named` says who, or "you"."""
        ...

    def outcome_told(self, outcome: Json, /) -> Iterator[str]:
        """How the hand ended, from the outcome as the record has it."""
        ...
