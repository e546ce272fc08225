"""What happened in a hand, put together in turns: a hundred equal lines nobody reads."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

Json = Mapping[str, Any]
TOGETHER = frozenset({"bet", "stay", "bid", "give", "pick"})
"""Phases in which what all the seats do is one turn."""
ENDS = frozenset({"close", "void"})
"""Types of the event that ends a hand."""


class Told(NamedTuple):
    """A step of a telling: its number, the line of the record it ends with, and a sentence."""

    step: int
    line: int
    sentence: str


class Turn(NamedTuple):
    """Steps that belong together: a player's turn, the bets, a trick; the time since the deal."""

    title: str
    clock: str
    steps: list[Told]


class Turns:
    """Puts steps into turns, in the order in which they come."""

    def __init__(self, turns: list[Turn], start: int) -> None:
        """Fill `turns`; the hand was dealt at `start` (ms)."""
        self._turns = turns
        self._start = start
        self._step = 0
        self._open: object = None

    def begin(self, said: str) -> None:
        """Tell the deal: the step before all others, number 0."""
        self._turns.append(Turn("", clock_of(0), [Told(0, 0, said)]))

    def add(self, event: Json, kind: str, trick: int, said: str) -> None:
        """Tell what an event did while the hand waited for something of this kind.

        `trick`: the number of the running one; 0 in a game without tricks.

        What the clock says of a player belongs to the turn that it comes in.
        """
        if event["type"] == "clock" and self._open is not None:
            self._put(event, self._open, "", said)
        elif kind in TOGETHER:
            self._put(event, kind, _titles()[kind], said)
        elif trick:
            self._put(event, ("trick", trick), _("Trick {n}").format(n=trick), said)
        else:
            self._put(event, ("seat", event.get("seat")), "", said)

    def end(self, event: Json, said: str) -> None:
        """Tell how the hand ended."""
        self._put(event, "end", "", said)

    def _put(self, event: Json, group: object, title: str, said: str) -> None:
        if group != self._open:
            clock = clock_of(cast("int", event["at"]) - self._start)
            self._turns.append(Turn(title, clock, []))
            self._open = group
        self._step += 1
        self._turns[-1].steps.append(Told(self._step, cast("int", event["seq"]), said))


def clock_of(ms: int) -> str:
    """Return a time since the deal as minutes and seconds."""
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest // 1000:02d}"


def _titles() -> dict[str, str]:
    return {
        "bet": _("Bets"),
        "stay": _("Who stays"),
        "bid": _("Bids"),
        "give": _("Cards passed on"),
        "pick": _("Choices"),
    }
