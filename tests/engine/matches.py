"""Matches for the tests: set-ups in short, and outcomes of hands that nobody had to play."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import match
from engine.game import Outcome, Rake, Seating, Setup, Stakes, game_for
from engine.match import Match, MatchSetup, MatchStakes

PLAY = Stakes("play", 0)


def match_setup(
    rules: str = "pif-paf",
    players: int = 3,
    *,
    stacks: Sequence[int] | None = None,
    stakes: MatchStakes | None = None,
    hand_stakes: Stakes = PLAY,
    dealer: int = 0,
    hand_limit: int = 1000,
    **options: object,
) -> MatchSetup:
    """Seats 0.. with 100 chips each, or with the stacks given; seat 0 deals, nothing moves."""
    chips = [100] * players if stacks is None else stacks
    return MatchSetup(
        rules_id=rules,
        options=tuple(options.items()),
        seats=tuple(Seating(seat, stack) for seat, stack in enumerate(chips)),
        dealer=dealer,
        hand_stakes=hand_stakes,
        stakes=MatchStakes() if stakes is None else stakes,
        hand_limit=hand_limit,
    )


def with_points(state: Match, points: Sequence[int]) -> Match:
    """The match as if its seats had these points already."""
    standings = zip(state.standings, points, strict=True)
    return replace(
        state, standings=tuple(replace(one, points=number) for one, number in standings)
    )


def ended(
    state: Match,
    winner: int | None,
    points: Sequence[int] = (),
    moved: Mapping[int, int] | None = None,
    rake: int = 0,
) -> Outcome:
    """How the match's next hand ended, points in the order of the seats dealt in.

    Who deals next is what a hand of these rules says.
    """
    hand = match.next_hand(state)
    seats = [one.seat for one in hand.seats]
    moved = moved or {}
    return Outcome(
        winner=winner,
        how="void" if winner is None else "stock",
        melds=(),
        discard=None,
        pots=(),
        returned=(),
        deltas=tuple((one.seat, moved.get(one.seat, 0)) for one in hand.seats),
        stacks=tuple((one.seat, one.stack + moved.get(one.seat, 0)) for one in hand.seats),
        next_dealer=_next_dealer(hand, seats, winner),
        points=tuple(zip(seats, points, strict=True)) if points else (),
        rake=rake,
    )


def _next_dealer(hand: Setup, seats: list[int], winner: int | None) -> int:
    rules = game_for(hand.rules_id).rules(hand.rules_id, dict(hand.options))
    if winner is None:
        return hand.dealer
    if rules.match.next_dealer == "winner":
        return winner
    step = 1 if rules.direction == "clockwise" else -1
    return seats[(seats.index(hand.dealer) + step) % len(seats)]


MATCHES: Sequence[tuple[str, Mapping[str, object]]] = (
    ("pif-paf", {}),
    ("pif-paf", {"match_end": "eliminate"}),
    ("pif-paf-compra", {"threshold": 200, "match_end": "eliminate"}),
    ("pif-paf", {"match": "fixed-hands", "threshold": 0, "hands": 5}),
    ("pif-paf-cassino", {}),
    ("pif-paf-aposta", {"min_players": 2}),
    ("pife", {}),
    ("pife", {"match": "fixed-hands", "hands": 4}),
    ("pife-partida", {}),
    ("pife-partida", {"lives": 5, "next_dealer": "winner"}),
    ("cacheta", {"fold_cost": 1, "direction": "anticlockwise"}),
)


def random_match(rng: random.Random) -> MatchSetup:
    """Any kind of match with any stakes that go with it."""
    rules, options = rng.choice(MATCHES)
    players = rng.randint(2, 8)
    kind = game_for(rules).rules(rules, options).match.kind
    ante = rng.randint(1, 9)
    hand_kinds = ["play", "fixed"] + ["ante-capped-round"] * ("fold_cost" not in options)
    hand_kind = rng.choice(hand_kinds)
    hand_stakes = Stakes(hand_kind, ante, rng.choice([None, Rake(100, 5)]))
    stakes = rng.choice(
        [
            MatchStakes(),
            MatchStakes("buy-in", rng.randint(1, 60), rng.choice([None, Rake(70, 50)])),
            MatchStakes("per-point", rng.randint(1, 5)),
        ]
    )
    if kind == "chips" and stakes.kind == "per-point":
        stakes = MatchStakes()
    return match_setup(
        rules,
        players,
        stacks=[100 + rng.randint(0, 200) for _ in range(players)],
        stakes=stakes,
        hand_stakes=PLAY if hand_kind == "play" else hand_stakes,
        dealer=rng.randrange(players),
        hand_limit=rng.choice([1, 5, 60, 300]),
        **options,
    )


def random_outcome(state: Match, rng: random.Random) -> Outcome:
    """An outcome that a hand of the match's rules could have; one in ten is void."""
    if rng.random() < 0.1:
        return ended(state, None)
    setup = match.next_hand(state)
    rules = game_for(setup.rules_id).rules(setup.rules_id, dict(setup.options))
    winner = rng.choice(setup.seats).seat
    points: list[int] = []
    if rules.match.scoring == "lives":
        lost = rng.choice([1, 2])
        points = [0 if one.seat == winner else lost for one in setup.seats]
    elif rules.match.scoring == "cards":
        points = [
            rng.choice([0, 0, 5]) if one.seat == winner else rng.randint(9, 110)
            for one in setup.seats
        ]
    if setup.stakes.kind == "play":
        return ended(state, winner, points)
    most = setup.stakes.ante * (4 if setup.stakes.kind == "fixed" else len(setup.seats))
    moved = {one.seat: -rng.randint(0, min(one.stack, most)) for one in setup.seats}
    moved[winner] = 0
    pot = -sum(moved.values())
    rake = 0 if setup.stakes.rake is None else setup.stakes.rake.of(pot)
    moved[winner] = pot - rake
    return ended(state, winner, points, moved, rake)
