"""One hand played by bots, and its record as a table would write it, at made-up times."""

from collections.abc import Mapping
from struct import Struct
from typing import Final

from engine import events
from engine.bots import Bot, Choose, calm
from engine.chain import entry, genesis
from engine.errors import IllegalAction
from engine.game import Action, Game, State, Waiting, parse_action
from engine.lines import act_line, line_of
from engine.shuffle import Stream, tagged_digest
from engine.timing import Clock

CLOCK: Final = Clock(action_ms=20_000, window_ms=3_000)
THOUGHT_MS_MIN: Final = 200
ACTIONS_MAX: Final = 100_000
"""No hand is as long as this; whoever reaches it has found a fault of the engine."""


_EIGHTS: Final = Struct(">8Q")  # a block of the stream


class EngineFault(Exception):
    """The engine broke its word: it refused what it had listed, lost chips, or didn't end."""


class Scribe:
    """Writes the record of one hand: numbers the events and links each line to the one before.

    With `keep` off it only counts them, which is faster.
    """

    def __init__(self, hand: str, *, keep: bool = True) -> None:
        self.hand = hand
        self.head = genesis(hand)
        self.seq = 0
        self._keep = keep
        self._lines: list[str] = []

    def write(self, event: events.Event) -> None:
        """Add an event."""
        self.seq += 1
        if self._keep:
            self.head, line = entry(self.head, line_of(event))
            self._lines.append(line)

    def act(self, at: int, action: Action) -> None:
        """Add the event of a player's action."""
        if self._keep:
            self.head, line = entry(self.head, act_line(self.hand, self.seq, at, action))
            self._lines.append(line)
        self.seq += 1

    def text(self) -> str:
        """The file so far."""
        return "".join(self._lines)


class BotHand:
    """One hand on its way: its state, its record and the made-up time.

    Thoughts take under two seconds, a window its full length. The bots' whims follow from the
    hand's id.
    """

    def __init__(self, game: Game, state: State, scribe: Scribe, bots: Mapping[int, Bot]) -> None:
        self.state = state
        self.actions = 0
        self._game = game
        self._scribe = scribe
        self._bots = bots
        self._choose = _chooser(tagged_digest("batida/1/simulate-pace", scribe.hand.encode()))

    def play(self, at: int) -> int:
        """Play to the end. `at` is the moment of the deal in ms; returns that of the last act.

        Raises EngineFault.
        """
        while self.actions < ACTIONS_MAX:
            waiting = self._game.waiting(self.state)
            if waiting.kind == "over":
                return at
            if waiting.kind == "window":
                at = self._window(waiting, at)
            elif waiting.together:
                # All think at the same time; the slowest is the last to have chosen.
                for seat in waiting.seats:
                    at += self._thought() // len(waiting.seats)
                    self._answer(seat, waiting, at)
            else:
                at += THOUGHT_MS_MIN + 7 * self._choose(256)  # as `_thought`, at nearly every turn
                self._answer(waiting.seats[0], waiting, at)
        msg = f"The hand has gone on for {ACTIONS_MAX} actions and isn't over."
        raise EngineFault(msg)

    def _window(self, waiting: Waiting, opened: int) -> int:
        """Whoever wants the card may ask for it; then the window closes on time."""
        at = opened
        for seat in waiting.seats:
            at += self._thought() // len(waiting.seats)
            self._answer(seat, waiting, at)
        closes = opened + (CLOCK.window_ms if waiting.ms is None else waiting.ms)
        self._put(self._game.default(self.state))
        self._scribe.write(events.window_closed(self._scribe.hand, self._scribe.seq, closes))
        return closes

    def _answer(self, seat: int, waiting: Waiting, at: int) -> None:
        bot = self._bots[seat]
        # The calm bot looks at the phase alone: the rest would be made to be thrown away.
        view = {"phase": waiting.kind} if bot is calm else self._game.view(self.state, seat)
        said = bot(view, self._game.legal(self.state, seat), self._choose)
        if said or waiting.kind != "window":
            action = parse_action(said, seat)
            self._put(action)
            self._scribe.act(at, action)

    def _put(self, action: Action) -> None:
        try:
            self.state = self._game.apply(self.state, action)
        except IllegalAction as error:
            msg = f"Seat {action.seat} was refused {action.kind} ({error.code}): {error}"
            raise EngineFault(msg) from error
        self.actions += 1

    def _thought(self) -> int:
        return THOUGHT_MS_MIN + 7 * self._choose(256)


def _chooser(key: bytes) -> Choose:
    """Whims from the stream of a key, eight bytes for each."""
    stream = Stream(key)
    left: list[int] = []

    def choose(n: int) -> int:
        if not left:
            left.extend(reversed(_EIGHTS.unpack(stream.take(_EIGHTS.size))))
        # Eight bytes folded: the bias of a bot's whim, below 2^-50, hurts nobody.
        return left.pop() % n

    return choose
