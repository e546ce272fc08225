"""Hands strung into a match: totals, elimination, who deals, the end, the ranking, the chips.

A match is ``fold(apply, outcomes, begin(setup))``, as a hand is a fold over its actions. A `Match`
is a value; nothing here knows cards or what happened inside a hand, only how it ended.

How each kind of match (`MatchRules.kind`) ends and who wins:

- "hand": with the first hand that somebody wins; he wins the match, the others by their points.
- "chips": when one seat is left that can pay the stakes; more chips are better.
- "penalty": when a total reaches the threshold (D18); fewest points win. Where that eliminates
  instead, the match goes on until at most one seat is left.
- "countdown": when one seat is left; a seat with no points left drops out, and below 0 is 0 (D25).
- "fixed-hands": after so many won hands; fewest points win, or most hands where none count points.

Any match ends also when at most one seat is left that can pay what a hand asks, or after
`MatchSetup.hand_limit` hands. Void hands count for that limit and nothing else (D12). Seats that
drop out in the same hand share a rank unless their totals differ; whoever drops out later is
better. Ties share a rank.
"""

from dataclasses import replace
from typing import NamedTuple, NoReturn

from engine.game import Rules
from engine.hand import SCORED, VOID, MatchRules, Outcome, Seating, Setup
from engine.match_rank import lost_points, ranking, winners
from engine.match_setup import (
    BUY_IN,
    MIN_PLAYERS,
    PER_POINT,
    MatchSetup,
    MatchStakes,
    check_deal,
    check_match,
    least_stack,
    settled_rules,
)
from engine.match_stakes import per_point, share
from engine.match_state import HAND, HANDS, LAST_LEFT, LIMIT, THRESHOLD, Match, Standing

__all__ = [
    "BadOutcome",
    "Match",
    "MatchOver",
    "MatchSetup",
    "MatchStakes",
    "Standing",
    "apply",
    "begin",
    "deltas",
    "lost_points",
    "next_hand",
    "ranking",
    "winners",
]


class BadOutcome(ValueError):
    """The outcome isn't one of the match's next hand. The sentence says why."""


class MatchOver(ValueError):
    """The match is over: no hand follows."""


class _End(NamedTuple):
    """Of a hand's outcome: the winner, and points and stacks by seat."""

    winner: int | None
    points: dict[int, int]
    stacks: dict[int, int]


def begin(setup: MatchSetup) -> Match:
    """The match before its first hand, buy-ins paid.

    Raises UnknownRules, BadRules or BadSetup when no match can be played from this.
    """
    rules = check_match(setup)
    setup = replace(setup, options=tuple(sorted(setup.options)))
    paid = setup.stakes.amount if setup.stakes.kind == BUY_IN else 0
    match = Match(
        setup=setup,
        standings=tuple(
            Standing(one.seat, one.stack - paid, points=rules.match.start) for one in setup.seats
        ),
        dealer=setup.dealer,
        pot=paid * len(setup.seats),
    )
    check_deal(next_hand(match))
    return match


def next_hand(match: Match) -> Setup:
    """The set-up of the next hand: the seats still in, with what they have. Raises MatchOver.

    The rules' `min_players` says how many sit down for the match; those whom it leaves play on,
    two at least. Scores are told to the hand where they decide what a seat may do or are public
    totals of points (S22); a count of lost points is no score to leave from.
    """
    _check_open(match)
    rules = settled_rules(match.setup)
    scored = rules.match.kind == "countdown" or rules.match.scoring in ("cards", "pilis")
    seats = tuple(
        Seating(one.seat, one.stack, one.points if scored else None)
        for one in match.standings
        if one.out_after is None
    )
    options = dict(match.setup.options)
    if match.hands and len(seats) < rules.min_players:
        options["min_players"] = max(MIN_PLAYERS, len(seats))
    return Setup(
        rules_id=match.setup.rules_id,
        options=tuple(sorted(options.items())),
        seats=seats,
        dealer=match.dealer,
        stakes=match.setup.hand_stakes,
        carried=match.carried,
    )


def apply(match: Match, outcome: Outcome) -> Match:
    """The match after its next hand has ended like this; settled, when that ends it.

    Raises MatchOver, or BadOutcome for the outcome of another hand.
    """
    _check_open(match)
    rules = settled_rules(match.setup)
    end = _End(outcome.winner, dict(outcome.points), dict(outcome.stacks))
    _check(match, rules, outcome)
    number = match.hands + 1
    standings = tuple(
        _scored(one, rules.match, number, end) if one.out_after is None else one
        for one in match.standings
    )
    match = replace(
        match,
        standings=standings,
        dealt=match.dealer,
        hands=number,
        won=match.won + (not outcome.is_void),
        rake=match.rake + outcome.rake,
        carried=match.carried if outcome.is_void else outcome.carried,
    )
    over = _decided(match, rules.match)
    if over is None:
        match = _without_broke(match, rules)
        over = LAST_LEFT if len(match.seats_in) <= 1 else None
    match = replace(match, dealer=_next_dealer(match, rules, outcome.next_dealer), over=over)
    return match if over is None else _settled(match, rules)


def deltas(match: Match) -> tuple[tuple[int, int], ...]:
    """What each seat has won or lost in chips since before the buy-in."""
    return tuple(
        (one.seat, one.stack - before.stack)
        for one, before in zip(match.standings, match.setup.seats, strict=True)
    )


def _check_open(match: Match) -> None:
    if match.over is not None:
        msg = "The match is over: no hand follows."
        raise MatchOver(msg)


def _check(match: Match, rules: Rules, outcome: Outcome) -> None:
    stacks, moved, points = dict(outcome.stacks), dict(outcome.deltas), dict(outcome.points)
    before = {one.seat: one.stack for one in match.standings if one.out_after is None}
    if not stacks.keys() == moved.keys() == before.keys():
        _refuse(f"The seats of the hand are {', '.join(map(str, before))}.")
    if any(stack != before[seat] + moved[seat] or stack < 0 for seat, stack in stacks.items()):
        _refuse("The stacks after the hand must be those before it and what moved in it.")
    if sum(moved.values()) != -outcome.rake:
        _refuse("What moved in a hand must come to nothing but for the rake.")
    if points and points.keys() != before.keys():
        _refuse("Points are counted for every seat of the hand.")
    held = {one.seat: one.points for one in match.standings}
    # Only Pilis are ever discarded, and nobody discards more than he holds.
    discards = rules.match.scoring == "pilis"
    if any(counted < (-held[seat] if discards else 0) for seat, counted in points.items()):
        _refuse("Points of a hand are 0 or more, and no seat discards more Pilis than it has.")
    if outcome.next_dealer not in before:
        _refuse("The next dealer must be a seat of the hand.")
    if outcome.winner is None and outcome.how not in (SCORED, VOID):
        _refuse("A hand that nobody has won is void, or scored for every seat.")
    if outcome.is_void and (points or any(moved.values())):
        _refuse("A void hand counts no points and moves no chips.")
    if outcome.winner is not None and outcome.winner not in before:
        _refuse("The winner must be a seat of the hand.")


def _refuse(detail: str) -> NoReturn:
    raise BadOutcome(detail)


def _scored(one: Standing, rules: MatchRules, number: int, end: _End) -> Standing:
    """The seat after hand `number`; out when its points say so."""
    counted = end.points.get(one.seat, 0)
    down = rules.kind == "countdown"
    points = max(0, one.points - counted) if down else one.points + counted
    reached = rules.kind == "penalty" and points >= rules.threshold
    out = (down and points == 0) or (reached and rules.end == "eliminate")
    wins = one.wins + (end.winner == one.seat)
    return Standing(one.seat, end.stacks[one.seat], points, wins, number if out else None)


def _decided(match: Match, rules: MatchRules) -> str | None:
    """Why the match is over by its count of points and hands, None if it isn't."""
    if rules.kind == "hand" and match.won:
        return HAND
    if rules.kind == "penalty" and rules.end == "end":
        reached = any(one.points >= rules.threshold for one in match.standings)
        if reached:
            return THRESHOLD
    if rules.kind == "fixed-hands" and match.won >= rules.hands:
        return HANDS
    if len(match.seats_in) <= 1:
        return LAST_LEFT
    return LIMIT if match.hands >= match.setup.hand_limit else None


def _without_broke(match: Match, rules: Rules) -> Match:
    """Out with those who can't pay what the next hand asks."""
    least = least_stack(rules, match.setup.hand_stakes)
    if all(one.stack >= least for one in match.standings):
        return match
    standings = tuple(
        replace(one, out_after=match.hands) if one.out_after is None and one.stack < least else one
        for one in match.standings
    )
    return replace(match, standings=standings)


def _next_dealer(match: Match, rules: Rules, dealer: int) -> int:
    """Who deals next: the hand's answer, or the first seat after it that is still in."""
    seats = match.seats_in
    if dealer in seats or not seats:
        return dealer
    return next(seat for seat in _after(match, rules, dealer) if seat in seats)


def _after(match: Match, rules: Rules, dealer: int) -> tuple[int, ...]:
    """All seats of the match from the dealer's left on, in the direction of play, him last."""
    seats = [one.seat for one in match.standings]
    if dict(rules.options).get("direction") == "anticlockwise":
        seats.reverse()
    at = seats.index(dealer) + 1
    return (*seats[at:], *seats[:at])


def _settled(match: Match, rules: Rules) -> Match:
    """The match with its stakes paid out.

    Who dealt the last hand says who gets odd chips. The house keeps nothing of buy-ins that
    nobody played for: in a match without a won hand.
    """
    stakes = match.setup.stakes
    order = _after(match, rules, match.dealer if match.dealt is None else match.dealt)
    gains: dict[int, int] = {}
    rake = 0
    if stakes.kind == BUY_IN:
        if stakes.rake is not None and match.won:
            rake = stakes.rake.of(match.pot)
        gains = share(match.pot - rake, winners(match), order)
    elif stakes.kind == PER_POINT:
        stacks = {one.seat: one.stack for one in match.standings}
        gains = per_point(lost_points(match), stacks, stakes.amount, order)
    standings = tuple(
        replace(one, stack=one.stack + gains.get(one.seat, 0)) for one in match.standings
    )
    return replace(match, standings=standings, pot=0, rake=match.rake + rake)
