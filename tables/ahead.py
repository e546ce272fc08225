"""Pre-actions: what a player says now about a turn that comes.

A promise is kept for one hand and for the price that the player saw. When the turn comes it gives
an action or, if the price is another by then, nothing. At Pili Pili, which has no price, it is a
bid or a card, done if it is allowed when the turn comes.
"""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.game import State, game_for
from tables.models import Hand

Json = dict[str, Any]

# What is paid for: these two are dropped when the level of the betting round is another.
_AT_A_PRICE: Final = frozenset({"check", "call"})
# Check if that is free, fold if not; a fold costs nothing, so no price changes it.
CHECK_FOLD: Final = "check-fold"
TAKE_DISCARD: Final = "take-discard"
DRAW_STOCK: Final = "draw-stock"
BID, PLAY = "bid", "play"
KINDS: Final = ("check", CHECK_FOLD, "call", "fold", TAKE_DISCARD, DRAW_STOCK, BID, PLAY)
# How Pili Pili writes its Joker, and what it may be worth.
JOKER: Final = "JK"
JOKER_MIN, JOKER_MAX = 0, 56
# The kind of action of a game that each of them comes to, where it is not its own name.
_COMES_TO: Final = {CHECK_FOLD: "fold", TAKE_DISCARD: "draw", DRAW_STOCK: "draw"}


def kinds_in(rules_id: str) -> list[str]:
    """Return what can be said ahead in a game: what it has an action for."""
    known = game_for(rules_id).kinds
    return [kind for kind in KINDS if _COMES_TO.get(kind, kind) in known]


def what_of(view: Json, kind: str, card: str | None, number: int | None) -> Json:
    """Return what a kind is said with: `number` for a bid, `card` (and a Joker's number) to play.

    Nothing for the others. ValueError with a sentence for what could never be done: `view` is the
    player's own.
    """
    if kind not in {BID, PLAY}:
        if card is not None or number is not None:
            raise ValueError(_("card and number: only to play a card, or to bid."))
        return {}
    mine = next((one for one in view["seats"] if one["seat"] == view["you"]), None)
    has_bid = mine is None or mine["bid"] is not None
    said = _bid_of if kind == BID else _card_of
    return said(view, card, number, has_bid=has_bid)


def _bid_of(view: Json, card: str | None, number: int | None, *, has_bid: bool) -> Json:
    if has_bid:
        raise ValueError(_("Your bid is made: say a card."))
    most = view["tricks_to_play"]
    if card is not None or number is None or not 0 <= number <= most:
        raise ValueError(_("number: the tricks that you bid, from 0 to %s.") % most)
    return {"number": number}


def _card_of(view: Json, card: str | None, number: int | None, *, has_bid: bool) -> Json:
    if not has_bid:
        raise ValueError(_("First comes your bid: say that ahead."))
    if card is None or card not in (view["cards"] or []):
        raise ValueError(_("card: one that you hold and see."))
    if card != JOKER:
        if number is not None:
            raise ValueError(_("number: only a Joker has one to be said."))
        return {"card": card}
    if number is None or not JOKER_MIN <= number <= JOKER_MAX:
        least_most = {"least": JOKER_MIN, "most": JOKER_MAX}
        raise ValueError(_("number: the Joker's, from %(least)s to %(most)s.") % least_most)
    return {"card": card, "number": number}


def promise(hand: Hand, state: State, kind: str, what: Json | None = None) -> Json:
    """Return what is kept of a promise: the hand, the kind, and the price as it stands now.

    `what` is what it is said with (`what_of`).

    Rules without bets or a discard pile have no such price; their promises give nothing.
    """
    seen = game_for(hand.rules_id).view(state, None)
    kept: Json = {"hand": str(hand.pk), "kind": kind} | ({"with": what} if what else {})
    if kind in _AT_A_PRICE:
        kept["level"] = seen.get("level")
    elif kind == TAKE_DISCARD:
        kept["card"], kept["discards"] = seen.get("top"), len(seen.get("pile", ()))
    return kept


def holds(promised: Json | None, hand: Hand | None, state: State | None) -> bool:
    """Whether a promise is still for this hand, at this price."""
    if promised is None or hand is None or state is None or promised["hand"] != str(hand.pk):
        return False
    now = promise(hand, state, promised["kind"], promised.get("with"))
    return hand.state == Hand.State.OPEN and now == promised


def action_of(promised: Json, hand: Hand, state: State, seat: int) -> Json | None:
    """Return the action that a promise gives in the seat's turn, or None if it is dropped."""
    if not holds(promised, hand, state):
        return None
    legal = game_for(hand.rules_id).legal(state, seat)
    if what := promised.get("with"):
        action = {"kind": promised["kind"], **what}
        return action if any(_is_among(action, one) for one in legal) else None
    return _ACTIONS[promised["kind"]](legal)


def _is_among(action: Json, listed: Json) -> bool:
    """Whether a bid or a card is one of an entry of the legal list."""
    if listed["kind"] != action["kind"]:
        return False
    if action["kind"] == BID:
        return action["number"] in listed["numbers"]
    if action["card"] not in listed["cards"]:
        return False
    least, most = listed.get("range", (None, None))
    number = action.get("number")
    return number is None if least is None else number is not None and least <= number <= most


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
