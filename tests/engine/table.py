"""Hands for the tests: decks stacked to order, moves by short names, and hands of random play."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from engine.actions import Action, parse_action
from engine.cards import Card, parse
from engine.game import Json, Seating, Setup, Stakes, game_for
from engine.pifpaf.state import State

RULES = "pif-paf-aposta"
GAME = game_for(RULES)
PACK = GAME.pack(GAME.rules(RULES, {}))
VECTORS = Path(__file__).parents[1] / "vectors"


class Step(NamedTuple):
    """One applied action and the states around it."""

    before: State
    action: Action
    after: State


def rows(name: str) -> list[Any]:
    """The rows of a file of test vectors."""
    return list(json.loads((VECTORS / f"{name}.json").read_text())["rows"])


def row_name(row: Mapping[str, Any]) -> str:
    """A row's name in a test's id."""
    return f"{row['id']} {row.get('case', '')}".strip()


def hand(names: str) -> tuple[Card, ...]:
    """Cards by their names."""
    return tuple(parse(name) for name in names.split())


def setup(
    players: int = 4,
    *,
    stacks: Sequence[int] | None = None,
    ante: int = 5,
    dealer: int = 0,
    **options: object,
) -> Setup:
    """Seats 0.. with 100 chips each, or with the stacks given; seat 0 deals."""
    chips = [100] * players if stacks is None else stacks
    return Setup(
        rules_id=RULES,
        options=tuple(options.items()),
        seats=tuple(Seating(seat, stack) for seat, stack in enumerate(chips)),
        dealer=dealer,
        stakes=Stakes("ante-capped-round", ante),
    )


def deck(
    players: int, hands: Mapping[int, str], stock: str = "", dealer: int = 0
) -> tuple[Card, ...]:
    """A deck that deals these hands by seat, then these cards from the stock, then the rest."""
    wanted = {seat: list(hand(names)) for seat, names in hands.items()}
    rest = list(PACK)
    for card in (*(card for held in wanted.values() for card in held), *hand(stock)):
        rest.remove(card)
    dealt: list[Card] = []
    # Others get cards from the pack's end, spread so far apart that they hold no melds.
    spread = rest[::5] + [card for at, card in enumerate(rest) if at % 5]
    for _ in range(9):
        for step in range(1, players + 1):
            seat = (dealer + step) % players
            dealt.append(wanted[seat].pop(0) if seat in wanted else spread.pop(0))
    return (*dealt, *hand(stock), *spread)


def deal(
    players: int = 4, hands: Mapping[int, str] | None = None, stock: str = "", **how: Any
) -> State:
    """The first state of a hand with a stacked deck."""
    made = setup(players, **how)
    return _state(GAME.deal(made, deck(players, hands or {}, stock, made.dealer)))


def act(state: State, seat: int | None, kind: str, **fields: object) -> State:
    """The state after an action that comes in as JSON; `source` is its "from"."""
    data = {"kind": kind} | {
        "from" if key == "source" else key: value for key, value in fields.items()
    }
    return _state(GAME.apply(state, parse_action(data, seat)))


def checked_through(state: State) -> State:
    """The state after everybody has checked or called."""
    while state.betting.turn is not None and state.phase == "bet":
        seat = state.betting.bettors[state.betting.turn].seat
        kinds = {move["kind"] for move in GAME.legal(state, seat)}
        state = act(state, seat, "check" if "check" in kinds else "call")
    return state


def close(state: State) -> State:
    """The state after the clock has closed the window."""
    return act(state, None, "close-window")


def filled_in(move: Json, rng: random.Random) -> Json:
    """One action out of an entry of the legal list."""
    kind = move["kind"]
    if "min" in move:
        return {"kind": kind, "to": rng.randint(move["min"], move["max"])}
    if "cards" in move:
        return {"kind": kind, "card": rng.choice(move["cards"])}
    if "options" in move:
        return {"kind": kind, **rng.choice(move["options"])}
    return {"kind": kind, "from": move["from"]} if "from" in move else {"kind": kind}


def random_setup(rng: random.Random) -> Setup:
    """Three to eight seats, some short of chips; the pile is turned over once at most."""
    players = rng.randint(3, 8)
    ante = rng.randint(1, 7)
    stacks = [
        rng.choice([rng.randint(1, ante), rng.randint(1, ante * 9), 500]) for _ in range(players)
    ]
    return setup(players, stacks=stacks, ante=ante, dealer=rng.randrange(players), recycle_limit=1)


def random_steps(rng: random.Random, made: Setup, folds: float = 0.1) -> Iterator[Step]:
    """A hand of random play to its end; claims come in random order, then the window closes."""
    shuffled = list(PACK)
    rng.shuffle(shuffled)
    yield from steps_from(_state(GAME.deal(made, tuple(shuffled))), rng, folds)


def steps_from(state: State, rng: random.Random, folds: float = 0.1) -> Iterator[Step]:
    """Random play from a state to the end of the hand."""
    while GAME.outcome(state) is None:
        action = _random_action(state, rng, folds)
        after = _state(GAME.apply(state, action))
        yield Step(state, action, after)
        state = after


def _random_action(state: State, rng: random.Random, folds: float) -> Action:
    seats = list(GAME.waiting(state).seats)
    rng.shuffle(seats)
    for seat in seats:
        moves = [
            move
            for move in GAME.legal(state, seat)
            if move["kind"] != "fold" or rng.random() < folds
        ]
        if moves and (state.phase != "window" or rng.random() < 0.4):
            return parse_action(filled_in(rng.choice(moves), rng), seat)
    return GAME.default(state)


def _state(state: object) -> State:
    assert isinstance(state, State)
    return state


# A whole hand of play is one draw of this: Hypothesis picks the seed and prints a failing one.
randoms = st.integers(0, 2**32).map(random.Random)
