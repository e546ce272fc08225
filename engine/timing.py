"""When the clock may act: tables arm their deadlines by this rule, the verifier checks them by it.

*Which line arms.* A line arms a fresh deadline when the turn after it is another one than the
turn before it. A turn is one of these:

- a bet of one seat: `action_ms`, from the line that made it this seat's bet (the first: from the
  `commit` line);
- the play of one seat, its draw and its discard together: `action_ms`, from the line that made it
  this seat's play (the end of the betting, or the closing of the window before it). The draw
  inside a play arms nothing, so a player has `action_ms` for the whole play, and the clock that
  draws for a silent player may discard for it at once;
- a choice of several seats at the same time: `action_ms` from the line that asked for it. What one
  of them chooses arms nothing, and the clock chooses for all that haven't when it is due; for a
  seat that is away at once;
- a window whose length the rules say (`Waiting.ms`): so long, from the line that opened it;
- a claim window: `window_ms` from the discard that opened it. Claims arm nothing, and a player in
  turn who draws from the stock while it is open arms nothing either: the window is always the same
  length.

A credit (`clock` line, what `credited`) puts the running deadline off by its `ms`; the next
deadline is a fresh one. It gives back time in which the house was down, so it can't be longer than
the hand has lasted (`CREDIT_SLACK_MS` beside: that a house is down is known only some time later).

A seat may have more time than `action_ms` for one turn, from a reserve of its own (`clock` line,
what `longer`): the clock may then act `ms` after that line or after the running deadline,
whichever is later; `ms` is at most `LONGER_MAX_MS`.

A seat may be called *away* (`clock` line, what `away`) once the clock has acted for it; from then
on its turns are due at once, until its player acts or a `back` line gives it a fresh deadline. The
opening names the seats (`away`) that were so when the table's hand before ended, and nobody has
come back to since: they are away from the deal. That hand is the one the opening calls `previous`,
and its record proves it.

A line written by the clock (a default action, a closing of the window)
may not stand before the running deadline; `at == due` is in time. Players' actions are not timed
here: a late one counts as long as the clock has not acted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game import Waiting

LONGER_MAX_MS = 600_000
"""Ten minutes: no table gives a larger reserve."""
CREDIT_SLACK_MS = 60_000
_PLAY = frozenset({"draw", "discard"})


@dataclass(frozen=True, slots=True)
class Clock:
    """A table's times, in milliseconds."""

    action_ms: int
    window_ms: int


class Deadline(NamedTuple):
    """The running deadline: whose turn it is, and the first moment (ms) when the clock may act.

    `seat` is None for a window, and where several seats choose at the same time.
    """

    turn: str
    seat: int | None
    due: int
    number: int = 0

    def credited(self, ms: int) -> Deadline:
        """Return the same deadline put off by `ms`."""
        return Deadline(self.turn, self.seat, self.due + ms, self.number)

    def longer(self, at: int, ms: int) -> Deadline:
        """Return the same deadline, `ms` after a moment or after itself, whichever is later."""
        return Deadline(self.turn, self.seat, max(self.due, at) + ms, self.number)

    def hurried(self, at: int) -> Deadline:
        """Return the same deadline, due by `at` at the latest: nobody waits for an absent seat."""
        return Deadline(self.turn, self.seat, min(self.due, at), self.number)


class Turn(NamedTuple):
    """One turn: "bet" and a seat, say, or "window" and None. `number`: see `Waiting`."""

    kind: str
    seat: int | None
    number: int = 0


def turn_of(waiting: Waiting) -> Turn | None:
    """Return whose turn it is; None when the hand is over."""
    if waiting.kind == "over":
        return None
    kind = "play" if waiting.kind in _PLAY else waiting.kind
    nobodys = waiting.kind == "window" or waiting.together
    return Turn(kind, None if nobodys else waiting.seats[0], waiting.number)


def deadline_after(
    running: Deadline | None, waiting: Waiting, at: int, clock: Clock
) -> Deadline | None:
    """Return the deadline that runs after a line written at `at` (ms).

    `waiting` is what the state after that line waits for. The running deadline goes on while the
    turn is the same; None when the hand is over.
    """
    turn = turn_of(waiting)
    if turn is None:
        return None
    if running is not None and turn == (running.turn, running.seat, running.number):
        return running
    lasts = clock.window_ms if turn.kind == "window" else clock.action_ms
    if waiting.ms is not None:
        lasts = waiting.ms
    return Deadline(turn.kind, turn.seat, at + lasts, turn.number)
