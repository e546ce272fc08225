"""Rounds of Pili Pili for the tests: hands stacked to order, moves in short words, random play."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.actions import Action
from engine.cards import Card, parse
from engine.game import Json, Seating, Setup, Stakes, game_for, parse_action
from engine.hand import PLAY
from engine.match import Match, MatchSetup, MatchStakes
from engine.offers import filled_in
from engine.pilipili.missions import FORTY
from engine.pilipili.rules import PACK
from engine.pilipili.state import State
from engine.shuffle import StreamPlace

RULES = "pili-pili"
PLAIN = "pili-pili-sem-missoes"
GAME = game_for(RULES)
MISSIONS = ("", *FORTY)
"""All Missions of the larger edition, and none."""
LATER = StreamPlace(bytes(range(64)), 300)


class Step(NamedTuple):
    """One applied action and the states around it."""

    before: State
    action: Action
    after: State


def setup(
    players: int,
    *,
    mission: str = "",
    cards: int | None = None,
    dealer: int = 0,
    scores: Sequence[int | None] | None = None,
    carried: str = "",
    **options: object,
) -> Setup:
    """Seats 0.. with 100 chips each; one Mission, or none and so many cards."""
    chosen: dict[str, object] = {"missions": mission} if mission else {}
    if cards is not None:
        chosen["cards"] = cards
    held = [None] * players if scores is None else scores
    return Setup(
        rules_id=RULES if mission or "missions" in options else PLAIN,
        options=tuple((chosen | options).items()),
        seats=tuple(Seating(seat, 100, score) for seat, score in enumerate(held)),
        dealer=dealer,
        stakes=Stakes(PLAY, 0),
        carried=carried,
    )


def deal(made: Setup, hands: Mapping[int, str] | None = None, stock: str = "") -> State:
    """A round in which seats hold these cards, and the rest whatever is left, lowest first."""
    wanted = {seat: hand(names) for seat, names in (hands or {}).items()}
    next_cards = hand(stock)
    taken = {card for held in (*wanted.values(), next_cards) for card in held}
    spare = [card for card in PACK if card not in taken]
    size = GAME.deal(made, PACK, LATER).dealt
    seats = len(made.seats)
    for seat in range(seats):
        held = wanted.get(seat, ())
        assert len(held) <= size
        wanted[seat] = (*held, *(spare.pop(0) for _ in range(size - len(held))))
    order = [(made.dealer + 1 + at) % seats for at in range(seats)]
    deck = [wanted[seat][at] for at in range(size) for seat in order]
    state: State = GAME.deal(made, (*deck, *next_cards, *spare), LATER)
    return state


def hand(names: str) -> tuple[Card, ...]:
    """Cards by their names."""
    return tuple(parse(name) for name in names.split())


def moved(state: State, seat: int | None, move: Any) -> State:  # noqa: ANN401 - a vector's short word
    """The state after a move: a number bids, a text plays (as "17", "JK=30"), else an action."""
    if isinstance(move, int):
        move = {"kind": "bid", "number": move}
    elif isinstance(move, str):
        card, _, value = move.partition("=")
        move = {"kind": "play", "card": card} | ({"number": int(value)} if value else {})
    after: State = GAME.apply(state, parse_action(move, seat))
    return after


def bid_all(state: State, bids: Sequence[int]) -> State:
    """The state after these bids, the dealer's first."""
    for number in bids:
        state = moved(state, GAME.waiting(state).seats[0], number)
    return state


def easy_bids(state: State) -> State:
    """The state after all have bid the least they may."""
    while state.phase == "bid":
        state = GAME.apply(state, GAME.default(state))
    return state


def random_steps(rng: random.Random, made: Setup) -> Iterator[Step]:
    """A round of random legal actions; those who choose together do so in any order."""
    state: State = GAME.deal(
        made, tuple(rng.sample(PACK, len(PACK))), StreamPlace(rng.randbytes(64), 7)
    )
    while state.outcome is None:
        able = [one.seat for one in made.seats if GAME.legal(state, one.seat)]
        action = GAME.default(state) if not able else _any(rng, state, rng.choice(able))
        after: State = GAME.apply(state, action)
        yield Step(state, action, after)
        state = after


def _any(rng: random.Random, state: State, seat: int) -> Action:
    moves: list[Json] = GAME.legal(state, seat)
    return parse_action(filled_in(rng.choice(moves), rng.randrange), seat)


def random_setup(rng: random.Random, mission: str) -> Setup:
    """Two to eight seats with some Pilis, any of them dealing."""
    players = rng.randint(2, 8)
    return setup(
        players,
        mission=mission,
        dealer=rng.randrange(players),
        scores=[rng.randint(0, 6) for _ in range(players)],
    )


def match_setup(
    players: int = 3, *, stakes: MatchStakes | None = None, rules: str = PLAIN, **options: object
) -> MatchSetup:
    """A match of seats 0.. with 1000 chips each; seat 0 deals first."""
    return MatchSetup(
        rules_id=rules,
        options=tuple(options.items()),
        seats=tuple(Seating(seat, 1000) for seat in range(players)),
        dealer=0,
        stakes=MatchStakes() if stakes is None else stakes,
    )


def points(state: Match) -> list[int]:
    """The Pilis of each seat."""
    return [one.points for one in state.standings]
