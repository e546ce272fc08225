"""Hands and matches played by bots alone, without any server, with the records of a table.

Everything follows from the plan: the hands' seeds, the bots' whims and the times in the records,
so the same plan gives the same bytes on every machine. One hand is in memory at a time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from typing import Final, NamedTuple, cast

from engine import events, match
from engine.bots import bot_named
from engine.errors import BadSetup
from engine.game import Outcome, Seating, Setup, Stakes, game_for
from engine.match import Match, MatchSetup, MatchStakes
from engine.match_setup import least_stack, natural_stakes
from engine.replay import dealt
from engine.shuffle import Stream, commitment, shuffled, tagged_digest
from engine.simulate_hand import CLOCK, BotHand, EngineFault, Scribe

__all__ = ["EngineFault", "Plan", "Played", "Scribe", "hand_seed", "simulate", "stakes_of"]

START_STACK: Final = 1000
ANTE: Final = 5
BUY_IN: Final = 100
BUILD: Final = "engine simulate"
TABLE: Final = 0
SEED_LIMIT: Final = 2**64
FIRST_MOMENT_MS: Final = 1_767_225_600_000
"""1 January 2026 in UTC: a made-up time that looks like one."""
PAUSE_MS: Final = 5_000
_MATCHES: Final = frozenset({"penalty", "countdown", "fixed-hands"})


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: the rules, how many seats, the seed (0 to 2^64 - 1), and who sits down.

    The bots take the seats in turn; fewer names than seats go round again. Several kinds change
    places after each game (a hand, or a match), so that none has better seats or neighbours: each
    block of as many games as seats has an order that follows from the seed, and in it the bots
    move on by one seat from game to game. The stakes are those
    natural with the rules: antes and fixed stakes of 5 chips, buy-ins of 100 (or the whole stack,
    if that is less). Without `records` none are written, which is faster.
    """

    rules_id: str
    seats: int
    seed: int
    bots: tuple[str, ...] = ("steady",)
    options: Mapping[str, object] = field(default_factory=dict)
    stack: int = START_STACK
    records: bool = True


class Played(NamedTuple):
    """One finished hand: its record file and outcome, its count of actions (the clock's too).

    `topped_up` names the seats that couldn't pay and got a fresh stack before this hand. `stacks`
    are what the seats have after it, and after the match where it was a match's last hand; `match`
    is then that match, settled. `bots`: which kind of bot sat on each seat.
    """

    hand_no: int
    record: str
    outcome: Outcome
    actions: int
    topped_up: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]
    bots: Mapping[int, str]
    match: Match | None = None


def simulate(plan: Plan) -> Iterator[Played]:
    """Play hand after hand at one table, as long as the caller asks for the next one.

    Where the rules make a match of them, match follows match, and the seat that would deal next
    deals first. A seat that can't pay for the next hand, or match, gets a fresh stack on top of
    what it has. Raises UnknownRules, BadRules or BadSetup when the plan can't be dealt, and
    UnknownBot; EngineFault, naming the hand, when the engine breaks its word.
    """
    rules = game_for(plan.rules_id).rules(plan.rules_id, plan.options)
    table = _Table(plan)
    if rules.match.kind in _MATCHES:
        yield from _matches(plan, table)
    else:
        yield from _single_hands(plan, table)


def stakes_of(plan: Plan) -> tuple[Stakes, MatchStakes]:
    """The stakes natural with the plan's rules, per hand and per match.

    Where an option makes single hands of a match, they are played for nothing.
    """
    rules = game_for(plan.rules_id).rules(plan.rules_id, plan.options)
    hand, whole = natural_stakes(rules.stakes, ANTE, min(BUY_IN, plan.stack))
    if rules.match.kind not in _MATCHES:
        whole = MatchStakes()
    return hand, whole


def hand_seed(seed: int, hand_no: int) -> bytes:
    """The 64 bytes that a simulated hand is shuffled from; no secret, they follow from `seed`."""
    return tagged_digest("batida/1/simulate", seed.to_bytes(8, "big"), hand_no.to_bytes(8, "big"))


def _single_hands(plan: Plan, table: "_Table") -> Iterator[Played]:
    """Each hand for itself; the rules say who deals the next one."""
    stakes, _ = stakes_of(plan)
    rules = game_for(plan.rules_id).rules(plan.rules_id, plan.options)
    least = least_stack(rules, stakes)
    stacks = dict.fromkeys(range(plan.seats), plan.stack)
    dealer = 0
    while True:
        short = _topped_up(stacks, least, plan.stack)
        setup = Setup(
            rules_id=plan.rules_id,
            options=tuple(sorted(plan.options.items())),
            seats=tuple(Seating(seat, stack) for seat, stack in stacks.items()),
            dealer=dealer,
            stakes=stakes,
        )
        before = sum(stacks.values())
        table.seat_bots()
        played = table.play(setup, short)
        stacks = dict(played.outcome.stacks)
        _check_chips(played, before, sum(stacks.values()) + played.outcome.rake)
        yield played
        dealer = played.outcome.next_dealer


def _matches(plan: Plan, table: "_Table") -> Iterator[Played]:
    """Match after match, each from full points, with the chips that the seats have by then."""
    hand_stakes, stakes = stakes_of(plan)
    rules = game_for(plan.rules_id).rules(plan.rules_id, plan.options)
    least = max(least_stack(rules, hand_stakes), stakes.amount)
    stacks = dict.fromkeys(range(plan.seats), plan.stack)
    dealer = 0
    while True:
        short = _topped_up(stacks, least, plan.stack)
        before = sum(stacks.values())
        state = match.begin(
            MatchSetup(
                rules_id=plan.rules_id,
                options=tuple(sorted(plan.options.items())),
                seats=tuple(Seating(seat, stack) for seat, stack in stacks.items()),
                dealer=dealer,
                hand_stakes=hand_stakes,
                stakes=stakes,
            )
        )
        table.seat_bots()
        while state.over is None:
            played = table.play(match.next_hand(state), short)
            state = match.apply(state, played.outcome)
            stacks = {one.seat: one.stack for one in state.standings}
            _check_chips(played, before, sum(stacks.values()) + state.pot + state.rake)
            yield played._replace(
                stacks=tuple(stacks.items()), match=state if state.over else None
            )
            short = ()
        dealer = state.dealer


def _topped_up(stacks: dict[int, int], least: int, fresh: int) -> tuple[int, ...]:
    """The seats that had less than they need, each with a fresh stack now."""
    if fresh < least:
        msg = f"A stack must hold the {least} chips that may have to be paid, not {fresh}."
        raise BadSetup(msg)
    short = tuple(seat for seat, stack in stacks.items() if stack < least)
    stacks.update({seat: stacks[seat] + fresh for seat in short})
    return short


def _check_chips(played: Played, before: int, after: int) -> None:
    if before != after:
        msg = f"Hand {played.hand_no} began with {before} chips and ended with {after}."
        raise EngineFault(msg)


class _Table:
    """Who sits where, and what goes on from hand to hand: the time, the last record's head."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._game = game_for(plan.rules_id)
        self._order = tuple(islice(cycle(plan.bots), plan.seats))
        self._kinds = {name: bot_named(name) for name in plan.bots}
        self._names: dict[int, str] = {}
        self._games = count()
        self._numbers = count(1)
        self._at = FIRST_MOMENT_MS
        self._previous: str | None = None

    def seat_bots(self) -> None:
        """Seat the bots for the next game."""
        block, turn = divmod(next(self._games), self._plan.seats)
        if block and not turn and len(self._kinds) > 1:
            seed = self._plan.seed.to_bytes(8, "big")
            key = tagged_digest("batida/1/simulate-seats", seed, block.to_bytes(8, "big"))
            self._order = shuffled(self._order, Stream(key))
        moved = turn if len(self._kinds) > 1 else 0
        seats = self._plan.seats
        self._names = {seat: self._order[(seat + moved) % seats] for seat in range(seats)}

    def play(self, setup: Setup, topped_up: tuple[int, ...]) -> Played:
        """Deal one hand, play it to its end and write its record. Raises EngineFault."""
        hand_no = next(self._numbers)
        scribe = Scribe(f"simulated-{self._plan.seed}-{hand_no}", keep=self._plan.records)
        seed = hand_seed(self._plan.seed, hand_no)
        state = dealt(setup, scribe.hand, seed)
        if self._plan.records:
            scribe.write(self._opening(setup, scribe.hand, hand_no))
            bound = commitment(scribe.hand, seed)
            scribe.write(events.commit(scribe.hand, scribe.seq, self._at, bound))
        bots = {seat: self._kinds[name] for seat, name in self._names.items()}
        hand = BotHand(self._game, state, scribe, bots)
        try:
            at = hand.play(self._at)
        except EngineFault as fault:
            msg = f"Hand {hand_no} of seed {self._plan.seed}: {fault}"
            raise EngineFault(msg) from fault
        outcome = cast("Outcome", self._game.outcome(hand.state))
        scribe.write(events.closing(scribe.hand, scribe.seq, at, outcome))
        scribe.write(events.reveal(scribe.hand, scribe.seq, at, seed))
        self._at = at + PAUSE_MS
        self._previous = scribe.head.hex()
        return Played(
            hand_no,
            scribe.text(),
            outcome,
            hand.actions,
            topped_up,
            outcome.stacks,
            dict(self._names),
        )

    def _opening(self, setup: Setup, hand: str, hand_no: int) -> events.Event:
        return events.opening(
            hand=hand,
            at=self._at,
            table=TABLE,
            hand_no=hand_no,
            previous=self._previous,
            setup=setup,
            players={one.seat: f"{self._names[one.seat]}-{one.seat}" for one in setup.seats},
            clock=CLOCK,
            build=BUILD,
        )
