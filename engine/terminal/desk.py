"""What a game brings to a terminal: how a seat's view looks, and what may be typed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from engine.hand import MatchRules, Outcome
from engine.jsonable import Json
from engine.terminal.words import Reply


class Desk(Protocol):
    """One game at a terminal; it knows what the seats are called."""

    @property
    def sorts(self) -> tuple[str, ...]:
        """The orders in which the own cards may be shown, the usual one first."""
        ...

    @property
    def letters(self) -> str:
        """How cards are written, as a part of a sentence."""
        ...

    def table(self, view: Json) -> Iterator[str]:
        """The whole table."""
        ...

    def turn(self, view: Json, order: str, *, asked: bool) -> Iterator[str]:
        """What is to be seen when it is the person's turn, or when he is `asked` in a window."""
        ...

    def hand(self, view: Json, order: str) -> str:
        """The own cards."""
        ...

    def offers(self, view: Json, legal: Sequence[Json], *, asked: bool) -> str:
        """What the seat may do now, as one line."""
        ...

    def help_lines(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """Every word there is now, with its meaning."""
        ...

    def hint(self, view: Json, legal: Sequence[Json]) -> Iterator[str]:
        """Advice from what the seat sees."""
        ...

    def understood(self, line: str, legal: Sequence[Json]) -> Reply:
        """The reply that a line is. Raises Unclear."""
        ...

    def own_told(self, seen: Json) -> str:
        """What the person's own action came to, where the screen doesn't show it anyway."""
        ...

    def ended(
        self, outcome: Outcome, hands: Mapping[int, Sequence[str]], rules: MatchRules
    ) -> Iterator[str]:
        """How the hand ended; `hands` is what each seat holds then."""
        ...
