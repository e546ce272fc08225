"""Whole hands by random legal actions, as a table would check and log them."""

from collections.abc import Iterator
from typing import Final, cast

from engine import events
from engine.bots import calm
from engine.game import Action, Outcome, Seating, Setup, State, game_for, parse_action
from engine.replay import dealt
from engine.shuffle import Stream, commitment, tagged_digest
from engine.simulate import FIRST_MOMENT_MS, START_STACK, TABLE, Plan, hand_seed, stakes_of
from engine.simulate_hand import CLOCK, Scribe

RULES: Final = "pife"
SEATS: Final = 4
OPTIONS: Final = (("recycle_limit", 0),)
"""Random players hardly ever go out: with a stock made anew of the discards, hands are endless."""
BUILD: Final = "engine bench"
_THOUGHT_MS: Final = 1_000


def setup() -> Setup:
    """Four seats at `pife` with its natural stakes, void when the stock is empty."""
    stakes, _ = stakes_of(Plan(RULES, SEATS, 0))
    seats = tuple(Seating(seat, START_STACK) for seat in range(SEATS))
    return Setup(rules_id=RULES, options=OPTIONS, seats=seats, dealer=0, stakes=stakes)


def random_game(number: int) -> str:
    """Play a hand by random legal actions and return its record.

    Every action is one of the legal list, read as if somebody had sent it, applied with all checks
    and written as a line of the chain.
    """
    hand, seed, at = f"bench-{number}", hand_seed(0, number), FIRST_MOMENT_MS
    scribe = Scribe(hand)
    game = game_for(RULES)
    scribe.write(
        events.opening(
            hand=hand,
            at=at,
            table=TABLE,
            hand_no=number,
            previous=None,
            setup=setup(),
            players={seat: f"calm-{seat}" for seat in range(SEATS)},
            clock=CLOCK,
            build=BUILD,
        )
    )
    scribe.write(events.commit(hand, scribe.seq, at, commitment(hand, seed)))
    steps = played(number)
    _, state = next(steps)
    for action, after in steps:
        at, state = at + _THOUGHT_MS, after
        scribe.act(at, action)
    outcome = cast("Outcome", game.outcome(state))
    scribe.write(events.closing(hand, scribe.seq, at, outcome))
    scribe.write(events.reveal(hand, scribe.seq, at, seed))
    return scribe.text()


def played(number: int) -> Iterator[tuple[Action, State]]:
    """The deal (as an action that changes nothing), then each action with the state after it."""
    game = game_for(RULES)
    hand = f"bench-{number}"
    stream = Stream(tagged_digest("batida/1/bench", hand.encode()))

    def choose(count: int) -> int:
        return stream.below(count) if count > 1 else 0

    state = dealt(setup(), hand, hand_seed(0, number))
    yield Action(kind="deal"), state
    while (waiting := game.waiting(state)).kind != "over":
        seat = waiting.seats[0]
        chosen = calm({}, game.legal(state, seat), choose)  # it doesn't look at the view
        action = parse_action(chosen, seat)
        state = game.apply(state, action)
        yield action, state


def places(number: int) -> list[tuple[State, int]]:
    """Every state of the hand in which a seat is to act, with that seat."""
    game = game_for(RULES)
    found = [(state, game.waiting(state)) for _, state in played(number)]
    return [(state, waiting.seats[0]) for state, waiting in found if waiting.seats]
