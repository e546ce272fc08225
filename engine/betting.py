"""Antes and one capped betting round with all-ins, in whole chips.

Nothing here knows cards. A `Round` is a value: each function returns the next one. Levels (`to`,
`level`, `cap`) are chips that one seat has put in during the round, the ante not included (D23).

- A seat acts until it has folded, is all-in, or has matched the level since it was last asked.
- Nobody is asked when nobody could answer a bet: a lone seat with chips that owes nothing doesn't
  act.
- A raise must be at least the last full bet or raise (at first: the ante), unless it reaches the
  cap or is all-in. Such a short raise doesn't let those raise again who have already acted, unless
  what they now face adds up to a full raise.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.actions import Action
from engine.errors import IllegalAction
from engine.jsonable import Json


class Bettor(NamedTuple):
    """A seat in the round.

    Chips: `stack` behind, `paid` in the hand (ante included), `level` in the round.
    """

    seat: int
    stack: int
    paid: int = 0
    level: int = 0
    acted: bool = False
    folded: bool = False

    @property
    def all_in(self) -> bool:
        """No chips left behind, and still in the hand."""
        return self.stack == 0 and not self.folded


class Round(NamedTuple):
    """The betting round. `turn` is the index of the bettor to act, None when the round is closed.

    `full_raise`: the last full bet or raise in chips, the least that the next one may add.
    """

    bettors: tuple[Bettor, ...]
    cap: int
    least: int
    full_raise: int
    turn: int | None
    level: int = 0


def open_round(seats: Iterable[tuple[int, int]], *, ante: int, first: int) -> Round:
    """Take the ante from each (seat, stack), and ask from index `first` on.

    A stack shorter than the ante is all-in for what it has. The cap is the ante times the seats
    dealt in, and stays that whoever folds (S1, D23).
    """
    bettors = tuple(
        Bettor(seat=seat, stack=stack - min(ante, stack), paid=min(ante, stack))
        for seat, stack in seats
    )
    opened = Round(
        bettors=bettors, cap=ante * len(bettors), least=ante, full_raise=ante, turn=None
    )
    return _ask(opened, after=first - 1)


def closed_round(seats: Iterable[tuple[int, int]], *, stake: int) -> Round:
    """Take the stake from each (seat, stack), and ask nobody: a round without betting."""
    bettors = tuple(Bettor(seat=seat, stack=stack - stake, paid=stake) for seat, stack in seats)
    return Round(bettors=bettors, cap=0, least=stake, full_raise=stake, turn=None)


def legal(state: Round) -> list[Json]:
    """What the bettor in turn may do, with bounds.

    `to`, `min`, `max` are levels of the round; `pay`, `pay_min` are chips to pay.
    """
    bettor = _in_turn(state)
    if bettor is None:
        return []
    owed = state.level - bettor.level
    pay = min(owed, bettor.stack)
    moves: list[Json] = (
        [{"kind": "call", "to": bettor.level + pay, "pay": pay}] if owed else [{"kind": "check"}]
    )
    if may_raise(state, bettor):
        low, high = bounds(state, bettor)
        if state.level:
            moves.append({"kind": "raise", "min": low, "max": high, "pay_min": low - bettor.level})
        else:
            moves.append({"kind": "bet", "min": low, "max": high})
    moves.append({"kind": "fold"})
    return moves


def may_raise(state: Round, bettor: Bettor) -> bool:
    """Whether the bettor may bet or raise.

    There must be room below the cap, chips for it, somebody to answer, and a right to raise
    (again).
    """
    reopened = not bettor.acted or state.level - bettor.level >= state.full_raise
    answered = any(
        other.seat != bettor.seat and other.stack and not other.folded for other in state.bettors
    )
    return (
        state.level < state.cap
        and bettor.level + bettor.stack > state.level
        and reopened
        and answered
    )


def bounds(state: Round, bettor: Bettor) -> tuple[int, int]:
    """Lowest and highest level of a bet or raise.

    The lowest is shorter than a full raise only at the cap or all-in.
    """
    high = min(state.cap, bettor.level + bettor.stack)
    return min(state.level + state.full_raise, high), high


def apply(state: Round, action: Action) -> Round:
    """The round after the action of the bettor in turn.

    Raises IllegalAction, without `allowed`, which the game adds.
    """
    bettor = _in_turn(state)
    if bettor is None or action.seat != bettor.seat:
        raise IllegalAction("not-your-turn", "It is another seat's turn to bet.")
    if action.kind == "fold":
        return _put(state, bettor._replace(folded=True, acted=True))
    if action.kind in ("check", "call"):
        return _put(state, _match(state, bettor, action.kind))
    if action.kind in ("bet", "raise"):
        return _raise(state, bettor, action)
    raise IllegalAction(
        "not-now", "The betting round comes first: check, call, bet, raise or fold."
    )


def default(state: Round) -> Action:
    """What the clock does for the bettor in turn: check if that is free, else fold (rules 0.4)."""
    bettor = _in_turn(state)
    if bettor is None:
        msg = "the betting round is closed, so nobody's time can run out"
        raise ValueError(msg)
    return Action(kind="check" if bettor.level == state.level else "fold", seat=bettor.seat)


def standing(state: Round) -> tuple[Bettor, ...]:
    """The bettors that haven't folded."""
    return tuple(bettor for bettor in state.bettors if not bettor.folded)


def _in_turn(state: Round) -> Bettor | None:
    return None if state.turn is None else state.bettors[state.turn]


def _match(state: Round, bettor: Bettor, kind: str) -> Bettor:
    owed = state.level - bettor.level
    if kind == "check" and owed:
        raise IllegalAction("not-now", f"There is a bet of {state.level}: call, raise or fold.")
    if kind == "call" and not owed:
        raise IllegalAction("not-now", "There is nothing to call: check, bet or fold.")
    return _pay(bettor, min(owed, bettor.stack))


def _raise(state: Round, bettor: Bettor, action: Action) -> Round:
    if action.to is None:
        raise IllegalAction("bad-action", "A bet or raise says the level it goes to.")
    if action.kind == "bet" and state.level:
        raise IllegalAction(
            "not-now", f"There is a bet of {state.level} already: raise it, call or fold."
        )
    if action.kind == "raise" and not state.level:
        raise IllegalAction("not-now", "There is no bet to raise yet: bet, check or fold.")
    _check_level(state, bettor, action.to)
    raised = _put_only(state, _pay(bettor, action.to - bettor.level))._replace(
        level=action.to,
        full_raise=max(state.full_raise, action.to - state.level),
    )
    return _ask(raised, after=_index(state, bettor))


def _check_level(state: Round, bettor: Bettor, to: int) -> None:
    """Refuse a level that the bettor may not bet or raise to, naming the first bound it breaks."""
    if to > state.cap:
        raise IllegalAction(
            "above-cap",
            f"{to} is above the cap: at most {state.cap} for each player in this hand.",
        )
    if to > bettor.level + bettor.stack:
        raise IllegalAction(
            "not-enough-chips",
            f"{to} is more than you have: at most {bettor.level + bettor.stack}.",
        )
    if not may_raise(state, bettor):
        raise IllegalAction("not-now", "You can't bet or raise now: call, check or fold.")
    low, _ = bounds(state, bettor)
    if to < low:
        raise IllegalAction("below-minimum", f"{to} is too little: go to {low} at least.")


def _pay(bettor: Bettor, chips: int) -> Bettor:
    seat, stack, paid, level, _, folded = bettor
    return Bettor(seat, stack - chips, paid + chips, level + chips, True, folded)  # noqa: FBT003 - by place is faster, and this is asked a million times


def _index(state: Round, bettor: Bettor) -> int:
    return next(index for index, other in enumerate(state.bettors) if other.seat == bettor.seat)


def _put_only(state: Round, bettor: Bettor) -> Round:
    at = _index(state, bettor)
    before, after = state.bettors[:at], state.bettors[at + 1 :]
    return state._replace(bettors=(*before, bettor, *after))


def _put(state: Round, bettor: Bettor) -> Round:
    return _ask(_put_only(state, bettor), after=_index(state, bettor))


def _ask(state: Round, *, after: int) -> Round:
    """The round with the turn passed to the next bettor who must act, or closed."""
    still_in = standing(state)
    with_chips = [bettor for bettor in still_in if bettor.stack]
    for index in _clockwise(len(state.bettors), after):
        bettor = state.bettors[index]
        if bettor.folded or not bettor.stack or len(still_in) == 1:
            continue
        owes = bettor.level < state.level
        if owes or (not bettor.acted and len(with_chips) > 1):
            return state._replace(turn=index)
    return state._replace(turn=None)


def _clockwise(count: int, after: int) -> Iterator[int]:
    return ((after + step) % count for step in range(1, count + 1))
