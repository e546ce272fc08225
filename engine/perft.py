"""Card perft: how many sequences of legal actions there are, to a depth, from a fixed deal.

A table of these numbers pins down what the engine takes as legal: a rule that changes by accident
changes a count. Counted as one action:

- each entry of a seat's legal list that says all by itself: check, call, fold, stay, a draw from
  the stock or from the discards, buying, announcing;
- a bet or raise to each amount within its bounds, in whole chips;
- a card thrown or played, each face (two copies of a face are one), a Joker with each value;
- a bid, a seat picked, so many cards given away, in any order the same;
- going out, claiming or laying in each way that the list names. Other melds of the same cards are
  the same action; a false hand, which some rules let a player show, is none;
- the clock's closing of a window.

Whoever may act acts: in a window the seats and the clock come in every order, each a sequence of
its own. A sequence that ends with the hand isn't counted at greater depths.
"""

from collections.abc import Iterator
from typing import Final

from engine.actions import Action
from engine.game import Game, Seating, Setup, State, game_for, parse_action
from engine.offers import every
from engine.replay import dealt
from engine.simulate import START_STACK, Plan, hand_seed, stakes_of

DEPTH_MAX: Final = 20


def perft(game: Game, state: State, depth: int) -> list[int]:
    """The number of legal sequences of 1, 2 … `depth` actions from a state."""
    counts = [0] * depth
    if depth:
        _count(game, state, counts, 0)
    return counts


def first_state(rules_id: str, seats: int, seed: int) -> State:
    """The deal that the tables are about: hand 1 of `simulate` with this seed, seat 0 dealing.

    Raises UnknownRules, BadRules or BadSetup when it can't be dealt.
    """
    rules = game_for(rules_id).rules(rules_id, {})
    options = {"min_players": seats} if seats < rules.min_players else {}
    stakes, _ = stakes_of(Plan(rules_id, seats, seed, options=options))
    setup = Setup(
        rules_id=rules_id,
        options=tuple(options.items()),
        seats=tuple(Seating(seat, START_STACK) for seat in range(seats)),
        dealer=0,
        stakes=stakes,
    )
    return dealt(setup, f"simulated-{seed}-1", hand_seed(seed, 1))


def actions(game: Game, state: State) -> Iterator[Action]:
    """Every action that anybody may take now."""
    seats: list[int | None] = [one["seat"] for one in game.view(state, None)["seats"]]
    for seat in (*seats, None):
        for move in game.legal(state, seat):
            for data in every(move):
                yield parse_action(data, seat)


def _count(game: Game, state: State, counts: list[int], at: int) -> None:
    found = list(actions(game, state))
    counts[at] += len(found)
    if at + 1 < len(counts):
        for action in found:
            _count(game, game.apply(state, action), counts, at + 1)
