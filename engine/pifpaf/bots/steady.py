"""The steady bot: it plays its own cards, by its distance and the cards that have friends."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine import cards
from engine.cards import Card
from engine.hand import Choose
from engine.jsonable import Json
from engine.melds import MeldAxes, distance
from engine.pifpaf.bots.partners import FACES, partners
from engine.pifpaf.bots.sight import Sight, sight

GOOD_HAND: Final = 2
FAIR_HAND: Final = 3
"""Cards missing from a hand of nine as dealt: one hand in eight misses two or fewer, half of them
three."""
_BUYS_TO: Final = 2
"""A card is bought when it leaves no more than so many missing."""


def steady(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Goes out, claims or lays when it can, keeps what is near to melds, bets by its quality."""
    moves = {str(move["kind"]): move for move in legal if move.get("options", True)}
    at_once = first_way(moves)
    if at_once:
        return at_once
    seen = sight(view)
    if "discard" in moves:
        names = moves["discard"]["cards"]
        return {"kind": "discard", "card": _worst(seen, names, choose)}
    if "stay" in moves:
        leaves = "fold" in moves and _missing(seen) > FAIR_HAND
        return {"kind": "fold" if leaves else "stay"}
    if "fold" in moves:
        return _bet(view, moves, _missing(seen), choose)
    return play_on(seen, moves, buys_to=_BUYS_TO)


def play_on(seen: Sight, moves: Mapping[str, Json], *, buys_to: int) -> Json:
    """What to draw, whether to announce, and in a window whether to buy.

    A discard is taken when it brings the hand nearer; bought, when it then misses `buys_to` cards
    or fewer. Who needs one card more says so.
    """
    missing = _missing(seen)
    if seen.view["phase"] == "window":
        wants = "buy" in moves and missing - 1 <= buys_to and improves(seen, missing)
        return {"kind": "buy"} if wants else {}
    if "announce" in moves and missing == 1:
        return {"kind": "announce"}
    takes = seen.view["discards"] and improves(seen, missing)
    return {"kind": "draw", "from": "discard" if takes else "stock"}


def first_way(moves: Mapping[str, Json]) -> Json | None:
    """Going out, a claim, or melds to lay: the first way listed, all cards melded before fewer."""
    for kind in ("go-out", "claim", "lay"):
        if kind in moves:
            return {"kind": kind, **moves[kind]["options"][0]}
    return None


def _missing(seen: Sight) -> int:
    return distance(seen.held, seen.axes, seen.goal)


def improves(seen: Sight, missing: int) -> bool:
    """Whether the top discard brings the hand nearer."""
    return seen.top is not None and (
        distance((*seen.held, seen.top), seen.axes, seen.goal) < missing
    )


def without(held: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """The cards less one of this face."""
    at = held.index(card)
    return (*held[:at], *held[at + 1 :])


def _worst(seen: Sight, names: Sequence[str], choose: Choose) -> str:
    """The card with the fewest friends of those that leave the rest as near as it can be."""
    held, axes, goal = seen.held, seen.axes, seen.goal
    # No throw leaves the rest nearer than it is with all of them.
    least = distance(held, axes, goal)
    friends = {name: _friends(cards.parse(name), held, axes) for name in names}
    for count in sorted(set(friends.values())):
        left = {
            name: distance(without(held, cards.parse(name)), axes, goal)
            for name in names
            if friends[name] == count
        }
        good = [name for name, missing in left.items() if missing == least]
        if good:
            return good[choose(len(good))]
    # Only the card just taken would do, and it may not be thrown.
    return min(names, key=friends.__getitem__)


def _friends(card: Card, held: Sequence[Card], axes: MeldAxes) -> int:
    """How many of these cards may meet this one in a meld of three; a wild card meets all."""
    if card in axes.wilds:
        return len(held)
    third = partners(axes).third
    return sum([third[FACES * card + other] is not None for other in held])


def _bet(view: Json, moves: Mapping[str, Json], missing: int, choose: Choose) -> Json:
    more = moves.get("bet") or moves.get("raise")
    eager = missing <= GOOD_HAND or (missing == FAIR_HAND and "bet" in moves and choose(4) == 0)
    if more and eager and choose(3):
        return {"kind": more["kind"], "to": _level(more, view["ante"], choose)}
    if "check" in moves:
        return {"kind": "check"}
    cheap = moves["call"]["pay"] <= view["ante"]
    stays = missing <= FAIR_HAND or (missing == FAIR_HAND + 1 and cheap)
    return {"kind": "call" if stays else "fold"}


def _level(move: Json, ante: int, choose: Choose) -> int:
    """A level in whole antes above the least one, as people bet."""
    low: int = move["min"]
    high: int = move["max"]
    return low + ante * choose((high - low) // ante + 1)
