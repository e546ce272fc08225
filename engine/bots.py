"""Players that know what a person in their seat knows: its view and its legal actions.

A bot is a function. It is asked when it is its seat's turn, and in a window when its seat can
claim. Chance comes from the caller: `choose(n)` gives a number from 0 to n - 1, so a bot with a
seeded `choose` plays the same hand again.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine import cards
from engine.cards import Card
from engine.distance import distance
from engine.hand import Bot, Choose
from engine.jsonable import Json
from engine.offers import filled_in, one
from engine.pifpaf.rules import APOSTA_MELDS
from engine.pilipili import PILI_PILI_IDS
from engine.pilipili import bots as pilipili

__all__ = ["BOTS", "Bot", "Choose", "UnknownBot", "bot_named", "calm", "sharp", "steady"]

# Cards missing from a hand of nine as dealt: one hand in eight misses two or fewer, half of them
# three.
GOOD_HAND: Final = 2
FAIR_HAND: Final = 3
# Cards of one suit this near in rank may meet in a run.
_NEAR: Final = 2


class UnknownBot(LookupError):
    """No bot has that name. The sentence lists the names."""


def calm(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Any entry of the legal list, each as likely, to fill seats and to shake the engine."""
    # Going out may be listed without any true way, for whoever wants to try a false one.
    return filled_in(one([move for move in legal if move.get("options", True)], choose), choose)


def steady(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Plays its own cards well.

    In Pif Paf it goes out, claims or lays when it can, keeps what is near to melds, and bets by
    its quality.
    """
    if view["rules"] in PILI_PILI_IDS:
        return pilipili.steady(view, legal, choose)
    moves = {str(move["kind"]): move for move in legal if move.get("options", True)}
    for kind in ("go-out", "claim", "lay"):
        if kind in moves:
            return filled_in(moves[kind], choose)
    held = _parsed(view["cards"])
    if "discard" in moves:
        return {"kind": "discard", "card": cards.text(_worst(held, choose))}
    if "fold" in moves:
        return _bet(view, moves, distance(held, APOSTA_MELDS), choose)
    takes = any(move.get("from") == "discard" for move in legal) and _improves(held, view["top"])
    return {"kind": "draw", "from": "discard" if takes else "stock"}


def sharp(view: Json, legal: Sequence[Json], choose: Choose) -> Json:
    """Weighs what may come of each move. Raises UnknownBot where the game has no such bot."""
    if view["rules"] in PILI_PILI_IDS:
        return pilipili.sharp(view, legal, choose)
    msg = "Pif Paf has no sharp bot; take steady or calm."
    raise UnknownBot(msg)


BOTS: Final[Mapping[str, Bot]] = {"steady": steady, "calm": calm, "sharp": sharp}


def bot_named(name: str) -> Bot:
    """The bot of that name. Raises UnknownBot."""
    if name not in BOTS:
        msg = f'There is no bot "{name[:40]}"; there are: {", ".join(BOTS)}.'
        raise UnknownBot(msg)
    return BOTS[name]


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


def _improves(held: list[Card], top: str) -> bool:
    return distance([*held, *_parsed([top])], APOSTA_MELDS) < distance(held, APOSTA_MELDS)


def _worst(held: list[Card], choose: Choose) -> Card:
    """The card that leaves the rest nearest to going out, then the one with the fewest friends."""

    def price(card: Card) -> tuple[int, int]:
        rest = held.copy()
        rest.remove(card)
        return distance(rest, APOSTA_MELDS), sum(_befriends(card, other) for other in rest)

    prices = {card: price(card) for card in sorted(set(held))}
    least = min(prices.values())
    return one([card for card, its in prices.items() if its == least], choose)


def _befriends(card: Card, other: Card) -> bool:
    if cards.suit(card) == cards.suit(other):
        return 0 < abs(cards.rank(card) - cards.rank(other)) <= _NEAR
    return cards.rank(card) == cards.rank(other)


def _parsed(names: Iterable[str]) -> list[Card]:
    return [cards.parse(name) for name in names]
