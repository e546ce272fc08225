"""Pre-actions: what a player says now about a turn that comes.

A promise is kept for one hand and for the price that the player saw. When the turn comes it gives
an action or, if the price is another by then, nothing.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.game import State, game_for
from tables.models import Hand

Json = dict[str, Any]

# What is paid for: these two are dropped when the level of the betting round is another.
_AT_A_PRICE: Final = frozenset({"check", "call"})
# Check if that is free, fold if not; a fold costs nothing, so no price changes it.
CHECK_FOLD: Final = "check-fold"
TAKE_DISCARD: Final = "take-discard"
DRAW_STOCK: Final = "draw-stock"
KINDS: Final = ("check", CHECK_FOLD, "call", "fold", TAKE_DISCARD, DRAW_STOCK)
# The kind of action of a game that each of them comes to, where it is not its own name.
_COMES_TO: Final = {CHECK_FOLD: "fold", TAKE_DISCARD: "draw", DRAW_STOCK: "draw"}


def kinds_in(rules_id: str) -> list[str]:
    """Return what can be said ahead in a game: what it has an action for."""
    known = game_for(rules_id).kinds
    return [kind for kind in KINDS if _COMES_TO.get(kind, kind) in known]


def promise(hand: Hand, state: State, kind: str) -> Json:
    """Return what is kept of a promise: the hand, the kind, and the price as it stands now.

    Rules without bets or a discard pile have no such price; their promises give nothing.
    """
    seen = game_for(hand.rules_id).view(state, None)
    kept: Json = {"hand": str(hand.pk), "kind": kind}
    if kind in _AT_A_PRICE:
        kept["level"] = seen.get("level")
    elif kind == TAKE_DISCARD:
        kept["card"], kept["discards"] = seen.get("top"), len(seen.get("pile", ()))
    return kept


def holds(promised: Json | None, hand: Hand | None, state: State | None) -> bool:
    """Whether a promise is still for this hand, at this price."""
    if promised is None or hand is None or state is None or promised["hand"] != str(hand.pk):
        return False
    now = promise(hand, state, promised["kind"])
    return hand.state == Hand.State.OPEN and now == promised


def action_of(promised: Json, hand: Hand, state: State, seat: int) -> Json | None:
    """Return the action that a promise gives in the seat's turn, or None if it is dropped."""
    if not holds(promised, hand, state):
        return None
    legal = game_for(hand.rules_id).legal(state, seat)
    return _ACTIONS[promised["kind"]](legal)


def _plain(kind: str) -> Callable[[list[Json]], Json | None]:
    return lambda legal: {"kind": kind} if _allows(legal, kind) else None


def _draw(source: str) -> Callable[[list[Json]], Json | None]:
    action = {"kind": "draw", "from": source}
    return lambda legal: action if action in legal else None


def _check_or_fold(legal: list[Json]) -> Json | None:
    kinds = [kind for kind in ("check", "fold") if _allows(legal, kind)]
    return {"kind": kinds[0]} if kinds else None


def _allows(legal: list[Json], kind: str) -> bool:
    return any(one["kind"] == kind for one in legal)


_ACTIONS: Final[dict[str, Callable[[list[Json]], Json | None]]] = {
    "check": _plain("check"),
    CHECK_FOLD: _check_or_fold,
    "call": _plain("call"),
    "fold": _plain("fold"),
    TAKE_DISCARD: _draw("discard"),
    DRAW_STOCK: _draw("stock"),
}
