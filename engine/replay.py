"""A record read back into the states it tells of: the fold of the game's `apply` over its actions.

The same fold is the table's recovery after a crash, the replay page and the verifier. `load`
proves bytes and form; `replay` needs the seed, which a finished record reveals itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engine.chain import INCOMPLETE, Line, RecordFault, read_lines
from engine.errors import IllegalAction
from engine.events import WINDOW_CLOSED, Event, form_fault, setup_of
from engine.game import Action, game_for, recorded_action
from engine.shuffle import stream_start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.game import Game, Setup, State

_CLOSE_WINDOW = Action(kind="close-window")
_IN_PLAY = frozenset({"act", "clock", "close", "void"})
# What may follow each type of event; "" stands for the start of the file.
_FOLLOWERS = {
    "": frozenset({"open"}),
    "open": frozenset({"commit"}),
    "commit": _IN_PLAY,
    "act": _IN_PLAY,
    "clock": _IN_PLAY,
    "close": frozenset({"reveal-deck"}),
    "reveal-deck": frozenset[str](),
    "void": frozenset[str](),
}


@dataclass(frozen=True, slots=True)
class Record:
    """A hand record whose bytes, chain, order and fields are good; its meaning is yet to prove."""

    lines: tuple[Line, ...]

    @property
    def opening(self) -> Event:
        """The `open` event."""
        return self.lines[0].event

    @property
    def hand(self) -> str:
        """The hand's id."""
        return cast("str", self.opening["hand"])

    @property
    def head(self) -> bytes:
        """The chain value after the last line."""
        return self.lines[-1].head

    @property
    def seed(self) -> bytes | None:
        """The seed that the last line reveals; None as long as it is not revealed."""
        seed = self.lines[-1].event.get("seed")
        return bytes.fromhex(seed) if isinstance(seed, str) else None


def load(content: str | bytes) -> Record:
    """Read a record file.

    Raises RecordFault naming the first line whose bytes, chain, order or fields are wrong.
    """
    lines = read_lines(content)
    before: Event = {"type": "", "at": 0}
    for line in lines:
        fault = None if line.usual else form_fault(line.event)
        fault = fault or _order_fault(lines[0], line, before)
        if fault:
            raise RecordFault(line.number, fault)
        before = line.event
    return Record(tuple(lines))


def dealt(setup: Setup, hand_id: str, seed: bytes) -> State:
    """Return a hand's first state: the deck of this seed, antes taken, cards dealt."""
    game = game_for(setup.rules_id)
    pack = game.pack(game.rules(setup.rules_id, dict(setup.options)))
    deck, later = stream_start(hand_id, seed).shuffled(pack)
    state: State = game.deal(setup, deck, later)
    return state


def advanced(game: Game, state: State, event: Event) -> State:
    """Return the state after one event. Raises IllegalAction when the game refuses it."""
    action = action_of(event)
    if action is None:
        return state
    after: State = game.apply(state, action)
    return after


def action_of(event: Event) -> Action | None:
    """Return the action that an event puts to the game, None for events that change no state.

    Raises IllegalAction when an `act` does not hold a player's action.
    """
    if event["type"] == "clock":
        return _CLOSE_WINDOW if event["what"] == WINDOW_CLOSED else None
    if event["type"] != "act":
        return None
    return recorded_action(event["action"], cast("int", event["seat"]))


def replay(record: Record, seed: bytes | None = None) -> Iterator[tuple[Event, State]]:
    """Yield each event with the state after it, from `commit` on (its state is the deal).

    `seed` is for a hand in play, whose record does not hold it yet. Raises RecordFault: exit code
    3 when there is no seed, 1 naming the line whose action the game refuses or whose setup it
    cannot deal.
    """
    seed = record.seed if seed is None else seed
    if seed is None:
        reason = "the hand is still in play: its seed is not revealed, so its deck is not known"
        raise RecordFault(len(record.lines), reason, INCOMPLETE)
    setup = setup_of(record.opening)
    try:
        game = game_for(setup.rules_id)
        state = dealt(setup, record.hand, seed)
    except (ValueError, LookupError, TypeError) as error:
        raise RecordFault(1, f"this hand cannot be dealt: {error}") from error
    for line in record.lines[1:]:
        try:
            state = advanced(game, state, line.event)
        except IllegalAction as error:
            raise RecordFault(line.number, f"not legal here ({error.code}): {error}") from error
        yield line.event, state


def _order_fault(first: Line, line: Line, before: Event) -> str | None:
    event, follows = line.event, cast("str", before["type"])
    if event["type"] not in _FOLLOWERS[follows]:
        place = f"after {follows}" if follows else "at the start"
        return f"{event['type']} cannot stand {place}"
    if event["hand"] != first.event["hand"]:
        return f"this line belongs to another hand, {event['hand']}"
    if event["seq"] != line.number - 1:
        return f"seq is {event['seq']} where {line.number - 1} follows"
    if cast("int", event["at"]) < cast("int", before["at"]):
        return f"the time goes back: {event['at']} after {before['at']}"
    return None
