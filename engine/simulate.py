"""Hands played by bots alone, without any server, with the records that a table would write.

Everything follows from the plan: the hands' seeds, the bots' whims and the times in the records,
so the same plan gives the same bytes on every machine. Times are made up: a thought takes under
two seconds, a claim window its full length.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, cycle
from typing import Final, cast

from engine import events
from engine.bots import Bot, bot_named
from engine.canonical import canonical
from engine.chain import file_line, genesis, link
from engine.game import (
    Action,
    Game,
    Outcome,
    Seating,
    Setup,
    Stakes,
    State,
    game_for,
    parse_action,
)
from engine.hand import ANTE_CAPPED_ROUND
from engine.replay import dealt
from engine.shuffle import Stream, commitment, tagged_digest
from engine.timing import Clock

START_STACK: Final = 1000
ANTE: Final = 5
CLOCK: Final = Clock(action_ms=20_000, window_ms=3_000)
BUILD: Final = "engine simulate"
TABLE: Final = 0
SEED_LIMIT: Final = 2**64
FIRST_MOMENT_MS: Final = 1_767_225_600_000
"""1 January 2026 in UTC: a made-up time that looks like one."""
PAUSE_MS: Final = 5_000
THOUGHT_MS_MIN: Final = 200
ACTIONS_MAX: Final = 100_000
"""No hand is as long as this; whoever reaches it has found a fault of the engine."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the rules, how many seats, the seed (0 to 2^64 - 1), and who sits down.

    The bots take the seats in turn; fewer names than seats go round again.
    """

    rules_id: str
    seats: int
    seed: int
    bots: tuple[str, ...] = ("steady",)
    options: Mapping[str, object] = field(default_factory=dict)
    stack: int = START_STACK


@dataclass(frozen=True, slots=True)
class Played:
    """One finished hand: its record file and outcome, its count of actions (the clock's too).

    `topped_up` names the seats that were bust and got a fresh stack before this hand.
    """

    hand_no: int
    record: str
    outcome: Outcome
    actions: int
    topped_up: tuple[int, ...]


class Scribe:
    """Writes the record of one hand: numbers the events and links each line to the one before."""

    def __init__(self, hand: str) -> None:
        self.hand = hand
        self.head = genesis(hand)
        self._lines: list[str] = []

    @property
    def seq(self) -> int:
        """The number that the next event must bear."""
        return len(self._lines)

    def write(self, event: events.Event) -> None:
        """Add an event."""
        line = canonical(event)
        self.head = link(self.head, line)
        self._lines.append(file_line(line, self.head))

    def text(self) -> str:
        """The file so far."""
        return "".join(self._lines)


def simulate(plan: Plan) -> Iterator[Played]:
    """Play hand after hand at one table, as long as the caller asks for the next one.

    A seat without chips gets a fresh stack before the next deal; the rules say who deals it.
    Raises UnknownRules, BadRules or BadSetup when the plan can't be dealt, and UnknownBot.
    """
    stacks = dict.fromkeys(range(plan.seats), plan.stack)
    table = _Table(plan)
    dealer = 0
    for hand_no in count(1):
        bust = tuple(seat for seat, stack in stacks.items() if stack == 0)
        stacks.update(dict.fromkeys(bust, plan.stack))
        seating = tuple(Seating(seat, stack) for seat, stack in stacks.items())
        stakes = Stakes(ANTE_CAPPED_ROUND, ANTE)
        options = tuple(sorted(plan.options.items()))
        setup = Setup(plan.rules_id, options, seating, dealer, stakes)
        played = table.play(setup, hand_no, bust)
        yield played
        stacks = dict(played.outcome.stacks)
        dealer = played.outcome.next_dealer


def hand_seed(seed: int, hand_no: int) -> bytes:
    """The 64 bytes that a simulated hand is shuffled from; no secret, they follow from `seed`."""
    return tagged_digest("batida/1/simulate", seed.to_bytes(8, "big"), hand_no.to_bytes(8, "big"))


class _Table:
    """Who sits where, and what goes on from hand to hand: the time, the last record's head."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = game_for(plan.rules_id)
        self._names = dict(zip(range(plan.seats), cycle(plan.bots), strict=False))
        self._bots = {seat: bot_named(name) for seat, name in self._names.items()}
        self._at = FIRST_MOMENT_MS
        self._previous: str | None = None

    def play(self, setup: Setup, hand_no: int, topped_up: tuple[int, ...]) -> Played:
        """Deal one hand, play it to its end and write its record."""
        scribe = Scribe(f"simulated-{self._plan.seed}-{hand_no}")
        seed = hand_seed(self._plan.seed, hand_no)
        state = dealt(setup, scribe.hand, seed)
        scribe.write(self._opening(setup, scribe.hand, hand_no))
        scribe.write(
            events.commit(scribe.hand, scribe.seq, self._at, commitment(scribe.hand, seed))
        )
        hand = _Hand(self._game, state, scribe, self._bots)
        at = hand.play(self._at)
        outcome = cast("Outcome", self._game.outcome(hand.state))
        scribe.write(events.closing(scribe.hand, scribe.seq, at, outcome))
        scribe.write(events.reveal(scribe.hand, scribe.seq, at, seed))
        self._at = at + PAUSE_MS
        self._previous = scribe.head.hex()
        return Played(hand_no, scribe.text(), outcome, hand.actions, topped_up)

    def _opening(self, setup: Setup, hand: str, hand_no: int) -> events.Event:
        return events.opening(
            hand=hand,
            at=self._at,
            table=TABLE,
            hand_no=hand_no,
            previous=self._previous,
            setup=setup,
            players={seat: f"{name}-{seat}" for seat, name in self._names.items()},
            clock=CLOCK,
            build=BUILD,
        )


class _Hand:
    """One hand on its way: its state, its record and the made-up time."""

    def __init__(self, game: Game, state: State, scribe: Scribe, bots: Mapping[int, Bot]) -> None:
        self.state = state
        self.actions = 0
        self._game = game
        self._scribe = scribe
        self._bots = bots
        self._pace = Stream(tagged_digest("batida/1/simulate-pace", scribe.hand.encode()))

    def play(self, at: int) -> int:
        """Play to the end. `at` is the moment of the deal in ms; returns that of the last act."""
        for _ in range(ACTIONS_MAX):
            waiting = self._game.waiting(self.state)
            if waiting.kind == "over":
                return at
            if waiting.kind == "window":
                at = self._window(waiting.seats, at)
            else:
                at += self._thought()
                self._answer(waiting.seats[0], at)
        raise AssertionError("a hand of any rules is over by now")

    def _window(self, seats: tuple[int, ...], opened: int) -> int:
        """Whoever can claim is asked; then the window closes on time."""
        at = opened
        for seat in seats:
            at += self._thought() // len(seats)
            if any(move["kind"] == "claim" for move in self._game.legal(self.state, seat)):
                self._answer(seat, at)
        closes = opened + CLOCK.window_ms
        self._put(self._game.default(self.state))
        self._scribe.write(events.window_closed(self._scribe.hand, self._scribe.seq, closes))
        return closes

    def _answer(self, seat: int, at: int) -> None:
        view = self._game.view(self.state, seat)
        legal = self._game.legal(self.state, seat)
        action = parse_action(self._bots[seat](view, legal, self._choose), seat)
        self._put(action)
        self._scribe.write(events.act(self._scribe.hand, self._scribe.seq, at, action))

    def _put(self, action: Action) -> None:
        self.state = self._game.apply(self.state, action)
        self.actions += 1

    def _thought(self) -> int:
        return THOUGHT_MS_MIN + 7 * self._choose(256)

    def _choose(self, n: int) -> int:
        # Eight bytes folded: the bias of a bot's whim, below 2^-50, hurts nobody.
        return int.from_bytes(bytes(self._pace.byte() for _ in range(8)), "big") % n
